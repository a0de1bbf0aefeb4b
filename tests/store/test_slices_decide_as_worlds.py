"""Every operation decides with its slice what it would decide with the whole campaign: nobody who matters is left out."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rpg_lite.decision.callers import Caller
from rpg_lite.game import Game
from rpg_lite.operations.registry import TOOLS, operations
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.store import slices
from rpg_lite.store.unit_of_work import Reading
from rpg_lite.strategies import commands
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world.world_model import Ref, World
from tests import act_commands
from tests.act_commands import EVERYBODY, SCORES, acts, attacks, casts
from tests.copies import copy_of
from tests.examples import examples, seconds
from tests.operations.dice import falling
from tests.operations.table import TOOL_OF, Answer, Snapshot, Table, snapshot

pytestmark = pytest.mark.timeout(seconds())
Json = dict[str, Any]
Call = tuple[str, Json]
"""(tool, payload)."""
ITEMS: Final = ("Longsword", "Backpack", "Potion of Healing", "Wand of Magic Missiles", "Torch", "gp")
FAR: Final = ("Sol", "Goblin 3", "Captive")
"""Those who are in another room, each tied to somebody in the first one."""
WEAK: Final = {"target": "save.all", "op": "add", "value": -50}


def tied_together(ruleset: Ruleset) -> Game:
    """Heroes and monsters in two rooms: spells, auras, zones, controls, mounts, tools and a summoned creature reach from one to the other."""
    game = act_commands.opened(ruleset)
    table = Table(game)
    assert table.send({"operation": "create", "name": "Cave", "direction": "west", "fromName": "Lobby"}, "manage_room")["ok"]
    table.did("create", name="Captive", character={"hpMax": 40, "abilities": SCORES, "modifiers": [WEAK]})
    table.did("create", template="Aboleth")
    table.did("give", bagName="floor", template="Torch", quantity=3)
    table.did("cast", "Elara", spell="Mage Armor", targets=["Sol"], force=True)
    table.did("cast", "Bran", spell="Bless", targets=["Sol", "Pip", "Bran"], force=True)
    table.did("act", "Aboleth", act="Enslave" if ruleset == "5.1" else "Dominate Mind", targets=["Captive"], force=True, seed=1)
    table.did("cast", "Fern", spell="Faerie Fire", targets=["Goblin 3", "Goblin 2"], force=True, seed=1)
    table.did("cast", "Sol", spell="Hold Person", targets=["Goblin 1"], force=True, seed=3)
    table.did("cast", "Bran", spell="Spirit Guardians", targets=["Goblin 1"], choice="radiant", force=True, seed=3)
    table.did("near", "Thorin", names=["Pip"])
    for one in FAR:
        assert table.send({"operation": "join", "characterName": one, "toName": "Cave"}, "manage_room")["ok"]
    assert table.send({"operation": "equip", "itemName": "turn:one_action", "characterName": "Elara"}, "manage_tools")["ok"]
    return game


@contextmanager
def whole_worlds() -> Iterator[None]:
    """Every command gets the whole campaign instead of its slice, with the names that the slice knows for its hints."""
    load = Reading._load_slice

    def load_whole(at: Reading, refs: tuple[Ref, ...], book: Rulebook) -> World:
        return replace(slices.whole(at._connection, at.campaign), roster=load(at, refs, book).roster)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Reading, "_load_slice", load_whole)
        yield


def played(ruleset: Ruleset, calls: Sequence[Call]) -> list[tuple[Answer, Snapshot]]:
    """The answer to each call, and the campaign afterwards."""
    found = []
    with copy_of(tied_together, ruleset) as game:
        for tool, payload in calls:
            found.append((game.ask(payload, tool=tool, detail="full"), snapshot(game)))
    return found


def call(operation: str, who: str | None = None, **fields: Any) -> Call:
    return TOOL_OF[operation], {"operation": operation, **({"characterName": who} if who else {}), **fields}


SOMEBODY: Final = st.sampled_from((*EVERYBODY, "Captive", "Aboleth"))
FIGHTS: Final = st.sampled_from([
    call("start_fight", names=["party", "Aboleth", "Goblin 2"], seed=3), call("next_turn"), call("next_turn"), call("end_fight"),
    call("advance", duration="1 minute"), call("advance", duration="3 rounds"), call("rest", kind="short"),
])  # fmt: skip
DEATHS: Final = st.builds(lambda who: call("damage", who, amount=300, damageType="fire"), SOMEBODY)


def deeds(ruleset: Ruleset) -> st.SearchStrategy[Call]:
    """What brings others into play: spells, acts, attacks, deaths, turns and time."""
    played = st.one_of(casts(ruleset), acts(ruleset)).map(lambda row: call(row[0], row[1], **{**row[2], "force": True}))
    return st.one_of(played, attacks.map(lambda row: call(row[0], row[1], **row[2])), DEATHS, FIGHTS)


def every_operation(tool: str) -> st.SearchStrategy[Call]:
    named = st.sampled_from(sorted(operations(tool)))
    sent = named.flatmap(lambda operation: commands(tool, operation, characters=(*EVERYBODY, "Captive", "Aboleth"), items=ITEMS))
    return sent.map(lambda payload: (tool, payload))


def in_short(answer: Answer) -> tuple[Any, ...]:
    """What the slice must not change: the text of an accepted call; of a refusal, the reason but not the names that it lists as a hint."""
    return (answer["text"],) if answer["ok"] else (answer["error"]["code"], answer["error"].get("field"))


@pytest.mark.parametrize("tool", TOOLS)
@settings(max_examples=examples(50), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data(), st.sampled_from(RULESETS))
def test_a_slice_decides_as_the_whole_campaign(tool: str, data: st.DataObject, ruleset: Ruleset) -> None:
    calls = data.draw(st.lists(st.one_of(every_operation(tool), deeds(ruleset)), min_size=1, max_size=4))
    by_slices = played(ruleset, calls)
    with whole_worlds():
        by_worlds = played(ruleset, calls)
    for sent, (answer, campaign), (whole_answer, whole_campaign) in zip(calls, by_slices, by_worlds, strict=True):
        if sent[1].get("scope") != "all":  # an inventory of all lists what the slice holds
            assert in_short(answer) == in_short(whole_answer), sent
        assert campaign.world == whole_campaign.world, sent
        assert campaign.minutes == whole_campaign.minutes, sent


ENSLAVE: Final[dict[Ruleset, str]] = {"5.1": "Enslaved", "5.2": "Dominate Mind"}


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    "end", [call("damage", "Aboleth", amount=900, damageType="fire"), call("retire", "Aboleth")], ids=["it dies", "it is gone"]
)
def test_what_needs_its_source_ends_in_other_rooms(ruleset: Ruleset, end: Call) -> None:
    """SRD, Aboleth: the charm lasts until the aboleth dies."""
    with copy_of(tied_together, ruleset) as game:
        table, before = Table(game), snapshot(game).things
        assert [e["name"] for e in table.thing("Captive").body["effects"]] == [ENSLAVE[ruleset]]
        answer = game.ask(end[1], tool=end[0])
        assert "Captive is no longer charmed" in answer["text"]
        assert not table.thing("Captive").body.get("effects")
        table.did("undo")
        assert snapshot(game).things == before


def test_a_player_hears_nothing_of_those_in_other_rooms() -> None:
    with copy_of(tied_together, "5.1") as game:
        table = Table(game)
        table.did("damage", "Aboleth", amount=134, damageType="fire")
        table.did("join", "Sol", toName="Lobby")  # now nobody of the party sees the captive
        table.roll_with(falling(19, face=4))
        blow = {"operation": "attack", "characterName": "Thorin", "targetName": "Aboleth"}
        answer = game.ask(blow, "execute_action", "full", Caller("player", "Ann", characters=("Thorin",)))
        assert answer["ok"]
        assert "Captive" not in str(answer)
        assert not table.thing("Captive").body.get("effects")
