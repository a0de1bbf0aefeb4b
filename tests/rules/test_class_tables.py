"""The class files beside the facts: what each level of each class gives in either ruleset."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.rules.class_features import names_of
from rpg_lite.rules.class_resources import class_resources, values_of
from rpg_lite.rules.class_spellcasting import castings
from rpg_lite.rules.class_table import ClassRule, at_level
from rpg_lite.rules.formulas import Values
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.spell_slots import spell_slots
from rpg_lite.vocabulary import ABILITIES, SKILLS, Ruleset
from tests.rows import each_row

FACTS: dict[str, Any] = json.loads((Path(__file__).parents[1] / "facts" / "class_facts.json").read_text("utf-8"))
CLASSES = [pytest.param(f, id=f"{f['ruleset']} {f['id']}") for f in FACTS["classes"]]
each_class = each_row("facts", CLASSES)
LEVELS = range(1, 21)
NOT_SPENT = {
    "relentless rage dc", "song of rest die", "destroy undead cr", "divine spark", "sear undead", "brutal strike dice", "weapon mastery",
    "attacks per action", "martial arts die", "unarmored movement", "divine smite", "aura radius", "improved divine smite", "radiant strikes",
    "natural explorer", "hunter's mark die", "sneak attack dice d6", "metamagic options", "pact slots", "mystic arcanum", "invocations",
    "spell mastery", "greater divine intervention", "signature spells",
}  # fmt: skip
"""Rows of the facts that are tables, choices or slots, and no resources; each signature spell has its own use."""
OTHERWISE = {
    "paladin's smite free cast": "paladin's smite", "faithful steed free cast": "faithful steed", "wild resurgence slot": "wild resurgence",
    "favored enemy (hunter's mark free)": "favored enemy", "tireless temp hp": "tireless",
}  # fmt: skip


@cache
def book(ruleset: Ruleset) -> Rulebook:
    return rulebook_loading.rulebook(ruleset)


def rule_of(facts: dict[str, Any]) -> ClassRule:
    return book(facts["ruleset"]).classes[facts["id"]]


def values(facts: dict[str, Any], level: int, modifier: int = 3) -> Values:
    return values_of({facts["id"]: level}, level, 2 + (level - 1) // 4, dict.fromkeys(ABILITIES, modifier))


@each_class
def test_a_class_has_its_die_saves_skills_and_levels_of_choice(facts: dict[str, Any]) -> None:
    rule = rule_of(facts)
    assert (rule.hit_die, list(rule.saves), list(rule.asi_levels)) == (facts["hit_die"], facts["saves"], facts["asi_levels"])
    assert (rule.epic_boon, rule.subclass_level) == (facts.get("epic_boon"), facts["subclass"]["level"])
    assert [list(group) for group in rule.prerequisites] == facts["multiclass"]["require_13"]
    skills, wanted = rule.skills, facts["skills"]
    assert skills and skills.choose == wanted["choose"]
    assert list(skills.options) == ([] if wanted["from"] == "any" else [s.replace("-", "_") for s in wanted["from"]])
    assert set(skills.options) <= set(SKILLS)


@each_class
def test_slots_of_one_class_are_those_of_its_table(facts: dict[str, Any]) -> None:
    for level, row in facts["levels"].items():
        found = spell_slots({facts["id"]: int(level)}, book(facts["ruleset"]))
        assert list(found.slots) == row.get("slots", []), level
        assert found.left == found.slots
        pact = (found.pact.slots, found.pact.level) if found.pact else (None, None)
        assert pact == (row.get("pact_slots"), row.get("pact_level")), level


@each_class
def test_cantrips_and_spells_known_are_those_of_its_table(facts: dict[str, Any]) -> None:
    for level, row in facts["levels"].items():
        casts = castings({facts["id"]: int(level)}, values(facts, int(level)), book(facts["ruleset"])).get(facts["id"])
        counts = (casts.cantrips or None, casts.known) if casts else (None, None)
        assert counts == (row.get("cantrips"), row.get("spells_known")), level
        if "prepared" in row:
            assert casts and casts.prepared == row["prepared"], level


PREPARED = [
    ("cleric", 1, -2, 1), ("cleric", 5, 3, 8), ("druid", 20, 5, 25), ("paladin", 2, -1, 1), ("paladin", 5, 2, 4), ("wizard", 3, 4, 7),
]  # fmt: skip


@each_row(("name", "level", "modifier", "prepared"), PREPARED)
def test_the_first_edition_prepares_by_ability_and_level(name: str, level: int, modifier: int, prepared: int) -> None:
    casts = castings({name: level}, values({"id": name}, level, modifier), book("5.1"))[name]
    assert (casts.prepared, casts.known) == (prepared, None)


@each_class
def test_every_feature_of_the_facts_is_given_at_its_level(facts: dict[str, Any]) -> None:
    given = {(f.name.casefold(), f.level) for f in names_of({facts["id"]: 20}, book(facts["ruleset"]))}
    missing = [(n, level) for level, row in facts["levels"].items() for n in row["features"] if not _is_given(n, int(level), given, facts)]
    assert missing == []


def _is_given(name: str, level: int, given: set[tuple[str, int]], facts: dict[str, Any]) -> bool:
    """A feature is given once, at its first level; choices of a subclass and of abilities are no features."""
    short = re.sub(r"\s*\(.*\)$", "", name).casefold()
    first = next(
        int(at) for at, row in facts["levels"].items() if any(re.sub(r"\s*\(.*\)$", "", n).casefold() == short for n in row["features"])
    )
    choice = short in ("ability score improvement", "epic boon") or short.endswith((" subclass", "improvement", "improvements"))
    near = {"relentless": "relentless rage", "signature spell": "signature spells"}.get(short, short)
    return choice or level > first or (near, level) in given or level == rule_of(facts).subclass_level


@each_class
def test_a_subclass_gives_its_features(facts: dict[str, Any]) -> None:
    rule = rule_of(facts)
    given = {(f.name, f.level) for f in names_of({facts["id"]: 20}, book(facts["ruleset"]), [rule.subclasses[0].name])}
    assert {(n, int(level)) for level, listed in facts["subclass"]["features"].items() for n in listed} <= given


@each_class
def test_every_resource_of_the_facts_has_its_number(facts: dict[str, Any]) -> None:
    rule = rule_of(facts)
    for row in facts["resources"]:
        called = OTHERWISE.get(row["name"], re.sub(r"\s*\(.*\)$", "", row["name"]))
        if row["name"] in NOT_SPENT or (called == "favored enemy" and facts["ruleset"] == "5.1"):
            continue
        for level in LEVELS:
            found = class_resources({facts["id"]: level}, [rule.subclasses[0].name], values(facts, level), book(facts["ruleset"])).get(
                called
            )
            assert (found.max if found else 0) == _count(row, level), (called, level)
            if found:
                assert found.short == _back(row, level), (called, level)
                assert found.long == row["long"], (called, level)


def _count(row: dict[str, Any], level: int) -> int | None:
    if level < row.get("from_level", 1):
        return 0
    if isinstance(row["max"], str):
        return {"max(1,cha)": 3, "max(1,wis)": 3, "5*level": 5 * level, "1+cha": 4}[row["max"]]
    count = at_level({int(k): v for k, v in row["max"].items()}, level)
    return None if count == "unlimited" else count or 0


def _back(row: dict[str, Any], level: int) -> Any:
    return at_level({int(k): v for k, v in row.get("short_from", {}).items()}, level) or row["short"]


@each_class
def test_attacks_of_one_action(facts: dict[str, Any]) -> None:
    [row] = [r for r in facts["resources"] if r["name"] == "attacks per action"] or [{"max": {"1": 1}}]
    wanted = [
        1 if facts["id"] == "barbarian" and level < 5 else 2 if facts["id"] == "barbarian" else _count(row, level) for level in LEVELS
    ]
    assert [at_level(rule_of(facts).attacks, level) or 1 for level in LEVELS] == wanted


def test_experience_and_slots_are_shared() -> None:
    for ruleset in ("5.1", "5.2"):
        shared = book(ruleset).advancement  # type: ignore[arg-type]
        assert list(shared.xp) == FACTS["xp_for_level"]
        assert {str(n): list(row) for n, row in enumerate(shared.slots, 1)} == FACTS["multiclass"][ruleset]["table"]
        assert [shared.level_for(xp) for xp in (0, 299, 300, 6500, 355_000, 999_999)] == [1, 1, 2, 5, 20, 20]


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_what_a_class_file_names_exists(ruleset: Ruleset) -> None:
    """Items of a kit, and spells that are always prepared."""
    rules = book(ruleset)
    items = [e if isinstance(e, str) else e["item"] for c in rules.classes.values() if c.kit for e in (*c.kit.equipped, *c.kit.carried)]
    assert [i for i in items if rules.find(i) is None] == []
    assert all(c.kit for c in rules.classes.values())
    parts = [p for c in rules.classes.values() for p in (c.spellcasting, *c.subclasses) if p]
    assert all(name == name.strip() for p in parts for listed in p.always_prepared.values() for name in listed)


def test_a_class_of_ones_own_stands_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "classes").mkdir()
    own = {
        "name": "tinker",
        "hitDie": 8,
        "resources": {"gears": {"max": "{pb}", "short": "all", "long": "all"}},
        "features": {"2": ["Clockwork"]},
    }
    (tmp_path / "classes" / "tinker.json").write_text(json.dumps(own))
    (alone,) = rulebook_loading.rulebook("5.1", tmp_path).faults
    assert "there is no feature 'Clockwork'; write it in features.json" in alone
    (tmp_path / "features.json").write_text(json.dumps([{"name": "Clockwork", "class": "tinker", "level": 2, "say": ["It ticks."]}]))
    rules = rulebook_loading.rulebook("5.1", tmp_path)
    assert rules.faults == () and rules.classes["tinker"].features == ((2, "Clockwork"),)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"resources": {"gears": {"max": "{luck}"}}}, "resources.gears.max"),
        ({"features": {"21": ["Ascension"]}}, "features"),
        ({"prerequisites": [["luck"]]}, "prerequisites"),
        ({"mana": 3}, "mana"),
    ],
)
def test_a_fault_of_a_class_file_is_named(wrong: dict[str, Any], said: str, tmp_path: Path) -> None:
    (tmp_path / "classes").mkdir()
    (tmp_path / "classes" / "tinker.json").write_text(json.dumps({"name": "tinker", "hitDie": 8, **wrong}))
    [fault, *_] = rulebook_loading.rulebook("5.1", tmp_path).faults
    assert "tinker.json" in fault and said in fault
