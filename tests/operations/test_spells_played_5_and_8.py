"""Every spell of levels 5 and 8 is cast in both rulesets, on those who fail and on those who pass."""

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.rules.acts.act import Spell
from rpg_lite.vocabulary import Ruleset
from tests.operations.casters import FAILS, HEROES, PASSES, cast_with_any, first_choices, opened
from tests.operations.worlds import Sandbox

pytestmark = pytest.mark.pure
LEVELS = (5, 8)
FIT = {"Planar Binding": "elemental", "Awaken": "beast"}
"""Spells that reach only creatures of a type."""


def of_levels() -> list[tuple[Ruleset, Spell]]:
    rulesets: tuple[Ruleset, ...] = ("5.1", "5.2")
    found = ((r, rulebook_loading.rulebook(r).spell(name)) for r in rulesets for name in rulebook_loading.rulebook(r).spell_names)
    return [(r, spell) for r, spell in found if spell and spell.level in LEVELS]


def caster_of(spell: Spell) -> str:
    return next(name for name, of in HEROES.items() if of.split()[0] in spell.classes and name != "Mira")


def prepare(box: Sandbox, spell: Spell) -> str:
    """A target that the spell can reach."""
    name = "Goblin 1"
    if spell.name in FIT:
        name = "Odd"
        box.accept("create", name=name, character={"type": FIT[spell.name], "hpMax": 30, "abilities": {"int": 2}})
    if spell.name in ("Raise Dead", "Reincarnate"):
        box.accept("damage", name, amount=200, damageType="fire")
    if spell.name == "Mass Cure Wounds":
        box.accept("damage", name, amount=1, damageType="fire")
    return name


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "spell"), of_levels(), ids=lambda v: v.name if isinstance(v, Spell) else v)
@pytest.mark.parametrize("face", [FAILS, PASSES])
def test_every_spell_is_cast(ruleset: Ruleset, spell: Spell, face: int) -> None:
    """Saves are failed or passed; no formula is left open, and what plays later is kept."""
    box = opened(ruleset)
    target = prepare(box, spell)
    box.let(face, face=2)
    told = cast_with_any(box, caster_of(spell), spell.name, *(() if spell.targets == "self" else (target,)), choice=first_choices(spell))
    assert spell.name in told["text"] and "cannot be kept" not in told["text"] and "{" not in told["text"]
