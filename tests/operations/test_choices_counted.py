"""A hero makes as many choices as its classes, its origin and its feats give, and each of them once."""

from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.game import Game
from rpg_lite.rules.choices import choices_of
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.vocabulary import SKILLS, Ruleset
from tests.copies import begun

Json = dict[str, Any]
SCORES = dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 16)
CLASSES = list(rulebook_loading.rulebook("5.1").classes)


def sent(game: Game, operation: str, **fields: Any) -> Json:
    return game.ask({"operation": operation, **fields}, "manage_character")


def created(game: Game, name: str, classes: list[str], choices: Json, **more: Any) -> Json:
    return sent(game, "create", name=name, character={"abilities": SCORES, "classes": classes, "choices": choices}, **more)


def listed(book: Rulebook, of: str, level: int) -> list[tuple[str, int, list[str]]]:
    """(choice, number, options) of each choice of a class at a level whose words are listed, with those of its first subclass."""
    rule = book.classes[of]
    found = [("skills", rule.skills.choose if rule.skills else 0, list(rule.skills.options or SKILLS) if rule.skills else [])]
    for choice, how in choices_of(rule, [rule.subclasses[0].name]).items():
        found.append((choice, sum(count for at, count in how.levels.items() if at <= level), list(how.options)))
    return [(choice, due, options) for choice, due, options in found if due and len(options) > due]


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
@pytest.mark.parametrize("of", CLASSES)
def test_one_word_more_than_a_choice_takes_is_refused_with_the_number(of: str, ruleset: Ruleset) -> None:
    with begun(ruleset=ruleset) as game:
        for level in (1, 3, 11, 20):
            for n, (choice, due, options) in enumerate(listed(game.book, of, level)):
                given = {"subclass": game.book.classes[of].subclasses[0].name, choice: options[: due + 1]}
                told = created(game, f"Many {level} {n}", [f"{of} {level}"], given)
                assert told["error"]["code"] == "choices_too_many", told["text"]
                assert f"may choose {due} for {choice}, and {due + 1} are given" in told["text"]
                enough = created(game, f"Enough {level} {n}", [f"{of} {level}"], {**given, choice: options[:due]})
                assert enough["ok"] or enough["error"]["code"] == "feat_prerequisite", enough["text"]
                assert created(game, f"Forced {level} {n}", [f"{of} {level}"], given, force=True)["ok"]


@pytest.mark.parametrize(
    ("ruleset", "classes", "choices", "code"),
    [
        ("5.1", ["fighter 1"], {"skills": ["athletics", "athletics"]}, "choice_twice"),
        ("5.2", ["rogue 1"], {"expertise": ["stealth", "Stealth"]}, "choice_twice"),
        ("5.1", ["fighter 4"], {"asi": [{"level": 4, "str": 2}, {"level": 4, "dex": 2}]}, "choices_too_many"),
        ("5.2", ["fighter 4"], {"asi": [{"str": 2}, {"dex": 2}]}, "choices_too_many"),
        ("5.2", ["fighter 8"], {"asi": [{"level": 4, "str": 2}, {"level": 4, "dex": 2}]}, "choices_too_many"),
        ("5.2", ["fighter 1", "bard 1"], {"skills": ["athletics", "acrobatics", "stealth", "arcana"]}, "choices_too_many"),
        ("5.2", ["fighter 1", "bard 1"], {"skills": {"fighter": ["athletics"], "bard": ["stealth", "arcana"]}}, "choices_too_many"),
        ("5.2", ["fighter 1", "wizard 1"], {"skills": {"fighter": ["athletics", "history"], "wizard": ["arcana"]}}, "choices_too_many"),
        ("5.2", ["fighter 1"], {"skills": ["athletics", "acrobatics"]}, None),
        ("5.2", ["fighter 8"], {"asi": [{"level": 4, "str": 2}, {"level": 6, "dex": 2}, {"level": 8, "con": 2}]}, None),
        ("5.2", ["fighter 19"], {"asi": [{"level": at, "str": 2} for at in (4, 6, 8, 12, 14, 16)], "epic boon": "Boon of Fate"}, None),
        ("5.2", ["fighter 1", "bard 1"], {"skills": {"fighter": ["athletics", "acrobatics"], "bard": ["stealth"]}}, None),
        ("5.2", ["warlock 5"], {"invocations": ["agonizing blast", "agonizing blast", "devil's sight"]}, None),
        ("5.2", ["cleric 6"], {"blessed strikes": "potent spellcasting"}, None),
        ("5.2", ["barbarian 3"], {"skills": ["athletics", "nature"], "primal knowledge": "perception"}, None),
    ],
)  # fmt: skip
def test_what_a_hero_may_choose(ruleset: Ruleset, classes: list[str], choices: Json, code: str | None) -> None:
    """The same at the creation and afterwards."""
    with begun(ruleset=ruleset) as game:
        told = created(game, "Ann", classes, choices)
        assert (told.get("error") or {}).get("code") == code, told["text"]
        assert sent(game, "create", name="Bo", character={"abilities": SCORES, "classes": classes})["ok"]
        told = sent(game, "update", characterName="Bo", character={"choices": choices})
        assert (told.get("error") or {}).get("code") == code, told["text"]


def test_the_proposed_call_keeps_the_first_words() -> None:
    with begun(ruleset="5.2") as game:
        told = created(game, "Ann", ["paladin 3"], {"weapon mastery": ["Longsword", "Spear", "Javelin"]})
        instead = told["error"]["try"]
        assert instead["character"]["choices"] == {"weapon mastery": ["Longsword", "Spear"]}
        assert game.ask(instead, "manage_character")["ok"]


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_a_level_gives_no_more_than_its_own_choices(ruleset: Ruleset) -> None:
    with begun(ruleset=ruleset) as game:
        assert created(game, "Ann", ["sorcerer 9"], {"metamagic": ["subtle spell", "careful spell"]})["ok"]
        most = {"5.1": 1, "5.2": 2}[ruleset]
        words = ["quickened spell", "twinned spell", "distant spell"][: most + 1]
        level = {"operation": "level_up", "characterName": "Ann"}
        assert sent(game, "award", characterName="Ann", milestone=True)["ok"]
        told = sent(game, **level, choices={"metamagic": words})
        assert told["error"]["code"] == "choices_too_many", told["text"]
        assert sent(game, **level, choices={"metamagic": words[:most]})["ok"]


# ── what stands beside it ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("ruleset", "classes", "of", "count"),
    [
        ("5.1", ["warlock 1", "rogue 1"], "rogue", 1), ("5.1", ["fighter 1", "bard 1"], "bard", 1), ("5.1", ["rogue 7", "ranger 3"], "ranger", 1),
        ("5.2", ["warlock 1", "rogue 1"], "rogue", 1), ("5.2", ["fighter 1", "bard 1"], "bard", 1), ("5.2", ["fighter 1", "ranger 1"], "ranger", 1),
        ("5.2", ["fighter 1", "wizard 1"], "wizard", 0), ("5.1", ["bard 1", "fighter 1"], "fighter", 0),
    ],
)  # fmt: skip
def test_a_later_class_gives_the_skills_of_its_multiclass_training(ruleset: Ruleset, classes: list[str], of: str, count: int) -> None:
    with begun(ruleset=ruleset) as game:
        told = created(game, "Ann", classes, {})["text"]
        assert (f"{of} skills at 1" in told) == bool(count), told
        first = classes[0].split()[0]
        known = game.book.classes[first].skills
        assert known
        picked = [w for w in (known.options or SKILLS) if w != "stealth"][: known.choose]
        told = sent(game, "update", characterName="Ann", character={"choices": {"skills": {first: picked, of: ["stealth"][:count]}}})
        assert told["ok"] and "skills at 1" not in told["text"], told["text"]


@pytest.mark.parametrize(
    ("classes", "choices", "doubled"),
    [
        ("wizard 3", {"skills": ["arcana", "history"], "scholar": ["arcana"]}, {"arcana"}),
        ("wizard 3", {"skills": ["arcana", "history"]}, set()),
        ("wizard 1", {"skills": ["arcana", "history"]}, set()),
        ("rogue 1", {"skills": ["stealth", "deception", "insight", "perception"], "expertise": ["stealth", "insight"]}, {"stealth", "insight"}),
        ("bard 2", {"skills": ["arcana", "history", "stealth"], "expertise": ["arcana", "stealth"]}, {"arcana", "stealth"}),
        ("ranger 2", {"skills": ["stealth", "nature", "survival"], "expertise": ["nature"]}, {"nature"}),
        ("barbarian 3", {"skills": ["athletics", "nature"], "primal knowledge": "perception"}, set()),
    ],
)  # fmt: skip
def test_only_chosen_skills_are_doubled(classes: str, choices: Json, doubled: set[str]) -> None:
    """Also where every skill of the class stands on the list of another choice (SRD 5.2, Scholar, Primal Knowledge)."""
    with begun(ruleset="5.2") as game:
        told = created(game, "Ann", [classes], choices)
        assert told["ok"] and "skills at 1" not in told["text"], told["text"]
        told = game.ask({"operation": "character", "characterName": "Ann", "stats": [f"skills.{s}" for s in SKILLS]}, "read_campaign")[
            "text"
        ]
    reasons = {words[0]: words[1:] for reason in told.removeprefix("Ann: ").split(". ") if (words := reason.rstrip(".").split())}
    assert {skill for skill, words in reasons.items() if "expertise" in words} == doubled
    trained = {*([choices["primal knowledge"]] if "primal knowledge" in choices else []), *choices["skills"]}
    assert {skill for skill, words in reasons.items() if words[-1] == "expertise" or words[-2:] == ["2", "proficiency"]} == trained, told


@pytest.mark.parametrize(
    ("choices", "told"),
    [
        ({"species_cantrip": ["Light", "Mage Hand"]}, "may choose 1 for species_cantrip and has Light, so Mage Hand is one too many"),
        ({"cantrips": ["Light", "Mage Hand", "Fire Bolt", "Mending"], "species_cantrip": ["Ray of Frost"]}, "has Mending, so Ray of Frost"),
        ({"cantrips": ["Light", "Mage Hand", "Fire Bolt", "Mending", "Message"]}, "may choose 4 for cantrips and has Light, Mage Hand, Fire Bolt, Mending"),
    ],
)
def test_a_spell_too_many_is_told_with_those_that_take_the_place(choices: Json, told: str) -> None:
    """The words of the same call take it too, before which none was chosen."""
    with begun(ruleset="5.1") as game:
        asked = {"abilities": SCORES, "classes": ["wizard 3"], "race": "high elf", "choices": choices}
        answer = sent(game, "create", name="Lia", character=asked)
        assert answer["error"]["code"] == "choices_used_up" and told in answer["text"], answer["text"]
