"""The settings of the game master program: its model, the servers whose tools it may call, and the sandbox around it."""

import os
import shutil
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated, Final, Literal, Self, get_args

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from rpg_lite.operations.operation import Tool
from rpg_lite.world.tools_in_use import DAYS

MODEL_FORMS: Final = "anthropic:NAME, openai:NAME, ollama:NAME, script:FILE or test"
PROVIDERS: Final = ("anthropic", "openai", "ollama", "script")
"""The words before the colon of a model's name."""
TEST: Final = "test"
SMALLEST_CONTEXT: Final = 200
LARGEST_CONTEXT: Final = 100_000


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Agent(_Section):
    """The game master. `model`: the model that tells the story; empty for the rules alone. `parser`: the model that turns a player's words
    into a call before the storyteller is asked. `judge`: the model that checks whether a story contradicts the campaign. `context_tokens`:
    the tokens of the context before each turn; `tools`: names and patterns of our own tools that the model may call; `steps`: the maximum
    calls in a turn; `seconds`: the maximum time of a turn.
    """

    name: str = Field(default="Game master", min_length=1, max_length=60)
    model: str = ""
    parser: str = ""
    judge: str = ""
    context_tokens: int = Field(default=8_000, ge=SMALLEST_CONTEXT, le=LARGEST_CONTEXT)
    tools: tuple[str, ...] = ("*",)
    steps: int = Field(default=12, ge=1, le=100)
    seconds: float = Field(default=120.0, gt=0, le=3600)

    @field_validator("model", "parser", "judge")
    @classmethod
    def _is_a_model(cls, value: str) -> str:
        provider, colon, name = value.partition(":")
        if value and value != TEST and not (provider in PROVIDERS and colon and name):
            raise ValueError(f"takes {MODEL_FORMS}")
        return value

    @field_validator("tools")
    @classmethod
    def _names_tools(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for wanted in value:
            if not any(fnmatchcase(tool, wanted) for tool in get_args(Tool)):
                raise ValueError(f"{wanted!r} fits none of {', '.join(get_args(Tool))}")
        return value


class ToolServer(_Section):
    """A server whose tools the game master may call. `token_env`: the environment variable that holds its token; `tools`: names and
    patterns of its tools; `patience`: the seconds for which a turn waits for its answer to a call."""

    id: Annotated[str, Field(pattern=r"^[A-Za-z0-9]+([.-][A-Za-z0-9]+)*$", max_length=40)]
    transport: Literal["http", "stdio"]
    url: str = ""
    command: tuple[str, ...] = ()
    token_env: str = ""
    tools: tuple[str, ...] = ("*",)
    patience: Annotated[float, Field(gt=0, le=600)] = 5.0

    @model_validator(mode="after")
    def _has_an_address(self) -> Self:
        if self.transport == "http" and not self.url.startswith(("http://", "https://")):
            raise ValueError("with transport http, url takes an address such as http://127.0.0.1:9000/mcp")
        if self.transport == "stdio" and not self.command:
            raise ValueError('with transport stdio, command takes the program and its words, such as ["uvx", "holler"]')
        if self.transport == "stdio" and (self.url or self.token_env):
            raise ValueError("url and token_env need transport http")
        return self

    @property
    def lacks(self) -> str:
        """The token or the program that the server needs and this machine does not have; empty if it has everything."""
        if self.token_env and not os.environ.get(self.token_env):
            return f"the variable {self.token_env} is not set"
        return f"there is no program {self.command[0]}" if self.command and not shutil.which(self.command[0]) else ""


class Sandbox(_Section):
    """The sandbox around the game master. `mode`: if no sandbox is available, require ends the program and prefer warns; `network`: none or
    all; `write`: folders that it may write in addition to the campaign's; `memory_mb`: its memory.
    """

    mode: Literal["off", "prefer", "require"] = "off"
    network: Literal["none", "all"] = "none"
    write: tuple[Path, ...] = ()
    memory_mb: int = Field(default=2048, ge=512, le=65_536)


class Scripts(_Section):
    """House rules as scripts. `days`: the days of game time for which a script runs if it was put in use without an end."""

    days: int = Field(default=DAYS, ge=1, le=100_000)


AGENT_DEFAULTS: Final = Agent()
SCRIPT_DEFAULTS: Final = Scripts()
NO_SANDBOX: Final = Sandbox()
