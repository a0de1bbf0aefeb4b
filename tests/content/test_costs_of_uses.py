"""What everything that can be used, worn, lit or switched costs of a turn, by the texts of both rulesets: the table `tests/facts/use_costs.json` was
read from them by somebody who had not seen the data. It leaves out what the texts do not say.
"""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from rpg_lite.content.rulebook_loading import rulebook
from rpg_lite.mechanics.turn.done_acts import BESIDE_ACTS
from rpg_lite.rules.items import Item
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world.world_model import WORLD_ID
from tests.copies import begun
from tests.operations.dice import let
from tests.operations.table import Answer, Table


class Row(NamedTuple):
    """`how`: use, switch on, light, put out, hood, act or cast; `what`: the property, the act or the spell."""

    ruleset: Ruleset
    item: str
    how: str
    what: str
    cost: str


ROWS: Final = [Row(*row) for row in json.loads((Path(__file__).parents[1] / "facts" / "use_costs.json").read_text("utf-8"))]
ANOTHER_DEED: Final = {
    "Hunting Trap": "its act is what the trap does to whoever steps into it, not the setting",
    "Retributive Strike at 20 Feet": "a part of the strike, whose act has been paid",
    "Retributive Strike at 30 Feet": "a part of the strike, whose act has been paid",
    "Sway the Swarm": "a check while the pipes play, which is what takes the action",
    "Geyser": "the act aims the water at a creature, a bonus action; the stopper takes the action",
    "Arrow of Restraint": "the act is the shot that restrains, an attack",
    "Mug of Ale": "a meal is not counted",
    "Potion of Giant Strength": "a kind of giant must be chosen",
    "Potion of Resistance": "a kind of damage must be chosen",
    "Elemental Gem": "a kind of gem must be chosen",
    "Feather Token": "a kind of token must be chosen",
    "Spell Scroll": "a level must be chosen",
}
"""Rows whose text speaks of another deed than the entry, with the difference."""
MEANT: Final = [row for row in ROWS if row.item not in ANOTHER_DEED and row.what not in ANOTHER_DEED]
FREE: Final = {"free": ""}
"""A cost that is none, as data without a cost have it."""


def written(item: Item, row: Row, book: Rulebook) -> str:
    """The cost that the data give."""
    quick = book.policy.quick_uses
    match row.how:
        case "use":
            own = item.on_use.cost if item.on_use else None
            return own or (quick if item.type == "consumable" and (item.on_use or item.heals) else "")
        case "switch on":
            return (next(a.action for a in item.activated if a.id == row.what) or "").casefold().removesuffix(" action")
        case "light" | "hood":
            return quick
        case "put out":
            return "action" if item.burns and item.burns.fuel and row.ruleset == "5.2" else "interaction"
        case "act":
            return next(a.cost for a in item.acts if a.name == row.what)
    cast = next(c for c in item.casts if c.spell == row.what)
    spell = book.spell(cast.spell)
    return cast.cost or (spell.cost if spell else "")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_everything_costs_what_its_text_says(ruleset: Ruleset) -> None:
    book = rulebook(ruleset)
    items = {t.item.name: t.item for t in book.templates.values()}
    rows = [row for row in MEANT if row.ruleset == ruleset]
    given = {row: written(items[row.item], row, book) for row in rows}
    assert [(row, cost) for row, cost in given.items() if FREE.get(cost, cost) != FREE.get(row.cost, row.cost)] == []
    assert len(rows) > 250


# ── played ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def tries(row: Row, item: str) -> Iterator[dict[str, Any]]:
    """The calls that may play it: at a foe, at a friend, at nobody; then with force, for what would be wasted or fits nobody here."""
    named = {"property": row.what} if row.what and row.how != "put out" else {}
    for force in ({}, {"force": True}):
        for target in ({}, {"targetName": "Ogre"}, {"targetName": "Brenna"}, {"targets": ["Ogre", "Brenna"]}):
            yield {"itemId": item, **named, **target, **force}


def play(table: Table, row: Row, item: str) -> Answer:
    """The first of these calls that is accepted, with the choices that it asks for; or the last refusal."""
    answer: Answer = {}
    for call in tries(row, item):
        for _ in range(3):
            answer = table.ask("use", "Ilse", **call)
            error = answer.get("error", {})
            if answer["ok"] or error["code"] == "takes_too_long":
                return answer
            if error["code"] != "choice_required" or not error.get("allowed"):
                break
            call = {**call, "choice": {**call.get("choice", {}), error["details"]["choice"]: error["allowed"][0]}}
    return answer


def paid(table: Table) -> list[str]:
    fight = table.now.things[WORLD_ID].root.fight
    if fight is None:
        return []
    by = table.id("Ilse")
    costs = [act.cost for act in fight.acts if act.by == by and not act.act.startswith(BESIDE_ACTS)]
    return [cost for cost in costs if cost != "free" and not cost.startswith("gained")]


@pytest.mark.slow
@pytest.mark.parametrize("fights", [True, False])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_everything_that_is_used_pays_its_cost_in_a_fight_and_nothing_outside(ruleset: Ruleset, fights: bool) -> None:
    wrong, played = [], Counter[str]()
    with begun(ruleset=ruleset) as game:
        table = let(Table(game), 10, face=4)
        scores = {"str": 15, "dex": 15, "con": 15, "int": 15, "wis": 15, "cha": 15}
        table.did("create", name="Ilse", character={"party": True, "hpMax": 300, "classes": ["wizard 17"], "abilities": scores}, force=True)
        table.did("create", name="Brenna", character={"party": True, "hpMax": 300, "abilities": scores})
        table.did("create", name="Ogre", character={"hpMax": 300, "abilities": scores})
        table.did("damage", "Brenna", amount=20, damageType="fire")
        table.did("start_fight", names=["Ilse", "Brenna", "Ogre"])
        while "Ilse's turn" not in table.did("next_turn")["text"]:
            pass
        if not fights:
            table.did("end_fight")
        for row in (row for row in MEANT if row.ruleset == ruleset):
            start = table.rev
            item = hold(table, row)
            before = len(paid(table))
            answer = play(table, row, item)
            costs = paid(table)[before:] if answer["ok"] else []
            if not answer["ok"] and answer["error"]["code"] != "takes_too_long":
                played[answer["error"]["code"]] += 1
            elif is_wrong(row, answer, costs) if fights else not answer["ok"] or costs:
                wrong.append((row, costs or answer["text"][:80]))
            else:
                played["right"] += 1
            for rev in range(table.rev, start, -1):
                table.did("undo", rev=rev)
    assert wrong == []
    assert played["right"] >= 0.96 * played.total(), played


def hold(table: Table, row: Row) -> str:
    """Give it to Ilse, in use and attuned if it can be, and lit if it is to be put out; return its id."""
    table.did("give", "Ilse", template="Oil")
    kind: dict[str, Any] = {}
    for more in ({"equip": True, "attune": True}, {"attune": True}, {"equip": True}, {}):
        for _ in range(3):
            answer = table.ask("give", "Ilse", template=row.item, **kind, **more)
            if answer["ok"] or (field := answer["error"]["field"]) not in ("variant", "base"):
                break
            kind[field] = answer["error"]["allowed"][0]
        if answer["ok"]:
            break
    assert answer["ok"], answer["text"]
    id: str = answer["results"][0]["item"]["id"]
    if row.how in ("put out", "hood"):
        table.did("use", "Ilse", itemId=id)
    return id


def is_wrong(row: Row, answer: Answer, costs: list[str]) -> bool:
    if not answer["ok"]:
        return row.cost.rpartition(" ")[2] not in ("minute", "minutes", "hour", "hours")
    return costs != ([] if row.cost == "free" else [row.cost])
