"""An evening through MCP alone: four heroes, six goblins, and every hit point accounted for."""

import json
import re
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from fastmcp import Client

from rpg_lite import open_campaign
from rpg_lite.game import Game
from rpg_lite.server.mcp import server
from tests.evenings import GEAR, HEROES

GOBLINS = tuple(f"Goblin {n}" for n in range(1, 7))
MOST_ROUNDS = 6
SMALL_WORDS = {"no_fight", "target_dead", "cannot_act", "nobody_left"}


@pytest.fixture(params=[1, 2, 3])
def game(request: pytest.FixtureRequest) -> Iterator[Game]:
    with open_campaign(":memory:", seed=request.param) as opened:
        yield opened


class Player:
    """A client that believes nothing: it keeps each creature's hit points from the answers alone."""

    def __init__(self, client: Client[Any]) -> None:
        self.client = client
        self.hp: dict[str, int] = {}
        self.refusals: list[str] = []

    async def ask(self, tool: str, **payload: Any) -> dict[str, Any] | None:
        """The answer; None for a refusal, which must be clear."""
        result = await self.client.call_tool(tool, payload, raise_on_error=False)
        if result.is_error:
            text = result.content[0].text
            assert text.startswith("Refused: ") and "Nothing was changed." in text, text
            code = result.meta["rpg-lite/error"]["code"]
            assert code in SMALL_WORDS, text
            self.refusals.append(code)
            return None
        answer: dict[str, Any] = result.structured_content
        assert answer["ok"] and answer["text"] == result.content[0].text
        assert "Traceback" not in answer["text"]
        self.believe(answer)
        return answer

    def believe(self, answer: dict[str, Any]) -> None:
        """Hit points as this answer says; the first of a result is nameless there and named in the text."""
        for result in answer.get("results", ()):
            for named in result.get("also", ()):
                if "hp" in named:
                    self.note(named["name"], named["hp"])

    def note(self, name: str, hp: dict[str, int]) -> None:
        assert hp["was"] == self.hp.get(name, hp["max"]), name
        assert 0 <= hp["value"] <= hp["max"]
        self.hp[name] = hp["value"]

    async def about(self, name: str, tool: str, **payload: Any) -> dict[str, Any] | None:
        """An answer with hit points of a single creature, without its name."""
        answer = await self.ask(tool, **payload)
        for result in answer["results"] if answer else ():
            if "hp" in result:
                hp = result["hp"]
                assert f"HP {hp['was']} → {hp['value']}" in answer["text"]
                self.note(name, hp)
        return answer

    async def known_hp(self, name: str) -> int:
        result = await self.client.call_tool("read_campaign", {"operation": "character", "characterName": name})
        found = re.search(r"HP (\d+)/", result.content[0].text)
        assert found, result.content[0].text
        return int(found[1])

    async def holds(self) -> None:
        """The server shows the same as its answers said."""
        for name, hp in self.hp.items():
            assert await self.known_hp(name) == hp, name


@pytest.fixture
async def player(game: Game) -> AsyncIterator[Player]:
    async with Client(server(game)) as client:
        player = Player(client)
        for name, character in HEROES.items():
            await player.ask("manage_character", operation="create", name=name, character={**character, "party": True})
            gifts = [{"operation": "give", "template": t, "equip": True} for t in GEAR[name]]
            await player.ask("manage_inventory", characterName=name, batch=gifts)
        await player.ask("manage_character", operation="create", template="goblin", count=6)
        await player.ask("manage_inventory", characterName="Brenna", operation="give", template="Potion of Healing", quantity=2)
        for name in (*HEROES, *GOBLINS):
            player.hp[name] = await player.known_hp(name)
        yield player


async def attack(player: Player, who: str, whom: str) -> None:
    had = player.hp[whom]
    answer = await player.about(whom, "execute_action", operation="attack", characterName=who, targetName=whom)
    if answer is None:
        return
    text = answer["text"]
    rolled = re.search(rf"{who} attacks {whom} with [^:]+: (-?\d+) against AC (\d+), (a miss|a hit|a critical hit)", text)
    assert rolled, text
    dealt = re.search(r"a (?:critical )?hit: (\d+) ", text)
    assert bool(dealt) == (rolled[3] != "a miss")
    if dealt:
        assert player.hp[whom] == max(0, had - int(dealt[1])), text
        assert rolled[3] == "a critical hit" or int(rolled[1]) >= int(rolled[2])
    else:
        assert player.hp[whom] == had
    first = answer["results"][0].get("rolls", [answer["results"][0]["roll"]])[0]
    assert first["total"] == int(rolled[1])


def standing(player: Player, side: tuple[str, ...]) -> list[str]:
    return [n for n in side if player.hp[n] > 0]


async def fought(player: Player) -> int:
    """Turn after turn until one side is down; the round that it took."""
    answer = await player.ask("execute_action", operation="start_fight", names=["party", *GOBLINS])
    assert answer
    whose, round = re.search(r"Round 1: (.+?)'s turn", answer["text"])[1], 1  # type: ignore[index]
    heroes = tuple(HEROES)
    while standing(player, heroes) and standing(player, GOBLINS) and round <= MOST_ROUNDS:
        foes = standing(player, GOBLINS if whose in HEROES else heroes)
        if player.hp[whose] > 0:
            await attack(player, whose, foes[0])
        answer = await player.ask("execute_action", operation="next_turn")
        if answer is None:
            break
        found = re.match(r"Round (\d+): (.+?)'s turn", answer["text"])
        assert found, answer["text"]
        round, whose = int(found[1]), found[2]
    return round


async def test_a_fight_of_four_heroes_and_six_goblins(player: Player):
    bless = await player.ask("manage_condition", operation="apply", characterName="party", effect="Bless", source="Elara")
    assert bless and "Bless" in bless["text"]
    await player.ask("manage_condition", operation="apply", characterName="Goblin 1", condition="prone", duration="2 rounds")
    await fought(player)
    await player.holds()

    ended = await player.ask("execute_action", operation="end_fight")
    assert ended and "The fight is over" in ended["text"]
    party = await player.ask("read_campaign", operation="party")
    assert party and "Bless" not in party["text"].split("rev ")[0]

    for name in standing(player, tuple(HEROES)):
        had = player.hp[name]
        await player.about(name, "execute_action", operation="damage", characterName=name, amount=1, damageType="psychic")
        assert player.hp[name] == had - 1
    drinker = standing(player, tuple(HEROES))[0]
    had = player.hp[drinker]
    drunk = await player.about(
        drinker, "manage_inventory", operation="use", characterName="Brenna", itemName="Potion of Healing", targetName=drinker
    )
    assert drunk
    most = drunk["results"][0]["hp"]["max"]
    assert player.hp[drinker] == min(most, had + drunk["results"][0]["roll"]["total"])

    for name in standing(player, tuple(HEROES)):
        await player.about(name, "manage_character", operation="rest", characterName=name, kind="short", hitDice=1)
        await player.about(name, "manage_character", operation="rest", characterName=name, kind="long")
        hp = await player.known_hp(name)
        assert player.hp[name] == hp
    await player.holds()


@pytest.mark.parametrize("name", list(HEROES))
async def test_every_number_is_explained(player: Player, name: str):
    await player.ask("manage_condition", operation="apply", characterName=name, effect="Shield of Faith", source="Brenna")
    answer = await player.ask("read_campaign", operation="character", characterName=name, stats=["ac", "saves.dex"])
    assert answer
    shown = answer["results"][0]["stats"]
    for path in ("ac", "saves.dex"):
        assert str(shown[path]["value"]) in answer["text"]
    assert "Shield of Faith" in answer["text"] and "DEX" in answer["text"]


async def test_the_same_seed_plays_the_same_evening():
    told = []
    for _ in range(2):
        with open_campaign(":memory:", seed=9) as game:
            async with Client(server(game)) as client:
                player = Player(client)
                texts = []
                for tool, payload in [
                    ("manage_character", {"operation": "create", "template": "goblin", "count": 2}),
                    ("execute_action", {"operation": "start_fight", "names": ["Goblin 1", "Goblin 2"]}),
                    *[("execute_action", {"operation": "attack", "characterName": "Goblin 1", "targetName": "Goblin 2"})] * 4,
                ]:
                    answer = await player.ask(tool, **payload)
                    texts.append(answer["text"] if answer else player.refusals[-1])
                told.append(json.dumps(texts))
    assert told[0] == told[1]
