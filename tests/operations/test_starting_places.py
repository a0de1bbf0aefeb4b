"""The place at which somebody begins a fight is no entry into the zones that lie there (SRD 5.1, Establish Positions and Spirit Guardians; SRD 5.2 alike)."""

import pytest

import rpg_lite
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import laid_alike
from tests.operations.crypts import GOBLIN, room, turn_of
from tests.operations.dice import let
from tests.operations.table import Table

ZONES = ("Spirit Guardians", "Moonbeam", "Cloudkill", "Web", "Spike Growth", "Wall of Fire", "Blade Barrier", "Insect Plague", "Sleet Storm", "Grease")
AT = {"Spirit Guardians": "", "Wall of Fire": "F3", "Blade Barrier": "F3"}
WALLS = {"Wall of Fire": {"toward": "F9"}, "Blade Barrier": {"toward": "F9"}}


@laid_alike
def hall(ruleset: Ruleset, spell: str) -> Table:
    """Clem has laid a zone in the hall while she fought a rat that is dead now; two goblins stand far away, and no fight is on."""
    table = Table(rpg_lite.open_campaign(":memory:", ruleset=ruleset, seed=1, policy={"space": "by_plan"}))
    assert room(table, "create", name="Hall", direction="north", ground={"size": "20x20"})["ok"]
    sheet = {"classes": {"cleric": 17}, "abilities": {"wis": 16}, "hpMax": 200, "party": True, "features": ["War Caster"]}
    table.did("create", name="Clem", character=sheet, roomName="Hall")
    table.did("create", name="Rat", template="Rat", roomName="Hall")
    table.did("create", name="Goblin", template=GOBLIN[ruleset], count=2, character={"hpMax": 200, "hp": 200}, roomName="Hall")
    table.did("start_fight", names=["Clem", "Rat"], places={"Clem": "A10", "Rat": "A1", "Goblin 1": "T19", "Goblin 2": "T20"}, space="measured")
    let(table, 2, face=3)
    turn_of(table, "Clem")
    where = {"at": AT.get(spell, "F6")} if AT.get(spell, "F6") else {}
    table.did("cast", "Clem", spell=spell, force=True, **where, **WALLS.get(spell, {}))
    table.did("end_fight")
    return table


def is_unhurt(table: Table, who: str) -> bool:
    held = table.thing(who).creature
    return table.hp(who) == 200 and not held.conditions


SQUARE = {"Spirit Guardians": "C10", "Wall of Fire": "F5", "Blade Barrier": "F5"}


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("spell", ZONES)
def test_nobody_enters_where_it_begins(ruleset: Ruleset, spell: str) -> None:
    table, square = hall(ruleset, spell), SQUARE.get(spell, "F6")
    begun = table.did("start_fight", names=["Clem", "Goblin 1"], places={"Goblin 1": square, "Clem": "A10"}, d20={"Clem": 20, "Goblin 1": 1})
    assert spell in begun["text"] or spell in table.did("where")["text"]
    assert is_unhurt(table, "Goblin 1"), begun["text"]
    placed = table.did("place", names=["Goblin 2"], to=f"next to {square}")
    assert is_unhurt(table, "Goblin 2"), placed["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whoever_joins_a_fight_enters_nothing_and_whoever_is_placed_later_does(ruleset: Ruleset) -> None:
    table = hall(ruleset, "Spirit Guardians")
    table.did("start_fight", names=["Clem", "Goblin 1"], places={"Clem": "A10"})
    turn_of(table, "Clem")
    table.did("act", "Clem", act="Dodge")
    joined = table.did("start_fight", names=["Goblin 2"], places={"Goblin 2": "C10"})
    assert is_unhurt(table, "Goblin 2"), joined["text"]
    placed = table.did("place", names=["Goblin 1"], to="C11")
    assert not is_unhurt(table, "Goblin 1"), placed["text"]
