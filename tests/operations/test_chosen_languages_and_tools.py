"""Languages, tools and points of species, background and class: asked for, counted when chosen, refused where the text has no such word."""

from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.vocabulary import Ruleset
from rpg_lite.world import thing_stats
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure


def made(ruleset: Ruleset, more: dict[str, Any] | None = None, **character: Any) -> Sandbox:
    table = Sandbox(first_world(ruleset), rulebook_loading.rulebook(ruleset)).let(10)
    table.did("create", name="Kim", character={"classes": ["fighter 1"], **character}, **(more or {}))
    return table


def opened(table: Sandbox) -> dict[tuple[str, str], int]:
    return {(c.choice, c.of): c.count for c in thing_stats.sheet(table.thing("Kim"), table.book).open_choices}


def choose(table: Sandbox, **choices: Any) -> Any:
    return table.did("update", "Kim", character={"choices": {k.replace("_", " "): v for k, v in choices.items()}})


def has(table: Sandbox, kind: str) -> set[str]:
    stats = thing_stats.stats_of(table.world, table.thing("Kim"), table.book)
    return {word.casefold() for word in getattr(stats, kind)}


# ── languages ───────────────────────────────────────────────────────────────────────────────────────────────────────


@each_row(
    ("ruleset", "race", "background", "of", "count"),
    [
        ("5.1", "human", None, "human", 1),
        ("5.1", "half-elf", None, "half-elf", 1),
        ("5.1", "high elf", None, "elf", 1),
        ("5.1", "human", "Acolyte", "human", 3),
        ("5.1", "hill dwarf", "Acolyte", "acolyte", 2),
        ("5.1", "hill dwarf", None, "dwarf", 0),
        ("5.2", "human", "Sage", "human", 2),
        ("5.2", "dwarf", None, "dwarf", 2),
        ("5.2", "goliath", None, "goliath", 2),
    ],
)
def test_languages_are_asked_for_with_their_number(ruleset: Ruleset, race: str, background: str | None, of: str, count: int) -> None:
    """SRD 5.1: one for human, half-elf and high elf, two for the acolyte. SRD 5.2: two beside Common for everybody."""
    table = made(ruleset, race=race, background=background)
    assert opened(table).get(("languages", of), 0) == count
    if count:
        choose(table, languages=["Giant", "Goblin", "Orc"][:count])
        assert ("languages", of) not in opened(table)
        assert {"common", "giant"} <= has(table, "languages")


def test_a_part_of_the_languages_leaves_the_rest_open() -> None:
    table = made("5.2", race="orc")
    choose(table, languages="Elvish")
    assert opened(table)["languages", "orc"] == 1


@each_row(
    ("ruleset", "word", "fits"),
    [("5.2", "Abyssal", False), ("5.2", "Common", False), ("5.1", "Abyssal", True), ("5.1", "Low Elvish", True)],
)
def test_a_new_hero_of_the_second_edition_chooses_among_the_standard_languages(ruleset: Ruleset, word: str, fits: bool) -> None:
    """SRD 5.1 also allows whatever is common in the campaign."""
    table = made(ruleset, race="human")
    if fits:
        choose(table, languages=word)
        assert word.casefold() in has(table, "languages")
        return
    refused = table.refused("choice_unfit", "update", "Kim", character={"choices": {"languages": ["Elvish", word]}})
    assert "Elvish" in refused["error"]["allowed"] and "Common" not in refused["error"]["allowed"]
    assert table.send(refused["error"]["try"], "manage_character")["ok"]


def test_a_sheet_that_lists_its_languages_or_tools_has_chosen_them() -> None:
    table = made("5.1", race="hill dwarf", background="Acolyte", languages=["Dwarvish"], proficiencies={"tools": []})
    assert not {choice for choice, _ in opened(table)} & {"languages", "tools"}
    choose(table, languages="Giant", tools="Smith's Tools")
    assert has(table, "languages") == {"dwarvish", "giant"} and has(table, "tools") == {"smith's tools"}


@each_row(
    ("character", "of", "count", "words"),
    [
        ({"classes": ["rogue 1"]}, "rogue", 1, ["Abyssal"]),
        ({"classes": ["ranger 2"]}, "ranger", 2, ["Undercommon", "Elvish"]),
        ({"classes": ["ranger 1"]}, "ranger", 0, []),
        ({"classes": ["rogue 1", "ranger 2"], "race": "human"}, "human", 5, ["Sylvan", "Elvish", "Orc", "Giant", "Infernal"]),
    ],
)
def test_a_class_of_the_second_edition_gives_languages_too(character: dict[str, Any], of: str, count: int, words: list[str]) -> None:
    """SRD 5.2, Thieves' Cant and Deft Explorer: from both language tables, in addition to those of the species."""
    table = made("5.2", **character)
    assert opened(table).get(("languages", of), 0) == count
    if words:
        choose(table, languages=words)
        assert "languages" not in {choice for choice, _ in opened(table)}
        assert {w.casefold() for w in words} <= has(table, "languages")
        refused = table.refused("choice_unfit", "update", "Kim", character={"choices": {"languages": ["Klingon"]}})
        assert {"Abyssal", "Elvish"} <= {*refused["error"]["allowed"]}


def test_the_rogue_of_the_second_edition_knows_the_cant_and_chooses_another() -> None:
    table = made("5.2", classes=["rogue 1"])
    assert "thieves' cant" in has(table, "languages")
    refused = table.refused("choice_unfit", "update", "Kim", character={"choices": {"languages": ["Thieves' Cant"]}})
    assert "Thieves' Cant" not in refused["error"]["allowed"]


def test_a_giant_tongue_is_no_feature() -> None:
    table = made("5.1", race="human")
    before = thing_stats.sheet(table.thing("Kim"), table.book).features
    choose(table, languages="Giant")
    assert thing_stats.sheet(table.thing("Kim"), table.book).features == before


# ── tools ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@each_row(
    ("ruleset", "character", "of", "count", "word", "wrong"),
    [
        ("5.1", {"race": "hill dwarf"}, "dwarf", 1, "Mason's Tools", "Lute"),
        ("5.1", {"classes": ["bard 1"]}, "bard", 3, ["Lute", "Viol", "Drum"], "Smith's Tools"),
        ("5.2", {"classes": ["bard 1"]}, "bard", 3, ["Lute", "Viol", "Drum"], "Dice Set"),
        ("5.1", {"classes": ["fighter 1", "bard 1"]}, "bard", 1, "Lute", "Smith's Tools"),
        ("5.2", {"classes": ["monk 1"]}, "monk", 1, "Potter's Tools", "Dice Set"),
        ("5.2", {"background": "Soldier"}, "soldier", 1, "Three-Dragon Ante Set", "Lute"),
    ],
)
def test_tools_are_asked_for_and_count(ruleset: Ruleset, character: dict[str, Any], of: str, count: int, word: Any, wrong: str) -> None:
    table = made(ruleset, **character)
    assert opened(table)["tools", of] == count
    refused = table.refused("choice_unfit", "update", "Kim", character={"choices": {"tools": wrong}})
    assert wrong not in refused["error"]["allowed"]
    choose(table, tools=word)
    assert ("tools", of) not in opened(table)
    assert {w.casefold() for w in ([word] if isinstance(word, str) else word)} <= has(table, "tools")


def test_each_source_of_tools_takes_the_words_that_fit_it() -> None:
    table = made("5.1", race="hill dwarf", classes=["bard 1"])
    choose(table, tools=["Lute", "Smith's Tools", "Viol"])
    assert opened(table)["tools", "bard"] == 1 and ("tools", "dwarf") not in opened(table)


# ── points of a half-elf ────────────────────────────────────────────────────────────────────────────────────────────


def test_a_half_elf_made_by_a_method_chooses_two_points() -> None:
    """SRD 5.1: CHA +2, and two other scores +1."""
    table = made("5.1", {"method": "standard_array"}, race="half-elf")
    before = {a: table.number("Kim", f"abilities.{a}") for a in ("dex", "con", "cha")}
    assert opened(table)["ability scores", "half-elf"] == 1
    choose(table, ability_scores={"dex": 1, "con": 1})
    assert {a: table.number("Kim", f"abilities.{a}") for a in before} == {**before, "dex": before["dex"] + 1, "con": before["con"] + 1}
    assert ("ability scores", "half-elf") not in opened(table)


@each_row("points", [{"cha": 1, "dex": 1}, {"dex": 2}, {"dex": 1}, {"dex": 1, "con": 1, "wis": 1}, {"dex": 2, "con": 1}])
def test_points_that_the_text_does_not_give_are_refused(points: dict[str, int]) -> None:
    table = made("5.1", {"method": "standard_array"}, race="half-elf")
    refused = table.refused("choice_unfit", "update", "Kim", character={"choices": {"ability scores": points}})
    assert table.send(refused["error"]["try"], "manage_character")["ok"]
    assert ("ability scores", "half-elf") not in opened(table)


def test_points_that_are_chosen_at_once_count_and_are_not_asked_for() -> None:
    table = made("5.1", {"method": "standard_array"}, race="half-elf", choices={"ability scores": {"str": 1, "dex": 1}})
    assert ("ability scores", "half-elf") not in opened(table) and table.number("Kim", "abilities.str") == 16


def test_given_scores_already_contain_the_points() -> None:
    assert ("ability scores", "half-elf") not in opened(made("5.1", race="half-elf", abilities={"dex": 15}))


# ── at a level ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_level_answers_open_choices_of_the_origin() -> None:
    table = made("5.1", {"method": "standard_array"}, race="half-elf")
    chosen = {"languages": "Goblin", "ability scores": {"dex": 1, "con": 1}}
    table.did("level_up", "Kim", choices=chosen, force=True)
    assert not {choice for choice, _ in opened(table)} & {"languages", "ability scores"}
    assert "goblin" in has(table, "languages")


def test_a_level_refuses_a_word_that_the_origin_does_not_offer() -> None:
    table = made("5.2", race="orc")
    refused = table.refused("choice_unfit", "level_up", "Kim", choices={"languages": "Abyssal"}, force=True)
    assert "Elvish" in refused["error"]["allowed"]
    assert thing_stats.sheet(table.thing("Kim"), table.book).level == 1


def test_the_call_that_an_answer_proposes_makes_the_choice() -> None:
    table = made(
        "5.2",
        race="orc",
        proficiencies={"skills": {"athletics": 1}},
        choices={"fighting style": "defense", "weapon mastery": ["Longsword", "Maul", "Club"]},
    )
    said = [c for c, _ in opened(table)]
    assert said == ["languages"]
    told = table.did("update", "Kim", character={"choices": {"languages": ["Elvish"]}})
    assert '"languages"' in told["text"]
