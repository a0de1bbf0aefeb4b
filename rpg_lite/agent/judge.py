"""A second model that compares a story with the campaign. Apart because it asks another model, and a table without one never loads it."""

import asyncio
from typing import Final

from pydantic import BaseModel, Field
from pydantic_ai import Agent
from pydantic_ai.exceptions import AgentRunError, UserError
from pydantic_ai.models import Model

from rpg_lite.agent.judge_verdicts import AGREES, CONTRADICTS, NOT_JUDGED

_ASKED: Final = "You compare a story with the state of a game. Say whether a sentence of the story contradicts the state, and why."
_SECONDS: Final = 30


class Verdict(BaseModel):
    contradicts: bool
    why: str = Field(default="", max_length=500)


async def judged(model: Model | None, story: str, context: str) -> str:
    """Return "agrees", "contradicts: REASON" or, without a judge or if it fails, "not judged". Never refuse anything."""
    if model is None:
        return NOT_JUDGED
    try:
        async with asyncio.timeout(_SECONDS):
            run = await Agent(model, output_type=Verdict, instructions=_ASKED).run(f"{context}\n\nThe story:\n{story}")
    except (AgentRunError, UserError, OSError, TimeoutError):
        return NOT_JUDGED
    return f"{CONTRADICTS}{run.output.why}" if run.output.contradicts else AGREES
