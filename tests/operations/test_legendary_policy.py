"""The legendary acts that the policy plays at the end of a hero's turn: every creature that has some, in both rulesets."""

from collections.abc import Iterator
from functools import cache

import pytest

from rpg_lite.content.rulebook_loading import rulebook
from rpg_lite.monsters import policy
from rpg_lite.rules import book_search, names
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.table import Table
from tests.operations.worlds import Sandbox, first_world

LEFT: dict[Ruleset, set[str]] = {
    "5.1": {"Cantrip", "Cast a Spell", "Channel Negative Energy", "Detect", "Heal Self", "Move", "Teleport", "Unarmed Strike (legendary)"},
    "5.2": set(),
}
"""The acts that are left to a game master: they look, move, need a choice of a spell, or deal what no sheet counts."""


@cache
def legendary(ruleset: Ruleset) -> dict[str, set[str]]:
    """Creature → its legendary acts."""
    book = rulebook(ruleset)
    found = {}
    for entry in book_search.entries("creature", book):
        acts = book.creatures[names.fold(entry.name)]["character"].get("acts", ())
        if own := {act["name"] for act in acts if act.get("cost") == "legendary"}:
            found[entry.name] = own
    return found


def fight(ruleset: Ruleset, name: str) -> Sandbox:
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="It", template=name)
    box.accept("create", name="Hero", character={"classes": ["fighter 10"], "party": True, "hpMax": 300, "hp": 300})
    box.let(20, 1).accept("start_fight", names=["Hero", "It"])
    return box


def chosen(ruleset: Ruleset, name: str) -> Iterator[str]:
    """The acts that it plays unhurt, and with a tenth of its hit points."""
    box = fight(ruleset, name)
    for hp in (None, 10):
        if hp:
            box.accept("update", "It", character={"hp": hp})
        yield from (deed["act"] for deed in policy.legendary_deeds(box.world, box.thing("It"), rulebook(ruleset)))


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_legendary_act_is_played_or_left_for_a_reason(ruleset: Ruleset) -> None:
    every = legendary(ruleset)
    assert len(every) >= 30
    left = {name: acts - {*chosen(ruleset, name)} - LEFT[ruleset] for name, acts in every.items()}
    assert {name: acts for name, acts in left.items() if acts} == {}


def test_fear_comes_first_and_is_not_wasted() -> None:
    box, book = fight("5.2", "Adult Black Dragon"), rulebook("5.2")

    def first() -> str:
        return str(policy.legendary_deeds(box.world, box.thing("It"), book)[0]["act"])

    assert first() == "Frightful Presence"
    box.accept("apply", "Hero", condition="frightened")
    box.accept("apply", "Hero", effect="Fear") if book.effect("Fear") else None
    assert first() in ("Cloud of Insects", "Frightful Presence")
    box.accept("cast", "It", spell="Fear", targets=["Hero"], force=True)
    assert first() == "Cloud of Insects", "it concentrates on Fear already"


def test_a_shield_waits_until_it_is_hurt() -> None:
    box, book = fight("5.2", "Unicorn"), rulebook("5.2")
    assert [d["act"] for d in policy.legendary_deeds(box.world, box.thing("It"), book)] == ["Charging Horn"]
    box.accept("update", "It", character={"hp": 20})
    deed = policy.legendary_deeds(box.world, box.thing("It"), book)[0]
    assert (deed["act"], deed["targets"]) == ("Shimmering Shield", [box.id("It")])


def test_a_command_stops_a_hero() -> None:
    with begun("5.2", seed=3) as game:
        table = Table(game)
        table.did("create", name="Thorin", character={"classes": ["fighter 5"], "party": True, "hpMax": 900, "hp": 900})
        table.did("create", template="Adult Red Dragon")
        table.did("start_fight", names=["Thorin", "Adult Red Dragon"], d20={"Thorin": [20], "Adult Red Dragon": [1]})
        told = table.did("next_turn", play="foes")["text"]
        assert "Adult Red Dragon uses Commanding Presence" in told and "legendary actions, 2 of 3 left" in told
