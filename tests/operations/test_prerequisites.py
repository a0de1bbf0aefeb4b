"""What a hero may not have, or has against the rules: refused, or told and counted (SRD, Multiclassing, Feats, Beyond 1st Level)."""

import json
import re
from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.vocabulary import Ruleset
from rpg_lite.world import thing_stats
from tests.operations.table import notes
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure
TENS: dict[str, int] = dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 10)


def campaign(ruleset: Ruleset = "5.1") -> Sandbox:
    return Sandbox(first_world(ruleset), rulebook_loading.rulebook(ruleset))


def made(character: dict[str, Any], ruleset: Ruleset = "5.1", **more: Any) -> str:
    return notes(campaign(ruleset).did("create", name="Kim", character=character, **more))


# ── subclasses by the word of their class ───────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
@pytest.mark.parametrize(
    ("of", "key", "word"),
    [
        ("fighter 3", "archetype", "Champion"), ("rogue 3", "roguishArchetype", "Thief"), ("cleric 3", "domain", "life"),
        ("paladin 3", "sacred oath", "Devotion"), ("druid 3", "circle", "Land"), ("warlock 3", "Otherworldly_Patron", "Fiend"),
        ("bard 3", "college", "Lore"), ("wizard 3", "school", "Evocation"), ("barbarian 3", "path", "Path of the Berserker"),
        ("monk 3", "tradition", "Open Hand"), ("sorcerer 3", "bloodline", "Draconic"),
    ],
)  # fmt: skip
def test_each_word_for_a_subclass_chooses_it(ruleset: Ruleset, of: str, key: str, word: str) -> None:
    table = campaign(ruleset)
    told = table.did("create", name="Kim", character={"classes": [of], "choices": {key: word}})["text"]
    sheet = thing_stats.sheet(table.thing("Kim"), table.book)
    assert word in (sheet.chosen.subclasses if sheet.chosen else ()) and "subclass" not in [c.choice for c in sheet.open_choices]
    assert "rules have no choice" not in told


@pytest.mark.parametrize(
    "character", [{"domain": "Life"}, {"subclass": {"cleric": "Life"}}, {"domain": "Life", "choices": {"skills": ["insight"]}}]
)
def test_the_word_may_stand_beside_the_classes(character: dict[str, Any]) -> None:
    table = campaign()
    table.did("create", name="Kim", character={"classes": ["cleric 3"], **character})
    assert "Disciple of Life" in [f.name for f in thing_stats.sheet(table.thing("Kim"), table.book).features]
    table.did("update", "Kim", character={"classes": ["cleric 3", "fighter 3"], "archetype": "Champion"})
    assert {"Disciple of Life", "Improved Critical"} <= {f.name for f in thing_stats.sheet(table.thing("Kim"), table.book).features}


def test_two_words_for_subclasses_add_up() -> None:
    table = campaign()
    choices = {"domain": "Life", "subclass": {"fighter": "Champion"}}
    table.did("create", name="Kim", character={"classes": ["cleric 3", "fighter 3"], "choices": choices})
    assert {"Disciple of Life", "Improved Critical"} <= {f.name for f in thing_stats.sheet(table.thing("Kim"), table.book).features}


def test_a_level_takes_the_word_of_its_class() -> None:
    table = campaign()
    table.did("create", name="Kim", character={"classes": ["fighter 2"]})
    table.did("level_up", "Kim", choices={"archetype": "Champion"})
    assert "Improved Critical" in [f.name for f in thing_stats.sheet(table.thing("Kim"), table.book).features]


# ── scores, classes, feats ──────────────────────────────────────────────────────────────────────────────────────────


@each_row(
    ("character", "told"),
    [
        (
            {"classes": ["wizard 1", "paladin 1"], "abilities": {**TENS, "str": 25}},
            "Above the maximum of a hero (20, or abilityMax): STR 25",
        ),
        ({"classes": ["wizard 1", "paladin 1"], "abilities": {**TENS, "str": 16}}, "Multiclassing needs int 13; cha 13;"),
        ({"classes": ["fighter 1", "rogue 1"], "abilities": {**TENS, "str": 13}}, "Multiclassing needs dex 13;"),
        (
            {"classes": ["fighter 4"], "abilities": {**TENS, "str": 12}, "choices": {"asi": [{"level": 4, "feat": "Grappler"}]}},
            "Grappler needs str 13;",
        ),
    ],
)
def test_what_is_against_the_rules_is_told(character: dict[str, Any], told: str) -> None:
    assert told in made(character)


@each_row(
    "character",
    [
        {"classes": ["wizard 1", "paladin 1"], "abilities": {**TENS, "str": 13, "int": 13, "cha": 13}},
        {"classes": ["fighter 1"], "abilities": {**TENS, "str": 24}, "abilityMax": {"str": 24}},
        {"classes": ["fighter 1", "wizard 1"]},
        {"level": 5, "abilities": {"str": 25}},
        {"classes": ["fighter 4"], "abilities": {**TENS, "str": 13}, "choices": {"asi": [{"level": 4, "feat": "Grappler"}]}},
    ],
)
def test_what_fits_is_not_remarked(character: dict[str, Any]) -> None:
    assert not any(word in made(character) for word in ("needs", "Above the maximum"))


FEATS: list[tuple[str, dict[str, Any], str, str]] = [
    ("fighter 4", {"str": 12, "dex": 12}, "Grappler", "str 13 or dex 13"),
    ("cleric 4", {}, "Archery", "a Fighting Style feature"),
    ("fighter 4", {}, "Boon of Fate", "level 19"),
    ("fighter 19", {}, "Boon of Spell Recall", "Spellcasting"),
    ("fighter 4", {}, "Archery", ""),
    ("fighter 4", {"dex": 13}, "Grappler", ""),
    ("wizard 19", {}, "Boon of Spell Recall", ""),
    ("fighter 4", {}, "Alert", ""),
]


@each_row(("of", "scores", "feat", "needs"), FEATS)
def test_prerequisites_of_feats_are_told_when_a_hero_is_made(of: str, scores: dict[str, int], feat: str, needs: str) -> None:
    character = {"classes": [of], "abilities": {**TENS, **scores}, "choices": {"asi": [{"level": int(of.split()[1]), "feat": feat}]}}
    told = made(character, "5.2")
    assert (f"{feat} needs {needs};" in told) if needs else "needs" not in told


@each_row(("of", "scores", "feat", "needs"), FEATS)
def test_a_level_refuses_a_feat_without_its_prerequisites(of: str, scores: dict[str, int], feat: str, needs: str) -> None:
    table, (name, level) = campaign("5.2"), of.split()
    table.did("create", name="Kim", character={"classes": [f"{name} {int(level) - 1}"], "abilities": {**TENS, **scores}})
    sent: dict[str, Any] = {"choices": {"asi": {"feat": feat}}} if level == "4" else {"choices": {"asi": [{"feat": feat}]}}
    if needs:
        assert needs in table.refused("feat_prerequisite", "level_up", "Kim", **sent)["text"]
        sent["force"] = True
    table.did("level_up", "Kim", **sent)


@each_row(
    ("row", "fits"),
    [({"feat": "Grappler", "str": 1}, True), ({"feat": "Grappler", "str": 2}, False), ({"feat": "Grappler", "wis": 1}, False), ({"feat": "Alert", "str": 2}, False)],
)  # fmt: skip
def test_a_feat_raises_what_it_may_raise(row: dict[str, Any], fits: bool) -> None:
    table = campaign("5.2")
    table.did("create", name="Kim", character={"classes": ["fighter 3"], "abilities": {**TENS, "str": 15}})
    if not fits:
        table.refused("choice_unfit", "level_up", "Kim", choices={"asi": row})
        return
    table.did("level_up", "Kim", choices={"asi": row})
    assert thing_stats.stats_of(table.world, table.thing("Kim"), table.book).abilities["str"].value == 16


# ── scores of a race, open choices, spells of others ────────────────────────────────────────────────────────────────


def test_it_is_said_that_given_scores_are_final() -> None:
    """SRD 5.1: a high elf has DEX +2 and INT +1; the newer rules have no such increases."""
    elf = {"classes": ["fighter 1"], "race": "high elf", "abilities": {**TENS, "dex": 14}}
    assert "they must already include the increases of high elf (DEX +2; INT +1)" in made(elf)
    assert "increases" not in made({**elf, "race": "elf"}, "5.2")
    assert "increases" not in made({"classes": ["fighter 1"], "race": "high elf"})
    assert "increases" not in made({"classes": ["fighter 1"], "race": "high elf"}, method="standard_array")


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
@pytest.mark.parametrize("of", sorted(rulebook_loading.rulebook().classes))
def test_every_open_choice_comes_with_a_call_that_makes_one(ruleset: Ruleset, of: str) -> None:
    """As long as one is open that has options, the call in the answer is taken and closes a choice."""
    table = campaign(ruleset)
    answer = table.did("create", name="Kim", character={"classes": [f"{of} 5"]})
    for _ in range(30):
        opened = thing_stats.sheet(table.thing("Kim"), table.book).open_choices
        assert all(f"{c.of} {c.choice} at " in answer["text"] for c in opened)
        call = re.search(r"Choose like this: manage_character (.*)\.$", answer["text"])
        if call is None:
            break
        answer = table.send(json.loads(call[1]), "manage_character")
        assert answer["ok"] and thing_stats.sheet(table.thing("Kim"), table.book).open_choices != opened
    assert {c.choice for c in opened} <= {
        "expertise",
        "weapon mastery",
        "bonus proficiencies",
        "favored enemy",
        "natural explorer",
        "primal knowledge",
    }


@pytest.mark.parametrize(
    ("classes", "prepared", "kept"),
    [
        (["cleric 5"], ["Bless", "Web"], ["Bless"]),
        (["wizard 5"], ["Bless", "Fireball", "Cone of Cold"], ["Fireball"]),
        (["cleric 3"], ["Web", "Revivify"], []),
    ],
)
@pytest.mark.parametrize("operation", ["create", "update"])
def test_spells_that_the_class_does_not_prepare_are_refused(
    operation: str, classes: list[str], prepared: list[str], kept: list[str]
) -> None:
    table = campaign()
    character = {"classes": classes, "spells": {"prepared": prepared}}
    if operation == "update":
        table.did("create", name="Kim", character={"classes": classes})
    who = {"name": "Kim"} if operation == "create" else {"who": "Kim"}
    refused = table.refused("spell_not_on_list", operation, **who, character=character)  # type: ignore[arg-type]
    table.send(refused["error"]["try"], "manage_character")
    assert list(thing_stats.sheet(table.thing("Kim"), table.book).spells.prepared or ()) == kept


@pytest.mark.parametrize("prepared", [["Pipe Smoke"], ["Bless", "Cure Wounds"], ["Spiritual Weapon"]])
def test_own_spells_and_those_of_the_subclass_are_kept(prepared: list[str]) -> None:
    table = campaign()
    table.did("create", name="Kim", character={"classes": ["cleric 3"], "domain": "Life", "spells": {"prepared": prepared}})
    assert list(thing_stats.sheet(table.thing("Kim"), table.book).spells.prepared or ()) == prepared


# ── experience ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_level_waits_for_its_experience() -> None:
    """SRD: level 2 takes 300 points, level 3 takes 900."""
    table = campaign()
    table.did("create", name="Kim", character={"classes": ["rogue 1"], "xp": 200})
    refused = table.refused("experience_too_low", "level_up", "Kim")
    assert "200 of the 300" in refused["text"] and "force true" in refused["text"]
    table.did("award", names=["Kim"], xp=100)
    table.did("level_up", "Kim")
    refused = table.refused("experience_too_low", "level_up", "Kim")
    assert table.send(refused["error"]["try"], "manage_character")["ok"]
    assert table.thing("Kim").creature.sheet.document["classes"] == ["rogue 3"]


def test_without_awards_nobody_counts() -> None:
    table = campaign()
    table.did("create", name="Kim", character={"classes": ["rogue 1"]})
    table.did("level_up", "Kim")
    table.did("level_up", "Kim")
    assert "xp" not in table.thing("Kim").creature.sheet.document


def test_a_milestone_is_worth_what_lacks() -> None:
    table = campaign()
    table.did("create", name="Kim", character={"classes": ["rogue 1"], "xp": 200})
    assert "300 in all: Kim" in table.did("award", milestone=True)["text"]
    table.did("level_up", "Kim")
    table.refused("experience_too_low", "level_up", "Kim")


# ── spells that nothing gives, improvements that are none ───────────────────────────────────────────────────────────


@each_row(
    ("ruleset", "character", "told"),
    [
        ("5.1", {"classes": ["wizard 5"], "spells": {"known": ["Cure Wounds", "Fireball"]}}, "Cure Wounds in known (on the lists of"),
        ("5.2", {"classes": ["wizard 5"], "spells": {"known": ["Wish"]}}, "Wish in known (level 9, above 3)"),
        ("5.2", {"classes": ["wizard 5"], "spells": {"cantrips": ["Fireball"]}}, "Fireball in cantrips (level 3, no cantrip)"),
        ("5.2", {"classes": ["wizard 5"], "spells": {"cantrips": ["Eldritch Blast"]}}, "Eldritch Blast in cantrips (on the lists of warlock)"),
        ("5.1", {"classes": ["bard 5"], "spells": {"prepared": ["Fireball"]}}, "Fireball in prepared (on the lists of"),
        ("5.1", {"classes": ["warlock 11"], "spells": {"known": ["Foresight"]}}, "Foresight in known (level 9, above 6)"),
        ("5.1", {"classes": ["warlock 11"], "spells": {"known": ["Circle of Death"]}}, ""),
        ("5.1", {"classes": ["warlock 5"], "spells": {"known": ["Fireball"]}, "choices": {"subclass": "The Fiend"}}, ""),
        ("5.1", {"classes": ["warlock 5"], "spells": {"known": ["Fireball"]}}, "Fireball in known (on the lists of"),
        ("5.1", {"classes": ["warlock 3"], "spells": {"cantrips": ["Guidance"]}, "choices": {"pact boon": "pact of the tome"}}, ""),
        ("5.2", {"classes": ["paladin 2"], "spells": {"cantrips": ["Guidance"]}, "choices": {"fighting style": "Blessed Warrior"}}, ""),
        ("5.2", {"classes": ["paladin 2"], "spells": {"cantrips": ["Guidance"]}}, "Guidance in cantrips"),
        ("5.2", {"classes": ["wizard 1"], "background": "Acolyte", "spells": {"cantrips": ["Guidance"]}}, ""),
        ("5.1", {"classes": ["cleric 1"], "race": "high elf", "spells": {"cantrips": ["Fire Bolt"]}}, ""),
        ("5.1", {"classes": ["bard 10"], "spells": {"known": ["Fireball"]}}, ""),
        ("5.2", {"classes": ["bard 10"], "spells": {"prepared": ["Fireball"]}}, ""),
    ],
)  # fmt: skip
def test_a_spell_that_nothing_gives_is_told(ruleset: Ruleset, character: dict[str, Any], told: str) -> None:
    answer = made(character, ruleset)
    assert ("Neither classes nor features give these spells" in answer) is bool(told) and told in answer


@each_row(
    ("asi", "instead"),
    [
        (["banana"], None),
        ("Alrt", [{"feat": "Alert"}]),
        ([{"level": 4, "str": 2, "dex": 2}], None),
        ([{"level": 4, "str": 3}, {"level": 8, "dex": 2}], [{"level": 8, "dex": 2}]),
    ],
)
def test_an_improvement_that_is_none_is_refused(asi: Any, instead: Any) -> None:
    table = campaign("5.2")
    refused = table.refused("choice_unfit", "create", None, name="Kim", character={"classes": ["wizard 8"], "choices": {"asi": asi}})
    assert refused["error"].get("try", {}).get("character", {}).get("choices", {}).get("asi") == instead
    table.did("create", name="Kim", character={"classes": ["wizard 8"]})
    table.refused("choice_unfit", "update", "Kim", character={"choices": {"asi": asi}})
    table.did("update", "Kim", character={"choices": {"asi": asi}}, force=True)


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
@pytest.mark.parametrize("asi", [{"str": 2}, {"level": 4, "str": 2}, {"STR": 2}, [{"str": 2}]])
def test_one_improvement_needs_no_list(ruleset: Ruleset, asi: Any) -> None:
    table = campaign(ruleset)
    table.did("create", name="Kim", character={"classes": ["fighter 4"], "abilities": {**TENS, "str": 15}})
    table.did("update", "Kim", character={"choices": {"asi": asi}})
    table.did("create", name="Bo", character={"classes": ["fighter 4"], "abilities": {**TENS, "str": 15}, "choices": {"asi": asi}})
    scores = [thing_stats.stats_of(table.world, table.thing(name), table.book).abilities["str"].value for name in ("Kim", "Bo")]
    assert scores == [17, 17]


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
@pytest.mark.parametrize("choice", ["ability scores", "asi", "languages", "subclass", "versatile"])
@pytest.mark.parametrize("value", [[{"str": 3}], {"str": 3}, [{"feat": "Alrt"}], {"level": 4, "str": 9}, {"level": {"str": 2}}, [[2]]])
def test_a_choice_of_a_wrong_form_is_refused_in_the_words_of_the_sender(ruleset: Ruleset, choice: str, value: Any) -> None:
    table = campaign(ruleset)
    hero = {"classes": ["fighter 3"], "race": {"5.1": "half-elf", "5.2": "human"}[ruleset], "background": "Soldier", "abilities": TENS}
    table.did("create", name="Kim", character=hero)
    calls = {"update": {"character": {"choices": {choice: value}}}, "level_up": {"choices": {choice: value}}}
    for operation, fields in calls.items():
        answer = table.send({"operation": operation, "characterName": "Kim", **fields}, "manage_character")
        assert not any(word in answer["text"] for word in ("Improvement(", "by_str", "{'", "None")), answer["text"]
        assert operation == "update" or not answer["ok"]
