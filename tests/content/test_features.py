"""The features of the classes to level 5 and the common acts: every one is read or said, and its numbers are those of the class tables."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rpg_lite.content import builtin_files, rulebook_loading
from rpg_lite.content.rulebook_files import folder
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.acts.plain_steps import DoStep, SayStep
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.character_document import CharacterDocument
from rpg_lite.rules.derived_sheet import sheet_of
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import FeatureRule
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.rows import each_row

FACTS = json.loads((Path(__file__).parents[1] / "facts" / "class_facts.json").read_text("utf-8"))["classes"]
FILES = sorted((folder("data") / "features").glob("*.json"))
BY_CLASS_TABLE = re.compile(
    r"Spellcasting|Pact Magic|Ability Score Improvement|Wild Shape Improvement|\w+ Subclass|Primal Path|Bard College|Divine Domain"
    r"|Druid Circle|Martial Archetype|Monastic Tradition|Sacred Oath|Ranger Archetype|Roguish Archetype|Sorcerous Origin"
    r"|Otherworldly Patron|Arcane Tradition|Epic Boon|Aura improvements|(Favored Enemy|Natural Explorer)\b.*improvements?"
    r"|Divine Intervention improvement|Unarmored Movement improvement"
)
"""What follows from the class table alone: slots and spells, the choice of a subclass, higher scores, or a feature of a lower level."""
WRITTEN_SHORT = {"Relentless": "Relentless Rage"}
"""A name in the class table of SRD 5.1 → the heading of its text."""
RIDER_SETS = frozenset(
    (
        "alone apart at attack castIn choice components concentration cost damage damageOnce dice duration farther forgo heal healDice list "
        "material maximum miss mode most of on oneOf pass pays range reroll slot spared sparedHalf stays targets touch type upTo"
    ).split()
)
"""What a rider may set of another act."""
OPEN = {
    "Deflect Missiles",
    "Investment of the Chain Master", "Divine Intervention",
}  # fmt: skip
"""The features that leave a number to the game master: docs of each say which."""
OPEN_COMMON = {"Improvise"}
BESIDE = {
    "turn undead", "sculpt spell", "potent cantrip", "blessed healer", "beast spell",
    *(names.fold(f"Elemental Affinity ({kind})") for kind in ("acid", "cold", "fire", "lightning", "poison")),
}  # fmt: skip
"""Features beside the tables: a part of Channel Divinity, those of level 6, one of level 18, and the kinds of one."""


def books() -> Iterator[tuple[Ruleset, Rulebook]]:
    yield from ((ruleset, rulebook_loading.rulebook(ruleset)) for ruleset in RULESETS)


def facts(ruleset: Ruleset) -> Iterator[dict[str, Any]]:
    yield from (row for row in FACTS if row["ruleset"] == ruleset)


def named(ruleset: Ruleset) -> Iterator[tuple[str, int, str]]:
    """(class, level, feature) of each class with its subclass, as far as they are written; without what stands in brackets."""
    for row in facts(ruleset):
        own = ((int(n), f) for n, level in row["levels"].items() for f in level["features"])
        of_subclass = ((int(n), f) for n, listed in row["subclass"]["features"].items() for f in listed)
        for level, feature in (*own, *of_subclass):
            name = re.sub(r"\s*\(.*\)", "", feature)
            name = WRITTEN_SHORT.get(name, name)
            if not BY_CLASS_TABLE.fullmatch(name):
                yield row["id"], level, name


def own(name: str, of: str, book: Rulebook) -> FeatureRule | None:
    return book.feature(f"{name} {of}") or book.feature(name)


def is_read(rule: FeatureRule) -> bool:
    return any((rule.modifiers, rule.acts, rule.riders, rule.on, rule.choices, rule.tables, rule.spellbook, rule.resources, rule.say))


def of_files(ruleset: Ruleset) -> list[FeatureRule]:
    return list(builtin_files.features(folder("data") / "features", ruleset).values())


def acts_of(rule: FeatureRule) -> Iterator[Act]:
    for act in rule.acts:
        yield act
        for step in walk(act.steps):
            effect = getattr(step, "apply", None)
            yield from getattr(effect, "acts", ())


def steps_of(rule: FeatureRule) -> Iterator[StepModel]:
    for part in (*(a.steps for a in rule.acts), *(r.steps for r in rule.riders), *(t.then for t in rule.on), rule.say):
        yield from walk(part)


# ── what there is ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_every_file_is_valid(file: Path, ruleset: Ruleset) -> None:
    rules = list(builtin_files.features(file, ruleset).values())
    assert rules
    assert {rule.of_class for rule in rules} == {file.stem}
    assert all(is_read(rule) for rule in rules)
    assert len({names.fold(rule.name) for rule in rules}) == len(rules)


def test_there_is_a_file_for_every_class() -> None:
    assert {file.stem for file in FILES} == {row["id"] for row in FACTS}


def test_the_rulebooks_have_no_faults() -> None:
    assert [book.faults for _, book in books()] == [(), ()]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_feature_of_the_tables_is_read_or_said(ruleset: Ruleset) -> None:
    book = rulebook_loading.rulebook(ruleset)
    missing = [(of, name) for of, _, name in named(ruleset) if (rule := own(name, of, book)) is None or not is_read(rule)]
    assert missing == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_features_come_at_the_level_of_the_table(ruleset: Ruleset) -> None:
    first: dict[tuple[str, str], int] = {}
    for of, level, name in named(ruleset):
        first.setdefault((of, names.fold(name)), level)
    ours = {(r.of_class, names.fold(r.name)): r.level for r in of_files(ruleset)}
    assert {key: ours[key] for key in first.keys() & ours.keys()} == {key: first[key] for key in first.keys() & ours.keys()}  # type: ignore[index]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nothing_is_listed_that_no_class_gives(ruleset: Ruleset) -> None:
    given = {names.fold(name) for _, _, name in named(ruleset)}
    chosen = {names.fold(word) for rule in of_files(ruleset) for words in rule.choices.values() for word in words}
    strange = [r.name for r in of_files(ruleset) if not {names.fold(n) for n in (r.name, *r.aliases)} & (given | chosen | BESIDE)]
    assert strange == [], "no class of the SRD gives these: features of your own belong in a campaign's features.json"


def listed(written: Any, *, inside: bool = False) -> Iterator[str]:
    """Every name in the lists of features of a class's file."""
    match written:
        case dict():
            for key, value in written.items():
                yield from listed(value, inside=inside or key == "features")
        case list():
            for value in written:
                yield from listed(value, inside=inside)
        case str() if inside:
            yield written


@pytest.mark.parametrize("of", [file.stem for file in FILES])
def test_every_feature_is_in_a_list_of_its_class(of: str) -> None:
    """A feature that no list names comes to nobody, although every rule of it is right."""
    lists = {names.fold(name) for name in listed(json.loads((folder("data") / "classes" / f"{of}.json").read_text("utf-8")))}
    rules = [rule for ruleset in RULESETS for rule in of_files(ruleset) if rule.of_class == of]
    chosen = {names.fold(word) for rule in rules for words in rule.choices.values() for word in words}
    lost = {rule.name for rule in rules if not {names.fold(n) for n in (rule.name, *rule.aliases)} & (lists | chosen | BESIDE)}
    assert lost == set(), f"name these in the lists of features of data/classes/{of}.json, under their level"


# ── choices ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_option_is_a_feature(ruleset: Ruleset) -> None:
    book = rulebook_loading.rulebook(ruleset)
    options = {
        (choice, word)
        for rule in of_files(ruleset)
        for choice, words in rule.choices.items()
        if choice
        in (
            "fighting style",
            "metamagic",
            "eldritch invocations",
            "pact boon",
            "divine order",
            "primal order",
            "hunter's prey",
            "defensive tactics",
            "multiattack",
        )
        for word in words
    }
    assert sorted(word for choice, word in options if book.feature(word) is None) == []
    assert sorted(word for choice, word in options if book.feature(word) and not book.feature(f"{choice}: {word}")) == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_choices_are_those_of_the_class_table(ruleset: Ruleset) -> None:
    book = rulebook_loading.rulebook(ruleset)
    for rule in of_files(ruleset):
        table = book.classes[rule.of_class or ""]
        known = {**table.choices, **{c: how for s in table.subclasses for c, how in s.choices.items()}}
        for choice, words in rule.choices.items():
            if choice in known and known[choice].options:
                assert set(words) <= {*known[choice].options}, rule.name


# ── numbers ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def resources(row: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {re.sub(r"\s*\(.*\)", "", r["name"]).removesuffix(" free cast"): r for r in row["resources"]}


def by_level(row: dict[str, Any], column: str) -> dict[int, Any]:
    return {int(n): level[column] for n, level in row["levels"].items() if level.get(column) not in (None, 0)}


def at(table: dict[int, Any], level: int) -> Any:
    reached = [n for n in table if n <= level]
    return table[max(reached)] if reached else None


def table(ruleset: Ruleset, of: str, feature: str, name: str) -> dict[int, Any]:
    rule = own(feature, of, rulebook_loading.rulebook(ruleset))
    assert rule is not None
    return rule.tables[name]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    ("of", "feature", "name", "column", "shown"),
    [
        ("barbarian", "Rage", "rage_damage", "rage_damage", "{}"),
        ("rogue", "Sneak Attack", "sneak_attack", "sneak_attack", "{}d6"),
        ("monk", "Martial Arts", "martial_sides", "martial_arts", "1d{}"),
    ],
)
def test_tables_are_those_of_the_class(ruleset: Ruleset, of: str, feature: str, name: str, column: str, shown: str) -> None:
    row = next(r for r in facts(ruleset) if r["id"] == of)
    ours = table(ruleset, of, feature, name)
    printed = by_level(row, column)
    assert printed
    assert {n: shown.format(at(ours, n)) for n in printed} == {n: _with_count(str(v)) for n, v in printed.items()}


def _with_count(text: str) -> str:
    return f"1{text}" if text.startswith("d") else text


@pytest.mark.parametrize("ruleset", RULESETS)
def test_dice_and_limits_of_resources_are_those_of_the_class(ruleset: Ruleset) -> None:
    found = {row["id"]: resources(row) for row in facts(ruleset)}
    bardic = table(ruleset, "bard", "Bardic Inspiration", "bardic_sides")
    assert {n: f"d{v}" for n, v in bardic.items()} == _ints(found["bard"]["bardic inspiration"]["die"])
    assert table(ruleset, "druid", "Wild Shape", "wild_shape_cr") == _ints(_shapes(found["druid"]["wild shape"]))
    costs = found["sorcerer"]["sorcery points"].get("slot_cost")
    assert table(ruleset, "sorcerer", "Font of Magic", "slot_cost") == _ints(costs or {"1": 2, "2": 3, "3": 5, "4": 6, "5": 7})
    if ruleset == "5.1":
        assert table(ruleset, "cleric", "Destroy Undead", "destroy_cr") == _ints(found["cleric"]["destroy undead cr"]["max"])
        song = table(ruleset, "bard", "Song of Rest", "song_sides")
        assert {n: f"d{v}" for n, v in song.items()} == _ints(found["bard"]["song of rest die"]["max"])
    else:
        assert table(ruleset, "ranger", "Favored Enemy", "favored_enemy") == _ints(found["ranger"]["favored enemy"]["max"])
        assert table(ruleset, "sorcerer", "Font of Magic", "slot_made") == {
            level: slot for slot, level in _ints(found["sorcerer"]["sorcery points"]["slot_min_level"]).items()
        }


def _shapes(row: dict[str, Any]) -> dict[str, Any]:
    shapes: dict[str, Any] = row.get("max_cr") or {"2": 0.25, "4": 0.5, "8": 1}
    return shapes


def _ints(row: dict[str, Any]) -> dict[int, Any]:
    return {int(k): v for k, v in row.items()}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_more_attacks_are_those_of_the_class(ruleset: Ruleset) -> None:
    book = rulebook_loading.rulebook(ruleset)
    for row in facts(ruleset):
        counts = resources(row).get("attacks per action")
        rule = book.feature(f"Extra Attack {row['id']}")
        if counts and rule:
            assert {1: 1, **rule.tables["attacks"]} == _ints(counts["max"]), row["id"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_spent_is_a_resource_of_the_class_at_that_level(ruleset: Ruleset) -> None:
    book = rulebook_loading.rulebook(ruleset)
    for rule in of_files(ruleset):
        row = book.classes[rule.of_class or ""]
        given = {**row.resources, **{n: r for s in row.subclasses for n, r in s.resources.items()}, **rule.resources}
        spent = [s for a in acts_of(rule) for s in a.spends] + [r.spend for r in rule.riders if r.spend]
        for word in (s.split(":")[1] for s in spent if s.startswith("resource:") and "hit_die" not in s):
            assert word in given, (rule.name, word)
            most = given[word].max
            assert not isinstance(most, dict) or min(most) <= (rule.level or 0), (rule.name, word)


def test_two_classes_give_their_own_features_of_one_name() -> None:
    book = rulebook_loading.rulebook("5.2")
    sheet = sheet_of(CharacterDocument(classes=("cleric 3", "paladin 3")), book)
    acts = {act.name for rule in sheet.feature_rules if rule.name == "Channel Divinity" for act in rule.acts}
    assert acts == {"Divine Spark", "Turn Undead", "Divine Sense"}


def test_a_feature_that_is_named_is_that_of_the_class() -> None:
    sheet = sheet_of(CharacterDocument(classes=("cleric 3",), features=("Channel Divinity",)), rulebook_loading.rulebook("5.2"))
    assert [rule.of_class for rule in sheet.feature_rules if rule.name == "Channel Divinity"] == ["cleric"]


def test_a_chosen_feature_brings_its_resource() -> None:
    document = CharacterDocument(classes=("warlock 5",), choices={"eldritch invocations": ("mire the mind",)})
    assert sheet_of(document, rulebook_loading.rulebook("5.1")).resources["mire the mind"].max == 1


@pytest.mark.parametrize("ruleset", RULESETS)
def test_channel_divinity_has_the_uses_of_the_table(ruleset: Ruleset) -> None:
    book = rulebook_loading.rulebook(ruleset)
    for row in facts(ruleset):
        if "channel divinity" in resources(row):
            assert book.classes[row["id"]].resources["channel divinity"].max == _ints(resources(row)["channel divinity"]["max"])


# ── words ───────────────────────────────────────────────────────────────────────────────────────────────────────────

SPELLS = frozenset(
    names.fold(n)
    for n in (
        "Find Familiar", "Find Steed", "Divine Smite", "Hunter's Mark", "Mage Armor", "Speak with Animals", "Detect Magic", "False Life", "Astral Projection", "Wish",
        "Disguise Self", "Silent Image", "Arcane Eye", "Speak with Dead", "Compulsion", "Confusion", "Polymorph", "Conjure Elemental", "Hold Monster", "Bane", "Slow", "Bestow Curse", "Invisibility", "Jump", "Levitate", "Alter Self", "Water Breathing",
    )
)  # fmt: skip
"""The spells that features cast."""


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_act_that_is_done_is_known(ruleset: Ruleset) -> None:
    book = rulebook_loading.rulebook(ruleset)
    done = {s.do for rule in of_files(ruleset) for s in steps_of(rule) if isinstance(s, DoStep)}
    assert sorted(n for n in done if names.fold(n) not in SPELLS and not book.act(n)) == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_riders_change_acts_that_there_are(ruleset: Ruleset) -> None:
    book = rulebook_loading.rulebook(ruleset)
    riders = [(rule.name, r) for rule in of_files(ruleset) for r in rule.riders]
    own_names = {names.fold(name) for rule in of_files(ruleset) for name in (rule.name, *(act.name for act in acts_of(rule)))}
    own_names |= {names.fold(name) for name, _ in riders}
    for name, rider in riders:
        head, _, act = rider.rider.partition(":")
        assert head in ("cast", "attack", "hit", "miss", "act", "school"), name
        assert rider.set.keys() <= RIDER_SETS, name
        if head == "act" and names.fold(act) not in book.spells:
            assert book.act(act) or names.fold(act) in own_names, name


# ── what is left to the game master ─────────────────────────────────────────────────────────────────────────────────


def is_open(rule: FeatureRule) -> bool:
    return any(isinstance(s, SayStep) and s.open for s in steps_of(rule))


def test_the_features_that_leave_a_number_to_the_game_master_are_named() -> None:
    assert {rule.name for ruleset in RULESETS for rule in of_files(ruleset) if is_open(rule)} == OPEN


@pytest.mark.parametrize("ruleset", RULESETS)
def test_of_the_features_in_the_tables_few_leave_a_number_to_the_game_master(ruleset: Ruleset) -> None:
    book = rulebook_loading.rulebook(ruleset)
    rules = [own(name, of, book) for of, _, name in named(ruleset)]
    assert sum(is_open(rule) for rule in rules if rule) <= 0.05 * len(rules)


def test_the_common_acts_that_leave_a_number_to_the_game_master_are_named() -> None:
    every = {a.name: a for _, book in books() for a in book.common_acts.values() if any(getattr(s, "open", False) for s in walk(a.steps))}
    assert set(every) == OPEN_COMMON


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    "name",
    ["Dodge", "Dash", "Disengage", "Help", "Hide", "Ready", "Search", "Grapple", "Escape", "Shove", "Stabilize", "Improvise",
     "Opportunity Attack", "Mount", "Fall", "Suffocate", "Unarmed Strike"],
)  # fmt: skip
def test_everybody_has_the_common_acts(ruleset: Ruleset, name: str) -> None:
    assert rulebook_loading.rulebook(ruleset).act(name) is not None


@pytest.mark.parametrize(("ruleset", "word"), [("5.1", "check"), ("5.2", "save")])
@pytest.mark.parametrize("name", ["Grapple", "Shove"])
def test_a_grapple_is_a_contest_in_one_ruleset_and_a_save_in_the_other(ruleset: Ruleset, word: str, name: str) -> None:
    act = rulebook_loading.rulebook(ruleset).act(name)
    assert act is not None
    assert hasattr(act.steps[0], word)


# ── creatures ───────────────────────────────────────────────────────────────────────────────────────────────────────


@each_row(
    ("ruleset", "creature", "acts"),
    [
        ("5.1", "troll", ["Multiattack", "Bite", "Claw"]),
        ("5.2", "troll", ["Multiattack", "Rend", "Charge"]),
        ("5.1", "goblin", ["Scimitar", "Shortbow"]),
        ("5.2", "goblin warrior", ["Scimitar", "Shortbow", "Nimble Escape"]),
        ("5.1", "wolf", ["Bite"]),
        ("5.2", "wolf", ["Bite"]),
    ],
)
def test_creatures_have_the_acts_of_their_block(ruleset: Ruleset, creature: str, acts: list[str]) -> None:
    document = rulebook_loading.rulebook(ruleset).creatures[creature]["character"]
    assert [act["name"] for act in document["acts"]] == acts
