"""Private words at a table with a model: who answers whom, what the model reads, and what reaches which seat."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, TextPart, UserPromptPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from rpg_lite import open_campaign
from rpg_lite.agent import judge, llm_agent
from rpg_lite.agent.gm_agent import create_gm
from rpg_lite.agent.quoted_words import quoted
from rpg_lite.game import Game
from rpg_lite.server.agent_settings import Agent
from rpg_lite.server.settings import Settings
from tests.agent.seats import Seats

SEATS = {"ann": "Brenna", "ben": "Pip", "cid": "Elara"}
SECRET = "the gold lies under the old mill"


@pytest.fixture
def game() -> Iterator[Game]:
    with open_campaign(":memory:", seed=1) as game:
        yield game


class Table(Seats):
    """Three seats with a model that answers as `answer` says. `asked`: the instructions and the last prompt of each request; `heard`: what
    each seat overheard since the last line.
    """

    def __init__(self, game: Game, answer: str | Callable[[str], str], monkeypatch: pytest.MonkeyPatch, **agent: Any) -> None:
        self.asked = list[str]()

        async def reply(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
            prompts = [p for m in messages if isinstance(m, ModelRequest) for p in m.parts if isinstance(p, UserPromptPart)]
            self.asked.append(f"{info.instructions}\n{prompts[-1].content}")
            return ModelResponse(parts=[TextPart(answer if isinstance(answer, str) else answer(self.asked[-1]))])

        monkeypatch.setattr(llm_agent, "model_of", lambda name, key="": FunctionModel(reply) if key == "" and name else None)
        super().__init__(game, create_gm(game, Settings(agent=Agent(model="test", **agent))), SEATS)

    async def sit(self) -> None:
        await self.gm.start()
        for seat, hero in SEATS.items():
            await self.type(seat, f"hero {hero} fighter")
        made = {"operation": "create", "name": "Marra Ashgrove", "character": {"hpMax": 7}}
        assert self.game.ask(made, "manage_character")["ok"]
        self.listen()

    async def type(self, seat: str, line: str) -> str:
        told = await self.shown(seat, line)
        await asyncio.sleep(0)
        return told

    def journal(self) -> str:
        return str(self.game.ask({"operation": "journal"}, "read_campaign")["text"])


# ── whom the model answers, and for whom ────────────────────────────────────────────────────────────────────────────


async def test_a_line_to_a_hero_of_a_seat_is_for_its_player(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(game, "I hear you.", monkeypatch)
    await table.sit()
    told = await table.type("ann", f"@Pip {SECRET}")
    assert told == f"Brenna says to Pip: {SECRET}" and not table.asked
    assert SECRET in table.all_heard("ben") and not table.heard["cid"]


async def test_a_short_name_reaches_the_character_who_answers_the_speaker_alone(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    assert game.ask({"operation": "note", "text": "The duke is the vampire."}, "keep_journal")["ok"]
    table = Table(game, "Good evening, Brenna.", monkeypatch)
    await table.sit()
    assert await table.type("ann", "@Marra good evening") == "Good evening, Brenna."
    assert "You are Marra Ashgrove." in table.asked[0] and "vampire" not in table.asked[0]
    assert not table.heard["ben"] and not table.heard["cid"]
    assert "Brenna says to Marra Ashgrove: good evening" in table.journal()
    assert "Marra Ashgrove says to Brenna: Good evening, Brenna." in table.journal()
    assert "Good evening" not in await table.type("cid", "journal")


async def test_the_game_master_answers_a_whisper_in_a_whisper(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(game, "The ring is yours.", monkeypatch)
    await table.sit()
    assert await table.type("ann", "@gm I steal the ring") == "The ring is yours."
    assert not table.heard["ben"] and not table.heard["cid"]
    assert "The game master says to Brenna: The ring is yours." in table.journal()


# ── what the model reads, and what it may repeat ────────────────────────────────────────────────────────────────────


async def test_a_story_for_everybody_is_made_without_private_words(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(game, "So be it.", monkeypatch)
    await table.sit()
    for line in (f"@Pip {SECRET}", f"@gm {SECRET}", f"note {SECRET}", "focus Pip", f"say {SECRET}", "focus"):
        await table.type("ann", line)
    await table.type("ben", "say What a fine morning this is")
    assert game.ask({"operation": "note", "text": "The duke is the vampire."}, "keep_journal")["ok"]
    table.asked.clear()
    await table.type("cid", "I ask about the morning")
    assert SECRET not in table.asked[0]
    assert "fine morning" in table.asked[0] and "vampire" in table.asked[0] and "Everybody at the table hears" in table.asked[0]
    await table.type("ann", "@gm what do I know")
    assert SECRET in table.asked[1] and "Only the speaker hears" in table.asked[1]


async def test_private_words_in_a_story_are_given_back_once(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(game, lambda asked: "The wind is cold." if "were private" in asked else f"They say {SECRET}.", monkeypatch)
    await table.sit()
    await table.type("ann", f"@Pip {SECRET}")
    assert await table.type("cid", "I ask what they whisper") == "The wind is cold."
    assert SECRET in table.asked[1]


async def test_a_story_that_keeps_private_words_is_not_told(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(game, f"They say {SECRET}.", monkeypatch)
    await table.sit()
    await table.type("ann", f"@Pip {SECRET}")
    told = await table.type("cid", "I ask what they whisper")
    assert "was not told" in told and SECRET not in told
    assert not any(SECRET in table.all_heard(seat) for seat in SEATS) and "They say" not in table.journal()
    assert SECRET in await table.type("cid", f"I shout that {SECRET}"), "what a player says aloud may be repeated"
    await table.type("ann", f"@Marra {SECRET}")
    assert "was not told" in await table.type("ben", "@Marra what did Brenna tell you")


def test_short_words_and_known_words_are_no_quotation() -> None:
    assert not quoted("Yes, he says, and smiles.", ["Yes"])
    assert quoted("It is SECRETTWO!", ["secrettwo"]) == ["secrettwo"]
    assert not quoted("The old mill is near.", ["the gold lies under the old mill"])


# ── a story that is not so ──────────────────────────────────────────────────────────────────────────────────────────


async def test_everybody_who_heard_a_false_story_hears_the_facts(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(game, "Pip has 9000 gold pieces.", monkeypatch)
    await table.sit()
    told = await table.type("ann", "I count the coins of Pip")
    assert "Pip has no coins, not 9000 gp" in told
    for seat in ("ben", "cid"):
        assert "Pip has no coins, not 9000 gp" in table.all_heard(seat), seat


async def test_the_facts_of_strangers_stay_with_the_game_master(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(game, "Marra Ashgrove has 3 hit points left.", monkeypatch)
    await table.sit()
    told = await table.type("ann", "I look at her wounds")
    assert "something that the players do not know" in told and "7 hit points" not in told
    assert "7 hit points" in table.asked[-1]


async def test_the_reason_of_the_judge_is_for_nobody_at_the_table(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    async def judged(*_: Any) -> str:
        return "contradicts: the duke is the vampire"

    monkeypatch.setattr(judge, "judged", judged)
    table = Table(game, "The duke dines.", monkeypatch)
    await table.sit()
    told = await table.type("ann", "I watch the duke at his table")
    assert "The judge says that the story contradicts the campaign" in told and "contradicts the campaign" in table.all_heard("cid")
    assert "vampire" not in told + table.all_heard("cid") + await table.type("cid", "status")


async def test_worn_armor_counts_in_a_story(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(game, "Brenna has AC 16.", monkeypatch)
    await table.sit()
    for operation, key in (("give", "item"), ("equip", "itemName")):
        assert game.ask({"operation": operation, "characterName": "Brenna", key: "Chain Mail"}, "manage_inventory")["ok"]
    assert await table.type("ann", "I put my helmet right") == "Brenna has AC 16." and len(table.asked) == 1
