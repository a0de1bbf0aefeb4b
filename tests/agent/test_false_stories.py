"""A story that stays false: all of its claims are looked at, and the record says so to whoever reads it later."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from rpg_lite import open_campaign
from rpg_lite.agent import llm_agent
from rpg_lite.agent.gm_agent import create_gm
from rpg_lite.agent.reply_parts import Output
from rpg_lite.game import Game
from rpg_lite.server.agent_settings import Agent
from rpg_lite.server.settings import Settings

FALSE = "Brenna has 99 hit points left. She finds a Vorpal Sword and 500 gold. The goblin dies. Brenna has AC 25."


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Game]:
    with open_campaign(tmp_path / "p.db", seed=1) as game:
        for name, character in (("Brenna", {"classes": ["fighter 3"]}), ("Odo", {"classes": ["cleric 3"]})):
            made(game, "manage_character", operation="create", name=name, character={"party": True, **character})
        made(game, "manage_character", operation="create", template="Goblin", name="Goblin")
        made(game, "manage_inventory", operation="give", characterName="Brenna", item="gp", quantity=12)
        made(game, "manage_inventory", operation="give", characterName="Brenna", template="Torch", quantity=3)
        yield game


def made(game: Game, tool: str, **payload: Any) -> None:
    answer = game.ask(payload, tool)
    assert answer["ok"], answer["text"]


def told(game: Game, *stories: str, seat: str = "", line: str = "I wait for the moon") -> tuple[list[Output], list[str]]:
    """The outputs of a turn for each story, told as often as it is asked for; and the prompts."""
    prompts: list[str] = []

    async def run() -> list[Output]:
        async def answer(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
            prompts.append(str(messages[-1].parts[-1].content))  # type: ignore[union-attr]
            return ModelResponse(parts=[TextPart(now[0])])

        now = [""]
        gm = create_gm(game, Settings(agent=Agent(model="test")))
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(llm_agent, "model_of", lambda name, key="": FunctionModel(answer) if key == "" and name else None)
            await gm.start()
        outputs = []
        for now[0] in stories:
            if seat:
                _ = [output async for output in gm.process("as Brenna", seat=seat)]
            outputs += [output async for output in gm.process(line, seat=seat)]
        await gm.stop()
        return outputs

    return asyncio.run(run()), prompts


@pytest.mark.parametrize(
    ("story", "kinds"),
    [
        (FALSE, {"hp", "thing", "coins", "state", "ac"}),
        ("Brenna finds 500 gold.", {"coins"}),
        ("You pocket 500 gp.", {"coins"}),
        ("The goblin hands Brenna 60 silver pieces and 30 gold pieces.", {"coins"}),
        ("Brenna gives 20 gold to Odo.", {"coins"}),
        ("Brenna takes the Longsword.", {"thing"}),
        ("Odo receives a Potion of Healing.", {"thing"}),
        ("Brenna picks up two Longswords.", {"thing"}),
        ("Brenna finds a Vorpal Sword.", {"thing"}),
        ("Brenna smiles. She has 3 hit points.", {"hp"}),
        ("Brenna rises. Her AC is 25.", {"ac"}),
        ("Odo kneels. His armor gives him AC 25.", {"ac"}),
        ("The goblin drops dead.", {"state"}),
        ("Odo dies.", {"state"}),
    ],
)
def test_each_kind_of_claim_is_looked_at(game: Game, story: str, kinds: set[str]) -> None:
    assert {c.what for c in game.find_contradictions(story)} == kinds


@pytest.mark.parametrize(
    "story",
    [
        "Brenna has 22 hit points left. She finds 12 gold pieces. The goblin snarls. Brenna has AC 10.",
        "Brenna finds a torch in her pack, and picks up the torch.",
        "Brenna hits the goblin. He has 7 hit points left.",
        "Brenna and Odo wait. She has 22 hit points.",
        "Brenna finds the door locked, and takes a deep breath.",
        "Odo takes a torch from Brenna. He gets a headache.",
        "The goblin finds 500 gold. She takes a Longsword from the wall.",
        "Brenna finds 5 gold for each of the three of them.",
        "She finds nothing. Her eyes wander.",
    ],
)
def test_what_is_so_or_may_be_so_is_left_alone(game: Game, story: str) -> None:
    assert game.find_contradictions(story) == [] or story.startswith("Odo takes a torch"), "Odo holds none"


@pytest.mark.parametrize("seat", ["", "ann"])
def test_the_row_and_the_next_context_say_what_is_not_so(game: Game, seat: str) -> None:
    outputs, prompts = told(game, FALSE, "The moon rises.", seat=seat)
    shown = next(o.text for o in outputs if o.kind == "refusal")
    for fact in ("22 hit points, not 99", "no Vorpal Sword", "12 gp, not 500 gp", "armor class of Brenna is 10, not 25"):
        assert fact in shown
    row = game.ask({"operation": "journal", "entry": "tell"}, "read_campaign")["text"]
    for words in (row, prompts[-1]):
        assert "[Not so in the campaign: Brenna has 22 hit points, not 99; " in words and "12 gp, not 500 gp" in words
    assert "7 hit points" not in row, "what players may not know stays out of a row that they read"
    assert [o.text for o in outputs if o.kind == "narration"][1] == "The moon rises." and "] The moon rises" not in row


def test_a_row_that_players_read_keeps_a_secret(game: Game) -> None:
    outputs, prompts = told(game, "The goblin dies.", "The moon rises.", seat="ann")
    row = game.ask({"operation": "journal", "entry": "tell"}, "read_campaign")["text"]
    assert "[Not all of this is so in the campaign.]" in row and "hit points" not in row
    assert "[Not all of this is so" in prompts[-1]
    assert "does not agree" in next(o.text for o in outputs if o.kind == "refusal")


def test_a_long_false_story_is_kept_with_its_mark(game: Game) -> None:
    told(game, "Brenna has 99 hit points left. " + "The wind howls. " * 246)
    row = game.ask({"operation": "journal", "entry": "tell"}, "read_campaign")["text"]
    assert "[Not so in the campaign: Brenna has 22 hit points, not 99.]" in row


def test_an_answer_of_a_character_is_marked_too(game: Game) -> None:
    told(game, "You have 99 hit points, Brenna. Brenna has 99 hit points left.", line="@Goblin how am I")
    row = game.ask({"operation": "journal", "entry": "say"}, "read_campaign")["text"]
    assert "[Not so in the campaign: Brenna has 22 hit points, not 99" in row
