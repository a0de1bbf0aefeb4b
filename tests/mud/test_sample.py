"""The example session of the design, line by line in our words, and the session in docs/playing.md."""

import re
from pathlib import Path

import pytest

from rpg_lite.campaign_opening import open_campaign
from rpg_lite.content import initial_world
from rpg_lite.game import Game
from rpg_lite.mud.session import Session
from rpg_lite.operations.tool_server_connection import Connect
from tests.operations.table import Table

PLAYING = (Path(__file__).parents[2] / "docs" / "playing.md").read_text("utf-8")
SERVERS = {"holler": {"sample": "Generate audio samples", "play": "Plays a sample."}, "exa": {"web_search": "Searches the web."}}
HERE = "rpg:look,say,inventory,examine,exits,portal"


@pytest.fixture
def game():
    with open_campaign(seed=1) as one:
        yield one


@pytest.fixture
def workshop(game: Game) -> Session:
    """Alice in a Workshop that uses little, with two tool servers connected and one call of a tool on record."""
    table, session = Table(game), Session(game)
    session.hear("create Workshop"), session.hear("create Studio")
    table.did("create", name="Alice", character={"party": True})
    Session(game, gm=True).hear("join Workshop")
    for name, tools in SERVERS.items():
        assert game.record_server(Connect(name=name, tools=tools))["ok"]
    table.send({"bagName": "Workshop", "operation": "equip", "itemName": "prompt:code-style", "content": "Short words."}, "manage_tools")
    session.hear(f"unequip room {','.join(initial_world.descriptions().keys() - _rpg(HERE))}")
    session.hear("equip room holler:sample"), session.hear("unequip room prompt:code-style")
    game.ask({"prompt": "jazz drums"}, tool="holler__sample")
    return session


def heard(session: Session, line: str) -> list[str]:
    return str(session.hear(line)).splitlines()


def test_the_session_of_the_design_line_by_line(workshop: Session):
    assert workshop.scene().room == "Workshop"
    in_use = ["Equipped:", *(f"  ✓ {name}" for name in _rpg(HERE)), "  ✓ holler:sample     [holler, available]"]
    told = heard(workshop, "/inv")
    assert [re.sub(r" {2,}\[", "     [", line) for line in told] == [*in_use, "", "Room contents:", "  · prompt:code-style"]

    told = heard(workshop, "/inv all")
    free = told[told.index("Available to equip:") :]
    assert re.sub(r" +", " ", "\n".join(free)).count("○ holler:play [holler]") == 1
    assert re.sub(r" +", " ", "\n".join(free)).count("○ exa:web_search [exa]") == 1
    assert any(re.fullmatch(r"  ○ rpg:history +\[internal\]", line) for line in free)

    assert workshop.hear("/equip room holler:play") == "Workshop uses holler:play."

    told = heard(workshop, "/examine holler:sample")
    assert told[0].startswith("holler:sample - Generate audio samples")
    assert told[1:4] == ["Kind: tool", "Location: holler (mcp)", "Status: available"]
    assert "Recent calls:" in told
    assert any("jazz drums" in line for line in told)
    assert re.fullmatch(r"Stats: 1 call.*", told[-1])

    assert str(workshop.hear("/portal north studio")).startswith("Workshop: a new exit north leads to Studio")
    assert heard(workshop, "/exits")[:2] == ["Exits from Workshop:", "  north → Studio"]


def _rpg(names: str) -> list[str]:
    space, _, verbs = names.partition(":")
    return [f"{space}:{verb}" for verb in verbs.split(",")]


def test_a_created_room_has_what_the_defaults_equip(game: Game):
    session = Session(game)
    session.hear("hero Bo fighter")
    session.hear("create Studio toward north")
    lobby = heard(session, "inv")
    session.hear("go Studio")
    assert heard(session, "inv") == lobby and "28 verbs" in "".join(lobby) and "  ✓ rpg:look" in heard(session, "inv all")


def test_a_sealed_room_takes_verbs_away_and_gives_them_back(game: Game):
    session = Session(game)
    session.hear("hero Bo fighter"), session.hear("create Studio toward north")
    session.hear("unequip room rpg:join,leave,go,create")
    for line in ("go north", "join Studio", "leave", "create Cellar"):
        told = str(session.hear(line))
        assert told.startswith("There is no ") and "manage_tools" not in told
    assert "north" in str(session.hear("look")) and session.scene().room == "Lobby"
    session.hear("equip room rpg:go")
    session.hear("go north")
    assert session.scene().room == "Studio"


def test_a_note_is_dropped_out_of_the_room_and_a_torch_onto_its_floor(game: Game):
    session = Session(game)
    session.hear("hero Bo fighter")
    game.ask({"bagName": "Lobby", "operation": "equip", "itemName": "prompt:local", "content": "Dim."}, tool="manage_tools")
    session.hear("grant Torch")
    assert "prompt:local" in str(session.hear("inv"))
    session.hear("drop room prompt:local"), session.hear("drop torch")
    told = str(session.hear("inv"))
    assert "prompt:local" not in told and "· Torch" in told


def test_the_session_of_the_readme_is_as_it_is_played(game: Game):
    (shown,) = (block for block in re.findall(r"^```text\n(.*?)^```", PLAYING, re.MULTILINE | re.DOTALL) if "Lobby> " in block)
    session, played = Session(game), []
    for line in re.findall(r"^\w+> (.*)$", shown, re.MULTILINE):
        room = session.scene().room
        played.append(f"{room}> {line}\n{session.hear(line)}\n")
    assert "\n".join(played) == shown
