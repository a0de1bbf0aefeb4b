"""The judge and the parser: models beside the one that tells the story."""

import asyncio
import json
from pathlib import Path

import pytest
from pydantic_ai.messages import ModelMessage, ModelResponse, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from rpg_lite import open_campaign
from rpg_lite.agent import judge
from rpg_lite.agent.gm_agent import create_gm
from rpg_lite.agent.reply_parts import Output
from rpg_lite.server.agent_settings import Agent
from rpg_lite.server.settings import Settings


def verdict(**said: object) -> FunctionModel:
    async def answer(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        return ModelResponse(parts=[ToolCallPart(info.output_tools[0].name, said)])

    return FunctionModel(answer)


def judged(model: FunctionModel | None) -> str:
    return asyncio.run(judge.judged(model, "Brenna flies.", "Brenna walks."))


def test_without_a_judge_or_with_one_that_fails_nothing_is_judged() -> None:
    """S177."""

    async def fails(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        raise OSError("down")

    assert judged(None) == judged(FunctionModel(fails)) == judged(verdict(nonsense=1)) == "not judged"


def test_a_judge_agrees_or_says_why_not() -> None:
    assert judged(verdict(contradicts=False)) == "agrees"
    assert judged(verdict(contradicts=True, why="she walks")) == "contradicts: she walks"


def turn(tmp_path: Path, **agent: str) -> tuple[list[Output], dict[str, object]]:
    async def run() -> tuple[list[Output], dict[str, object]]:
        with open_campaign(tmp_path / "p.db") as game:
            gm = create_gm(game, Settings(agent=Agent(**agent)))
            await gm.start()
            outputs = [output async for output in gm.process("I throw the bones")]
            can = gm.capabilities()
            await gm.stop()
            return outputs, can

    return asyncio.run(run())


def test_status_names_the_judge_and_its_verdict_without_the_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> str:
        with open_campaign(tmp_path / "p.db") as game:
            gm = create_gm(game, Settings(agent=Agent(model="test", judge="test")))
            monkeypatch.setattr(judge, "judged", lambda *_: asyncio.sleep(0, "contradicts: Ada knows the password"))
            await gm.start()
            _ = [output async for output in gm.process("I throw the bones")]
            await gm.stop()
            return gm.status()

    told = asyncio.run(run())
    assert "judge: test; the last story contradicts the campaign\n" in told and "password" not in told


def script(tmp_path: Path, name: str, *steps: dict[str, object]) -> str:
    (tmp_path / name).write_text(json.dumps({"*": steps}), "utf-8")
    return f"script:{tmp_path / name}"


def test_a_judge_that_only_talks_leaves_the_story_alone(tmp_path: Path) -> None:
    teller = script(tmp_path, "s.json", {"say": "They roll away."})
    outputs, can = turn(tmp_path, model=teller, judge=script(tmp_path, "j.json", {"say": "hm"}))
    assert [o.kind for o in outputs] == ["narration", "usage"] and can["judge"] == "not judged"


def test_the_parser_makes_one_call_before_the_story(tmp_path: Path) -> None:
    roll = {"call": "execute_action", "with": {"operation": "roll", "dice": "1d6"}}
    outputs, _ = turn(
        tmp_path, model=script(tmp_path, "s.json", {"say": "They roll."}), parser=script(tmp_path, "p.json", roll, roll, roll)
    )
    assert [o.kind for o in outputs] == ["call", "called", "narration", "usage"]
    assert outputs[1].details["ok"]
