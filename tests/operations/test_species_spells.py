"""Spells that a species gives: when, how often, by which ability, with and without slots."""

from typing import Any, Final

import pytest

from rpg_lite.operations.mechanics.acting.played import ActResult
from rpg_lite.vocabulary import Ruleset
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure
SCORES: Final = {"str": 18, "dex": 10, "con": 10, "int": 14, "wis": 12, "cha": 16}


def table(ruleset: Ruleset, race: str, classes: str = "rogue 5", **more: Any) -> Sandbox:
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="Hero", character={"classes": [classes], "race": race, "abilities": SCORES, **more})
    flat = dict.fromkeys(SCORES, 10)
    box.accept("create", name="Foe", character={"level": 1, "abilities": flat, "hpMax": 100, "hp": 100, "party": False})
    return box.let(10)


def cast(box: Sandbox, spell: str, **fields: Any) -> ActResult:
    return box.accept("cast", "Hero", spell=spell, **fields).expect(ActResult)


def spent(result: ActResult) -> list[tuple[str, int, int]]:
    return [(s.what, s.was, s.left) for s in result.spent]


LEGACIES: Final = [
    ("5.1", "tiefling", "Hellish Rebuke", 3), ("5.1", "tiefling", "Darkness", 5),
    ("5.2", "abyssal tiefling", "Ray of Sickness", 3), ("5.2", "abyssal tiefling", "Hold Person", 5),
    ("5.2", "chthonic tiefling", "False Life", 3), ("5.2", "chthonic tiefling", "Ray of Enfeeblement", 5),
    ("5.2", "infernal tiefling", "Hellish Rebuke", 3), ("5.2", "infernal tiefling", "Darkness", 5),
    ("5.2", "drow", "Faerie Fire", 3), ("5.2", "drow", "Darkness", 5),
    ("5.2", "high elf", "Detect Magic", 3), ("5.2", "high elf", "Misty Step", 5),
    ("5.2", "wood elf", "Longstrider", 3), ("5.2", "wood elf", "Pass without Trace", 5),
]  # fmt: skip


@each_row(("ruleset", "race", "spell", "level"), LEGACIES)
def test_a_spell_of_a_species_comes_at_its_level_and_is_cast_once(ruleset: Ruleset, race: str, spell: str, level: int) -> None:
    targets = {} if spell in ("Darkness", "Detect Magic", "False Life") else {"targets": ["Foe"]}
    before = table(ruleset, race, f"rogue {level - 1}")
    before.reject("not_a_caster", "cast", "Hero", spell=spell, **targets)
    box = table(ruleset, race, f"rogue {level}")
    assert spent(cast(box, spell, **targets)) == [(spell.casefold(), 1, 0)]
    box.reject("resource_spent", "cast", "Hero", spell=spell, **targets)
    box.accept("rest", "Hero", kind="long")
    assert spent(cast(box, spell, **targets)) == [(spell.casefold(), 1, 0)]


@each_row(
    ("ruleset", "race", "cantrip"),
    [
        ("5.1", "tiefling", "Thaumaturgy"), ("5.2", "infernal tiefling", "Thaumaturgy"), ("5.2", "infernal tiefling", "Fire Bolt"),
        ("5.2", "abyssal tiefling", "Poison Spray"), ("5.2", "chthonic tiefling", "Chill Touch"), ("5.2", "drow", "Dancing Lights"),
        ("5.2", "high elf", "Prestidigitation"), ("5.2", "wood elf", "Druidcraft"), ("5.2", "forest gnome", "Minor Illusion"),
        ("5.2", "rock gnome", "Mending"), ("5.2", "rock gnome", "Prestidigitation"),
    ],
)  # fmt: skip
def test_a_cantrip_of_a_species_is_listed_and_known(ruleset: Ruleset, race: str, cantrip: str) -> None:
    box = table(ruleset, race, "rogue 1")
    assert cantrip in str(box.did("character", "Hero", stats=["spells"])["text"])
    answer = box.send(
        {"operation": "cast", "characterName": "Hero", "spell": cantrip, "targets": ["Foe"], "dryRun": True}, "execute_action"
    )
    assert answer["ok"] or answer["error"]["code"] in ("choice_required", "targets_count")


@pytest.mark.parametrize(("ruleset", "race", "dice"), [("5.1", "tiefling", ["2d10", "1d10"]), ("5.2", "infernal tiefling", ["2d10"])])
def test_a_tiefling_rebukes_by_charisma_in_5_1_at_second_level(ruleset: Ruleset, race: str, dice: list[str]) -> None:
    """CHA +3, and the best of the three in 5.2."""
    result = cast(table(ruleset, race), "Hellish Rebuke", targets=["Foe"])
    assert [t.dice for t in result.thrown] == dice
    assert {s.dc for t in result.targets for s in t.saves} == {8 + 3 + 3}


def test_a_high_elf_of_5_1_casts_its_cantrip_by_intelligence() -> None:
    box = table("5.1", "high elf", "cleric 5", spells={"cantrips": ["Fire Bolt", "Sacred Flame"]})
    (attack,) = cast(box, "Fire Bolt", targets=["Foe"]).targets[0].attacks
    assert attack.total - attack.natural == 3 + 2
    box.reject("spell_not_prepared", "cast", "Hero", spell="Ray of Frost", targets=["Foe"])


def test_a_spell_of_a_lineage_is_cast_with_slots_too() -> None:
    box = table("5.2", "infernal tiefling", "bard 5", spells={"prepared": ["Heroism"]})
    found = [spent(cast(box, "Hellish Rebuke", targets=["Foe"])) for _ in range(2)]
    assert found == [[("hellish rebuke", 1, 0)], [("slot_1", 4, 3)]]
    assert spent(cast(box, "Darkness", slot=3)) == [("slot_3", 2, 1)]
    assert spent(cast(box, "Darkness")) == [("darkness", 1, 0)]


def test_a_spell_of_a_race_of_5_1_takes_no_slot() -> None:
    box = table("5.1", "tiefling", "bard 5", spells={"known": ["Heroism"]})
    box.reject("spell_not_prepared", "cast", "Hero", spell="Hellish Rebuke", targets=["Foe"], slot=3)
    assert spent(cast(box, "Hellish Rebuke", targets=["Foe"], slot=2)) == [("hellish rebuke", 1, 0)]
    box.reject("resource_spent", "cast", "Hero", spell="Hellish Rebuke", targets=["Foe"])


@pytest.mark.parametrize(("level", "uses"), [(1, 2), (5, 3)])
def test_a_forest_gnome_speaks_with_animals_so_often(level: int, uses: int) -> None:
    box = table("5.2", "forest gnome", f"rogue {level}")
    assert [spent(cast(box, "Speak with Animals"))[0][2] for _ in range(uses)] == [*reversed(range(uses))]
    box.reject("resource_spent", "cast", "Hero", spell="Speak with Animals")
