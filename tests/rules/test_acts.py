"""The models of acts: what a file may say, and what it is told where it is wrong."""

from typing import Any

import pytest
from pydantic import ValidationError

from rpg_lite.mechanics.acts.step_dispatch import PLAYERS
from rpg_lite.rules.acts.act import STEP_MODELS, Act, SaveStep, Spell
from rpg_lite.rules.acts.steps.hit_points import DamageStep
from rpg_lite.rules.acts.walk import step_at, walk
from tests.rows import each_row

pytestmark = pytest.mark.pure
FIREBALL: dict[str, Any] = {
    "name": "Fireball", "level": 3, "school": "evocation", "classes": ["wizard"], "range": 150, "targets": "area",
    "area": {"shape": "sphere", "ft": 20}, "steps": [{"save": "dex", "fail": [{"damage": "8d6", "type": "fire", "up": "1d6"}], "pass": "half"}],
}  # fmt: skip


def test_a_spell_is_read_with_its_steps() -> None:
    spell = Spell.model_validate(FIREBALL)
    assert spell.spend == "slot" and [type(s) for s in walk(spell.steps)] == [SaveStep, DamageStep]
    found = step_at(spell, "0.fail.0")
    assert isinstance(found, DamageStep) and found.damage == "8d6"


def test_a_cantrip_spends_no_slot() -> None:
    assert Spell.model_validate({**FIREBALL, "level": 0}).spend is None


@each_row(
    ("changed", "why"),
    [
        ({"level": 10}, "less than or equal to 9"),
        ({"steps": [{"explode": 3}]}, "exactly one step word"),
        ({"steps": [{"damage": "lots", "type": "fire"}]}, "is not dice"),
        ({"steps": [{"damage": "1d6", "type": "fir"}]}, "takes one of acid"),
        ({"steps": [{"damage": "{luck}d6", "type": "fire"}]}, "not a word of a formula"),
        ({"steps": [{"damage": "1d6", "type": "fire", "loud": True}]}, "Extra inputs"),
        ({"steps": [{"do": "Fireball"}]}, "never plays itself"),
        ({"steps": [{"if": ["sleepy"], "then": []}]}, "not a word of `if`"),
        ({"steps": [{"apply": {"conditions": ["frightened"]}, "ends": ["someday"]}]}, "not a word of `ends`"),
        ({"steps": [{"apply": {"modifiers": [{"target": "luck", "op": "add", "value": 1}]}}]}, "unknown target"),
        ({"steps": [{"apply": {}, "for": "a while"}]}, "not a duration"),
        ({"cost": "soon"}, "takes action"),
        ({"spend": "gold"}, "takes slot"),
        ({"targets": "most"}, "takes self, area"),
    ],
)
def test_a_faulty_act_says_what_is_allowed(changed: dict[str, Any], why: str) -> None:
    with pytest.raises(ValidationError, match=why):
        Spell.model_validate({**FIREBALL, **changed})


def test_an_inner_act_may_do_the_spell_that_brings_it() -> None:
    inner = {"name": "Hex: another", "cost": "bonus", "steps": [{"do": "Hex", "part": True}]}
    Act.model_validate({"name": "Hex", "steps": [{"apply": {"acts": [inner]}}]})


def test_the_reader_plays_every_step() -> None:
    assert {model for word, model in STEP_MODELS.items() if word != "damage"} == set(PLAYERS)
