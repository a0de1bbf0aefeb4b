"""Rising: levels, awards, prepared spells, and heroes made by the rules."""

from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.vocabulary import Ruleset
from rpg_lite.world import thing_stats
from tests.operations.dice import falling
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

FIGHTER = {"classes": ["fighter 4"], "abilities": {"str": 16, "dex": 12, "con": 14}}
WIZARD = {"classes": ["wizard 3"], "abilities": {"int": 16}}


@pytest.fixture
def table() -> Sandbox:
    sandbox = Sandbox()
    sandbox.did("create", name="Thorin", character=FIGHTER)
    sandbox.did("create", name="Elara", character=WIZARD)
    return sandbox


def campaign(ruleset: Ruleset) -> Sandbox:
    return Sandbox(first_world(ruleset), rulebook_loading.rulebook(ruleset))


def sheet(table: Sandbox, name: str = "Thorin") -> Any:
    return thing_stats.sheet(table.thing(name), table.book)


def stats(table: Sandbox, name: str = "Thorin") -> Any:
    return thing_stats.stats_of(table.world, table.thing(name), table.book)


def result(answer: dict[str, Any]) -> dict[str, Any]:
    row: dict[str, Any] = answer["results"][0]
    return row


# ── level_up ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_level_brings_hit_points_and_features(table: Sandbox) -> None:
    answer = table.did("level_up", "Thorin")
    assert table.thing("Thorin").body["sheet"]["classes"] == ["fighter 5"]
    assert (stats(table).hp, stats(table).hp_max.value, sheet(table).attacks_per_action) == (44, 44, 2)
    told = result(answer)
    assert (told["class"], told["level"], told["hpGained"], told["features"]) == ("fighter", 5, 8, ["Extra Attack"])
    assert {"choice": "subclass", "class": "fighter", "level": 3} in told["openChoices"]
    assert "Thorin is now a level 5 fighter: hit points +8; features Extra Attack." in answer["text"]


@pytest.mark.parametrize(("hp", "most"), [("average", 48), ("roll", 45), (9, 49)])
def test_a_written_maximum_rises_by_what_was_gained(table: Sandbox, hp: Any, most: int) -> None:
    table.did("update", "Thorin", character={"hpMax": 40})
    table.roll_with(falling(face=3))
    table.did("level_up", "Thorin", hp=hp)
    assert table.thing("Thorin").body["sheet"]["hpMax"] == most


def test_a_roll_is_written_although_nothing_was(table: Sandbox) -> None:
    table.roll_with(falling(face=10))
    table.did("level_up", "Thorin", hp="roll")
    assert table.thing("Thorin").body["sheet"]["hpMax"] == 36 + 12


@each_row(
    ("ruleset", "hero", "points"),
    [
        ("5.2", {"classes": ["cleric 2"], "race": "dwarf"}, 1),
        ("5.1", {"classes": ["cleric 2"], "race": "hill dwarf"}, 1),
        ("5.1", {"classes": ["sorcerer 2"], "choices": {"subclass": "Draconic Bloodline"}}, 1),
        ("5.2", {"classes": ["fighter 2"], "race": "orc"}, 0),
    ],
)
def test_a_roll_keeps_the_points_of_species_and_class(ruleset: Ruleset, hero: dict[str, Any], points: int) -> None:
    table = campaign(ruleset)
    table.did("create", name="Durn", character={"abilities": {"con": 14}, **hero})
    was = stats(table, "Durn").hp_max.value
    table.roll_with(falling(face=4))
    answer = table.did("level_up", "Durn", hp="roll", force=True)
    assert (result(answer)["hpGained"], stats(table, "Durn").hp_max.value) == (4 + 2 + points, was + 4 + 2 + points)
    assert result(answer)["roll"]["total"] == 4
    assert ": 4." in answer["text"].partition("Rolled 1d")[2]
    average = {"cleric": 5, "sorcerer": 4, "fighter": 6}[result(answer)["class"]]
    assert result(table.did("level_up", "Durn", force=True))["hpGained"] == average + 2 + points
    assert result(table.did("level_up", "Durn", hp=7, force=True))["hpGained"] == 7


def test_a_level_may_be_taken_in_another_class(table: Sandbox) -> None:
    answer = table.did("level_up", "Elara", **{"class": "Wizard"})
    assert result(answer)["spellSlots"]["slots"] == [4, 3]
    table.refused("multiclass_prerequisite", "level_up", "Elara", **{"class": "cleric"})
    table.did("level_up", "Elara", **{"class": "cleric"}, force=True)
    assert table.thing("Elara").body["sheet"]["classes"] == ["wizard 4", "cleric 1"]
    table.refused("class_required", "level_up", "Elara")


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_the_old_class_counts_too(ruleset: Ruleset) -> None:
    table = campaign(ruleset)
    table.did("create", name="Ren", character={"classes": ["monk 2"], "abilities": {"dex": 15, "wis": 12, "int": 14}})
    refused = table.refused("multiclass_prerequisite", "level_up", "Ren", **{"class": "wizard"})
    assert refused["error"]["details"]["needs"] == ["wis 13"] and "wis 13" in refused["text"]


def test_nobody_rises_past_twenty(table: Sandbox) -> None:
    table.did("update", "Thorin", character={"classes": ["fighter 20"]})
    table.refused("level_highest", "level_up", "Thorin")
    table.refused("class_unknown", "level_up", "Elara", **{"class": "wizzard"})


def test_choices_of_a_level_are_kept(table: Sandbox) -> None:
    made = {"subclass": "Champion", "fighting style": "defense", "asi": {"str": 2}}
    table.did("update", "Thorin", character={"classes": ["fighter 3"]})
    table.did("level_up", "Thorin", choices=made)
    kept = table.thing("Thorin").body["sheet"]["choices"]
    assert kept == {"subclass": {"fighter": "Champion"}, "fighting style": {"fighter": "defense"}, "asi": [{"level": 4, "str": 2}]}
    assert stats(table).abilities["str"].value == 18 and "Improved Critical" in [f.name for f in sheet(table).features]
    assert [(c.choice, c.level) for c in sheet(table).open_choices] == [("skills", 1)]
    table.did("update", "Thorin", character={"classes": ["fighter 7"]})
    table.did("level_up", "Thorin", choices={"asi": [{"dex": 1, "con": 1}]})
    assert [row["level"] for row in table.thing("Thorin").body["sheet"]["choices"]["asi"]] == [4, 8]


@pytest.mark.parametrize(
    "wrong", [{"subclass": "Necromancer"}, {"metamagic": "twinned spell"}, {"asi": {"str": 3}}, {"fighting style": "sneaking"}, {"asi": 7}]
)
def test_a_choice_that_is_none_is_refused(table: Sandbox, wrong: dict[str, Any]) -> None:
    before = table.thing("Thorin")
    table.refused("choice_unfit", "level_up", "Thorin", choices=wrong)
    assert table.thing("Thorin") == before


def test_words_of_one_choice_add_up() -> None:
    table = campaign("5.1")
    table.did("create", name="Vex", character={"classes": ["sorcerer 2"]})
    table.did("level_up", "Vex", choices={"metamagic": ["quickened spell", "twinned spell"]})
    table.did("update", "Vex", character={"classes": ["sorcerer 9"]})
    table.did("level_up", "Vex", choices={"metamagic": "subtle spell"})
    assert table.thing("Vex").body["sheet"]["choices"]["metamagic"] == {"sorcerer": ["quickened spell", "twinned spell", "subtle spell"]}
    assert "metamagic" not in [c.choice for c in sheet(table, "Vex").open_choices]


def test_a_level_brings_expertise_in_thieves_tools_once() -> None:
    """SRD 5.1, Rogue: at level 6, two more proficiencies in skills or with thieves' tools."""
    table = campaign("5.1")
    table.did("create", name="Pip", character={"classes": ["rogue 5"], "choices": {"expertise": ["stealth", "perception"]}})
    table.did("level_up", "Pip", choices={"expertise": ["Thieves' Tools", "acrobatics"]})
    assert {m.value for m in sheet(table, "Pip").modifiers if m.target == "expertise.tool"} == {"thieves' tools"}
    table.did("create", name="Rook", character={"classes": ["rogue 5"], "choices": {"expertise": ["stealth", "thieves' tools"]}})
    table.refused("choice_unfit", "level_up", "Rook", choices={"expertise": ["Thieves' Tools", "acrobatics"]})


@pytest.mark.parametrize(
    ("skills", "words", "fits"),
    [
        ("acrobatics stealth perception insight", ["Acrobatics", "insight"], True),
        ("acrobatics stealth perception insight", ["stealth"], False),
        ("acrobatics stealth perception insight", ["arcana"], False),
        ("acrobatics stealth perception insight", ["jumping"], False),
        ("", ["acrobatics", "Sleight of Hand"], True),
    ],
)
@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_expertise_doubles_every_skill_that_is_named(ruleset: Ruleset, skills: str, words: list[str], fits: bool) -> None:
    """A rogue of level 6 adds two skills in which it is proficient; the skills need not be chosen to be trusted."""
    table = campaign(ruleset)
    choices = {"expertise": ["stealth", "perception"], **({"skills": skills.split()} if skills else {})}
    table.did("create", name="Pip", character={"classes": ["rogue 5"], "choices": choices})
    if not fits:
        table.refused("choice_unfit", "level_up", "Pip", choices={"expertise": words})
        table.did("level_up", "Pip", choices={"expertise": words}, force=True)
        return
    table.did("level_up", "Pip", choices={"expertise": words})
    doubled = {skill for skill, n in sheet(table, "Pip").skills.items() if n == 2}
    named = {w.casefold().replace(" ", "_") for w in words}
    assert doubled == {"stealth", "perception"} | named
    assert stats(table, "Pip").skills.values["acrobatics"].value == 6


# ── award ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_experience_adds_up_and_says_who_may_rise(table: Sandbox) -> None:
    assert result(table.did("award", xp=1800, names=["Elara"]))["mayRise"] == [{"name": "Elara", "level": 4}]
    assert table.thing("Elara").body["sheet"]["xp"] == 2700
    assert result(table.did("award", xp=10))["mayRise"] == [{"name": "Elara", "level": 4}]
    assert "xp" in table.thing("Thorin").body["sheet"]


def test_a_milestone_lets_everybody_rise(table: Sandbox) -> None:
    answer = table.did("award", milestone=True)
    assert result(answer)["mayRise"] == [{"name": "Thorin", "level": 5}, {"name": "Elara", "level": 4}]
    table.refused("award_of_what", "award")


# ── prepare ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_spells_of_the_list_are_prepared_up_to_the_maximum(table: Sandbox) -> None:
    table.did("update", "Elara", character={"spells": {"cantrips": ["Fire Bolt"]}})
    answer = table.did("prepare", "Elara", spells=["shield", "Magic Missile", "misty step"])
    assert table.thing("Elara").body["sheet"]["spells"] == {
        "cantrips": ["Fire Bolt"],
        "prepared": ["Shield", "Magic Missile", "Misty Step"],
    }
    assert (result(answer)["preparedMax"], "3 of 6" in answer["text"]) == (6, True)
    many = ["Shield", "Magic Missile", "Sleep", "Misty Step", "Web", "Blur", "Identify"]
    table.refused("prepared_too_many", "prepare", "Elara", spells=many)


@pytest.mark.parametrize(
    ("spell", "code"),
    [("Bless", "spell_not_on_list"), ("Fireball", "spell_not_on_list"), ("Fire Bolt", "cantrip_prepared"), ("Shild", "spell_unknown")],
)
def test_another_spell_is_refused_with_near_ones(table: Sandbox, spell: str, code: str) -> None:
    refused = table.refused(code, "prepare", "Elara", spells=[spell])
    assert code != "spell_unknown" or "Shield" in refused["error"]["near"]


def test_only_what_stands_in_the_spellbook_is_prepared(table: Sandbox) -> None:
    table.did("update", "Elara", character={"spells": {"known": ["Shield", "Sleep"]}})
    table.did("prepare", "Elara", spells=["Sleep"])
    table.refused("spell_not_on_list", "prepare", "Elara", spells=["Magic Missile"])


def test_a_fighter_prepares_nothing(table: Sandbox) -> None:
    table.refused("prepares_nothing", "prepare", "Thorin", spells=["Shield"])


# ── create ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_standard_array_serves_the_class(table: Sandbox) -> None:
    answer = table.did("create", name="Bruna", character={"classes": ["cleric"], "race": "hill dwarf"}, method="standard_array")
    assert table.thing("Bruna").body["sheet"]["abilities"] == {"str": 14, "dex": 8, "con": 15, "int": 10, "wis": 16, "cha": 12}
    assert "Ability scores: STR 14" in answer["text"]


@pytest.mark.parametrize(
    ("method", "abilities"),
    [
        ("standard_array", {"str": 18}),
        ("point_buy", dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 15)),
        ("point_buy", {"str": 16}),
        ("roll", {"str": 10}),
    ],
)
def test_scores_that_no_method_gives_are_refused(table: Sandbox, method: str, abilities: dict[str, int]) -> None:
    table.refused("abilities_unfit", "create", name="Pip", character={"classes": ["rogue"], "abilities": abilities}, method=method)


def test_bought_scores_are_kept(table: Sandbox) -> None:
    bought = {"str": 8, "dex": 15, "con": 15, "int": 8, "wis": 8, "cha": 15}
    table.did("create", name="Pip", character={"classes": ["rogue"], "abilities": bought}, method="point_buy")
    assert table.thing("Pip").body["sheet"]["abilities"] == bought


def test_rolled_scores_are_dice(table: Sandbox) -> None:
    answer = table.did("create", name="Pip", character={"classes": ["rogue"]}, method="roll")
    scores = table.thing("Pip").body["sheet"]["abilities"]
    assert all(3 <= n <= 18 for n in scores.values()) and max(scores.values()) == scores["dex"]
    assert [r["dice"] for r in result(answer)["rolls"]] == ["4d6kh3"] * 6


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
@pytest.mark.parametrize("name", sorted(rulebook_loading.rulebook().classes))
def test_a_kit_is_worn(name: str, ruleset: Ruleset) -> None:
    table = campaign(ruleset)
    table.did("create", name="Pip", character={"classes": [name], "abilities": {"str": 15}}, kit=True)
    worn = {t.name for t in table.world.bag_of(table.thing("Pip").id) if t.id in table.world.worn_by.get(table.thing("Pip").id, {})}
    kit = table.book.classes[name].kit
    assert kit is not None and len(worn) == len(kit.equipped)


def test_a_kit_belongs_to_a_class(table: Sandbox) -> None:
    table.refused("kit_of_class", "create", name="Pip", kit=True)


@pytest.mark.parametrize("written", ["fighter 3 (Champion)", "Fighter (Champion) 3"])
def test_a_level_rises_wherever_the_subclass_is_written(written: str) -> None:
    table = Sandbox(first_world("5.1"))
    table.did("create", name="Kim", character={"classes": [written]})
    assert "Kim is now a level 4 fighter" in table.did("level_up", "Kim", force=True)["text"]
    assert [c.casefold() for c in table.thing("Kim").creature.sheet.classes] == ["fighter (champion) 4"]
