"""A world in memory is cut as the store loads it: for every operation, and for refs of all roles in any campaign."""

from typing import Any, Final, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rpg_lite.call import Call
from rpg_lite.decision.callers import GM
from rpg_lite.game import Game
from rpg_lite.meaning.parse import parse
from rpg_lite.operations.registry import TOOLS, operations
from rpg_lite.operations.request_envelope import Asked
from rpg_lite.store import slices
from rpg_lite.store.unit_of_work import Reading
from rpg_lite.strategies import commands
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world.world_model import Ref, Role, World
from tests import act_commands
from tests.act_commands import EVERYBODY, casts
from tests.copies import copy_of
from tests.examples import examples, seconds
from tests.operations.memory_rows import MemoryRows, slice_of
from tests.operations.table import Table

pytestmark = pytest.mark.timeout(seconds())
OPERATIONS: Final = [(tool, operation) for tool in TOOLS for operation in operations(tool)]
ITEMS: Final = ("Longsword", "Backpack", "Chest", "Torch", "Odd Coin", "Potion of Healing", "gp")
NAMES: Final = (*EVERYBODY, *ITEMS, "Thor", "Goblin", "Lobby", "Cave", "party", "floor", "Salt", "none of that name")
TOOLS_NAMED: Final = ("rpg:go", "rpg:*", "turn:initiative", "turn:*", "rpg:none")


def lived_in(ruleset: Ruleset) -> Game:
    """Heroes and goblins in a fight and under spells, some of them elsewhere; bags in bags, doors, quests, tools of a room and of a hero."""
    game = act_commands.opened(ruleset)
    table = Table(game)
    assert table.send({"operation": "create", "name": "Cave", "direction": "west", "fromName": "Lobby"}, "manage_room")["ok"]
    for bag, payload in {
        "Thorin": {"template": "Backpack"}, "Backpack": {"template": "Torch", "quantity": 3}, "floor": {"template": "Chest"},
        "Chest": {"item": {"name": "Odd Coin", "type": "treasure"}, "quantity": 2}, "Cave": {"template": "Backpack"}, "Elara": {"template": "Shield"},
    }.items():  # fmt: skip
        target = {"characterName": bag} if bag in EVERYBODY else {"bagName": bag}
        table.did("give", **target, **payload)
    for one in (*EVERYBODY, *EVERYBODY):  # more of one name than a hint looks at
        table.did("give", one, item={"name": f"{one} Idol", "type": "treasure"})
        table.did("give", one, item={"name": "Odd Coin", "type": "treasure", "weight": 1 + len(one)})
    table.did("join", "Goblin 3", toName="Cave")
    assert table.send({"operation": "import_map", "adventure": "salt_toll"}, "manage_room")["ok"]
    for context in ({"bagName": "Cave"}, {"characterName": "Thorin"}, {"bagName": "Home"}):
        table.send({"operation": "equip", "itemName": "turn:initiative", **context}, "manage_tools")
    table.did("cast", "Elara", spell="Web", targets=["Goblin 1"], force=True)
    table.did("cast", "Elara", spell="Mage Armor", targets=["Pip"], force=True)
    table.did("apply", "Goblin 3", condition="grappled", source="Thorin")
    table.did("start_fight", names=["party", "Goblin 1", "Goblin 2"])
    return game


def is_cut_alike(game: Game, at: Reading, refs: tuple[Ref, ...]) -> None:
    loaded = (
        at.load(refs, game.book) if any(ref.role == "elsewhere" for ref in refs) else slices.load(at._rows, at.campaign, refs, game.book)
    )
    cut = slice_of(slices.whole(at._connection, at.campaign), refs, game.book)
    assert compared(cut) == compared(loaded), refs


def compared(world: World) -> tuple[Any, ...]:
    """A world with the order of its things, which counts, and without that of rows that no statement orders."""
    return [*world.things.values()], dict(world.equipped), dict(world.exits), world.roster


@pytest.mark.parametrize(("tool", "operation"), OPERATIONS)
@settings(max_examples=examples(10), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data(), st.sampled_from(RULESETS))
def test_every_operation_decides_with_what_the_store_loads(tool: str, operation: str, data: st.DataObject, ruleset: Ruleset) -> None:
    payload = data.draw(commands(tool, operation, characters=EVERYBODY, items=ITEMS))
    with copy_of(lived_in, ruleset) as game:
        asked = parse(tool, payload, game.book.words)
        if isinstance(asked, Asked):
            refs = Call.of(asked, "brief", GM, game.book).refs
            game.store.read(game.campaign.id, lambda at: is_cut_alike(game, at, refs))


@settings(max_examples=examples(100), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data(), st.sampled_from(RULESETS))
def test_any_refs_find_the_same_in_any_campaign(data: st.DataObject, ruleset: Ruleset) -> None:
    with copy_of(lived_in, ruleset) as game:
        for operation, who, fields in data.draw(st.lists(casts(ruleset), max_size=3)):
            Table(game).ask(operation, who, **{**fields, "force": True})
        for payload in data.draw(st.lists(commands("manage_inventory", characters=EVERYBODY, items=ITEMS), max_size=4)):
            game.ask(payload, "manage_inventory")

        def compare(at: Reading) -> None:
            ids = [*slices.whole(at._connection, at.campaign).things]
            one = st.builds(Ref, st.sampled_from(get_args(Role)), st.none() | st.sampled_from(ids), st.none() | st.sampled_from(NAMES))
            tools = st.builds(Ref, st.sampled_from(("qualified", "users", "verb")), st.none(), st.sampled_from(TOOLS_NAMED))
            alike = st.builds(Ref, st.sampled_from(("namesake", "elsewhere")), st.none(), st.just("Odd Coin"))
            for refs in data.draw(st.lists(st.lists(st.one_of(one, one, tools, alike), max_size=5), min_size=1, max_size=8)):
                is_cut_alike(game, at, tuple(refs))

        game.store.read(game.campaign.id, compare)


def test_the_memory_knows_every_lookup() -> None:
    lookups = {name for name in dir(slices.SliceRows) if not name.startswith("_")}
    assert lookups <= {*dir(MemoryRows)}
