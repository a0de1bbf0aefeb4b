"""Sheets, and assumptions where a sheet says nothing."""

import pytest
from pydantic import ValidationError

import rpg_lite
from rpg_lite.rules.character_document import CharacterDocument
from rpg_lite.rules.conditions import Affliction
from rpg_lite.rules.derived_sheet import Sheet, sheet_of
from rpg_lite.rules.stats.effective import effective
from rpg_lite.vocabulary import ABILITIES
from tests.rows import each_row
from tests.rules.heroes import attuned, book, sheet


def read(ruleset="5.1", **given):
    return sheet_of(CharacterDocument.model_validate(given), book(ruleset))


def test_an_empty_sheet_is_a_plain_one_and_says_what_was_assumed():
    plain = read()
    assert (plain.level, plain.size, plain.speed, plain.hp_max) == (1, "medium", {"walk": 30}, None)
    assert plain.abilities == dict.fromkeys(ABILITIES, 10)
    assert plain.assumed == (
        "abilities 10", "level 1", "speed 30 ft", "proficient with all armor and shields", "proficient with all weapons",
    )  # fmt: skip


def test_what_is_given_is_not_assumed():
    whole = read(level=1, abilities=dict.fromkeys(ABILITIES, 10), speed={"walk": 30}, hpMax=8, proficiencies={"armor": [], "weapons": []})
    assert whole.assumed == ()


@pytest.mark.parametrize(
    ("given", "assumed"),
    [
        ({"abilities": {"str": 16, "dex": 12}}, "con int wis cha 10"),
        ({"classes": ["fighter 3"]}, "hpMax 22"),
        ({"race": "beholder"}, "speed 30 ft"),
    ],
)
def test_what_is_assumed_is_named(given, assumed):
    assert assumed in read(**given).assumed


@pytest.mark.parametrize(
    ("given", "unsaid"), [({"race": "dwarf"}, "speed"), ({"classes": ["wizard"]}, "proficient"), ({"classes": ["bard 2"]}, "level 1")]
)
def test_what_a_table_says_is_not_assumed(given, unsaid):
    assert not [a for a in read(**given).assumed if a.startswith(unsaid)]


# ── classes ─────────────────────────────────────────────────────────────────────────────────────────────────────────

HIT_DICE = {
    "barbarian": 12, "bard": 8, "cleric": 8, "druid": 8, "fighter": 10, "monk": 8,
    "paladin": 10, "ranger": 10, "rogue": 8, "sorcerer": 6, "warlock": 8, "wizard": 6,
}  # fmt: skip
SAVES = {
    "barbarian": "str con", "bard": "dex cha", "cleric": "wis cha", "druid": "int wis", "fighter": "str con", "monk": "str dex",
    "paladin": "wis cha", "ranger": "str dex", "rogue": "dex int", "sorcerer": "con cha", "warlock": "wis cha", "wizard": "int wis",
}  # fmt: skip
CASTS = {
    "bard": "cha", "cleric": "wis", "druid": "wis", "paladin": "cha", "ranger": "wis", "sorcerer": "cha", "warlock": "cha", "wizard": "int",
}  # fmt: skip


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
@pytest.mark.parametrize("name", HIT_DICE)
def test_the_class_table(name, ruleset):
    made = read(ruleset, classes=[name])
    assert (made.hp_max, made.saves) == (HIT_DICE[name], set(SAVES[name].split()))
    assert (made.spellcasting_ability, made.spellcaster) == (CASTS.get(name), name in CASTS)
    assert made.words >= {f"class:{name}"} and made.party


@each_row(
    ("given", "points"),
    [
        ({"classes": ["fighter"]}, 10),
        ({"classes": ["fighter"], "abilities": {"con": 14}}, 12),
        ({"classes": ["fighter 5"], "abilities": {"con": 14}}, 44),
        ({"classes": ["fighter"], "level": 5, "abilities": {"con": 14}}, 44),
        ({"classes": ["wizard 3"], "abilities": {"con": 1}}, 3),
        ({"classes": ["fighter 3", "wizard 2"]}, 30),
        ({"classes": ["wizard 2", "fighter 3"]}, 28),
        ({"classes": ["fighter"], "hpMax": 7}, 7),
        ({"classes": ["tinker 4"]}, None),
        ({}, None),
    ],
)
def test_hit_points_are_the_die_then_its_average_with_con_each_level(given, points):
    made = read(**given)
    assert (made.hp_max, made.hp) == (points, points)


@each_row(
    ("given", "level", "classes"),
    [
        ({"classes": ["fighter 3", "wizard 2"]}, 5, ("fighter", "wizard")),
        ({"classes": ["fighter 3"], "level": 7}, 3, ("fighter",)),
        ({"classes": ["Fighter"], "level": 7}, 7, ("fighter",)),
        ({"classes": []}, 1, ()),
    ],
)
def test_classes_may_carry_levels(given, level, classes):
    made = read(**given)
    assert (made.level, made.classes) == (level, classes)


@pytest.mark.parametrize("classes", [["fighter 0"], ["fighter 21"], ["fighter 12", "rogue 9"]])
def test_levels_that_there_are_not_are_refused(classes):
    with pytest.raises(ValidationError, match="each level is 1 to 20"):
        read(classes=classes)


# ── races ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@each_row(
    ("race", "ruleset", "speed", "size", "senses"),
    [
        ("dwarf", "5.1", 25, "medium", {"darkvision": 60}),
        ("hill dwarf", "5.1", 25, "medium", {"darkvision": 60}),
        ("dwarf", "5.2", 30, "medium", {"darkvision": 120}),
        ("halfling", "5.1", 25, "small", {}),
        ("half-orc", "5.1", 30, "medium", {"darkvision": 60}),
        ("half-elf", "5.1", 30, "medium", {"darkvision": 60}),
        ("beholder", "5.1", 30, "medium", {}),
    ],
)
def test_the_race_table(race, ruleset, speed, size, senses):
    made = read(ruleset, race=race)
    assert (made.speed["walk"], made.size, made.senses) == (speed, size, senses)


def test_a_hill_dwarf_is_a_dwarf_and_stays_a_hill_dwarf():
    assert read(race="hill dwarf").words >= {"race:dwarf", "race:hill dwarf"}


def test_species_is_read_as_race():
    assert read(species="elf").race == "elf"


def test_what_is_given_wins_over_the_race():
    made = read(race="halfling", speed={"walk": 40}, size="large", senses={"truesight": 10})
    assert (made.speed, made.size, made.senses) == ({"walk": 40}, "large", {"truesight": 10})


def test_no_features_means_no_traits_of_the_race_either():
    assert sheet(race="dwarf")["resistances"] == ["poison"]
    bare = sheet(race="dwarf", features=[])
    assert (bare["resistances"], bare["senses"], bare["scopedModes"]) == ([], {}, [])
    assert bare["speed"] == {"walk": 25}, "size and speed are not traits that a list of features could leave out"


# ── lists ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_no_class_and_no_list_means_proficient_with_all():
    made = read()
    assert made.armor_training == {"light", "medium", "heavy", "shield"} and made.weapon_training == {"simple", "martial"}


@pytest.mark.parametrize("given", [{}, {"classes": ["fighter"]}])
def test_an_empty_list_means_none(given):
    made = read(**given, proficiencies={"armor": [], "weapons": [], "saves": []})
    assert (made.armor_training, made.weapon_training, made.saves) == (set(), set(), set())


def test_only_the_first_class_gives_saves():
    assert read(classes=["fighter 1", "wizard 1"]).saves == {"str", "con"}


def test_unknown_features_are_kept_and_named():
    shown = sheet(features=["defense_style", "Whirlwind of Spoons"])
    assert shown["errors"] == ["unknown_feature"]
    assert read(features=["Whirlwind of Spoons"]).unknown_features == ("Whirlwind of Spoons",)


def test_a_feature_may_bring_its_own_numbers():
    assert (
        sheet(features=[{"name": "Thick Hide", "modifiers": [{"target": "ac", "op": "base", "value": {"base": 13, "add": ["dex"]}}]}])["ac"]
        == 13
    )


def test_a_character_may_have_modifiers_of_its_own():
    assert (
        sheet(name="Wolf", dex=14, modifiers=[{"target": "ac", "op": "add", "value": 1}])["breakdown"]["ac"]["lines"][-1]["source"]
        == "Wolf"
    )


@each_row(
    "given",
    [
        {"level": 0},
        {"level": 21},
        {"level": True},
        {"level": "5"},
        {"abilities": {"str": 31}},
        {"abilities": {"luck": 10}},
        {"size": "enormous"},
        {"hpMax": -1},
        {"proficiencies": {"skills": {"perception": 3}}},
        {"proficiencies": {"saves": ["all"]}},
        {"armorClass": 18},
        {"modifiers": [{"target": "ac", "op": "add", "value": 1, "source": {"layer": "base", "id": "", "name": ""}}]},
        {"features": [{"name": "X", "modifiers": [{"target": "ac", "op": "add", "value": 1, "when": ["raining"]}]}]},
    ],
)
def test_a_sheet_that_is_wrong_is_refused(given):
    with pytest.raises(ValidationError):
        CharacterDocument.model_validate(given)


# ── hit points are clamped when read ────────────────────────────────────────────────────────────────────────────────


@each_row(
    ("equipped", "hp", "shown"),
    [
        ([], 13, 13),
        ([], 50, 20),
        ([attuned("Amulet of Health")], 50, 40),
        ([attuned("Amulet of Health")], 31, 31),
    ],
)
def test_shown_hit_points_are_at_most_the_effective_maximum(equipped, hp, shown):
    assert sheet(*equipped, level=5, hpMax=20, hp=hp, con=10)["hp"] == shown


def test_taking_an_amulet_off_and_on_is_an_identity():
    on, off = ([attuned("Amulet of Health")], [])
    shown = [sheet(*worn, level=5, hpMax=20, hp=40)["hp"] for worn in (on, off, on)]
    assert shown == [40, 20, 40]


# ── subclasses ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _stats(ruleset: str, **character: object) -> tuple[int, int, Sheet]:
    """(AC, hit point maximum, sheet) of a sorcerer with DEX 14, CHA 18 and CON 10."""
    book = rpg_lite.rulebook(ruleset)
    scores = {"dex": 14, "cha": 18}
    sheet = sheet_of(CharacterDocument.model_validate({"abilities": scores, **character}), book)
    stats = effective(sheet, (), book)
    assert stats.hp_max
    return stats.ac.value, stats.hp_max.value, sheet


@pytest.mark.parametrize("word", ["Draconic Sorcery", "Draconic Bloodline"])
@pytest.mark.parametrize(("ruleset", "level", "ac", "more"), [("5.1", 2, 15, 2), ("5.1", 5, 15, 5), ("5.2", 2, 12, 0), ("5.2", 5, 16, 5)])
def test_the_subclass_gives_what_computes_at_its_level(ruleset: str, level: int, ac: int, more: int, word: str):
    classes = [f"sorcerer {level}"]
    _, plain, _ = _stats(ruleset, classes=classes)
    got, most, sheet = _stats(ruleset, classes=classes, features=[word])
    assert (got, most - plain, sheet.unknown_features) == (ac, more, ())
    assert _stats(ruleset, classes=[f"Sorcerer ({word}) {level}"])[:2] == (got, most)


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
@pytest.mark.parametrize(
    "word", ["Path of the Berserker", "Oath of Devotion", "Champion", "Life Domain", "Evoker", "Thief", "Fiend Patron"]
)
def test_a_subclass_is_known(ruleset: str, word: str):
    _, _, sheet = _stats(ruleset, classes=["fighter 5"], features=[word])
    assert sheet.unknown_features == ()
    assert (word in sheet.features_to_judge) is (word != "Champion"), "what it counts is counted for a fighter"


def test_a_subclass_in_brackets_is_one_of_the_features():
    _, most, sheet = _stats("5.2", classes=["Barbarian (Berserker) 5"])
    assert (sheet.class_levels, sheet.features_to_judge, sheet.unknown_classes) == ({"barbarian": 5}, (), ())
    assert "Frenzy" in {rule.name for rule in sheet.feature_rules}
    assert most == _stats("5.2", classes=["barbarian 5"])[1]


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_a_halfling_has_no_feature_that_waits_for_its_code(ruleset: str):
    sheet = _stats(ruleset, classes=["rogue 1"], race="halfling")[2]
    assert sheet.not_counted == () and "halfling_nimbleness" in {rule.name for rule in sheet.feature_rules}


def test_a_feat_is_counted_or_the_game_masters_to_judge():
    _, _, sheet = _stats("5.2", classes=["fighter 5"], features=["Savage Attacker", "Magic Initiate", "Favored Terrain of Spoons"])
    assert (sheet.not_counted, sheet.features_to_judge, sheet.unknown_features) == ((), (), ("Favored Terrain of Spoons",))


def test_a_passive_score_says_why_exhaustion_does_not_lower_it():
    book = rpg_lite.rulebook("5.2")
    stats = effective(sheet_of(CharacterDocument.model_validate({"classes": ["rogue 5"]}), book), (), book, [Affliction("exhaustion", 2)])
    assert stats.skills.values["perception"].value == -4 and stats.passive["perception"].value == 10
    assert [(s.modifier.source.name, s.modifier.value, s.reason) for s in stats.passive["perception"].suppressed] == [
        ("exhaustion 2", -4, "no_roll")
    ]
