"""Hide: the Stealth check, what it gives, and what ends it, by the text of each ruleset."""

from typing import Any

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations import rooms
from tests.operations.dice import let
from tests.operations.table import Table
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure
PIP = {"classes": ["rogue 5", "wizard 1"], "abilities": {"dex": 18}, "party": True, "proficiencies": {"skills": {"stealth": 1}}}
"""Stealth +7."""
OGRE: dict[str, Any] = {"hpMax": 300, "abilities": {"wis": 14}}
"""Passive Perception 12."""


def table(ruleset: Ruleset, **more: Any) -> Sandbox:
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="Pip", character=PIP)
    box.accept("give", "Pip", template="Shortsword", equip=True)
    box.accept("create", name="Elara", character={"classes": ["cleric 5"], "abilities": {"wis": 16}, "party": True})
    box.accept("create", name="Ogre", character={**OGRE, **more})
    return box


def is_hidden(box: Sandbox, who: str = "Pip") -> bool:
    body = box.thing(who).creature
    return any("found" in e.span.ends_by for e in (*body.effects, *body.conditions))


@each_row(
    ("ruleset", "face", "hides"),
    [("5.1", 4, False), ("5.1", 5, True), ("5.1", 20, True), ("5.2", 7, False), ("5.2", 8, True), ("5.2", 5, False)],
)
def test_it_hides_by_the_check_of_its_ruleset(ruleset: Ruleset, face: int, hides: bool) -> None:
    """Against passive Perception 12 in 5.1, against 15 in 5.2."""
    box = let(table(ruleset), face)
    answer = box.did("act", "Pip", act="Hide")
    assert is_hidden(box) == hides
    assert ("succeeds" in answer["text"]) == hides and f"= {face + 7} against DC" in answer["text"]


def test_those_who_cannot_act_and_friends_notice_nothing() -> None:
    box = table("5.1")
    box.accept("apply", "Ogre", condition="unconscious")
    let(box, 1).did("act", "Pip", act="Hide")
    assert is_hidden(box)


def test_the_game_master_learns_who_is_watchful() -> None:
    assert "passive Perception here: Ogre 12" in let(table("5.1"), 10).did("act", "Pip", act="Hide")["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("face", [2, 19])
def test_the_next_attack_has_advantage_and_gives_it_away_hit_or_miss(ruleset: Ruleset, face: int) -> None:
    box = let(table(ruleset), 15)
    box.did("act", "Pip", act="Hide")
    first = let(box, face).did("attack", "Pip", targetName="Ogre", **{"with": ["Sneak Attack"]})
    assert "with advantage" in first["text"] and not is_hidden(box)
    assert ("a hit" in first["text"]) == (face == 19)
    assert ("Rolled 3d6" in first["text"]) == (face == 19) and "does not count" not in first["text"]
    vexed = ruleset == "5.2" and face == 19  # by the shortsword (SRD 5.2, Vex)
    assert ("with advantage" in box.did("attack", "Pip", targetName="Ogre")["text"]) == vexed


@pytest.mark.parametrize("ruleset", RULESETS)
def test_attacks_at_the_hidden_are_at_disadvantage(ruleset: Ruleset) -> None:
    box = let(table(ruleset), 15)
    box.did("act", "Pip", act="Hide")
    assert "with disadvantage" in box.did("attack", "Ogre", targetName="Pip")["text"] and is_hidden(box)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_spell_gives_it_away(ruleset: Ruleset) -> None:
    box = let(table(ruleset), 15)
    box.did("act", "Pip", act="Hide")
    box.did("cast", "Pip", spell="Light")
    assert not is_hidden(box)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("face", "found"), [(19, False), (20, True)])
def test_a_perception_check_that_reaches_the_total_finds_it(ruleset: Ruleset, face: int, found: bool) -> None:
    """Stealth 15 + 7 = 22; the ogre adds 2."""
    box = let(table(ruleset), 15)
    box.did("act", "Pip", act="Hide")
    answer = let(box, face).did("check", "Ogre", skill="perception")
    assert is_hidden(box) != found and ("Ogre finds Pip." in answer["text"]) == found


@pytest.mark.parametrize("fields", [{"who": "Elara", "skill": "perception"}, {"who": "Ogre", "skill": "stealth"}])
def test_friends_and_other_checks_find_nobody(fields: dict[str, Any]) -> None:
    box = let(table("5.1"), 5)
    box.did("act", "Pip", act="Hide")
    let(box, 20).did("check", **fields)
    assert is_hidden(box)


@pytest.mark.parametrize("passive", [True, False])
def test_a_search_of_the_room_finds_a_creature(passive: bool) -> None:
    box = table("5.1", abilities={"dex": 10, "wis": 10})
    box.accept("give", "Ogre", template="Torch")
    let(box, 14).did("act", "Ogre", act="Hide")
    assert is_hidden(box, "Ogre")
    let(box, 20).did("search", "Elara", passive=passive)
    assert is_hidden(box, "Ogre") == passive


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_feature_that_hides_is_the_same(ruleset: Ruleset) -> None:
    box = let(table(ruleset), 15)
    box.did("act", "Pip", act="Cunning Action", choice="Hide")
    assert is_hidden(box)


def test_invisibility_ends_by_an_attack_that_misses() -> None:
    box = table("5.1")
    box.did("cast", "Pip", spell="Invisibility", targets=["Pip"], force=True)
    let(box, 2).did("attack", "Pip", targetName="Ogre")
    assert not box.thing("Pip").creature.conditions


@pytest.mark.stored
def test_a_player_hides_and_learns_no_number_of_others(empty: Table) -> None:
    empty.did("create", name="Pip", character=PIP)
    watchful = {"target": "skill.perception", "op": "add", "value": 11}
    empty.did("create", name="Ogre", character={**OGRE, "modifiers": [watchful]})
    assert "perception 23 =" in empty.did("character", "Ogre", stats=["passive.perception"])["text"]
    let(empty, 20)
    payload = {"operation": "act", "act": "Hide"}
    answer = empty.game.ask(payload, tool="execute_action", caller=Caller("player", characters=("Pip",)))
    assert answer["ok"] and "23" not in str(answer) and "succeeds" in answer["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_who_hides_again_has_the_new_total_alone(ruleset: Ruleset) -> None:
    """12 + 7 takes the place of 20 + 7: a Perception of 20 finds it."""
    box = let(table(ruleset), 20)
    box.did("act", "Pip", act="Hide")
    let(box, 12).did("act", "Pip", act="Hide")
    body = box.thing("Pip").creature
    assert len([e for e in (*body.effects, *body.conditions) if "found" in e.span.ends_by]) == 1
    let(box, 18).did("check", "Ogre", skill="perception")
    assert not is_hidden(box)


# ── what was judged in one place ends there ─────────────────────────────────────────────────────────────────────────


def hidden(ruleset: Ruleset) -> Sandbox:
    """Pip hides from the Ogre; a stair leads to the Cellar."""
    box = let(table(ruleset), 15)
    rooms.did(box, "create", name="Cellar", direction="down")
    box.did("act", "Pip", act="Hide")
    assert is_hidden(box)
    return box


@pytest.mark.parametrize("ruleset", RULESETS)
def test_hiding_ends_with_the_place(ruleset: Ruleset) -> None:
    box = hidden(ruleset)
    assert "Pip may be seen again: it left the place" in rooms.did(box, "go", characterName="Pip", direction="down")["text"]
    assert not is_hidden(box)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_hiding_ends_where_a_scene_is_cut(ruleset: Ruleset) -> None:
    box = hidden(ruleset)
    assert "Pip may be seen again" in rooms.did(box, "join", characterName="Pip", toName="Cellar")["text"]
    assert not is_hidden(box)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("names", [[], ["Pip"]])
def test_hiding_ends_with_the_fight(ruleset: Ruleset, names: list[str]) -> None:
    box = hidden(ruleset)
    box.did("start_fight", names=["Pip", "Elara", "Ogre"])
    assert is_hidden(box)
    assert "Pip may be seen again: the fight is over" in box.did("end_fight", names=names)["text"]
    assert not is_hidden(box)
