"""The sentences about a model that fails: one period at the end, and no word of calls where none was made."""

import asyncio

import pytest
from pydantic_ai.exceptions import ModelAPIError
from pydantic_ai.messages import ModelMessage, ModelResponse, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel
from pydantic_ai.toolsets import FunctionToolset

from rpg_lite.agent.model_turn import ModelTurn, Told

FAILURES = ("Connection error.", "Connection error", "Rate limit. Try later.")


async def _told(why: str, calls_first: bool) -> list[str]:
    async def answer(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        if calls_first and len(messages) == 1:
            return ModelResponse([ToolCallPart("look", {})])
        raise ModelAPIError("test", why)

    async def look() -> str:
        return "A room."

    turn = ModelTurn(FunctionModel(answer), FunctionToolset([look]), 5, 30)
    return [output.text async for output in turn.play("Play.", "I look.", Told()) if output.kind == "refusal"]


@pytest.mark.parametrize("why", FAILURES)
@pytest.mark.parametrize("calls_first", [True, False])
def test_a_refusal_has_one_period_and_speaks_of_calls_only_after_one(why: str, calls_first: bool) -> None:
    (told,) = asyncio.run(_told(why, calls_first))
    assert ".." not in told and why.rstrip(".") in told and told.endswith(".")
    assert ("calls stay" in told) is calls_first
