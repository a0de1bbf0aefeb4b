"""Who begins a fight on squares gets a place if there is room, away from the party; whoever gets none, or is hidden, is named to the game master
(SRD 5.1 and 5.2, Establish Positions).
"""

import pytest

import rpg_lite
from rpg_lite.decision.callers import Caller
from rpg_lite.vocabulary import Ruleset
from tests.operations.crypts import GOBLIN, places, room
from tests.operations.table import Answer, Table

ALOUD = Caller("gm", aloud=True)


def chamber(ruleset: Ruleset, size: str, **foes: int) -> Table:
    """Four heroes in a room of this size, with so many of each foe, made in this order."""
    table = Table(rpg_lite.open_campaign(":memory:", ruleset=ruleset, seed=1))
    assert room(table, "create", name="Chamber", direction="north", ground={"size": size})["ok"]
    for name in ("Ada", "Bo", "Cy", "Di"):
        table.did("create", name=name, character={"hpMax": 30, "party": True}, roomName="Chamber")
    for name, count in foes.items():
        table.did("create", name=name, template=GOBLIN[ruleset] if name == "Goblin" else name, count=count, roomName="Chamber")
    return table


def begins(table: Table, caller: Caller | None = None) -> Answer:
    call = {"operation": "start_fight", "names": ["party", "foes"], "places": {"party": "door south"}, "space": "measured"}
    answer = table.game.ask(call, "execute_action", "full", *([caller] if caller else []))
    assert answer["ok"], answer["text"]
    return answer


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
@pytest.mark.parametrize(("size", "foes"), [("5x5", {"Ogre": 2}), ("5x5", {"Goblin": 5, "Ogre": 2}), ("4x4", {"Goblin": 1, "Ogre": 2})])
def test_big_ones_find_room_among_small_ones(ruleset: Ruleset, size: str, foes: dict[str, int]) -> None:
    table = chamber(ruleset, size, **foes)
    text = begins(table)["text"]
    assert len(places(table)) == 4 + sum(foes.values()), text
    assert "Without a place" not in text


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_foes_keep_as_far_away_as_there_is_room(ruleset: Ruleset) -> None:
    table = chamber(ruleset, "5x5", Goblin=5)
    begins(table)
    rows = {name: int(at[1:]) for name, at in places(table).items()}
    assert max(at for name, at in rows.items() if name.startswith("Goblin")) == 1, rows


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_whoever_fits_nowhere_is_named_to_the_game_master(ruleset: Ruleset) -> None:
    table = chamber(ruleset, "4x4", Ogre=4)
    text = begins(table)["text"]
    assert "Without a place, since nowhere here is room enough: Ogre 3 and Ogre 4. place with their names" in text
    assert "Without a place" not in begins(chamber(ruleset, "4x4", Ogre=4), ALOUD)["text"]


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_hidden_foes_left_out_are_named_to_the_game_master(ruleset: Ruleset) -> None:
    for caller, is_told in ((None, True), (ALOUD, False)):
        table = chamber(ruleset, "10x10", Goblin=2)
        assert room(table, "hide", characterName="Goblin 2")["ok"]
        text = begins(table, caller)["text"]
        assert ("Hidden, so not in the fight: Goblin 2. start_fight with their names" in text) is is_told, text
        assert is_told or "Goblin 2" not in text
