"""Whoever is said to be near a caster stands in the emanation around it, if the text concerns that creature: everybody, friends or foes (SRD,
Antimagic Field, Globe of Invulnerability, Spirit Guardians, Holy Nimbus; SRD 5.1, Draconic Presence; SRD 5.2, Aura of Life, Holy Aura).
"""

from typing import Any, Final

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.rules.acts.act import Spell, ZoneStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.vocabulary import ABILITIES, RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.table import Table

CHOICES: Final[dict[str, Any]] = {
    "Spirit Guardians": {"choice": {"type": "radiant"}},
    "Conjure Minor Elementals": {"choice": {"type": "acid"}},
}
MEANT: Final = {"all": {"Pip", "Ulf"}, "friends": {"Pip"}, "foes": {"Ulf"}}


def around_casters() -> list[tuple[Ruleset, str, str]]:
    """(ruleset, spell, whom it concerns) of the zones around their casters."""
    return sorted(
        (ruleset, spell.name, step.zone.near)
        for ruleset in RULESETS
        for spell in _spells(ruleset)
        for step in _zones(spell)
        if step.zone.near and spell.range in (None, "self")
    )


def _spells(ruleset: Ruleset) -> list[Spell]:
    return [*rulebook_loading.rulebook(ruleset).spell_acts.values()]


def _zones(spell: Spell) -> list[ZoneStep]:
    return [step for step in walk(spell.steps) if isinstance(step, ZoneStep)]


@laid_alike
def seated(ruleset: Ruleset, spell: str) -> Table:
    """A caster of the spell, a friend, a foe, and a friend who stays away."""
    table = Table(begun(ruleset))
    of = next(one for one in _spells(ruleset) if one.name == spell).classes[0]
    for name, more in (
        ("Mage", {"classes": [f"{of} 20"], "party": True}),
        ("Pip", {"party": True}),
        ("Cael", {"party": True}),
        ("Ulf", {}),
    ):
        table.did("create", name=name, character={"abilities": dict.fromkeys(ABILITIES, 16), "hpMax": 90, **more})
    return table


def inside(table: Table) -> set[str]:
    names = {thing.id: thing.name for thing in table.now.things.values()}
    return {names[id] for zone in table.thing("Mage").creature.zones.values() for id in zone.inside} - {"Mage"}


def test_these_spells_do() -> None:
    assert {spell for _, spell, _ in around_casters()} == {
        "Antimagic Field", "Aura of Life", "Conjure Minor Elementals", "Conjure Woodland Beings", "Globe of Invulnerability", "Holy Aura",
        "Spirit Guardians",
    }  # fmt: skip


def test_no_emanation_of_a_spell_is_forgotten() -> None:
    own = ("Antilife Shell", "Gust of Wind")  # nobody who counts gets in; a line
    for ruleset in RULESETS:
        found = {s.name for s in _spells(ruleset) for step in _zones(s) if step.zone.moves == "with:self" and not step.zone.near}
        assert found <= {*own}, (ruleset, found)


@pytest.mark.parametrize(("ruleset", "spell", "near"), around_casters())
def test_it_holds_those_near_who_are_meant_when_the_call_names_nobody(ruleset: Ruleset, spell: str, near: str) -> None:
    table = seated(ruleset, spell)
    table.did("near", "Mage", names=["Pip", "Ulf"])
    hurt = table.hp("Ulf")
    table.did("cast", "Mage", spell=spell, force=True, **CHOICES.get(spell, {}))
    assert inside(table) == MEANT[near]
    assert table.hp("Ulf") == hurt


@pytest.mark.parametrize(("ruleset", "spell", "near"), around_casters())
def test_whoever_comes_near_or_parts_later_is_in_it_or_not(ruleset: Ruleset, spell: str, near: str) -> None:
    table = seated(ruleset, spell)
    table.did("cast", "Mage", spell=spell, force=True, **CHOICES.get(spell, {}))
    assert inside(table) == set()
    told = table.did("near", "Mage", names=["Pip", "Ulf"])["text"]
    assert inside(table) == MEANT[near]
    assert f"Now in Mage's {spell}" in told
    told = table.did("near", "Mage", apart=["Pip", "Ulf"])["text"]
    assert inside(table) == set()
    assert f"No longer in Mage's {spell}" in told
    table.did("near", "Ulf", names=["Mage"])
    assert inside(table) == MEANT[near] & {"Ulf"}


@pytest.mark.parametrize(("ruleset", "spell"), [(r, s) for r, s, n in around_casters() if n == "all"])
def test_a_globe_and_a_field_keep_spells_off_them(ruleset: Ruleset, spell: str) -> None:
    table = seated(ruleset, spell)
    table.did("near", "Mage", names=["Pip"])
    table.did("cast", "Mage", spell=spell, force=True, **CHOICES.get(spell, {}))
    table.did("create", name="Warlock", character={"classes": ["wizard 9"], "abilities": dict.fromkeys(ABILITIES, 16), "party": False})
    table.did("cast", "Warlock", spell="Magic Missile", targets=["Pip"], force=True)
    assert table.hp("Pip") == 90
    table.did("near", "Mage", apart=["Pip"])
    table.did("cast", "Warlock", spell="Magic Missile", targets=["Pip"], force=True)
    assert table.hp("Pip") < 90
