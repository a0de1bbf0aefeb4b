"""A creature of mist: no attacks, spells or words, and nothing that it carries is used, worn, given or dropped (SRD, Gaseous Form, Vampire; Potion of
Gaseous Form). An effect with the name of a spell forbids what the spell forbids.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.decision.callers import Caller
from rpg_lite.rules.acts.act import ApplyStep, EffectModel
from rpg_lite.rules.acts.walk import walk
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.table import TOOL_OF, Table
from tests.rows import each_row

PLAYER = Caller.of("player", ["Mage", "Fern"])
FORBIDDING = ("no_attacks", "no_spells", "no_casting", "cannot_speak", "handles_nothing", "only_acts:", "cannot_be_surprised")
WAYS = ("spell", "potion", "effect")


@laid_alike
def mist(ruleset: Ruleset, way: str) -> Table:
    """A mage that has become mist, with a potion, a wand, a dagger in its hand and a bag; Fern stands beside it."""
    table = Table(begun(ruleset))
    for name, classes in (("Mage", "wizard 9"), ("Fern", "druid 9")):
        table.did("create", name=name, character={"classes": [classes], "abilities": {"int": 18, "wis": 18}})
    for thing in ("Potion of Healing", "Dagger", "Wand of Magic Missiles", "Potion of Gaseous Form"):
        table.did("give", "Mage", template=thing)
    table.did("give", "Fern", template="Torch")
    table.did("equip", "Mage", itemName="Wand of Magic Missiles")
    match way:
        case "spell":
            table.did("cast", "Fern", spell="Gaseous Form", targets=["Mage"], force=True)
        case "potion":
            table.did("use", "Mage", itemName="Potion of Gaseous Form")
        case _:
            table.did("apply", "Mage", effect="Gaseous Form")
    return table


def asked(table: Table, operation: str, who: str, **fields: Any) -> dict[str, Any]:
    payload = {"operation": operation, "characterName": who, **fields}
    return table.game.ask(payload, TOOL_OF[operation], "full", PLAYER)


FORBIDDEN: tuple[tuple[str, str, Mapping[str, Any]], ...] = (
    ("attack", "Mage", {"targetName": "Fern"}),
    ("cast", "Mage", {"spell": "Fire Bolt", "targets": ["Fern"]}),
    ("cast", "Mage", {"spell": "Shield"}),
    ("use", "Mage", {"itemName": "Potion of Healing", "force": True}),
    ("use", "Mage", {"itemName": "Wand of Magic Missiles", "targets": ["Fern"]}),
    ("equip", "Mage", {"itemName": "Dagger"}),
    ("unequip", "Mage", {"itemName": "Wand of Magic Missiles"}),
    ("transfer", "Mage", {"itemName": "Dagger", "toName": "floor"}),
    ("transfer", "Mage", {"itemName": "Dagger", "toCharacterName": "Fern"}),
    ("transfer", "Fern", {"itemName": "Torch", "toCharacterName": "Mage"}),
)


@each_row("ruleset, way", [(r, w) for r in RULESETS for w in WAYS])
def test_mist_neither_strikes_nor_casts_nor_handles_anything(ruleset: Ruleset, way: str) -> None:
    table = mist(ruleset, way)
    before = table.now
    for operation, who, fields in FORBIDDEN:
        answer = asked(table, operation, who, **{k: v for k, v in fields.items() if k != "force"})
        assert not answer["ok"] and answer["error"]["code"] in ("cannot_act", "cannot_attack", "cannot_speak"), (
            operation,
            fields,
            answer["text"],
        )
    assert table.now == before


@each_row("ruleset, way", [(r, w) for r in RULESETS for w in WAYS])
def test_the_game_master_uses_nothing_of_it_either(ruleset: Ruleset, way: str) -> None:
    mist(ruleset, way).refused("cannot_act", "use", "Mage", itemName="Potion of Healing")


@each_row("ruleset", RULESETS)
def test_a_bonus_action_ends_the_potion(ruleset: Ruleset) -> None:
    table = mist(ruleset, "potion")
    table.did("start_fight", names=["Mage", "Fern"], d20={"Mage": 20, "Fern": 1})
    assert table.now.things[table.id("Mage")].creature.effects
    table.did("act", "Mage", act="Gaseous Form: end")
    assert not table.now.things[table.id("Mage")].creature.effects
    table.did("attack", "Mage", targetName="Fern")


@each_row("ruleset", RULESETS)
def test_at_0_hit_points_the_potion_ends(ruleset: Ruleset) -> None:
    table = mist(ruleset, "potion")
    table.did("damage", "Mage", amount=500, damageType="force")
    assert "Gaseous Form" not in [e.name for e in table.now.things[table.id("Mage")].creature.effects]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_vampire_of_mist_uses_nothing(ruleset: Ruleset) -> None:
    table = Table(begun(ruleset))
    table.did("create", name="Count", template="Vampire")
    table.did("give", "Count", template="Potion of Healing")
    act = {"5.1": "Shapechanger", "5.2": "Shape-Shift"}[ruleset]
    table.did("act", "Count", act=act, choice="mist")
    assert not table.ask("use", "Count", itemName="Potion of Healing", force=True)["ok"]


def forbidden_by_spells(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """(spell, flag) of what spells apply by their own name."""
    book = rulebook_loading.rulebook(ruleset)
    for spell in filter(None, map(book.spell, book.spells)):
        for step in walk(spell.steps, inner_acts=False):
            if (
                isinstance(step, ApplyStep)
                and isinstance(step.apply, EffectModel)
                and step.apply.name in (None, spell.name, f"{spell.name}: cloud")
            ):
                granted = [str(m.value) for m in step.apply.modifiers if m.target == "flag" and not m.scope]
                yield from ((spell.name, flag) for flag in (*step.apply.flags, *granted) if flag.startswith(FORBIDDING))


@each_row("ruleset, spell, flag", [(r, s, f) for r in RULESETS for s, f in forbidden_by_spells(r)])
def test_an_effect_forbids_what_its_spell_forbids(ruleset: Ruleset, spell: str, flag: str) -> None:
    book = rulebook_loading.rulebook(ruleset)
    found = next((e for e in book.effects.values() if e.name == spell), None)
    assert found is None or flag in {m.value for m in found.modifiers if m.target == "flag"}, (spell, flag)


def test_those_spells_are_these() -> None:
    assert {"Gaseous Form", "Wind Walk", "Foresight", "Feeblemind"} <= {s for s, _ in forbidden_by_spells("5.1")}
