"""A magic item that nobody has identified does what it does by itself, under the name of its look (SRD, Berserker Axe, Sword of Life Stealing)."""

from typing import Any

import pytest

from rpg_lite.content.rulebook_loading import rulebook
from rpg_lite.decision.callers import Caller
from rpg_lite.mechanics.creature.own_riders import plays_by_itself
from rpg_lite.rules.items import Item
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.dice import falling
from tests.operations.table import Table
from tests.rows import each_row

PLAYER = Caller("player", "Ann", characters=("Hero",))
FOES = ("giant", "undead", "fiend", "construct")


def works_by_itself(item: Item) -> bool:
    """Whether it has a trigger, or a rider that nobody chooses; a piece of ammunition is fired and has none."""
    return item.type != "ammunition" and bool(item.on or any(map(plays_by_itself, item.riders)))


def items() -> list[tuple[Ruleset, str]]:
    books = {ruleset: rulebook(ruleset) for ruleset in RULESETS}
    found = {(ruleset, t.item.name) for ruleset, book in books.items() for t in book.templates.values() if works_by_itself(t.item)}
    return sorted(row for row in found if row[1] != "Net")  # an ordinary thing


def struck(ruleset: Ruleset, item: str, is_known: bool) -> tuple[list[Any], str]:
    """Return (the state of everybody after blows with it, against it and after an hour, what the player read)."""
    table = Table(begun(ruleset))
    table.did("create", name="Hero", character={"classes": ["fighter 9"], "party": True, "hpMax": 80, "hp": 40})
    for kind in FOES:
        table.did("create", name=kind.title(), character={"hpMax": 90, "type": kind, "size": "large"})
    base = {"base": bases[0]} if (bases := bases_of(ruleset, item)) else {}
    table.did("give", "Hero", template=item, identified=is_known, **base)
    thing = next(t for t in table.now.things.values() if t.kind == "item")
    for operation in ("equip", "attune"):
        table.ask(operation, "Hero", itemId=thing.id)
    table.roll_with(falling(20, face=6))
    read = []

    def plays(tool: str, **payload: Any) -> None:
        answer = table.game.ask(payload, tool, "brief", PLAYER)  # type: ignore[arg-type]
        assert answer["ok"], answer["text"]
        read.append(answer["text"])

    for kind in FOES:
        plays("execute_action", operation="attack", characterName="Hero", targetName=kind.title())
        table.did("attack", kind.title(), targetName="Hero")
    table.roll_with(falling(2, face=2))
    table.did("damage", "Hero", amount=3, damageType="slashing")
    table.did("advance", duration="1 hour")
    read.append(table.game.ask({"operation": "character", "characterName": "Hero"}, "read_campaign", "full", PLAYER)["text"])
    states = [
        {key: value for key, value in t.body.items() if key in ("hp", "tempHp", "dead", "conditions", "effects")}
        for t in table.now.things.values()
        if t.kind == "character"
    ]
    return [without_names(state) for state in states], " ".join(read)


def bases_of(ruleset: Ruleset, item: str) -> list[str]:
    book = rulebook(ruleset)
    template = next(t for t in book.templates.values() if t.item.name == item)
    weapons = [book.templates[id].item.name for id in book.bases_of(template)]
    return [w for w in weapons if w in ("Longsword", "Greataxe", "Battleaxe", "Greatsword")] or weapons


def without_names(value: Any) -> Any:
    """The state without the names of the item, which are its look as long as nobody has identified it."""
    if isinstance(value, dict):
        return {key: without_names(part) for key, part in value.items() if key not in ("source", "act", "look", "name", "from", "steps")}
    return [without_names(part) for part in value] if isinstance(value, (list, tuple)) else value


@each_row(("ruleset", "item"), items())
def test_it_does_the_same_before_anybody_has_identified_it(ruleset: Ruleset, item: str) -> None:
    known, told = struck(ruleset, item, is_known=True)
    unknown, read = struck(ruleset, item, is_known=False)
    assert unknown == known, (read, told)
    assert item.casefold() not in read.casefold()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_axe_makes_its_bearer_berserk_and_is_not_named(ruleset: Ruleset) -> None:
    _, read = struck(ruleset, "Berserker Axe", is_known=False)
    assert "Berserk" in read and "berserker" not in read
