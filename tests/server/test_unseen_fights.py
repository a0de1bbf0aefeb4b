"""A fight that nobody of the party sees: players neither hear of it nor wait for its turns."""

from typing import Any, Final

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.game import Game
from tests.copies import begun, copy_of, laid_alike
from tests.operations.table import TOOL_OF, Table

Answer = dict[str, Any]
THORIN: Final = Caller("player", "tom", None, ("Thorin",))
VIEWER: Final = Caller("viewer", "screen")
ALOUD: Final = Caller(aloud=True)
TRACES: Final = ("zqx", "out of sight", "Fight", "Round", "fight")
DEEDS: Final[list[Answer]] = [
    {"operation": "attack", "characterName": "Thorin", "targetName": "Wolf", "d20": [15]},
    {"operation": "transfer", "characterName": "Thorin", "itemName": "Torch", "toName": "floor"},
    {"operation": "equip", "characterName": "Thorin", "itemName": "Longsword"},
    {"operation": "use", "characterName": "Thorin", "itemName": "Potion of Healing"},
    {"operation": "go", "characterName": "Thorin", "direction": "north"},
    {"operation": "check", "characterName": "Thorin", "skill": "perception"},
    {"operation": "act", "characterName": "Thorin", "act": "Dodge"},
    {"operation": "cast", "characterName": "Thorin", "spell": "Light"},
]


@laid_alike
def fighting(rule: bool = False) -> Table:
    return Table(copy_of(_fighting, rule))


def _fighting(rule: bool) -> Game:
    """Thorin and a wolf in the Lobby; two creatures fight in a room that nobody has discovered."""
    table = Table(begun())
    table.did("create", name="Thorin", character={"party": True, "hpMax": 20, "hp": 12, "classes": ["rogue 5"], "abilities": {"str": 16}})
    for template in ("Torch", "Longsword", "Potion of Healing"):
        table.did("give", "Thorin", template=template)
    table.did("create", name="Wolf", character={"hpMax": 11, "abilities": {"dex": 14}})
    table.send({"operation": "create", "name": "Yard", "direction": "north"}, "manage_room")
    table.send({"operation": "create", "name": "zqxcrypt", "direction": "east", "door": "hidden", "dc": 25}, "manage_room")
    for name in ("zqxorc", "zqxelf"):
        table.did("create", name=name, character={"hpMax": 15})
        table.send({"operation": "join", "characterName": name, "toName": "zqxcrypt"}, "manage_room")
    if rule:
        table.send({"operation": "equip", "bagName": "Lobby", "itemName": "turn:initiative"}, "manage_tools")
    table.did("start_fight", names=["zqxorc", "zqxelf"])
    return table.game


def ask(table: Table, payload: Answer, caller: Caller) -> Answer:
    return table.game.ask(payload, TOOL_OF[payload["operation"]], "full", caller)


@pytest.mark.parametrize("rule", [False, True])
@pytest.mark.parametrize("deed", DEEDS, ids=[deed["operation"] for deed in DEEDS])
def test_nobody_waits_for_it(deed: Answer, rule: bool) -> None:
    quiet, table = fighting(rule), fighting(rule)
    quiet.did("end_fight")
    alone, done = (ask(one, deed, THORIN) for one in (quiet, table))
    assert done["ok"] is alone["ok"], done["text"]
    assert not [trace for trace in TRACES[:2] if trace in str(done)], done["text"]


@pytest.mark.parametrize("caller", [THORIN, VIEWER, ALOUD], ids=["player", "viewer", "aloud"])
def test_nothing_that_players_read_tells_of_it(caller: Caller) -> None:
    table = fighting()
    table.did("next_turn")
    table.did("attack", "zqxorc", targetName="zqxelf", force=True)
    for payload in ({"operation": "recap", "since": 0}, {"operation": "party"}, {"operation": "who"}, {"operation": "look"},
                    {"operation": "context"}, {"operation": "map"}, {"operation": "character", "characterName": "Thorin"}):  # fmt: skip
        told = str(ask(table, payload, caller).get("text"))
        assert not [trace for trace in TRACES if trace in told], told
    assert table.game.table(caller=caller)["fight"] is None


def test_whoever_comes_to_it_sees_it_and_waits() -> None:
    table = fighting()
    table.send({"operation": "join", "characterName": "Thorin", "toName": "zqxcrypt"}, "manage_room")
    refused = ask(table, {"operation": "equip", "characterName": "Thorin", "itemName": "Longsword"}, THORIN)
    assert refused["error"]["code"] == "not_in_the_fight"
    assert "Fights: 1" in ask(table, {"operation": "recap", "since": 0}, THORIN)["text"]


def test_the_game_master_reads_of_it() -> None:
    assert "Fights: 1" in fighting().did("recap", since=0)["text"]


def test_a_fight_of_the_party_is_waited_for_from_afar() -> None:
    table = fighting()
    table.did("end_fight")
    table.did("create", name="Pip", character={"party": True, "hpMax": 9})
    table.did("start_fight", names=["Thorin", "Wolf"])
    table.send({"operation": "join", "characterName": "Pip", "toName": "Yard"}, "manage_room")
    while table.did("next_turn")["text"].count("Wolf's turn") == 0:
        pass
    table.did("give", "Pip", template="Torch")
    refused = ask(
        table,
        {"operation": "transfer", "characterName": "Pip", "itemName": "Torch", "toName": "floor"},
        Caller("player", characters=("Pip",)),
    )
    assert refused["error"]["code"] == "not_your_turn"
