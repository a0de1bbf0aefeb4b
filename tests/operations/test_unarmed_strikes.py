"""An unarmed strike is one thing, whatever act makes it: its dice, ability, type, magic and riders (SRD 5.1 and 5.2, Unarmed Strike)."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rpg_lite.vocabulary import Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import falling
from tests.operations.table import Table

RESISTS = [
    {"target": "resist", "op": "grant", "value": kind, "scope": ["damage:nonmagical"]} for kind in ("bludgeoning", "piercing", "slashing")
]
STRIKES: dict[str, dict[str, Any]] = {
    "attack": {"operation": "attack", "targetName": "Foe", "itemName": "Unarmed Strike"},
    "Unarmed Strike": {"operation": "act", "act": "Unarmed Strike", "targets": ["Foe"]},
    "Opportunity Attack": {"operation": "act", "act": "Opportunity Attack", "targets": ["Foe"]},
    "Flurry of Blows": {"operation": "act", "act": "Flurry of Blows", "targets": ["Foe"]},
    "Martial Arts": {"operation": "act", "act": "Martial Arts", "targets": ["Foe"]},
}
DATA = Path(__file__).parents[2] / "data"
OF_MONKS = ("Flurry of Blows", "Martial Arts")


def acts_that_strike(value: Any) -> Iterator[str]:
    """The names of the acts of the data that make an unarmed strike."""
    if isinstance(value, dict):
        text = json.dumps(value.get("steps", ""))
        if "cost" in value and ('"attack": "natural"' in text or '"do": "Unarmed Strike"' in text):
            yield value["name"]
        value = list(value.values())
    for part in value if isinstance(value, list) else ():
        yield from acts_that_strike(part)


def test_every_act_that_strikes_unarmed_is_played_here() -> None:
    files = [*DATA.glob("acts.json"), *DATA.glob("features.json"), *DATA.glob("features/*.json"), *DATA.glob("spells/*.json")]
    found = {name for file in files for name in acts_that_strike(json.loads(file.read_text("utf-8")))}
    assert found == STRIKES.keys() - {"attack", "Opportunity Attack"}


@laid_alike
def seated(ruleset: Ruleset, hero: dict[str, Any]) -> Table:
    table = Table(begun(ruleset))
    table.did("create", name="Kim", character={"abilities": {"str": 12, "dex": 16, "wis": 14}, **hero})
    table.did("create", name="Foe", character={"hpMax": 500, "modifiers": RESISTS})
    return table


def lost(table: Table, act: str, d20: int, **fields: Any) -> int:
    """The points that each strike of this act costs the foe; every die but the d20 shows a 4."""
    table.roll_with(falling(d20, face=4))
    before, sent = table.hp("Foe"), {**STRIKES[act], **fields}
    text = table.did(sent.pop("operation"), "Kim", **sent)["text"]
    strikes = 2 if act == "Flurry of Blows" else 1
    points, rest = divmod(before - table.hp("Foe"), strikes)
    assert not rest, text
    return points


def same_in_every_act(table: Table, points: int, d20: int = 15, monk: bool = True, **fields: Any) -> None:
    acts = [act for act in STRIKES if monk or act not in OF_MONKS]
    assert {act: lost(table, act, d20, **fields) for act in acts} == dict.fromkeys(acts, points)


@pytest.mark.parametrize(
    ("ruleset", "level", "points"),
    [("5.1", 4, 7 // 2), ("5.1", 5, 7 // 2), ("5.1", 6, 7), ("5.2", 6, 7 // 2)],
)
def test_the_strikes_of_a_monk_are_magical_in_every_act(ruleset: Ruleset, level: int, points: int) -> None:
    """SRD 5.1, Ki-Empowered Strikes at level 6: 1d6 + 3 DEX, unhalved; SRD 5.2 has no such feature."""
    same_in_every_act(seated(ruleset, {"classes": [f"monk {level}"]}), points)


def test_empowered_strikes_of_5_2_deal_force_in_every_act() -> None:
    table = seated("5.2", {"classes": ["monk 6"]})
    table.did("act", "Kim", act="Empowered Strikes")
    same_in_every_act(table, 7)


@pytest.mark.parametrize(("ruleset", "points"), [("5.1", 8), ("5.2", 7 // 2)])
def test_natural_weapons_of_alter_self_are_magical_in_every_act(ruleset: Ruleset, points: int) -> None:
    """SRD 5.1: 1d6, magic, +1 to attack and damage; SRD 5.2: 1d6 alone."""
    table = seated(ruleset, {"classes": ["monk 3"]})
    table.did("apply", "Kim", effect="Alter Self (natural weapons)")
    same_in_every_act(table, points)


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_the_gauntlets_of_demon_armor_are_magic_weapons_in_every_act(ruleset: Ruleset) -> None:
    """1d8 slashing, +1, with STR: 4 + 1 + 1."""
    table = seated(ruleset, {"classes": ["fighter 6"]})
    base = {"base": "Plate Armor"} if ruleset == "5.2" else {}
    table.did("give", "Kim", template="Demon Armor", equip=True, attune=True, **base)
    same_in_every_act(table, 6, monk=False)


@pytest.mark.parametrize(("ruleset", "points"), [("5.1", 4 + 4 + 3), ("5.2", (4 + 4 + 3) // 2)])
def test_the_dice_of_a_critical_hit_are_the_same_in_every_act(ruleset: Ruleset, points: int) -> None:
    same_in_every_act(seated(ruleset, {"classes": ["monk 6"]}), points, d20=20)


def test_a_half_orc_adds_a_die_to_a_critical_hit_in_every_act() -> None:
    """SRD 5.1, Savage Attacks: a melee weapon attack, which an unarmed strike is."""
    same_in_every_act(seated("5.1", {"classes": ["monk 6"], "race": "half-orc"}), 4 + 4 + 4 + 3, d20=20)


@pytest.mark.parametrize(("ruleset", "effect"), [("5.1", "Divine Favor"), ("5.1", "Hunter's Mark"), ("5.2", "Hunter's Mark")])
def test_what_adds_to_a_hit_adds_to_it_in_every_act(ruleset: Ruleset, effect: str) -> None:
    table = seated(ruleset, {"classes": ["monk 6"]})
    plain = lost(table, "attack", 15)
    if effect == "Hunter's Mark":
        table.did("cast", "Kim", spell=effect, targets=["Foe"], force=True)
    else:
        table.did("apply", "Kim", effect=effect)
    first = lost(table, "attack", 15)
    assert first > plain
    same_in_every_act(table, first)


def test_a_bite_in_another_form_is_no_unarmed_strike() -> None:
    """SRD 5.1, Wild Shape: the wolf keeps Ki-Empowered Strikes, which count for unarmed strikes alone."""
    table = seated("5.1", {"classes": ["monk 6", "druid 2"]})
    table.did("act", "Kim", act="Wild Shape", choice="Wolf")
    table.roll_with(falling(15, face=4))
    before = table.hp("Foe")
    table.did("attack", "Kim", targetName="Foe", itemName="Bite")
    assert before - table.hp("Foe") == (4 + 4 + 2) // 2


def test_grappler_follows_an_unarmed_strike_of_the_attack_action_alone() -> None:
    """SRD 5.2, Grappler: "when you hit a creature with an Unarmed Strike as part of the Attack action on your turn"."""
    for act, may in (("attack", True), ("Unarmed Strike", True), ("Flurry of Blows", False), ("Martial Arts", False)):
        table = seated("5.2", {"classes": ["monk 6"], "features": ["grappler"]})
        lost(table, act, 15)
        answer = table.ask("act", "Kim", act="Punch and Grab", targets=["Foe"], answer=True)
        assert answer["ok"] is may, (act, answer["text"])
