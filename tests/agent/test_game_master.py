"""A game master with a scripted model: rows, calls, stories, limits, and what a failing model leaves behind."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from rpg_lite import open_campaign
from rpg_lite.agent import llm_agent
from rpg_lite.agent.gm_agent import GM, NO_MODEL, create_gm
from rpg_lite.agent.model_factory import model_of, scripted
from rpg_lite.agent.reply_parts import Output
from rpg_lite.game import Game
from rpg_lite.server.agent_settings import Agent
from rpg_lite.server.settings import Settings
from rpg_lite.terminal.command_io import Stop
from tests.waiting import PATIENCE_S


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Game]:
    with open_campaign(tmp_path / "p.db", seed=1) as made:
        assert made.ask(
            {"operation": "create", "name": "Brenna", "character": {"party": True, "classes": ["fighter 3"]}}, "manage_character"
        )["ok"]
        spawned = made.ask({"operation": "create", "template": "Goblin", "name": "Goblin"}, "manage_character")
        assert spawned["ok"], spawned["text"]
        yield made


def plays(game: Game, *lines: str, model: Any = None, **agent: Any) -> list[Output]:
    """The outputs for the lines with this model, or without any."""

    async def run() -> list[Output]:
        settings = Settings(agent=Agent(model="test" if model else "", **agent))
        gm = create_gm(game, settings)
        with pytest.MonkeyPatch.context() as patched:
            if model:
                patched.setattr(llm_agent, "model_of", lambda name, key="": model if key == "" and name else model_of(name, key))
            await gm.start()
        try:
            return [output for line in lines for output in [o async for o in gm.process(line)]]
        finally:
            await gm.stop()

    return asyncio.run(run())


def journal(game: Game) -> str:
    return str(game.ask({"operation": "journal"}, "read_campaign")["text"])


def always(*parts: Any) -> FunctionModel:
    async def answer(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        return ModelResponse(parts=list(parts))

    return FunctionModel(answer)


def kinds(outputs: list[Output]) -> list[str]:
    return [output.kind for output in outputs]


ATTACK = {"call": "execute_action", "with": {"operation": "attack", "characterName": "Brenna", "targetName": "Goblin"}}


# ── the rules alone ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_without_a_model_verbs_work_and_nobody_tells_the_story(game: Game) -> None:
    looked, swung = plays(game, "look", "I swing wildly")
    assert looked.kind == "answer" and "Lobby" in looked.text
    assert swung.kind == "answer" and NO_MODEL in swung.text
    assert "swing" not in journal(game)


def test_a_line_that_only_begins_like_a_verb_goes_to_the_model(game: Game) -> None:
    model = scripted({"I swing wildly": [{"say": "The blade whistles."}]})
    assert [o.text for o in plays(game, "I swing wildly", model=model) if o.kind == "narration"] == ["The blade whistles."]
    assert kinds(plays(game, "/i swing wildly", model=model)) == ["answer"]


def test_each_seat_plays_its_own_hero_and_leaves_alone(game: Game) -> None:
    async def run() -> list[Output]:
        gm = create_gm(game, Settings())
        await gm.start()
        lines = (("as Brenna", "a"), ("as party", "b"), ("as", "a"), ("quit", "b"), ("as", "a"))
        return [output for line, seat in lines async for output in gm.process(line, seat=seat)]

    told = asyncio.run(run())
    assert told[2].text == told[4].text == "You are Brenna." and told[3].details == {"over": True}


# ── a turn ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_turn_writes_the_line_calls_tells_and_counts(game: Game) -> None:
    model = scripted({"I hit the goblin hard": [ATTACK, {"say": "Steel bites."}]})
    outputs = plays(game, "I hit the goblin hard", model=model)
    assert kinds(outputs) == ["call", "called", "narration", "usage"]
    assert outputs[1].details["ok"] and "attacks Goblin" in outputs[1].text and outputs[0].details["id"] == outputs[1].details["id"]
    assert outputs[3].details["size"] == 8000 and outputs[3].details["used"] > 0 and outputs[3].details["calls"] == 1
    assert "I hit the goblin hard" in journal(game) and "Steel bites." in journal(game)


def test_the_model_reads_the_context_and_never_less(game: Game) -> None:
    """S96, S98: each request of a story has the three halves: manner, state and line."""
    read: list[tuple[str, str]] = []

    async def answer(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        read.append((str(info.instructions), str(messages[0].parts[0].content)))  # type: ignore[union-attr]
        return ModelResponse(parts=[TextPart("So be it.")])

    plays(game, "I wait for the moon", "@Goblin good evening", model=FunctionModel(answer))
    assert len(read) == 2
    assert all("number" in manner and "Brenna" in context and "The player says:" in context for manner, context in read)


@pytest.mark.parametrize(
    ("wanted", "listed"),
    [(("*",), 8), (("execute_*", "read_campaign"), 2), (("manage_?nventory",), 1)],
)
def test_the_model_gets_the_tools_of_the_settings(game: Game, wanted: tuple[str, ...], listed: int) -> None:
    """S103: the others are not listed for the model, and still answer everybody else."""
    seen: list[str] = []

    async def answer(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        seen[:] = [tool.name for tool in info.function_tools]
        asked = sum(isinstance(m, ModelResponse) for m in messages)
        return ModelResponse(
            parts=[TextPart("So be it.") if asked else ToolCallPart("keep_journal", {"operation": "note", "text": "Fog."})]
        )

    outputs = plays(game, "I wait for the moon", "vibe Cold fog", model=FunctionModel(answer), tools=wanted)
    assert len(seen) == listed
    called = next(output for output in outputs if output.kind == "called")
    assert called.details["ok"] == (listed == 8)
    assert "vibe" in outputs[-1].text


def test_who_is_spoken_to_answers_by_name_and_knows_only_what_was_heard(game: Game) -> None:
    game.ask({"operation": "note", "text": "The duke is the vampire."}, "keep_journal")
    read: list[str] = []

    async def answer(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        read.append(str(messages[0].parts[0].content) + str(info.instructions))  # type: ignore[union-attr]
        return ModelResponse(parts=[TextPart("Grrr.")])

    outputs = plays(game, "@Goblin good evening", model=FunctionModel(answer))
    assert [o.details for o in outputs if o.kind == "narration"] == [{"by": "Goblin"}]
    assert "vampire" not in read[0] and "Goblin" in journal(game)


def test_a_context_that_does_not_hold_makes_no_request(game: Game) -> None:
    """S100."""
    outputs = plays(game, "I wait for the moon", model=always(TextPart("Never.")), context_tokens=200)
    assert kinds(outputs) == ["refusal"] and "are too few" in outputs[0].text


# ── models that fail ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_tool_that_is_not_there_is_told_with_those_that_are(game: Game) -> None:
    async def answer(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        asked = sum(isinstance(m, ModelResponse) for m in messages)
        return ModelResponse(parts=[TextPart("Fine.") if asked else ToolCallPart("bash", {"command": "ls"})])

    outputs = plays(game, "I open a shell", model=FunctionModel(answer))
    assert kinds(outputs) == ["call", "called", "narration", "usage"]
    assert not outputs[1].details["ok"] and "execute_action" in outputs[1].text


def test_a_model_that_repeats_a_refused_call_is_stopped(game: Game) -> None:
    rev = game.table()["rev"]
    call = ToolCallPart("execute_action", {"operation": "attack", "characterName": "Brenna", "targetName": "Zed"})
    outputs = plays(game, "I hit Zed hard", model=always(call))
    assert [o.kind for o in outputs[-2:]] == ["refusal", "usage"]
    assert "repeated a refused call 3 times" in outputs[-2].text and outputs[-1].details["refused"] == 3
    assert game.table()["rev"] == rev + 1


def test_a_model_that_never_tells_a_story_is_stopped_and_its_calls_stand(game: Game) -> None:
    call = ToolCallPart("execute_action", {"operation": "roll", "dice": "1d6"})
    outputs = plays(game, "I roll the bones", model=always(call), steps=4)
    assert outputs[-2].kind == "refusal" and "more than 4 calls" in outputs[-2].text
    assert kinds(outputs).count("called") == 4


def test_a_model_that_takes_too_long_is_stopped(game: Game) -> None:
    async def answer(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        await asyncio.Event().wait()
        raise AssertionError

    outputs = plays(game, "I wait for the moon", model=FunctionModel(answer), seconds=0.3)
    assert "more than 0.3 seconds" in outputs[0].text and "I wait for the moon" in journal(game)


def test_a_model_that_raises_is_told_and_the_table_goes_on(game: Game) -> None:
    async def answer(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        raise OSError("connection refused")

    outputs = plays(game, "I wait for the moon", "look", model=FunctionModel(answer))
    assert "does not answer: connection refused" in outputs[0].text and "Lobby" in outputs[-1].text


def test_a_player_who_goes_away_in_the_middle_leaves_what_was_done(game: Game) -> None:
    """The line and the call stay, no story is written, and the table goes on."""

    is_done = asyncio.Event()

    async def answer(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        if sum(isinstance(m, ModelResponse) for m in messages):
            is_done.set()
            await asyncio.Event().wait()
        return ModelResponse(parts=[ToolCallPart("keep_journal", {"operation": "note", "text": "A bow."})])

    async def run() -> list[Output]:
        gm = create_gm(game, Settings(agent=Agent(model="test")))
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(llm_agent, "model_of", lambda name, key="": FunctionModel(answer) if name else None)
            await gm.start()

        async def hears() -> None:
            async for _ in gm.process("I bow to the moon"):
                pass

        gone = asyncio.create_task(hears())
        await asyncio.wait_for(is_done.wait(), PATIENCE_S)
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        left = [output async for output in gm.process("look")]
        await gm.stop()
        return left

    assert "Lobby" in asyncio.run(run())[0].text
    assert "I bow to the moon" in journal(game) and "A bow." in journal(game)


# ── a story that is not so ────────────────────────────────────────────────────────────────────────────────────────────


def test_a_false_number_is_given_back_once(game: Game) -> None:
    told = iter(["Brenna has 3 hit points left.", "Brenna stands unhurt."])

    async def answer(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        return ModelResponse(parts=[TextPart(next(told))])

    outputs = plays(game, "I wait for the moon", model=FunctionModel(answer))
    assert [o.text for o in outputs if o.kind == "narration"] == ["Brenna stands unhurt."]
    assert "refusal" not in kinds(outputs) and "3 hit points" not in journal(game)


def test_a_script_tells_its_next_step_when_the_story_goes_back(game: Game) -> None:
    line, false, true = "I wait for the moon", {"say": "Brenna has 3 hit points left."}, {"say": "The moon is up."}
    for steps, told in (([ATTACK, false, true], "The moon is up."), ([false], "Brenna has 3 hit points left.")):
        outputs = plays(game, line, model=scripted({line: steps}))
        assert [o.text for o in outputs if o.kind == "narration"] == [told]


def test_a_story_that_stays_false_is_told_with_what_is_true(game: Game) -> None:
    outputs = plays(game, "I wait for the moon", model=always(TextPart("Brenna has 3 hit points left.")))
    assert [o.kind for o in outputs] == ["narration", "refusal", "usage"]
    assert "does not agree" in outputs[1].text


# ── killed and started anew ───────────────────────────────────────────────────────────────────────────────────────────


def test_a_new_game_master_reads_the_same_context(tmp_path: Path, game: Game) -> None:
    """S96: nothing lives in the process."""
    read: list[str] = []

    async def answer(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        read.append(str(messages[0].parts[0].content).partition("The player says")[0])  # type: ignore[union-attr]
        return ModelResponse(parts=[TextPart("So be it.")])

    plays(game, "I wait for the moon", model=FunctionModel(answer))
    before = game.wrap(8000).text
    with open_campaign(tmp_path / "p.db") as again:
        assert again.wrap(8000).text == before
        plays(again, "I wait for the sun", model=FunctionModel(answer))
    assert "I wait for the moon" in read[1] and "So be it." in read[1]


# ── models by name ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "name, said",
    [
        ("anthropic:claude", "[gm-anthropic]"),
        ("openai:gpt", "[gm-openai]"),
        ("ollama:llama", "[gm-openai]"),
        ("script:nowhere.json", "cannot be read"),
        ("claude", "names no model"),
    ],
)
def test_what_a_model_lacks_is_named(name: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """S160."""
    monkeypatch.setitem(__import__("sys").modules, "anthropic", None)
    monkeypatch.setitem(__import__("sys").modules, "openai", None)
    with pytest.raises(Stop) as stopped:
        model_of(name)
    assert said in str(stopped.value) and stopped.value.code == 2


def test_a_missing_package_does_not_hide_a_missing_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "anthropic", None)
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    with pytest.raises(Stop, match=r"gm-anthropic.*; and a key: set the environment variable ANTHROPIC_API_KEY"):
        model_of("anthropic:claude")


def test_a_missing_key_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "anthropic", __import__("json"))
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    with pytest.raises(Stop, match="ANTHROPIC_API_KEY"):
        model_of("anthropic:claude")


def test_a_script_of_another_form_is_refused() -> None:
    for turns in ([], {"x": 1}, {"x": [{"told": "y"}]}):
        with pytest.raises(Stop, match="takes an object"):
            scripted(turns)


def test_status_tells_what_runs(game: Game) -> None:
    (told,) = plays(game, "/status")
    assert told.kind == "answer" and "model none, 8,000 tokens" in told.text and "not isolated (sandbox.mode is off)" in told.text
    (told, *_) = plays(game, "status", model=always(TextPart("Never.")))
    assert "model test" in told.text and "judge: none; the last story was not judged" in told.text
    assert "turns of the model: 0" in told.text


def test_why_tells_the_turn_and_the_rules_in_force(game: Game) -> None:
    told = plays(game, "why", "fight Brenna, Goblin", "why")
    assert "No fight is going on" in told[0].text and "No turn rule is in force" in told[-1].text
    assert game.ask({"operation": "equip", "bagName": "home", "itemName": "turn:one_action,one_movement"}, "manage_tools")["ok"]
    (now,) = plays(game, "why")
    assert "In force: turn:one_action, turn:one_movement" in now.text and "has 1 action" in now.text


def test_the_game_master_says_what_it_can(game: Game) -> None:
    gm = GM(game, Settings())
    can = gm.capabilities()
    assert (can["name"], can["model"], can["contextTokens"]) == ("Game master", None, 8000)
    assert can["sandbox"]["isolated"] is False and can["sandbox"]["why"] == "sandbox.mode is off"
    assert NO_MODEL in gm.welcome()
