"""Whoever is on the side of a caster counts as its companion: what they do ends what only friends may not do."""

from typing import Any

import pytest

from rpg_lite.vocabulary import ABILITIES, RULESETS, Ruleset
from tests.copies import begun
from tests.operations.table import Table

WEAK = [{"target": "save.all", "op": "add", "value": -50}, {"target": "ac", "op": "add", "value": -5}]
SPELLS = ("Animal Friendship", "Awaken", "Charm Monster", "Charm Person", "Mass Suggestion", "Suggestion")


def create(table: Table, name: str, of: str = "", **more: Any) -> None:
    sheet = {"abilities": dict.fromkeys(ABILITIES, 14), "hpMax": 90, "party": bool(of), **({"classes": [of]} if of else {}), **more}
    table.did("create", name=name, character=sheet)


def charmed(ruleset: Ruleset, spell: str) -> Table | None:
    """A beast under the spell of a hero, beside a second hero and a stranger; None if the ruleset lacks the spell."""
    table = Table(begun(ruleset))
    create(table, "Mage", "bard 13")
    create(table, "Oda", "fighter 5")
    create(table, "Stranger")
    create(table, "Foe", type="beast" if spell in ("Animal Friendship", "Awaken") else "humanoid", modifiers=WEAK)
    if spell in ("Animal Friendship", "Awaken"):
        table.did("update", "Foe", character={"abilities": dict.fromkeys(ABILITIES, 3)})
    answer = table.ask("cast", "Mage", spell=spell, targets=["Foe"], force=True, seed=1)
    return table if answer["ok"] else None


def lies(table: Table) -> bool:
    body = table.thing("Foe").body
    return any("harmed_by:source" in e.get("endsBy", ()) for e in (*body.get("conditions", ()), *body.get("effects", ())))


@pytest.mark.parametrize("spell", SPELLS)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_harm_by_a_companion_ends_it_and_harm_by_others_does_not(ruleset: Ruleset, spell: str) -> None:
    table = charmed(ruleset, spell)
    if table is None:
        assert (ruleset, spell) == ("5.1", "Charm Monster")  # a spell of SRD 5.2 alone
        return
    assert lies(table)
    table.did("attack", "Stranger", targetName="Foe", d20=[19])
    assert lies(table)
    table.did("attack", "Oda", targetName="Foe", d20=[1])
    assert lies(table)
    table.did("attack", "Oda", targetName="Foe", d20=[19])
    assert not lies(table)


def test_a_creature_that_the_caster_has_summoned_is_a_companion() -> None:
    table = charmed("5.1", "Charm Person")
    assert table is not None
    table.did("cast", "Mage", spell="Conjure Animals", choice={"beast": "Wolf", "choice": "eight"}, force=True)
    wolf = next(t.name for t in table.now.things.values() if t.name.startswith("Wolf"))
    table.did("act", wolf, act="Bite", targets=["Foe"], d20=[19])
    assert not lies(table)


def test_the_companions_of_a_stranger_are_the_other_strangers() -> None:
    table = Table(begun("5.1"))
    create(table, "Witch", classes=["bard 13"])
    create(table, "Thug")
    create(table, "Oda", "fighter 5", modifiers=WEAK)
    create(table, "Pip", "rogue 5")
    table.did("cast", "Witch", spell="Charm Person", targets=["Oda"], force=True, seed=1)
    table.did("attack", "Pip", targetName="Oda", d20=[19])
    assert table.thing("Oda").body["conditions"]
    table.did("attack", "Thug", targetName="Oda", d20=[19])
    assert not table.thing("Oda").body.get("conditions")
