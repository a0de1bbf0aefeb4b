"""Spells that a species gives: when, how often, by which ability, with and without slots."""

from typing import Any, Final

import pytest

from rpg_lite.mechanics.acts.act_results import ActResult
from rpg_lite.rules import spell_choices
from rpg_lite.vocabulary import Ruleset
from rpg_lite.world import thing_stats
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
    targets = {} if spell in ("Darkness", "Detect Magic", "False Life", "Misty Step") else {"targets": ["Foe"]}
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
    box.reject("spell_of_another_list", "cast", "Hero", spell="Ray of Frost", targets=["Foe"])


def test_a_spell_of_a_lineage_is_cast_with_slots_too() -> None:
    box = table("5.2", "infernal tiefling", "bard 5", spells={"prepared": ["Heroism"]})
    found = [spent(cast(box, "Hellish Rebuke", targets=["Foe"])) for _ in range(2)]
    assert found == [[("hellish rebuke", 1, 0)], [("slot_1", 4, 3)]]
    assert spent(cast(box, "Darkness", slot=3)) == [("slot_3", 2, 1)]
    assert spent(cast(box, "Darkness")) == [("darkness", 1, 0)]


def test_a_spell_of_a_race_of_5_1_takes_no_slot() -> None:
    box = table("5.1", "tiefling", "bard 5", spells={"known": ["Heroism"]})
    box.reject("spell_of_another_list", "cast", "Hero", spell="Hellish Rebuke", targets=["Foe"], slot=3)
    assert spent(cast(box, "Hellish Rebuke", targets=["Foe"], slot=2)) == [("hellish rebuke", 1, 0)]
    box.reject("resource_spent", "cast", "Hero", spell="Hellish Rebuke", targets=["Foe"])


@pytest.mark.parametrize(("level", "uses"), [(1, 2), (5, 3)])
def test_a_forest_gnome_speaks_with_animals_so_often(level: int, uses: int) -> None:
    box = table("5.2", "forest gnome", f"rogue {level}")
    assert [spent(cast(box, "Speak with Animals"))[0][2] for _ in range(uses)] == [*reversed(range(uses))]
    box.reject("resource_spent", "cast", "Hero", spell="Speak with Animals")


@pytest.mark.parametrize(
    ("classes", "cantrips", "opened"),
    [
        ("wizard 1", 3, [("elf", "species cantrip", 1)]),
        ("wizard 1", 4, []),
        ("wizard 4", 3, [("elf", "species cantrip", 1), ("wizard", "cantrips", 4)]),
        ("wizard 4", 4, [("wizard", "cantrips", 4)]),
        ("wizard 4", 5, []),
        ("fighter 4", 0, [("elf", "species cantrip", 1)]),
        ("fighter 4", 1, []),
    ],
)
def test_an_open_cantrip_is_the_one_that_comes_last(classes: str, cantrips: int, opened: list[tuple[str, str, int]]) -> None:
    """SRD 5.1, High Elf, Wizard: the class begins with three, the species adds one, level 4 brings the fourth of the class."""
    known = ["Fire Bolt", "Light", "Mage Hand", "Minor Illusion", "Ray of Frost"][:cantrips]
    box = Sandbox(first_world("5.1"))
    box.accept("create", name="Hero", character={"race": "high elf", "classes": [classes], "spells": {"cantrips": known}})
    left = [(c.of, c.choice, c.level) for c in thing_stats.sheet(box.thing("Hero"), box.book).open_choices if "cantrip" in c.choice]
    assert sorted(left) == sorted(opened)


@pytest.mark.parametrize("species_first", [True, False])
@pytest.mark.parametrize(
    ("classes", "of_class", "of_species"),
    [
        ("wizard 1", ["Light", "Mage Hand", "Ray of Frost"], "Fire Bolt"),
        ("cleric 1", ["Light", "Sacred Flame", "Guidance"], "Fire Bolt"),
        ("cleric 1", ["Sacred Flame", "Guidance", "Mending"], "Light"),
    ],
)
def test_both_choices_of_cantrips_are_made_by_one_call(classes: str, of_class: list[str], of_species: str, species_first: bool) -> None:
    box = Sandbox(first_world("5.1"))
    box.accept("create", name="Hero", character={"race": "high elf", "classes": [classes]})
    rows: list[tuple[str, Any]] = [("species cantrip", of_species), ("cantrips", of_class), ("languages", "Orc")]
    box.accept("update", "Hero", character={"choices": dict(rows if species_first else reversed(rows))})
    sheet = thing_stats.sheet(box.thing("Hero"), box.book)
    assert {*(sheet.spells.cantrips or ())} == {*of_class, of_species} and sheet.chosen
    assert sheet.chosen.of("languages") == ("Orc",)
    assert not [c for c in sheet.open_choices if "cantrip" in c.choice or c.choice == "languages"]
    found = spell_choices.counted(sheet, box.book)
    assert [words for offer, words in found.items() if offer.choice == spell_choices.OF_SPECIES] == [[of_species]]


@pytest.mark.parametrize("of_class", [["Light", "Mage Hand", "Ray of Frost"], ["Ray of Frost", "Mage Hand", "Light"]])
def test_the_cantrip_of_the_species_stays_whatever_the_class_takes_later(of_class: list[str]) -> None:
    """SRD 5.1, High Elf: both lists have each of them, so only the call can tell which one is the species'."""
    box = Sandbox(first_world("5.1"))
    box.accept("create", name="Hero", character={"race": "high elf", "classes": ["wizard 1"]})
    box.accept("update", "Hero", character={"choices": {"species cantrip": "Fire Bolt"}})
    for cantrip in of_class:
        box.accept("update", "Hero", character={"choices": {"cantrips": [cantrip]}})
    assert _of_species(box) == ["Fire Bolt"]
    box.accept("update", "Hero", character={"classes": ["wizard 4"]})
    box.accept("update", "Hero", character={"choices": {"cantrips": ["Minor Illusion"]}})
    assert _of_species(box) == ["Fire Bolt"]
    assert not [c for c in thing_stats.sheet(box.thing("Hero"), box.book).open_choices if "cantrip" in c.choice]
    copy = box.did("export", "Hero")["results"][0]["document"]
    copy["character"]["name"] = "Twin"
    box.accept("import", document=copy)
    assert _of_species(box, "Twin") == ["Fire Bolt"]


def _of_species(box: Sandbox, name: str = "Hero") -> list[str]:
    found = spell_choices.counted(thing_stats.sheet(box.thing(name), box.book), box.book)
    return next(words for offer, words in found.items() if offer.choice == spell_choices.OF_SPECIES)


@pytest.mark.parametrize(
    ("ruleset", "species", "why"),
    [
        ("5.2", "high elf", "high elf gives Prestidigitation; after a long rest, another cantrip of the wizard may replace it"),
        ("5.2", "wood elf", "wood elf gives Druidcraft"),
        ("5.1", "dwarf", "dwarf gives none"),
    ],
)
def test_a_species_without_a_choice_says_what_it_gives(ruleset: Ruleset, species: str, why: str) -> None:
    """SRD 5.2, Elven Lineages."""
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="Hero", character={"race": species, "classes": ["rogue 1"]})
    told = box.refused("no_cantrip_to_choose", "update", "Hero", character={"choices": {"species cantrip": "Light"}})
    assert why in told["text"]
    if species == "high elf":
        assert told["error"]["try"]["character"] == {"spells": {"cantrips": ["Light"]}}
        assert box.send(told["error"]["try"], "manage_character")["ok"]
        cast(box, "Light")
        box.refused("no_cantrip_to_choose", "update", "Hero", character={"choices": {"species cantrip": "Shield"}})
