"""Features played on a table of two: what comes of them is what the rules print, with the lowest and the highest dice."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

import rpg_lite
from rpg_lite.content import rulebook_loading
from rpg_lite.standalone_act import Played, play
from rpg_lite.vocabulary import Ruleset
from tests.operations.table import Table
from tests.rows import each_row

ABILITIES = {"str": 16, "dex": 14, "con": 14, "int": 12, "wis": 16, "cha": 16}
"""Modifiers +3, +2, +2, +1, +3, +3."""


def hero(of: str, level: int = 5, subclass: str | None = None, **character: Any) -> dict[str, Any]:
    choices = {"choices": {"subclass": {of: subclass}}} if subclass else {}
    return {
        "character": {"name": "Hero", "classes": [f"{of} {level}"], "abilities": ABILITIES, "hpMax": 60, "hp": 10, **choices, **character}
    }


def foe(**character: Any) -> dict[str, Any]:
    flat = dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 10)
    return {"character": {"name": "Foe", "level": 1, "abilities": flat, "hpMax": 60, "hp": 30, "party": False, **character}}


def both(
    ruleset: Ruleset, name: str, by: Mapping[str, Any], targets: Sequence[Mapping[str, Any]] = (), **call: Any
) -> tuple[Played, Played]:
    """Played with the lowest and with the highest dice; the foe fails its saves with the former."""
    book = rulebook_loading.rulebook(ruleset)
    low, high = (play(name, by, targets, book=book, dice=dice, **call) for dice in ("low", "high"))
    assert (low.refused, high.refused) == (None, None)
    return low, high


def hp(played: Played, creature: int = 0) -> int:
    left: int = played.documents[creature]["character"]["hp"]
    return left


@pytest.mark.parametrize(("level", "least", "most"), [(1, 2, 11), (5, 6, 15), (11, 12, 21)])
@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_second_wind_gives_back_1d10_and_the_fighter_level(ruleset: Ruleset, level: int, least: int, most: int) -> None:
    low, high = both(ruleset, "Second Wind", hero("fighter", level))
    assert (hp(low) - 10, hp(high) - 10) == (least, most)


@pytest.mark.parametrize(("ruleset", "uses"), [("5.1", 1), ("5.2", 3)])
def test_second_wind_spends_a_use(ruleset: Ruleset, uses: int) -> None:
    low, _ = both(ruleset, "Second Wind", hero("fighter"))
    assert low.result is not None
    assert [(s.what, s.was, s.left) for s in low.result.spent] == [("second wind", uses, uses - 1)]


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_lay_on_hands_gives_what_was_chosen(ruleset: Ruleset) -> None:
    low, _ = both(ruleset, "Lay on Hands", hero("paladin"), [foe()], choice={"choice": "15"})
    assert low.targets[0].healed == 15
    assert low.result is not None
    assert [(s.what, s.was, s.left) for s in low.result.spent] == [("lay on hands", 25, 10)]
    refused = play("Lay on Hands", hero("paladin"), [foe()], book=rulebook_loading.rulebook(ruleset), choice={"choice": "26"})
    assert refused.refused == "resource_spent"


def test_lay_on_hands_leaves_the_undead_alone() -> None:
    low, _ = both("5.1", "Lay on Hands", hero("paladin"), [foe(type="undead")], choice={"choice": "5"})
    assert hp(low, 1) == 30


@dataclass(frozen=True)
class Case:
    """`taken`: with the lowest and the highest dice; the target has 30 hit points of 60."""

    ruleset: Ruleset
    act: str
    by: dict[str, Any]
    taken: tuple[int, int]
    target: dict[str, Any]
    call: dict[str, Any]


def case(ruleset: Ruleset, act: str, by: dict[str, Any], taken: tuple[int, int], target: dict[str, Any] | None = None, **call: Any) -> Case:
    return Case(ruleset, act, by, taken, target or foe(hp=60), call)


@each_row(
    "c",
    [
        case("5.1", "Divine Smite", hero("paladin", 17), (2, 16), slot=1),
        case("5.1", "Divine Smite", hero("paladin", 17), (5, 40), slot=4),
        case("5.1", "Divine Smite", hero("paladin", 17), (5, 40), slot=5),
        case("5.1", "Divine Smite", hero("paladin", 5), (3, 24), foe(hp=60, type="fiend"), slot=1),
        case("5.2", "Divine Spark", hero("cleric", 2), (4, 5), choice={"choice": "radiant"}),
        case("5.2", "Divine Spark", hero("cleric", 7), (5, 9), choice={"choice": "necrotic"}),
        case("5.2", "Land's Aid", hero("druid", 3, "circle of the land"), (2, 6)),
        case("5.2", "Land's Aid", hero("druid", 10, "circle of the land"), (3, 9)),
    ],
    ids=lambda c: f"{c.act} {c.ruleset} {c.taken}",
)
def test_damage_is_that_of_the_text(c: Case) -> None:
    """A save is failed with the lowest dice and passed with the highest, which halves these."""
    low, high = both(c.ruleset, c.act, c.by, [c.target], **c.call)
    assert (60 - hp(low, 1), 60 - hp(high, 1)) == c.taken


def test_divine_spark_heals_as_well() -> None:
    low, high = both("5.2", "Divine Spark", hero("cleric", 13), [foe()], choice={"choice": "heal"})
    assert (low.targets[0].healed, high.targets[0].healed) == (6, 27)


@each_row(
    ("level", "cr", "dies"),
    [(2, 0, False), (4, 0.25, False), (5, 0.25, True), (5, 0.5, True), (5, 1, False), (8, 1, True), (17, 4, True), (17, 5, False)],
)
def test_turn_undead_destroys_up_to_the_cr_of_the_table(level: int, cr: float, dies: bool) -> None:
    low, high = both("5.1", "Turn Undead", hero("cleric", level), [foe(type="undead", cr=cr)])
    assert low.targets[0].dead is dies
    assert any(e.startswith("Turned") for e in low.targets[0].effects) is not dies
    assert (high.targets[0].dead, high.targets[0].effects) == (False, ())


def test_turn_undead_takes_the_undead_alone() -> None:
    refused = play("Turn Undead", hero("cleric"), [foe(type="beast")], book=rulebook_loading.rulebook("5.1"))
    assert refused.refused == "target_unfit"


def test_the_turned_are_frightened_and_incapacitated() -> None:
    low, _ = both("5.2", "Turn Undead", hero("cleric"), [foe(type="undead")])
    assert low.targets[0].conditions == ("frightened", "incapacitated")


@pytest.mark.parametrize(("level", "bonus"), [(1, 2), (8, 2), (9, 3), (16, 4)])
@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_rage_adds_the_damage_of_the_table_and_resists_weapons(ruleset: Ruleset, level: int, bonus: int) -> None:
    low, _ = both(ruleset, "Rage", hero("barbarian", level))
    rage = next(e for e in low.documents[0]["effects"] if e["name"] == "Rage")
    changes = {(m["target"], m["op"]): m.get("value") for m in rage["modifiers"]}
    assert changes["damage.str", "add"] == bonus
    assert [m["value"] for m in rage["modifiers"] if m["target"] == "resist"] == ["bludgeoning", "piercing", "slashing"]


@pytest.mark.parametrize(("act", "condition"), [("Grapple", "grappled"), ("Shove", "prone")])
def test_a_grapple_is_a_save_in_5_2(act: str, condition: str) -> None:
    low, high = both("5.2", act, hero("fighter"), [foe()], choice={"choice": "prone"} if act == "Shove" else {})
    assert (low.targets[0].conditions, high.targets[0].conditions) == ((condition,), ())
    assert {s.dc for s in low.targets[0].saves} == {8 + 3 + 3}


@pytest.mark.parametrize(("act", "condition"), [("Grapple", "grappled"), ("Shove", "prone")])
def test_a_grapple_is_a_contest_in_5_1(act: str, condition: str) -> None:
    """The one who grapples rolls, and a tie changes nothing."""
    call: dict[str, Any] = {"choice": {"choice": "prone"}} if act == "Shove" else {}
    low, _ = both("5.1", act, hero("fighter"), [foe()], **call)
    assert low.targets[0].conditions == (condition,)
    strong = {**dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 10), "str": 16}
    low, _ = both("5.1", act, hero("fighter"), [foe(abilities=strong)], **call)
    assert low.targets[0].conditions == ()


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_unarmed_strikes_use_the_martial_arts_die(ruleset: Ruleset) -> None:
    die = {"5.1": 6, "5.2": 8}[ruleset]
    _, high = both(ruleset, "Flurry of Blows", hero("monk"), [foe(hp=60)])
    assert [s.dealt for s in high.targets[0].suffered] == [2 * die + 3] * 2


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
@pytest.mark.parametrize(
    ("choice", "left"),
    [
        ({}, {"slot_1": 1, "slot_2": 1}),
        ({"choice": "1, 1, 1"}, {"slot_2": 1, "slot_3": 1}),
        ({"choice": "2, 1"}, {"slot_1": 2, "slot_3": 1}),
    ],
)
def test_arcane_recovery_gives_back_half_of_the_level_in_slots(ruleset: Ruleset, choice: dict[str, str], left: dict[str, int]) -> None:
    spent = {"slot_1": 3 if choice else 1, "slot_2": 1, "slot_3": 1}
    low, _ = both(ruleset, "Arcane Recovery", hero("wizard", spent=spent), choice=choice)
    assert {k: n for k, n in low.documents[0]["character"]["spent"].items() if k.startswith("slot")} == left


@pytest.mark.parametrize(("slot", "points"), [(1, 2), (2, 3), (3, 5)])
@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_a_slot_costs_the_points_of_the_table(ruleset: Ruleset, slot: int, points: int) -> None:
    by = hero("sorcerer", 6, spent={f"slot_{slot}": 1})
    low, _ = both(ruleset, "Font of Magic", by, choice={"choice": "slot"}, slot=slot)
    after = low.documents[0]["character"]
    assert (after["resources"]["sorcery points"]["left"], after.get("spent")) == (6 - points, None)


@each_row(("ruleset", "level", "slot", "refused"), [
    ("5.1", 6, 3, None), ("5.1", 6, 4, None), ("5.1", 6, 5, "resource_spent"), ("5.1", 20, 5, None), ("5.1", 20, 6, "slot_too_high"),
    ("5.2", 6, 3, None), ("5.2", 6, 4, "slot_too_high"), ("5.2", 7, 4, None), ("5.2", 8, 5, "slot_too_high"), ("5.2", 9, 5, None),
    ("5.2", 20, 6, "slot_too_high"),
])  # fmt: skip
def test_points_become_a_slot_beside_the_others(ruleset: Ruleset, level: int, slot: int, refused: str | None) -> None:
    """With no slot spent there is one more; 5.2 asks for a level of the class."""
    played = play("Font of Magic", hero("sorcerer", level), book=rulebook_loading.rulebook(ruleset), choice={"choice": "slot"}, slot=slot)
    assert played.refused == refused
    if refused is None:
        after = played.documents[0]["character"]
        cost = {3: 5, 4: 6, 5: 7}[slot]
        assert (after["resources"]["sorcery points"]["left"], after["spent"]) == (level - cost, {f"made_slot_{slot}": 1})


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_a_slot_that_was_made_is_spent_like_others_and_goes_with_a_long_rest(ruleset: Ruleset) -> None:
    with rpg_lite.open_campaign(":memory:", ruleset=ruleset) as game:
        table = Table(game)
        table.did("create", name="Sol", character={**hero("sorcerer", 3)["character"], "name": "Sol"})
        own = [4, 2]

        def slots() -> dict[str, list[int]]:
            told = table.send({"operation": "character", "characterName": "Sol"}, "read_campaign", "full")["results"][0]["spellSlots"]
            return {key: told[key] for key in ("slots", "left")}

        assert slots() == {"slots": own, "left": own}
        table.did("act", "Sol", act="Font of Magic", choice="slot", slot=2)
        assert slots() == {"slots": [4, 3], "left": [4, 3]}
        for left in ([4, 2], [4, 1], [4, 0]):
            table.did("cast", "Sol", spell="Invisibility", targets=["Sol"], slot=2)
            assert slots()["left"] == left
        table.refused("no_slot_left", "cast", "Sol", spell="Invisibility", targets=["Sol"], slot=2)
        table.did("rest", "Sol", kind="long")
        assert slots() == {"slots": own, "left": own}
        assert dict(table.thing("Sol").body).get("spent") is None


@each_row(
    ("ruleset", "choice", "bonus"), [("5.1", "slot", False), ("5.1", "points", False), ("5.2", "slot", False), ("5.2", "points", True)]
)
def test_only_in_5_2_a_slot_given_for_points_takes_no_action(ruleset: Ruleset, choice: str, bonus: bool) -> None:
    with rpg_lite.open_campaign(":memory:", ruleset=ruleset) as game:
        table = Table(game)
        table.did("create", name="Sol", character={**hero("sorcerer", 5)["character"], "name": "Sol", "spent": {"sorcery_points": 2}})
        table.did("start_fight", names=["Sol"])
        table.did("act", "Sol", act="Font of Magic", choice=choice, slot=1)
        acts = table.thing("world").body["fight"]["acts"].values()
        assert ("bonus" not in {a["cost"] for a in acts}) is bonus


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_a_slot_becomes_as_many_points_as_its_level(ruleset: Ruleset) -> None:
    by = hero("sorcerer", 6, spent={"sorcery_points": 5})
    low, _ = both(ruleset, "Font of Magic", by, choice={"choice": "points"}, slot=3)
    after = low.documents[0]["character"]
    assert (after["resources"]["sorcery points"]["left"], after["spent"]) == (4, {"slot_3": 1})


@each_row(("spent", "call", "code"), [
    ({"sorcery_points": 5}, {"choice": {"choice": "slot"}, "slot": 1}, "resource_spent"),
    ({"slot_3": 3}, {"choice": {"choice": "points"}, "slot": 3}, "no_slot_left"),
    ({}, {"choice": {"choice": "slot"}}, "choice_required"),
    ({}, {}, "choice_required"),
    ({}, {"choice": {"choice": "points"}, "slot": 3}, "nothing_is_spent"),
    ({}, {"choice": {"choice": "slot"}, "slot": 6}, "slot_too_high"),
])  # fmt: skip
def test_what_cannot_be_paid_changes_nothing(spent: dict[str, int], call: dict[str, Any], code: str) -> None:
    assert play("Font of Magic", hero("sorcerer", 6, spent=spent), book=rulebook_loading.rulebook("5.1"), **call).refused == code


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_stabilizing_takes_a_medicine_check_of_10(ruleset: Ruleset) -> None:
    low, high = both(ruleset, "Stabilize", hero("fighter"), [foe(hp=0, party=True)])
    assert low.result is not None
    assert [(c.dc, c.passed) for t in low.result.targets for c in t.checks] == [(10, False)]
    assert [t.ended for t in high.targets] != [()]


def test_frenzy_adds_dice_in_a_rage_and_recklessly() -> None:
    with rpg_lite.open_campaign(":memory:", ruleset="5.2") as game:
        table = Table(game)
        table.did("create", name="Grok", character={**hero("barbarian", 5, "Berserker")["character"], "name": "Grok"})
        table.did(
            "create",
            name="Foe",
            character={**foe(hp=60)["character"], "name": "Foe", "modifiers": [{"target": "ac", "op": "add", "value": -9}]},
        )
        attack = {"characterName": "Grok", "targetName": "Foe", "with": ["Frenzy"], "d20": [10, 10]}
        assert "2d6" not in table.did("attack", **attack)["text"]
        table.did("act", characterName="Grok", act="Rage")
        assert "2d6" not in table.did("attack", **attack)["text"]
        table.did("act", characterName="Grok", act="Reckless Attack")
        assert "2d6" in table.did("attack", **attack)["text"]


def test_a_stunning_strike_that_fails_slows_in_5_2() -> None:
    with rpg_lite.open_campaign(":memory:", ruleset="5.2") as game:
        table = Table(game)
        table.did("create", name="Lin", character={**hero("monk")["character"], "name": "Lin"})
        table.did("create", name="Foe", character={**foe(hp=60)["character"], "name": "Foe"})
        answer = table.did("attack", characterName="Lin", targetName="Foe", **{"with": ["Stunning Strike"]}, d20=[15, 20])
        assert "Foe: speed 30 → 15 ft" in answer["text"]
        assert "cannot act" not in answer["text"]


def test_a_troll_bites_once_and_claws_twice() -> None:
    book = rulebook_loading.rulebook("5.1")
    _, high = both("5.1", "Multiattack", book.creatures["troll"], [foe(hp=200, hpMax=200)])
    assert [s.dealt for s in high.targets[0].suffered] == [2 * 6 + 4, 4 * 6 + 4, 4 * 6 + 4]


@pytest.mark.parametrize(("ruleset", "prone"), [("5.1", ()), ("5.2", ("prone",))])
def test_the_bite_of_a_wolf_throws_down(ruleset: Ruleset, prone: tuple[str, ...]) -> None:
    """In 5.1 after a save, which the highest dice pass."""
    _, high = both(ruleset, "Bite", rulebook_loading.rulebook(ruleset).creatures["wolf"], [foe()])
    assert high.targets[0].conditions == prone
