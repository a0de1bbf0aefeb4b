"""A dungeon from a public generator: a client walks through it with only the answers as a guide, in the real program and each protocol era."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from fastmcp import Client

from rpg_lite.cli import app
from rpg_lite.content import map_files
from tests.server.clients import ERAS, over_stdio

ONE_PAGE = Path(__file__).parents[1] / "facts" / "one_page_dungeon.json"
ENTRANCE, LAST = "Room 1", "Room 3"
"""The generator numbers the rooms that have a note; the stairs down are in 3."""
MOST_CALLS = 400

Answer = dict[str, Any]


@dataclass
class Walker:
    client: Client[Any]
    calls: int = 0
    been: list[str] = field(default_factory=list)
    needed: set[str] = field(default_factory=set)
    """Obstacles by the code of the refusal."""

    async def ask(self, tool: str, **payload: Any) -> tuple[Answer, Answer | None]:
        """(the answer, nothing) or (nothing, the refusal)."""
        self.calls += 1
        assert self.calls < MOST_CALLS, f"lost on the way: {self.been}"
        result = await self.client.call_tool(tool, payload, raise_on_error=False)
        if not result.is_error:
            return result.structured_content, None
        assert "Nothing was changed." in result.content[0].text
        error: Answer = result.meta["rpg-lite/error"]
        self.needed.add(error["code"])
        return {}, error

    async def did(self, tool: str, **payload: Any) -> Answer:
        answer, refusal = await self.ask(tool, **payload)
        assert refusal is None, refusal
        return answer

    async def room(self, operation: str, **fields: Any) -> tuple[Answer, Answer | None]:
        return await self.ask("manage_room", operation=operation, **fields)

    async def walk_to(self, goal: str) -> None:
        """One step at a time, with new questions after each: search for hidden things, break locks open."""
        while True:
            found = await self.did("manage_room", operation="route", toName=goal, everything=True, detail="full")
            if not found["results"][0]["steps"]:
                return
            await self.step(found["results"][0]["steps"][0])

    async def step(self, step: Answer) -> None:
        went, refusal = await self.room("go", direction=step["label"])
        if refusal is None:
            assert went["results"][0]["room"]["name"] == step["toName"]
            self.been.append(step["toName"])
        elif refusal["code"] == "exit_unknown":
            assert step["label"] in (await self.did("manage_room", operation="search"))["text"]
        else:
            assert refusal["code"] == "door_locked", refusal
            await self.break_open(step["label"])

    async def break_open(self, label: str) -> None:
        while "is unlocked" not in (await self.did("manage_room", operation="unlock", direction=label, **BY_FORCE))["text"]:
            pass


async def charted(walker: Walker) -> list[Answer]:
    """The rooms on the party's map."""
    answer = await walker.did("manage_room", operation="map", around=100, detail="full")
    rooms: list[Answer] = answer["results"][0]["rooms"]
    return rooms


BY_FORCE: Answer = {"characterName": "Thorin", "skill": "athletics"}


@pytest.mark.slow
@pytest.mark.parametrize("era", ERAS)
async def test_a_printed_dungeon_is_walked_from_its_entrance_to_its_last_room(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, era: str
) -> None:
    monkeypatch.delenv("RPG_LITE_CAMPAIGN", raising=False)
    database, picture = tmp_path / "toll.db", tmp_path / "toll.svg"
    document = map_files.read(ONE_PAGE.read_text(encoding="utf-8")).model_dump(mode="json", by_alias=True, exclude_defaults=True)
    async with Client(over_stdio(database), mode=era) as client:
        assert client.protocol_version == ERAS[era]
        walker = Walker(client)
        sheet = {"party": True, "abilities": {"str": 16}}
        await walker.did("manage_character", operation="create", name="Thorin", character=sheet)
        came = await walker.did("manage_room", operation="import_map", document=document)
        assert "35 rooms, 39 exits (3 secret)" in came["text"] and "Nothing is wrong with the map. 2 loops." in came["text"]
        await walker.walk_to(ENTRANCE)
        fog = (await walker.did("manage_room", operation="map", around=40))["text"]
        assert "Room 6" not in fog

        await walker.walk_to(LAST)

        assert walker.been[0] == ENTRANCE and walker.been[-1] == LAST
        assert walker.needed == {"exit_unknown", "door_locked"}
        drawn = (await walker.did("manage_room", operation="map", detail="full"))["results"][0]
        assert {r["name"] for r in drawn["rooms"] if r["id"] == drawn["here"]} == {LAST}
        told = (await walker.did("manage_room", operation="map", around=40))["text"]
        assert told.startswith(f"Cellars of the Last Toll: around {LAST} (@), as far as the party knows it.")
        back = (await walker.did("manage_room", operation="route", toName="Lobby", detail="full"))["results"][0]
        assert [s["toName"] for s in back["steps"]][-2:] == [ENTRANCE, "Lobby"]
        visited = {r["name"] for r in await charted(walker) if r["visited"]}
        assert visited == {"Lobby", *walker.been}

    capfd.readouterr()
    assert app.main(["lint", "--db", str(database)]) == 0
    assert "Nothing is wrong with the map." in capfd.readouterr().out
    assert app.main(["map", "--svg", str(picture), "--db", str(database)]) == 0
    seen = ElementTree.parse(picture).getroot()
    words = " ".join(seen.itertext())
    assert LAST in words and ENTRANCE in words
