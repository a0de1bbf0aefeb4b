"""The model of a name such as "ollama:llama3.1", or a clear reason why it cannot be asked."""

import importlib
import json
import os
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, TextPart, ToolCallPart, UserPromptPart
from pydantic_ai.models import Model
from pydantic_ai.models.function import AgentInfo, FunctionModel

from rpg_lite.server.agent_settings import MODEL_FORMS, TEST
from rpg_lite.terminal.command_io import MISUSED, Stop, path

PACKAGES: Final[Mapping[str, str]] = MappingProxyType({"anthropic": "anthropic", "openai": "openai", "ollama": "openai"})
"""The package that speaks to each provider; Ollama answers as OpenAI does."""
KEYS: Final[Mapping[str, str]] = MappingProxyType({"anthropic": "ANTHROPIC_API_KEY", "openai": "OPENAI_API_KEY"})
OLLAMA_URL: Final = "http://127.0.0.1:11434/v1"
OLLAMA_NAMED_BY: Final = "OLLAMA_BASE_URL"
"""The environment variable that names another address of Ollama."""
MARK: Final = "\nThe player says: "
"""Stands in a prompt before the line that is answered."""

Step = Mapping[str, Any]


def model_of(name: str, key: str = "agent.model") -> Model | None:
    """The model; None for an empty name. Raises Stop when a package, a key or a file is missing."""
    provider, _, rest = name.partition(":")
    if not name:
        return None
    if name == TEST:
        return FunctionModel(_echo, model_name=TEST)
    if provider == "script":
        return _scripted(rest, key)
    if provider not in PACKAGES:
        raise Stop(MISUSED, f"{key}: {name!r} names no model: it takes {MODEL_FORMS}.")
    _require_package(provider, name, key)
    if (variable := KEYS.get(provider)) and not os.environ.get(variable):
        raise Stop(MISUSED, f"{key}: {name} needs a key: set the environment variable {variable}.")
    return _of_provider(provider, rest)


def _require_package(provider: str, name: str, key: str) -> None:
    try:
        importlib.import_module(PACKAGES[provider])
    except ImportError:
        extra = f"gm-{PACKAGES[provider]}"
        raise Stop(MISUSED, f'{key}: {name} needs the package {PACKAGES[provider]}: pip install "rpg-lite[{extra}]"') from None


def _of_provider(provider: str, name: str) -> Model:
    if provider == "anthropic":
        from pydantic_ai.models.anthropic import AnthropicModel

        return AnthropicModel(name)
    from pydantic_ai.models.openai import OpenAIChatModel

    if provider == "openai":
        return OpenAIChatModel(name)
    from pydantic_ai.providers.ollama import OllamaProvider

    return OpenAIChatModel(name, provider=OllamaProvider(base_url=os.environ.get(OLLAMA_NAMED_BY) or OLLAMA_URL))


# ── models without a model ────────────────────────────────────────────────────────────────────────────────────────────


async def _echo(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
    """Tell what was said, with no call: to try a table before it has a model."""
    return ModelResponse(parts=[TextPart(f"You say: {_last_line(messages)}")])


def _scripted(file: str, key: str) -> Model:
    try:
        turns = json.loads(path(file).read_text("utf-8"))
    except OSError as error:
        raise Stop(MISUSED, f"{key}: {file} cannot be read: {(error.strerror or 'no such file').lower()}.") from None
    except ValueError as error:
        raise Stop(MISUSED, f"{key}: {file} is not JSON: {error}") from None
    return scripted(turns, key, file)


def scripted(turns: Any, key: str = "agent.model", file: str = "the script") -> Model:
    """A model that answers each line as a table says: {"I look": [{"call": TOOL, "with": {…}}, {"say": "You see…"}]}; "*" for any other.

    Raises Stop for a table of another form.
    """
    steps = [step for turn in turns.values() if isinstance(turn, list) for step in turn] if isinstance(turns, dict) else []
    if not steps or not all(isinstance(s, dict) and (isinstance(s.get("say"), str) or isinstance(s.get("call"), str)) for s in steps):
        raise Stop(MISUSED, f'{key}: {file} takes an object {{"LINE": [{{"call": TOOL, "with": {{}}}}, {{"say": TEXT}}]}}.')

    async def answer(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        turn: Sequence[Step] = turns.get(_last_line(messages)) or turns.get("*") or [{"say": "Nothing happens."}]
        step = turn[min(_answers_since_line(messages), len(turn) - 1)]
        if "call" in step:
            return ModelResponse(parts=[ToolCallPart(step["call"], dict(step.get("with") or {}))])
        return ModelResponse(parts=[TextPart(step["say"])])

    return FunctionModel(answer, model_name="script")


def _prompts(messages: list[ModelMessage]) -> list[tuple[int, str]]:
    return [
        (at, part.content)
        for at, message in enumerate(messages)
        if isinstance(message, ModelRequest)
        for part in message.parts
        if isinstance(part, UserPromptPart) and isinstance(part.content, str)
    ]


def _last_line(messages: list[ModelMessage]) -> str:
    return _prompts(messages)[-1][1].rpartition(MARK)[2].strip()


def _answers_since_line(messages: list[ModelMessage]) -> int:
    asked = _prompts(messages)[-1][0]
    return sum(isinstance(message, ModelResponse) for message in messages[asked:])
