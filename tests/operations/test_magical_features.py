"""Saves against features whose text calls them magical (SRD 5.2, Rules Glossary, Magical Effect): Magic Resistance counts for them too."""

from typing import Any

import pytest

from rpg_lite.rules.acts.act import Act, SaveStep
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.table import Answer, Table
from tests.rows import each_row

CLERIC: dict[str, Any] = {"classes": ["cleric 10"], "abilities": {"wis": 18}}
PALADIN: dict[str, Any] = {"classes": ["paladin 15"], "features": ["Oath of Devotion"], "abilities": {"cha": 18}}
DRUID: dict[str, Any] = {"classes": ["druid 10"], "features": ["Land's Aid"], "abilities": {"wis": 18}}
MONK: dict[str, Any] = {"classes": ["monk 10"], "abilities": {"wis": 18}}


def dragonborn(kind: str) -> dict[str, Any]:
    return {"classes": ["fighter 10"], "race": "dragonborn", "features": [f"Draconic Ancestry ({kind})"]}


def saved_against(ruleset: Ruleset, hero: dict[str, Any], act: str, foe: str, **more: Any) -> str:
    """The answer to a feature that is used on a foe."""
    table = Table(begun(ruleset))
    table.did("create", name="Hero", character={**hero, "party": True, "hpMax": 90})
    table.did("create", template=foe, name="Foe")
    answer: Answer = table.did("act", "Hero", act=act, targets=["Foe"], **more)
    text: str = answer["text"]
    assert "save DC" in text
    return text


@each_row(
    ("ruleset", "hero", "act", "foe", "more"),
    [
        ("5.1", CLERIC, "Turn Undead", "Mummy Lord", {}),
        ("5.1", PALADIN, "Turn the Unholy", "Imp", {}),
        ("5.2", CLERIC, "Turn Undead", "Mummy Lord", {}),
        ("5.2", CLERIC, "Divine Spark", "Balor", {"choice": "radiant"}),
        ("5.2", CLERIC, "Divine Spark", "Imp", {"choice": "necrotic"}),
        ("5.2", PALADIN, "Abjure Foes", "Marilith", {}),
        ("5.2", DRUID, "Land's Aid", "Djinni", {}),
        *(("5.2", dragonborn(kind), "Breath Weapon", "Unicorn", {}) for kind in ("acid", "cold", "fire", "brass", "lightning", "poison")),
    ],
)
def test_magic_resistance_has_advantage(ruleset: Ruleset, hero: dict[str, Any], act: str, foe: str, more: dict[str, Any]) -> None:
    assert ", advantage)" in saved_against(ruleset, hero, act, foe, **more)


@each_row(
    ("ruleset", "hero", "act", "foe", "more"),
    [
        # nothing resists here, so the target rolls one die
        ("5.1", CLERIC, "Turn Undead", "Skeleton", {}),
        ("5.2", CLERIC, "Divine Spark", "Ogre", {"choice": "radiant"}),
        # the breath of 5.1 is destructive energy, not magical energy
        *(("5.1", dragonborn(kind), "Breath Weapon", "Unicorn", {}) for kind in ("acid", "cold", "fire", "brass", "lightning", "poison")),
    ],
)
def test_others_roll_one_die(ruleset: Ruleset, hero: dict[str, Any], act: str, foe: str, more: dict[str, Any]) -> None:
    assert ", advantage)" not in saved_against(ruleset, hero, act, foe, **more)


def test_an_aura_of_sorcery_points_is_magical() -> None:
    """SRD 5.1, Font of Magic: sorcery points create magical effects."""
    table = Table(begun("5.1"))
    table.did("create", name="Hero", character={"classes": ["sorcerer 18"], "features": ["Draconic Presence"], "party": True, "hpMax": 90})
    table.did("create", template="Imp", name="Foe")
    table.did("start_fight", names=["Hero", "Foe"])
    told = table.did("act", "Hero", act="Draconic Presence", choice="awe", targets=["Foe"], force=True)["text"]
    told += table.did("next_turn")["text"] + table.did("next_turn")["text"]
    assert ", advantage)" in told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_save_of_channel_divinity_is_against_magic(ruleset: Ruleset) -> None:
    book = begun(ruleset).book
    acts = [act for key in book.features if (feature := book.features[key]) for act in feature.acts if _is_channeled(act)]
    saves = [(act.name, step) for act in acts for step in act.steps_by_path.values() if isinstance(step, SaveStep)]
    assert saves
    assert [name for name, step in saves if "magic" not in step.vs] == []


def _is_channeled(act: Act) -> bool:
    return "resource:channel divinity" in act.spends


@each_row(("foe", "act"), [("Harpy", "Luring Song"), ("Sphinx of Valor", "First Roar"), ("Sphinx of Valor", "Third Roar")])
def test_the_voices_of_creatures_that_a_stat_block_calls_magical(foe: str, act: str) -> None:
    """SRD 5.2, Harpy, Sphinx of Valor; those of 5.1 were against magic already."""
    table = Table(begun("5.2"))
    table.did("create", name="Hero", character={"classes": ["fighter 10"], "race": "human", "party": True, "hpMax": 90})
    table.did("give", "Hero", template="Spellguard Shield", equip=True)
    table.did("attune", "Hero", itemName="Spellguard Shield")
    table.did("create", template=foe, name="Foe")
    assert ", advantage)" in table.did("act", "Foe", act=act, targets=["Hero"])["text"]
