"""Make the model with a name such as "ollama:llama3.1", or give a clear reason why it is not available."""

import importlib
import json
import os
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, TextPart, ToolCallPart, UserPromptPart
from pydantic_ai.models import Model
from pydantic_ai.models.function import AgentInfo, FunctionModel

from rpg_lite.install_hint import how_to_add
from rpg_lite.server.agent_settings import MODEL_FORMS, TEST
from rpg_lite.terminal.command_io import MISUSED, Stop, path

PACKAGES: Final[Mapping[str, str]] = MappingProxyType({"anthropic": "anthropic", "openai": "openai", "ollama": "openai"})
"""The package that speaks to each provider; Ollama speaks OpenAI's protocol."""
KEYS: Final[Mapping[str, str]] = MappingProxyType({"anthropic": "ANTHROPIC_API_KEY", "openai": "OPENAI_API_KEY"})
OLLAMA_URL: Final = "http://127.0.0.1:11434/v1"
OLLAMA_NAMED_BY: Final = "OLLAMA_BASE_URL"
"""The environment variable that names another address of Ollama."""
MARK: Final = "\nThe player says: "
"""The mark in a prompt before the line to answer."""

Step = Mapping[str, Any]


def model_of(name: str, key: str = "agent.model") -> Model | None:
    """Return the model; None for an empty name. Raises Stop if a package, a key or a file is missing."""
    provider, _, rest = name.partition(":")
    if not name:
        return None
    if name == TEST:
        return FunctionModel(_echo, model_name=TEST)
    if provider == "script":
        return _scripted(rest, key)
    if provider not in PACKAGES:
        raise Stop(MISUSED, f"{key}: {name!r} names no model: it takes {MODEL_FORMS}.")
    if lacks := [*_missing_package(provider), *_missing_key(provider)]:
        raise Stop(MISUSED, f"{key}: {name} needs {'; and '.join(lacks)}")
    return _of_provider(provider, rest)


def _missing_package(provider: str) -> list[str]:
    try:
        importlib.import_module(PACKAGES[provider])
    except ImportError:
        return [f"the package {PACKAGES[provider]}: {how_to_add(f'gm-{PACKAGES[provider]}')}"]
    return []


def _missing_key(provider: str) -> list[str]:
    variable = KEYS.get(provider)
    return [f"a key: set the environment variable {variable}"] if variable and not os.environ.get(variable) else []


def _of_provider(provider: str, name: str) -> Model:
    if provider == "anthropic":
        from pydantic_ai.models.anthropic import AnthropicModel

        return AnthropicModel(name)
    from pydantic_ai.models.openai import OpenAIChatModel

    if provider == "openai":
        return OpenAIChatModel(name)
    from pydantic_ai.providers.ollama import OllamaProvider

    return OpenAIChatModel(name, provider=OllamaProvider(base_url=os.environ.get(OLLAMA_NAMED_BY) or OLLAMA_URL))


# ── stand-ins for a model ────────────────────────────────────────────────────────────────────────────────────────────


async def _echo(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
    """Repeat the player's words without a call, to try out a table before it has a model."""
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
    """Make a model that answers each line from a table: {"I look": [{"call": TOOL, "with": {…}}, {"say": "You see…"}]}; "*" for any
    other. A story that has to be told again is the next step of the same line, or the last one once more.

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
    return _line_of_player(messages)[1].rpartition(MARK)[2].strip()


def _line_of_player(messages: list[ModelMessage]) -> tuple[int, str]:
    """The place and the text of the last prompt with a player's line; a prompt that asks for the story again has none."""
    prompts = _prompts(messages)
    return next((prompt for prompt in reversed(prompts) if MARK in prompt[1]), prompts[-1])


def _answers_since_line(messages: list[ModelMessage]) -> int:
    asked, _ = _line_of_player(messages)
    return sum(isinstance(message, ModelResponse) for message in messages[asked:])
