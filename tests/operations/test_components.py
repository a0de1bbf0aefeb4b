"""The components of spells: what a caster cannot give is told, and refused where a room, the creature or Home demands it."""

from typing import Any

import pytest

from rpg_lite.decision.outcome import Accepted, Rejected
from tests.operations.table import Table
from tests.operations.worlds import GOBLIN, Sandbox

pytestmark = pytest.mark.pure
WIZARD = {"classes": ["wizard 5"], "abilities": {"int": 18}}


@pytest.fixture
def box() -> Sandbox:
    table = Sandbox().let(10)
    table.accept("create", name="Elara", character=WIZARD)
    table.accept("create", name="Goblin", character={**GOBLIN, "hpMax": 60})
    return table


def silence(box: Sandbox) -> None:
    box.accept("create", name="Mira", character={"classes": ["cleric 5"]})
    box.accept("cast", "Mira", spell="Silence", targets=["Elara"])


def full_hands(box: Sandbox) -> None:
    box.accept("give", "Elara", template="Dagger", equip=True)
    box.accept("give", "Elara", template="Club", equip=True, slot="offhand")


def demand(box: Sandbox, **where: str) -> None:
    told = box.send({"operation": "equip", "itemName": "turn:components", **where}, "manage_tools")
    assert told["ok"], told["text"]


def notes(outcome: Accepted) -> str:
    return " ".join(str(n.details.get("why")) for n in outcome.notes if n.code == "components_missing")


def cast(box: Sandbox, spell: str, **fields: Any) -> Accepted | Rejected:
    return box.decide("cast", "Elara", spell=spell, targets=["Goblin"], **fields)  # type: ignore[return-value]


HINDERED = [
    (silence, "Magic Missile", "V: no sound"),
    (full_hands, "Magic Missile", "S: no hand is free"),
    (full_hands, "Hold Person", "S: no hand is free"),
]


@pytest.mark.parametrize(("hinder", "spell", "why"), HINDERED)
def test_what_is_missing_is_told(box: Sandbox, hinder: Any, spell: str, why: str) -> None:
    told = cast(box, spell)
    assert isinstance(told, Accepted) and notes(told) == ""
    hinder(box)
    told = cast(box, spell, force=hinder is silence)  # in silence no spell with words is cast at all
    assert isinstance(told, Accepted) and why in notes(told)


WHERE = [{"bagName": "Lobby"}, {"bagName": "Home"}, {"characterName": "Elara"}]


@pytest.mark.parametrize("where", WHERE)
@pytest.mark.parametrize(("hinder", "spell", "why"), HINDERED)
def test_it_is_refused_where_it_is_demanded(box: Sandbox, where: dict[str, str], hinder: Any, spell: str, why: str) -> None:
    demand(box, **where)
    box.accept("give", "Elara", template="Component Pouch")
    assert isinstance(cast(box, spell), Accepted)
    hinder(box)
    refused = cast(box, spell)
    assert isinstance(refused, Rejected) and refused.code == "components_missing" and why in refused.details["why"]
    assert isinstance(cast(box, spell, force=True), Accepted)


def test_a_demand_of_another_room_or_creature_does_not_count(box: Sandbox) -> None:
    box.accept("create", name="Mira", character={"classes": ["cleric 5"]})
    demand(box, characterName="Mira")
    full_hands(box)
    assert isinstance(cast(box, "Magic Missile"), Accepted)


def test_a_material_without_a_price_takes_a_focus_or_a_pouch_where_it_is_demanded(box: Sandbox) -> None:
    assert isinstance(cast(box, "Hold Person"), Accepted)
    demand(box, bagName="Home")
    assert isinstance(cast(box, "Hold Person"), Rejected)
    box.accept("give", "Elara", template="Wand")
    assert isinstance(cast(box, "Hold Person"), Accepted)


def test_a_focus_in_hand_gives_the_gestures_of_a_spell_with_material(box: Sandbox) -> None:
    box.accept("give", "Elara", template="Orb", equip=True, slot="mainhand")
    box.accept("give", "Elara", template="Club", equip=True, slot="offhand")
    told = cast(box, "Hold Person"), cast(box, "Magic Missile")
    assert [notes(one) for one in told if isinstance(one, Accepted)] == [
        "",
        "S: no hand is free; unequip frees one",
    ]


def test_a_spell_of_an_item_takes_no_components(box: Sandbox) -> None:
    demand(box, bagName="Home")
    box.accept("give", "Elara", template="Wand of Magic Missiles", equip=True)
    silence(box)
    assert isinstance(cast(box, "Wand of Magic Missiles"), Accepted)


def test_a_glob_of_all_tools_demands_nothing(box: Sandbox) -> None:
    box.send({"operation": "equip", "bagName": "Lobby", "itemName": "*"}, "manage_tools")
    full_hands(box)
    assert isinstance(cast(box, "Magic Missile"), Accepted)


RAGING = {"classes": ["barbarian 3", "wizard 3"], "abilities": {"int": 16}}


@pytest.mark.parametrize(
    ("operation", "fields"),
    [("cast", {"spell": "Magic Missile"}), ("cast", {"spell": "Wand of Magic Missiles"}), ("use", {"itemName": "Wand of Magic Missiles"})],
)
def test_a_rage_stops_spells_of_ones_own_and_of_items(box: Sandbox, operation: str, fields: dict[str, Any]) -> None:
    box.accept("create", name="Rag", character=RAGING)
    box.accept("give", "Rag", template="Wand of Magic Missiles", equip=True)
    assert isinstance(box.decide(operation, "Rag", targets=["Goblin"], **fields), Accepted)
    box.accept("act", "Rag", act="Rage")
    box.reject("cannot_act", operation, "Rag", targets=["Goblin"], **fields)


def test_the_incapacitated_cast_nothing(box: Sandbox) -> None:
    box.accept("apply", "Elara", condition="incapacitated")
    box.reject("cannot_act", "cast", "Elara", spell="Magic Missile", targets=["Goblin"])


@pytest.mark.stored
@pytest.mark.parametrize("where", WHERE)
def test_what_a_stored_campaign_demands_is_loaded_with_a_cast(table: Table, where: dict[str, str]) -> None:
    table.did("give", "Elara", template="Dagger", equip=True)
    table.did("give", "Elara", template="Club", equip=True, slot="offhand")
    spell = {"operation": "cast", "characterName": "Elara", "spell": "Magic Missile", "targets": ["Thorin"]}
    assert "lacks components" in table.send(spell, "execute_action")["text"]
    assert table.send({"operation": "equip", "itemName": "turn:components", **where}, "manage_tools")["ok"]
    table.refused_whole("components_missing", spell, "execute_action")


def test_a_costly_material_is_demanded_too(box: Sandbox) -> None:
    """SRD, Material: a pouch or a focus replaces no component with a price."""
    box.accept("create", name="Mira", character={"classes": ["cleric 5"], "abilities": {"wis": 16}})
    box.accept("give", "Mira", template="Component Pouch")
    box.accept("create", name="Dead", character={"hpMax": 10})
    box.accept("damage", "Dead", amount=10, damageType="fire")
    assert "settle it at the table" in box.did("cast", "Mira", spell="Revivify", targets=["Dead"], dryRun=True)["text"]
    demand(box, bagName="home")
    box.reject("components_missing", "cast", "Mira", spell="Revivify", targets=["Dead"])
    box.accept("give", "Mira", item={"name": "Diamond", "type": "treasure", "value": 300})
    box.accept("cast", "Mira", spell="Revivify", targets=["Dead"])
