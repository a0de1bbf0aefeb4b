"""A player learns what a stranger is by trying, and pays for it: no refusal and no dry run tells its type, its challenge rating, its
immunities or its own magic.
"""

import json
from typing import Any

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.game import Game
from tests.copies import begun
from tests.operations.dice import falling
from tests.operations.table import Table

PLAYER = Caller.of("player", ["Elara"])
SECRET_WORDS = (
    "undead",
    "shapechanger",
    "fiend",
    "fey",
    "immune",
    "challenge rating",
    "nothing comes",
    "disguise self",
    "no effect",
    "humanoid",
)


@pytest.fixture
def table() -> Table:
    """Elara, a wizard with every spell; a vampire, a rakshasa and a hag under names of their own, a human in disguise, a skeleton."""
    table = Table(begun("5.1"))
    table.did("create", name="Elara", character={"classes": ["wizard 17"], "abilities": {"int": 18}})
    for name, block in (
        ("Count Vell", "Vampire"),
        ("Lord Ashan", "Rakshasa"),
        ("Old Nettie", "Night Hag"),
        ("Sir Oke", "Noble"),
        ("Bones", "Skeleton"),
    ):
        table.did("create", name=name, template=block)
    table.did("create", name="Skeleton 2", template="Skeleton")
    table.did("cast", "Sir Oke", spell="Disguise Self", force=True)
    table.roll_with(falling(10))
    return table


def ask(game: Game, spell: str, target: str, **more: Any) -> dict[str, Any]:
    payload = {"operation": "cast", "characterName": "Elara", "spell": spell, "targetName": target, **more}
    return game.ask(payload, "execute_action", "full", PLAYER)


CASTS: list[tuple[str, dict[str, Any]]] = [
    ("Hold Person", {}), ("Charm Person", {}), ("Dominate Person", {}), ("Fire Bolt", {}), ("Fireball", {}), ("Hold Monster", {}), ("Sleep", {}), ("Dispel Magic", {}),
    ("Polymorph", {"choice": {"form": "tyrannosaurus rex"}}), ("Polymorph", {"choice": {"form": "rat"}}), ("Magic Missile", {}), ("Ray of Frost", {}),
]  # fmt: skip


@pytest.mark.parametrize(("spell", "more"), CASTS)
def test_a_dry_run_is_the_same_for_all_strangers(table: Table, spell: str, more: dict[str, Any]) -> None:
    told = set()
    for name in ("Count Vell", "Lord Ashan", "Old Nettie", "Sir Oke", "Bones"):
        answer = ask(table.game, spell, name, dryRun=True, **more)
        text = json.dumps({k: v for k, v in answer.items() if k not in ("rev",)})
        told.add(text.replace(table.id(name), "id").replace(name, "NAME"))
        assert not [w for w in SECRET_WORDS if w in answer["text"].casefold().replace("have no effect until", "")], answer["text"]
    assert len(told) == 1, told


@pytest.mark.parametrize(("spell", "target", "more"), [
    ("Hold Person", "Count Vell", {}), ("Charm Person", "Old Nettie", {}), ("Dominate Person", "Lord Ashan", {}),
    ("Polymorph", "Old Nettie", {"choice": {"form": "tyrannosaurus rex"}}),
])  # fmt: skip
def test_what_does_not_fit_is_tried_in_vain(table: Table, spell: str, target: str, more: dict[str, Any]) -> None:
    spent = dict(table.thing("Elara").body.get("spent", {}))
    answer = ask(table.game, spell, target, **more)
    assert answer["ok"] and "Nothing comes of it" in answer["text"], answer["text"]
    assert not [w for w in SECRET_WORDS if w != "nothing comes" and w in answer["text"].casefold()], answer["text"]
    assert table.thing("Elara").body.get("spent", {}) != spent
    assert not table.thing(target).creature.conditions and table.thing("Elara").creature.concentration is None


def test_the_others_are_affected(table: Table) -> None:
    table.roll_with(falling(1))
    payload = {"operation": "cast", "characterName": "Elara", "spell": "Hold Person", "targets": ["Count Vell", "Sir Oke"], "slot": 3}
    answer = table.game.ask(payload, "execute_action", "full", PLAYER)
    assert answer["ok"], answer["text"]
    assert [c.name for c in table.thing("Sir Oke").creature.conditions] == ["paralyzed"]
    assert not table.thing("Count Vell").creature.conditions


def test_a_name_of_the_book_tells_what_it_is(table: Table) -> None:
    answer = ask(table.game, "Hold Person", "Skeleton 2")
    assert not answer["ok"] and "undead" in answer["text"]


def test_the_game_master_is_told(table: Table) -> None:
    answer = table.ask("cast", "Elara", spell="Hold Person", targetName="Count Vell")
    assert answer["error"]["code"] == "target_unfit" and "undead" in answer["text"]


def test_a_scroll_is_read_in_vain(table: Table) -> None:
    table.did("give", "Elara", template="Spell Scroll of Hold Person")
    payload = {"operation": "use", "characterName": "Elara", "itemName": "Spell Scroll of Hold Person", "targetName": "Count Vell"}
    answer = table.game.ask(payload, "manage_inventory", "full", PLAYER)
    assert answer["ok"] and "Nothing comes of it" in answer["text"], answer["text"]
    assert not table.bag("Elara")
