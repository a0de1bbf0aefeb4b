"""A stand-in for a model: it plays the evening from a table, and fights by the simplest policy. Every fifth of its stories is false on
purpose.
"""

from typing import Any, Final

from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, TextPart, ToolCallPart, UserPromptPart
from pydantic_ai.models.function import AgentInfo, FunctionModel
from story import BEGIN, FIGHT_ON, HEROES, TURNS

from rpg_lite.agent.model_factory import MARK
from rpg_lite.game import Game
from rpg_lite.world import clock, combat
from rpg_lite.world.world_model import World

MOST_CALLS: Final = 9
"""The maximum number of calls of a fight in one turn of the game master."""
FALSE_EACH: Final = 5


class ScriptedModel:
    """The model of one evening. `false`: the stories that contradicted the facts."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._calls = {line: calls for line, calls in BEGIN} | {line: calls for line, calls, _ in TURNS}
        self._acted = self._tired = False
        self._stories = 0
        self.false = 0

    @property
    def model(self) -> FunctionModel:
        return FunctionModel(self._answer, model_name="the scripted model")

    async def _answer(self, messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        prompts = [
            (at, part.content)
            for at, m in enumerate(messages)
            if isinstance(m, ModelRequest)
            for part in m.parts
            if isinstance(part, UserPromptPart)
        ]
        asked, prompt = prompts[-1]
        done = sum(isinstance(m, ModelResponse) for m in messages[asked:])
        if MARK not in str(prompt):
            return ModelResponse(parts=[TextPart("The heroes stand and listen.")])
        line = str(prompt).rpartition(MARK)[2].strip()
        call = self._fight(line, done) if line.startswith(FIGHT_ON) else next(iter(self._calls.get(line, ())[done:]), None)
        return ModelResponse(parts=[ToolCallPart(*call) if call else TextPart(self._story())])

    def _story(self) -> str:
        self._stories += 1
        if self._stories % FALSE_EACH:
            return "The heroes stand and listen."
        self.false += 1
        return "Brenna has 1 hit point left."

    def _fight(self, line: str, done: int) -> tuple[str, dict[str, Any]] | None:
        """The next call of the fight that the line names, or None to tell a story."""
        foes = line.partition(": ")[2].split(", ")
        world = whole(self._game)
        fight = clock.fight(world)
        if fight is None:
            self._acted = False
            begins = standing(world, foes) and not done
            return ("execute_action", {"operation": "start_fight", "names": [*HEROES, *foes]}) if begins else None
        if done >= MOST_CALLS:
            return None
        if not standing(world, foes):
            self._tired = True
            return "execute_action", {"operation": "end_fight"}
        whose = world.things[str(combat.acting(world))].name
        if not self._acted and whose in standing(world, [*HEROES, *foes]):
            self._acted = True
            targets = standing(world, foes if whose in HEROES else HEROES)
            return "execute_action", {"operation": "attack", "characterName": whose, "targetName": (targets or HEROES)[0]}
        self._acted = False
        return "execute_action", {"operation": "next_turn"}

    def _wants_rest(self, done: int) -> bool:
        """Whether the fight has just ended and the calls of the turn include a rest."""
        rests, self._tired = self._tired and done < MOST_CALLS, self._tired and done >= MOST_CALLS
        return rests


def whole(game: Game) -> World:
    return game.store.read(game.campaign.id, lambda at: at.whole())


def standing(world: World, names: Any) -> list[str]:
    """The names among these whose creature has hit points."""
    hp = {thing.name: thing.creature.hp for thing in world.things.values() if thing.kind == "character"}
    return [name for name in names if hp.get(name)]


def fate_of(world: World, name: str) -> str:
    """Whether the creature of this name stands, is defeated, or was never there; only one that is there can have been defeated."""
    if standing(world, [name]):
        return "stands"
    return "defeated" if any(thing.kind == "character" and thing.name == name for thing in world.things.values()) else "not met"
