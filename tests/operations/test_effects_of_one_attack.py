"""An effect that counts for one attack ends with that attack, even if the same act goes on with another one."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.dice import let
from tests.operations.table import Table
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure
CASTER = {"classes": ["sorcerer 5"], "spells": {"cantrips": ["Ray of Frost"], "known": ["Scorching Ray"]}}
WARLOCK = {"classes": ["warlock 11"], "spells": {"cantrips": ["Eldritch Blast"]}}
MODIFIER = {"target": "attack.all", "op": "disadvantage"}
MODES = {"1d20": "normal", "2d20kh1": "advantage", "2d20kl1": "disadvantage"}
OPEN = {"target": "attacks_against_you", "op": "advantage"}


def table(ruleset: Ruleset) -> Sandbox:
    box = Sandbox(first_world(ruleset))
    for name, character in (("Sol", CASTER), ("Wes", WARLOCK), ("Al", {"classes": ["fighter 5"]})):
        box.accept("create", name=name, character={**character, "hpMax": 500})
    box.accept("create", name="Ape", template="Ape")
    box.accept("create", name="Foe", character={"hpMax": 900})
    return let(box, 9, 12)


def modes(box: Sandbox, operation: str, who: str, **more: Any) -> list[str]:
    """The mode of each attack roll of an act."""
    result = box.did(operation, who, **more)["results"][0]
    rolls = result.get("rolls") or [result["roll"]]
    return [mode for roll in rolls for start, mode in MODES.items() if roll["dice"].startswith(start)]


def lay(box: Sandbox, name: str, change: dict[str, Any], ends: str, on: str) -> None:
    steps = [{"apply": {"name": name, "modifiers": [change]}, "for": "1 minute", "ends": [ends]}]
    box.did("act", "Al", act="improvise", steps=steps, targets=[on])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_hindered_creature_makes_only_the_first_attack_of_a_multiattack_with_disadvantage(ruleset: Ruleset) -> None:
    box = table(ruleset)
    lay(box, "Sapped", MODIFIER, "attack", "Ape")
    assert modes(box, "act", "Ape", act="Multiattack", targets=["Foe"]) == ["disadvantage", "normal"]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("ends", ["attacked", "attacked_by:other"])
def test_an_opening_helps_only_the_first_beam(ruleset: Ruleset, ends: str) -> None:
    box = table(ruleset)
    lay(box, "Opening", OPEN, ends, "Foe")
    assert modes(box, "cast", "Wes", spell="Eldritch Blast", targets=["Foe"]) == ["advantage", "normal", "normal"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_help_action_helps_only_the_first_ray(ruleset: Ruleset) -> None:
    box = table(ruleset)
    box.did("act", "Al", act="Help", targets=["Foe"], choice="attack")
    assert modes(box, "cast", "Sol", spell="Scorching Ray", targets=["Foe"]) == ["advantage", "normal", "normal"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_invisible_caster_is_seen_after_the_first_ray(ruleset: Ruleset) -> None:
    box = table(ruleset)
    steps = [{"apply": {"name": "Veil", "conditions": ["invisible"]}, "for": "1 hour", "ends": ["attack_or_cast"]}]
    box.did("act", "Al", act="improvise", steps=steps, targets=["Sol"])
    assert modes(box, "cast", "Sol", spell="Scorching Ray", targets=["Foe"]) == ["advantage", "normal", "normal"]


@pytest.mark.parametrize("act", ["Multiattack", "Opportunity Attack"])
def test_the_attack_that_brings_an_effect_does_not_end_it(act: str) -> None:
    box = table("5.2")
    box.accept("create", name="Fen", character={"classes": ["fighter 5"], "hpMax": 50, "acts": [TWICE]})
    box.accept("give", "Fen", template="Shortsword", equip=True)
    first = modes(box, "act", "Fen", act=act, targets=["Foe"])
    assert first == (["normal", "advantage"] if act == "Multiattack" else ["normal"])
    assert "Vexed" in str(box.did("character", "Foe"))
    assert modes(box, "act", "Fen", act="Opportunity Attack", targets=["Foe"]) == ["advantage"]


TWICE: dict[str, Any] = {"name": "Multiattack", "cost": "action", "targets": "1", "steps": [{"attack": "weapon"}, {"attack": "weapon"}]}


@pytest.mark.stored
def test_a_parry_waits_for_the_hit_that_it_answers_and_counts_for_no_other() -> None:
    with begun("5.1") as game:
        stored = Table(game)
        stored.did("create", name="Ape", template="Ape")
        stored.did("create", name="Knight", template="Knight")
        let(stored, 2, 14)
        told = stored.did("act", "Ape", act="Multiattack", targets=["Knight"])["text"]
        assert "Parry" in told, told
        told = stored.did("act", "Knight", act="Parry", answer=True)["text"]
        assert "is hit 0 of 2 times" in told
        assert "Parry" not in str(stored.thing("Knight").body.get("effects", ()))
