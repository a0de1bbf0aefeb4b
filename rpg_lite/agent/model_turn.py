"""One turn of a model: its calls as they happen, and then its story."""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any, Final

from fastmcp import FastMCP
from pydantic_ai import Agent, UnexpectedModelBehavior, UsageLimitExceeded
from pydantic_ai.exceptions import ModelAPIError, UserError
from pydantic_ai.mcp import MCPToolset
from pydantic_ai.messages import FunctionToolCallEvent, FunctionToolResultEvent, ModelMessage
from pydantic_ai.models import Model
from pydantic_ai.toolsets import AbstractToolset
from pydantic_ai.usage import UsageLimits

from rpg_lite.agent.reply_parts import Output

LONGEST_ANSWER: Final = 20_000
"""The maximum number of characters of a tool's answer that the model reads; another server may send any number."""
SAME_REFUSALS: Final = 3
"""The number of times that the model may repeat a call that is refused."""
_STANDS: Final = "The results of the calls stay."


@dataclass
class Told:
    """The result of a turn, once it is over."""

    story: str = ""
    messages: list[ModelMessage] = field(default_factory=list)
    read: int = 0
    """The tokens that the model read in its last request of the turn."""
    calls: int = 0
    refused: int = 0
    repaired: int = 0
    """Whether the story was told again because it contradicted the campaign."""


def tools_of(server: FastMCP[Any], wanted: Sequence[str], deed: Callable[[], AbstractAsyncContextManager[None]]) -> AbstractToolset[Any]:
    """Return the tools of a server in this process that fit one of the patterns; the model reads only the text of each answer. `deed`:
    surrounds each call.
    """

    async def one_at_a_time(ctx: Any, call: Any, name: str, args: dict[str, Any]) -> str:
        async with deed():
            answer = await call(name, args)
        return _text_alone(answer)

    all_tools = MCPToolset[Any](server, tool_error_behavior="failed", process_tool_call=one_at_a_time, max_retries=SAME_REFUSALS)
    return all_tools.filtered(lambda ctx, tool: any(fnmatchcase(tool.name, pattern) for pattern in wanted))


def _text_alone(answer: Any) -> str:
    text = answer["text"] if isinstance(answer, dict) and isinstance(answer.get("text"), str) else answer
    return shortened(text if isinstance(text, str) else json.dumps(text, ensure_ascii=False, default=str))


def shortened(text: str) -> str:
    """Return the text, cut if it is longer than a model should read."""
    return text if len(text) <= LONGEST_ANSWER else f"{text[:LONGEST_ANSWER]}\n(cut: {len(text):,} characters)"


class ModelTurn:
    """A model with its tools and limits. `steps`: the maximum calls in a turn; `seconds`: the maximum time of a turn; `requests`: the
    maximum requests to the model in a turn.
    """

    def __init__(self, model: Model, tools: AbstractToolset[Any], steps: int, seconds: float, requests: int | None = None) -> None:
        self._agent: Agent[Any, str] = Agent(model, toolsets=[tools], retries=SAME_REFUSALS)
        self._steps, self._seconds = steps, seconds
        self._requests = requests or 2 * steps
        self.others: Sequence[AbstractToolset[Any]] = ()
        """The tools of other servers in the next turn."""

    async def play(self, instructions: str, prompt: str, told: Told, history: Sequence[ModelMessage] = ()) -> AsyncGenerator[Output, None]:
        """Yield the calls as they happen, and a refusal if the model fails; `told` receives the story and the tokens."""
        try:
            async with asyncio.timeout(self._seconds):
                async for output in self._steps_of(instructions, prompt, told, history):
                    yield output
        except TimeoutError:
            yield Output("refusal", f"The model took more than {self._seconds:g} seconds.{_stays(told)}")
        except UsageLimitExceeded:
            yield Output("refusal", f"The model made more than {self._steps} calls and told no story.{_stays(told)}")
        except _Stubborn as stubborn:
            yield Output("refusal", f"The model repeated a refused call {SAME_REFUSALS} times: {stubborn}.{_stays(told)}")
        except UnexpectedModelBehavior as error:
            yield Output("refusal", f"The model's answer cannot be read: {error}.{_stays(told)}")
        except (ModelAPIError, UserError, OSError) as error:
            yield Output("refusal", f"The model does not answer: {_first_line(error)}.{_stays(told)}")

    async def _steps_of(self, instructions: str, prompt: str, told: Told, history: Sequence[ModelMessage]) -> AsyncGenerator[Output, None]:
        limits = UsageLimits(tool_calls_limit=self._steps, request_limit=self._requests)
        refused: dict[str, int] = {}
        async with self._agent.iter(
            prompt, instructions=instructions, message_history=list(history), usage_limits=limits, toolsets=self.others
        ) as run:
            async for node in run:
                if Agent.is_call_tools_node(node):
                    told.read = node.model_response.usage.input_tokens
                    async with node.stream(run.ctx) as events:
                        async for event in events:
                            if isinstance(event, FunctionToolCallEvent | FunctionToolResultEvent):
                                yield _output(event, told, refused)
            if run.result:
                told.story, told.messages = str(run.result.output).strip(), list(run.result.all_messages())


class _Stubborn(Exception):
    """The model repeats a call that is refused."""


def _output(event: FunctionToolCallEvent | FunctionToolResultEvent, told: Told, refused: dict[str, int]) -> Output:
    """Return the call or its answer. Raises _Stubborn if the same refusal came too often."""
    if isinstance(event, FunctionToolCallEvent):
        told.calls += 1
        details = {"id": event.part.tool_call_id, "tool": event.part.tool_name, "arguments": event.part.args_as_dict()}
        return Output("call", f"{event.part.tool_name} {json.dumps(details['arguments'], ensure_ascii=False)}", details)
    text = str(event.part.content)
    ok = getattr(event.part, "outcome", "success") == "success"
    if not ok:
        told.refused += 1
        refused[text] = refused.get(text, 0) + 1
        if refused[text] >= SAME_REFUSALS:
            raise _Stubborn(_first_line(text))
    return Output("called", text, {"id": event.part.tool_call_id, "tool": event.part.tool_name, "ok": ok})


def _stays(told: Told) -> str:
    """The end of a refusal: that what was done stays, if the model made a call at all."""
    return f" {_STANDS}" if told.calls else ""


def _first_line(error: object) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:300].rstrip(". ")
