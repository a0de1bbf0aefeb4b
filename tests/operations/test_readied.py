"""Ready: an act for later, and a spell that is held with concentration until a reaction releases it (SRD, Ready)."""

from typing import Any

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.operations.action.act import PlayAct, may_act
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.dice import let
from tests.operations.table import Table, notes
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure
MAGE = {"classes": ["wizard 5"], "abilities": {"int": 18, "con": 14}, "party": True, "hpMax": 60}
OGRE = {"hpMax": 100, "abilities": {"dex": 10}}


def begin(box: Any) -> Any:
    """Mira acts before Ogg."""
    box.did("create", name="Mira", character=MAGE)
    box.did("create", name="Ogg", character=OGRE)
    box.did("start_fight", names=["Mira", "Ogg"], d20=[20, 1])
    return let(box, 2, face=3)


def table(ruleset: Ruleset = "5.1") -> Sandbox:
    return begin(Sandbox(first_world(ruleset)))  # type: ignore[no-any-return]


def ready(box: Any, spell: str = "Fireball", **fields: Any) -> Any:
    return box.did("cast", "Mira", spell=spell, **{"with": ["ready"]}, **fields)


def release(box: Any, spell: str = "Fireball") -> Any:
    return box.did("act", "Mira", act=f"Release {spell}", targets=["Ogg"])


def hp(box: Sandbox) -> int | None:
    return box.thing("Ogg").creature.hp


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("slot", "dealt"), [(3, 24), (4, 27)])
def test_a_readied_spell_pays_now_and_strikes_later(ruleset: Ruleset, slot: int, dealt: int) -> None:
    box = table(ruleset)
    box.accept("update", "Mira", character={"classes": ["wizard 7"]})
    answer = ready(box, slot=slot)
    assert "act Release Fireball releases it" in answer["text"] and hp(box) == 100
    mira = box.thing("Mira").creature
    assert mira.concentration and mira.concentration.effect == "Fireball" and mira.spent == {f"slot_{slot}": 1}
    box.did("next_turn")
    told = release(box)
    assert hp(box) == 100 - dealt and "It is Ogg's turn" not in notes(told)
    mira = box.thing("Mira").creature
    assert mira.concentration is None and not mira.effects and mira.spent == {f"slot_{slot}": 1}


def test_it_takes_the_action_now_and_the_reaction_later() -> None:
    box = table()
    assert ready(box)["results"][0]["turn"]["actions"] == 0
    box.did("next_turn")
    assert release(box)["results"][0]["turn"]["reaction"] is False
    assert box.reject("act_unknown", "act", "Mira", act="Release Fireball", targets=["Ogg"]).near is not None


def test_it_is_lost_with_concentration() -> None:
    box = table()
    ready(box)
    box.did("next_turn")
    let(box, 1).did("damage", "Mira", amount=30, damageType="fire")
    assert box.thing("Mira").creature.concentration is None
    box.reject("act_unknown", "act", "Mira", act="Release Fireball", targets=["Ogg"])
    assert hp(box) == 100


def test_it_is_lost_at_the_start_of_the_next_turn() -> None:
    box = table()
    ready(box)
    for _ in range(2):
        box.did("next_turn")
    assert box.thing("Mira").creature.concentration is None
    box.reject("act_unknown", "act", "Mira", act="Release Fireball", targets=["Ogg"])


def test_it_ends_another_concentration() -> None:
    box = table()
    box.did("cast", "Mira", spell="Blur")
    ready(box)
    held = box.thing("Mira").creature
    assert held.concentration and held.concentration.effect == "Fireball" and [e.name for e in held.effects] == ["Readied Fireball"]


def test_a_released_spell_of_concentration_is_held_on() -> None:
    box = table()
    ready(box, "Hold Person")
    box.did("next_turn")
    box.accept("update", "Ogg", character={"type": "humanoid"})
    release(box, "Hold Person")
    mira, ogg = box.thing("Mira").creature, box.thing("Ogg").creature
    assert mira.concentration and mira.concentration.effect == "Hold Person" and [c.name for c in ogg.conditions] == ["paralyzed"]
    box.did("next_turn")
    assert [c.name for c in box.thing("Ogg").creature.conditions] in ([], ["paralyzed"])
    let(box, 1).did("damage", "Mira", amount=30, damageType="fire")
    assert not box.thing("Ogg").creature.conditions


def test_a_cantrip_is_readied_too() -> None:
    box = table()
    ready(box, "Fire Bolt")
    box.did("next_turn")
    let(box, 18, face=3)
    release(box, "Fire Bolt")
    assert hp(box) == 94 and not box.thing("Mira").creature.spent


@pytest.mark.parametrize("spell", ["Misty Step", "Shield"])
def test_only_a_spell_of_one_action_is_readied(spell: str) -> None:
    answer = table().send(
        {"operation": "cast", "characterName": "Mira", "spell": spell, "with": ["ready"], "force": True}, "execute_action"
    )
    assert answer["error"]["code"] == "not_readied" and "with" not in answer["error"]["try"]


@pytest.mark.stored
def test_undo_of_the_release_holds_it_again(empty: Table) -> None:
    begin(empty)
    ready(empty)
    empty.did("next_turn")
    before = empty.now.world
    release(empty)
    empty.did("undo")
    assert empty.now.world == before
    release(empty)
    assert empty.hp("Ogg") == 76


def test_a_readied_act_is_done_once() -> None:
    box = table()
    box.did("act", "Mira", act="Ready")
    box.did("next_turn")
    answer = box.did("act", "Mira", act="Readied")
    assert "happens now" in answer["text"] and not box.thing("Mira").creature.effects
    box.reject("act_unknown", "act", "Mira", act="Readied")


def test_a_player_releases_out_of_turn() -> None:
    box = table()
    ready(box)
    box.did("next_turn")
    command = PlayAct.model_validate({"operation": "act", "characterName": "Mira", "act": "Release Fireball", "targets": ["Ogg"]})
    assert may_act(Caller("player", "p", None, ("Mira",)), command, box.world, box.book) is None


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_trigger_in_free_words_is_told_and_told_again_when_it_happens(ruleset: Ruleset) -> None:
    box = table(ruleset)
    waits = {"trigger": "the door opens", "then": "bar it"}
    told = box.did("act", "Mira", act="Ready", choice=waits)["text"]
    assert "Trigger: the door opens. Then: bar it." in told and "no effect" not in told
    box.did("next_turn")
    assert "Trigger: the door opens. Then: bar it." in box.did("act", "Mira", act="Readied")["text"]


def test_a_word_alone_is_the_trigger_and_other_keys_are_refused() -> None:
    box = table()
    assert "allowed: trigger, then" in box.refused("choice_unknown", "act", "Mira", act="Ready", choice={"when": "he moves"})["text"]
    assert "Trigger: he moves." in box.did("act", "Mira", act="Ready", choice="he moves")["text"]
