"""A melee attack that drops a creature may knock it out (SRD 5.1, Knocking a Creature Out; SRD 5.2, Knocking Out a Creature)."""

from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.vocabulary import Ruleset
from rpg_lite.world import thing_stats
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure

RULESETS: tuple[Ruleset, ...] = ("5.1", "5.2")
SPARING: dict[str, Any] = {"targetName": "Ogre", "with": ["knock_out"]}


def ring(ruleset: Ruleset, hp: int = 3) -> Sandbox:
    """Kim with a mace (1d6 + 3) and an ogre with few hit points."""
    box = Sandbox(first_world(ruleset), rulebook_loading.rulebook(ruleset))
    box.did("create", name="Kim", character={"classes": ["fighter 3"], "abilities": {"str": 16, "dex": 16, "wis": 10}})
    box.did("create", name="Ogre", character={"hpMax": hp, "party": False})
    box.did("give", "Kim", template="Mace", equip=True)
    return box.let(15, face=4)


def state(box: Sandbox, who: str = "Ogre") -> tuple[int | None, bool, bool]:
    """Hit points, whether it is dead, and whether it is unconscious."""
    thing = box.thing(who)
    return (
        thing.creature.hp,
        thing_stats.is_dead(thing),
        "unconscious" in thing_stats.stats_of(box.world, thing, box.book).conditions_active,
    )


@pytest.mark.parametrize(("ruleset", "hp"), [("5.1", 0), ("5.2", 1)])
@pytest.mark.parametrize("had", [1, 3, 7])
def test_a_monster_is_knocked_out_and_not_killed(ruleset: Ruleset, hp: int, had: int) -> None:
    """Not even damage beyond 0 that reaches its maximum kills it."""
    box = ring(ruleset, had)
    text = box.did("attack", "Kim", **SPARING)["text"]
    assert "Ogre is knocked out." in text and "dies" not in text
    assert state(box) == (hp, False, True)
    assert box.thing("Ogre").creature.dying.is_stable is (hp == 0)
    assert any(c.name == "prone" for c in box.thing("Ogre").creature.conditions)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_without_the_word_it_dies_and_above_0_the_word_changes_nothing(ruleset: Ruleset) -> None:
    box = ring(ruleset, 8)
    assert "knocked out" not in box.did("attack", "Kim", **SPARING)["text"] and state(box) == (1, False, False)
    box.did("attack", "Kim", targetName="Ogre")
    assert state(box)[1]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_hero_is_knocked_out_without_death_saves(ruleset: Ruleset) -> None:
    box = ring(ruleset)
    box.did("create", name="Bo", character={"classes": ["wizard 1"], "hpMax": 5})
    text = box.did("attack", "Kim", **{**SPARING, "targetName": "Bo"})["text"]
    assert "death saves" not in text and state(box, "Bo") == (0 if ruleset == "5.1" else 1, False, True)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_shot_knocks_nobody_out(ruleset: Ruleset) -> None:
    box = ring(ruleset)
    box.did("give", "Kim", template="Shortbow", equip=True, slot="mainhand")
    box.did("give", "Kim", template="Arrow", quantity=5)
    answer = box.refused("knock_out_by_shot", "attack", "Kim", itemName="Shortbow", **SPARING)
    assert answer["error"]["try"] == {"operation": "attack", "characterName": "Kim", "itemName": "Shortbow", "targetName": "Ogre"}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_more_damage_of_the_same_deed_spares_it_too(ruleset: Ruleset) -> None:
    box = ring(ruleset)
    box.did("create", name="Ash", character={"classes": ["rogue 3"], "abilities": {"dex": 16}})
    box.did("give", "Ash", template="Dagger", equip=True)
    box.did("attack", "Ash", **{**SPARING, "with": ["knock_out", "sneak attack", "ally_near"]})
    assert state(box) == (0 if ruleset == "5.1" else 1, False, True)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("act", ["Unarmed Strike", "Multiattack"])
def test_an_act_that_strikes_may_knock_out(ruleset: Ruleset, act: str) -> None:
    box = ring(ruleset)
    box.did("create", name="Bear", template="Brown Bear")
    who = "Kim" if act == "Unarmed Strike" else "Bear"
    box.did(
        "act",
        who,
        act=act,
        targets=["Ogre"],
        **{"with": ["knock_out"]},
    )
    assert state(box) == (0 if ruleset == "5.1" else 1, False, True)


def test_an_act_that_shoots_says_that_it_cannot() -> None:
    box = ring("5.1")
    shot = {"attack": 9, "kind": "ranged", "hit": [{"damage": "9", "type": "piercing"}]}
    text = box.did("act", "Kim", steps=[{"attack": 1, "hit": []}, shot], targets=["Ogre"], **{"with": ["knock_out"]})["text"]
    assert "A ranged attack cannot knock out." in text and state(box)[1]
    box.refused("rider_unknown", "act", "Kim", steps=[shot], targets=["Ogre"], **{"with": ["knock_out"]})


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_creature_that_is_knocked_out_counts_as_defeated(ruleset: Ruleset) -> None:
    box = ring(ruleset)
    box.did("create", name="Rat", template="Giant Rat")
    box.did("attack", "Kim", **{**SPARING, "targetName": "Rat"})
    assert "25" in box.did("award", "Kim", encounter=True)["text"]


# ── waking ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def heal(box: Sandbox) -> None:
    box.did("heal", "Ogre", amount=1)


def help_up(box: Sandbox) -> None:
    box.let(10).did("act", "Kim", act="First Aid", targets=["Ogre"])


def help_badly(box: Sandbox) -> None:
    box.let(9).did("act", "Kim", act="Stabilize", targets=["Ogre"])


def wait(box: Sandbox) -> None:
    box.did("advance", duration="60 minutes")


def wait_less(box: Sandbox) -> None:
    box.did("advance", duration="59 minutes")


@pytest.mark.parametrize(("event", "awake"), [(heal, True), (help_up, True), (help_badly, False), (wait, True), (wait_less, False)])
def test_one_hit_point_wakes_by_healing_first_aid_or_rest(event: Any, awake: bool) -> None:
    box = ring("5.2", 5)
    box.did("attack", "Kim", **SPARING)
    event(box)
    assert state(box)[2] is not awake


def test_a_stable_monster_wakes_by_healing() -> None:
    box = ring("5.1")
    box.did("attack", "Kim", **SPARING)
    heal(box)
    assert state(box) == (1, False, False)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("query", ["knock out", "knocking a creature out", "nonlethal"])
def test_lookup_finds_it(ruleset: Ruleset, query: str) -> None:
    box = ring(ruleset)
    assert '["knock_out"]' in box.send({"operation": "lookup", "query": query}, "read_campaign")["text"]
