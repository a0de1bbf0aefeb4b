"""Whatever deals damage ends what damage ends, and whatever lays a caster low ends what the caster keeps: the loop sees to it, and no operation
has to remember it. Played in real campaigns of both rulesets, because a slice holds less than a world in memory.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.copies import begun
from tests.operations.dice import let
from tests.operations.rooms import did
from tests.operations.table import Table
from tests.operations.trap_table import BLADE, trap

CALM = [{"apply": {"name": "Calm", "modifiers": [{"target": "ac", "op": "add", "value": 1}]}, "ends": ["damage"], "for": "1 hour"}]
FLASK = {"name": "Burning Flask", "type": "consumable", "onUse": {"damage": {"dice": "1d4", "type": "fire"}}}
BURN = [{"apply": {"name": "Burning", "on": [{"on": "turn_start", "then": [{"damage": "1", "type": "fire"}]}]}, "for": "1 hour"}]
HURT = [{"damage": "3", "type": "cold"}]
OPENS = {**BLADE, "trigger": "open"}
TOUCHED = {**BLADE, "trigger": "touch"}


@pytest.fixture(params=["5.1", "5.2"])
def table(request: pytest.FixtureRequest) -> Iterator[Table]:
    """Pip, Wren and Mira, a wizard, in the Lobby; a Crypt to the north behind a closed door, and a chest on the floor."""
    with begun(ruleset=request.param) as game:
        table = let(Table(game), 10, face=4)
        scores = {"str": 10, "dex": 10, "con": 10, "wis": 1, "int": 16}
        table.did("create", name="Mira", character={"party": True, "hpMax": 200, "classes": ["wizard 9"], "abilities": scores}, force=True)
        for name in ("Pip", "Wren"):
            table.did("create", name=name, character={"party": True, "hpMax": 200, "abilities": scores})
        did(table, "create", name="Crypt", direction="north", door="closed")
        table.did("give", bagName="floor", item="Chest")
        table.did("give", bagName="Chest", item={"name": "Gem", "type": "treasure"})
        yield table


def effects(table: Table, who: str) -> list[str]:
    return [entry["name"] for entry in table.thing(who).body.get("effects", ())]


def conditions(table: Table, who: str) -> list[str]:
    return [entry["name"] for entry in table.thing(who).body.get("conditions", ())]


DEALS: dict[str, Any] = {
    "attack": lambda t: let(t, 20, 20, face=4).did("attack", "Mira", targetName="Pip"),
    "act": lambda t: t.did("act", "Mira", act="Hurt", targets=["Pip"], steps=HURT),
    "cast": lambda t: t.did("cast", "Mira", spell="Magic Missile", targets=["Pip"], force=True),
    "damage": lambda t: t.did("damage", "Pip", amount=2, damageType="cold"),
    "use": lambda t: (t.did("give", "Mira", item=FLASK), t.did("use", "Mira", itemName="Burning Flask", targetName="Pip")),
    "next_turn": lambda t: (
        t.did("act", "Mira", act="Burning", targets=["Pip"], steps=BURN), t.did("start_fight", names=["Mira", "Pip"]),
        t.did("next_turn"), t.did("next_turn"),
    ),
    "go": lambda t: (trap(t, BLADE, bagName="Crypt"), did(t, "go", "Pip", direction="north")),
    "open": lambda t: (trap(t, OPENS, bagName="Lobby", direction="north"), did(t, "open", "Pip", direction="north")),
    "close": lambda t: (trap(t, TOUCHED, bagName="Chest"), did(t, "close", "Pip", bagName="Chest")),
    "lock": lambda t: (trap(t, TOUCHED, bagName="Chest"), did(t, "lock", "Pip", bagName="Chest", dc=10)),
    "unlock": lambda t: (did(t, "lock", "Mira", bagName="Chest", dc=5, keyName="Iron Key"), trap(t, TOUCHED, bagName="Chest"), did(t, "unlock", "Pip", bagName="Chest", skill="athletics")),
    "disarm": lambda t: (
        trap(t, {**BLADE, "disarm": {"dc": 30, "triggers": True}}, bagName="Chest"), trap(t, "found", bagName="Chest"), t.did("give", "Pip", item="Thieves' Tools"),
        did(t, "disarm", "Pip", bagName="Chest"),
    ),
    "transfer": lambda t: (trap(t, OPENS, bagName="Chest"), t.did("transfer", None, bagName="Chest", itemName="Gem", toCharacterName="Pip")),
    "update": lambda t: (trap(t, BLADE, bagName="Lobby"), did(t, "update", "Pip", trap="triggered")),
}  # fmt: skip
"""Operation → the calls by which it hurts Pip."""


@pytest.mark.parametrize("operation", DEALS)
def test_all_damage_ends_what_damage_ends(table: Table, operation: str) -> None:
    table.did("act", "Mira", act="Calm", targets=["Pip"], steps=CALM)
    assert "Calm" in effects(table, "Pip")
    before = table.hp("Pip")
    DEALS[operation](table)
    assert table.hp("Pip") < before
    assert "Calm" not in effects(table, "Pip")


LOWERS: dict[str, Any] = {
    "update": lambda t: t.did("update", "Mira", character={"hp": 0}),
    "damage": lambda t: t.did("damage", "Mira", amount=200, damageType="cold"),
    "apply": lambda t: t.did("apply", "Mira", condition="unconscious"),
    "act": lambda t: t.did("act", "Wren", act="Stun", targets=["Mira"], steps=[{"apply": "stunned", "for": "1 minute"}]),
    "use": lambda t: (t.did("give", "Wren", item={**FLASK, "onUse": {"damage": {"dice": "200", "type": "fire"}}}), t.did("use", "Wren", itemName="Burning Flask", targetName="Mira")),
    "update room": lambda t: (
        trap(t, {**BLADE, "steps": [{"damage": "200", "type": "cold"}]}, bagName="Lobby"), did(t, "update", "Mira", trap="triggered"),
    ),
}  # fmt: skip
"""Operation → the calls by which it makes Mira unable to concentrate."""


@pytest.mark.parametrize("operation", LOWERS)
def test_a_caster_who_cannot_act_keeps_no_spell(table: Table, operation: str) -> None:
    let(table, 1, face=4).did("cast", "Mira", spell="Hypnotic Pattern", targets=["Pip"], force=True)
    assert "charmed" in conditions(table, "Pip")
    LOWERS[operation](table)
    assert "charmed" not in conditions(table, "Pip")


# ── what follows while the command is decided ───────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("face", "verdict"), [(1, "fails"), (20, "passes")])
def test_the_save_of_a_zone_that_is_entered_takes_the_face_of_the_call(table: Table, face: int, verdict: str) -> None:
    table.did("cast", "Mira", spell="Spirit Guardians", choice="radiant", force=True)
    text = let(table, 10, face=4).did("act", "Pip", act="enter", zone="Spirit Guardians", d20=[face])["text"]
    assert verdict in text and "No roll of this call" not in text, text


def test_where_nobody_has_to_roll_nobodys_eyes_are_told_of(table: Table) -> None:
    table.did("apply", "Pip", condition="blinded")
    assert "Pip" not in did(table, "search")["text"]


def test_what_a_thrown_weapon_brings_on_a_hit_counts_before_it_lies_on_the_floor(table: Table) -> None:
    stats = {
        "category": "simple_melee",
        "damageDice": "1d6",
        "damageType": "piercing",
        "properties": ["thrown"],
        "range": {"normal": 20, "long": 60},
    }
    flares = {"on": "hit", "by": "bearer", "then": [{"say": "It flares."}]}
    table.did("give", "Wren", item={"name": "Flare Spear", "type": "weapon", "weaponStats": stats, "on": [flares]}, equip=True)
    text = let(table, 20, face=4).did("attack", "Wren", targetName="Pip", itemName="Flare Spear", **{"with": ["thrown"]})["text"]
    assert "It flares." in text, text
    assert table.thing("Flare Spear").parent_id == table.id("Lobby")
