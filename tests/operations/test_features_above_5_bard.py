"""The features of the bard above level 5, each with the numbers of the two texts."""

from typing import Any

import pytest

from rpg_lite.mechanics.acts.act_results import ActResult
from rpg_lite.vocabulary import Ruleset
from rpg_lite.world import thing_stats
from tests.copies import begun
from tests.operations.dice import falling
from tests.operations.seasoned import SCORES, act, effects, fight, hp, left, table, who
from tests.operations.table import Table
from tests.operations.worlds import ENDS_WITH_ITS_SOURCE, Sandbox
from tests.rows import each_row

pytestmark = pytest.mark.pure
LORE = "College of Lore"


def fear(box: Sandbox, whom: str) -> str:
    """The mode of a save of somebody against fear."""
    steps = [{"save": "wis", "dc": 15, "fail": [{"apply": {"conditions": ["frightened"]}}]}]
    (told,) = box.accept("act", "Foe", steps=steps, targets=[whom]).expect(ActResult).targets
    return told.saves[0].mode


# ── countercharm ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_countercharm_of_5_1_helps_all_who_hear_it() -> None:
    box = table("5.1", "bard 6")
    fight(box, "Hero", "Foe", "Ally")
    act(box.let(20), "Countercharm", targets=["Ally"])
    assert (fear(box, "Ally"), fear(box, "Foe")) == ("advantage", "normal")
    assert effects(box, "Ally") == ["Countercharm"]
    for _ in range(3):
        box.accept("next_turn")
    assert effects(box, "Ally") == ["Countercharm"]
    box.accept("next_turn")
    assert effects(box, "Ally") == []


@pytest.mark.xfail(strict=True, reason=ENDS_WITH_ITS_SOURCE)
def test_a_stunned_bard_charms_nobody_back() -> None:
    box = table("5.1", "bard 6")
    act(box, "Countercharm", targets=["Ally", "Hero"])
    box.accept("apply", "Hero", condition="stunned")
    assert effects(box, "Ally") == effects(box, "Hero") == []


@pytest.mark.stored
@pytest.mark.parametrize("whom", ["Ally", "Hero"])
def test_a_countercharm_of_5_2_answers_a_failed_save(whom: str) -> None:
    """The save is made again with advantage; only against charm and fear."""
    with begun(ruleset="5.2") as game:
        held = Table(game)
        held.did("create", name="Hero", character={"classes": ["bard 7"], "abilities": SCORES, "hpMax": 60, "party": True})
        held.did("create", name="Ally", character={"level": 5, "hpMax": 60, "party": True})
        held.did("create", name="Foe", character={"level": 5, "hpMax": 60, "party": False})
        held.did("start_fight", names=["Hero", "Ally", "Foe"])
        for conditions, fits in (("prone", False), ("frightened", True)):
            held.roll_with(falling(2))
            steps = [{"save": "wis", "dc": 15, "fail": [{"apply": {"conditions": [conditions]}}]}]
            failed = held.did("act", "Foe", steps=steps, targets=[whom])
            assert ("Countercharm" in failed["text"]) is fits
            held.roll_with(falling(3, 19))
            if not fits:
                held.refused("answer_unfit", "act", "Hero", act="Countercharm", answer=True, targets=[whom])
                continue
            held.did("act", "Hero", act="Countercharm", answer=True, targets=[whom])
            assert [c["name"] for c in held.thing(whom).body.get("conditions") or []] == ["prone"]


# ── inspiration ─────────────────────────────────────────────────────────────────────────────────────────────────────


@each_row(
    ("ruleset", "level", "spent", "has"),
    [("5.1", 19, 4, 0), ("5.1", 20, 4, 1), ("5.1", 20, 3, 1), ("5.2", 17, 4, 0), ("5.2", 18, 4, 2), ("5.2", 18, 3, 2), ("5.2", 18, 1, 3)],
)
def test_superior_inspiration_comes_with_initiative(ruleset: Ruleset, level: int, spent: int, has: int) -> None:
    """One use if none is left; in 5.2 up to two."""
    box = table(ruleset, f"bard {level}", spent={"bardic_inspiration": spent})
    fight(box, "Hero", "Foe")
    assert left(box, "bardic inspiration") == has


@pytest.mark.stored
@pytest.mark.parametrize(("ruleset", "level", "die"), [("5.1", 14, 10), ("5.1", 15, 12), ("5.2", 14, 10)])
def test_peerless_skill_adds_the_die_to_a_check(ruleset: Ruleset, level: int, die: int) -> None:
    with begun(ruleset=ruleset) as game:
        held = Table(game)
        choices = {"subclass": "lore"}
        held.did("create", name="Hero", character={"classes": [f"bard {level}"], "abilities": SCORES, "hpMax": 60, "choices": choices})
        held.roll_with(falling(5, face=die))
        held.did("check", "Hero", ability="cha", dc=25)
        assert f"{die}" in held.did("act", "Hero", act="Peerless Skill", answer=True)["text"]
        kept = ruleset == "5.2"  # the die is not spent if the check fails nevertheless (SRD 5.2, Peerless Skill)
        assert held.thing("Hero").body.get("spent", {}) == ({} if kept else {"bardic_inspiration": 1})


@pytest.mark.stored
@pytest.mark.parametrize(("ruleset", "fits"), [("5.1", False), ("5.2", True)])
def test_peerless_skill_of_5_2_saves_a_missed_attack(ruleset: Ruleset, fits: bool) -> None:
    with begun(ruleset=ruleset) as game:
        held = Table(game)
        held.did(
            "create", name="Hero", character={"classes": ["bard 14"], "abilities": SCORES, "hpMax": 60, "choices": {"subclass": "lore"}}
        )
        held.did("create", name="Foe", character={"level": 5, "abilities": {"dex": 20}, "hpMax": 60, "hp": 60, "party": False})
        held.roll_with(falling(2, face=10))
        held.did("attack", "Hero", targetName="Foe")
        if not fits:
            held.refused("answer_unfit", "act", "Hero", act="Peerless Skill", answer=True)
            return
        held.did("act", "Hero", act="Peerless Skill", answer=True)
        assert held.hp("Foe") < 60


# ── spells of others ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("ruleset", "level", "choice", "spell"),
    [
        ("5.1", 6, "additional magical secrets", "Fireball"),
        ("5.1", 10, "magical secrets", "Fireball"),
        ("5.2", 6, "magical discoveries", "Fireball"),
    ],
)
def test_secrets_are_cast_as_bard_spells(ruleset: Ruleset, level: int, choice: str, spell: str) -> None:
    """With the DC of the bard: 8 + proficiency + CHA."""
    more: dict[str, Any] = {"spells": {"known": ["Sleep"], "prepared": ["Sleep"]}}
    without = table(ruleset, f"bard {level}", LORE, **more)
    without.reject("spell_of_another_list", "cast", "Hero", spell=spell, targets=["Foe"])
    box = table(ruleset, f"bard {level}", LORE, choices={choice: [spell, "Counterspell"]}, **more)
    told = box.accept("cast", "Hero", spell=spell, targets=["Foe"]).expect(ActResult)
    assert {s.dc for t in told.targets for s in t.saves} == {8 + (level - 1) // 4 + 2 + 4}


@each_row(("level", "most"), [(9, 0), (10, 2), (14, 4), (18, 6)])
def test_there_are_as_many_secrets_as_the_levels_give(level: int, most: int) -> None:
    box = table("5.1", f"bard {level}")
    opened = [c.level for c in thing_stats.sheet(who(box, "Hero"), box.book).open_choices if c.choice == "magical secrets"]
    assert len(opened) == most // 2


def test_a_secret_is_a_spell_of_the_lists() -> None:
    box = table("5.2", "bard 5", LORE)
    box.accept("award", names=["Hero"], milestone=True)
    choices = {"magical discoveries": ["Fireball", "Find Steed"]}
    box.reject("choice_unfit", "level_up", "Hero", hp="average", choices=choices)
    box.accept("level_up", "Hero", hp="average", choices={"magical discoveries": ["Fireball", "Revivify"]})
    box.accept("cast", "Hero", spell="Fireball", targets=["Foe"])


@pytest.mark.parametrize(("level", "fits"), [(9, False), (10, True)])
def test_a_bard_of_5_2_prepares_from_other_lists(level: int, fits: bool) -> None:
    box = table("5.2", f"bard {level}")
    if fits:
        box.accept("prepare", "Hero", spells=["Fireball", "Revivify", "Moonbeam", "Sleep"])
        box.accept("cast", "Hero", spell="Fireball", targets=["Foe"])
    else:
        box.reject("spell_not_on_list", "prepare", "Hero", spells=["Fireball"])


def test_words_of_creation_reach_a_second_creature() -> None:
    for level, reaches in ((19, False), (20, True)):
        box = table("5.2", f"bard {level}", spells={"prepared": ["Power Word Kill"]})
        box.accept("update", "Foe", character={"hp": 50})
        if reaches:
            box.accept("cast", "Hero", spell="Power Word Kill", targets=["Foe", "Ally"])
            assert thing_stats.is_dead(who(box, "Foe")) and thing_stats.is_dead(who(box, "Ally"))
        else:
            box.reject("targets_count", "cast", "Hero", spell="Power Word Kill", targets=["Foe", "Ally"])


def test_the_words_of_creation_are_always_prepared() -> None:
    box = table("5.2", "bard 20", spells={"prepared": ["Sleep"]})
    box.accept("cast", "Hero", spell="Power Word Heal", targets=["Hero", "Ally"])
    assert (hp(box, "Hero"), hp(box, "Ally")) == (200, 60)
    box.accept("rest", "Hero", kind="long")
    box.accept("cast", "Hero", spell="Power Word Kill", targets=["Foe"])


@pytest.mark.parametrize(("ruleset", "level"), [("5.1", 10), ("5.2", 9)])
def test_expertise_comes_twice(ruleset: Ruleset, level: int) -> None:
    for at, many in ((level - 1, 1), (level, 2)):
        box = table(ruleset, f"bard {at}")
        assert sum(c.choice == "expertise" for c in thing_stats.sheet(who(box, "Hero"), box.book).open_choices) == many


@each_row(("level", "die"), [(8, 6), (9, 8), (13, 10), (17, 12)])
def test_a_song_of_rest_grows(level: int, die: int) -> None:
    box = table("5.1", f"bard {level}").let(10, face=20)
    told = act(box, "Song of Rest", targets=["Ally"], force=True)
    assert sum(t.healed for t in told.targets) == die
