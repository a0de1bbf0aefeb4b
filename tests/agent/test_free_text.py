"""Plain sentences at a table with a model: what the rules cannot carry out is free text, also if it begins with the word of a verb."""

from collections.abc import Iterator
from typing import Any

import pytest
from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, TextPart, ToolCallPart, UserPromptPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from rpg_lite import open_campaign
from rpg_lite.agent import llm_agent
from rpg_lite.agent.gm_agent import GM, create_gm
from rpg_lite.game import Game
from rpg_lite.mud.verbs import SHORT, VERBS
from rpg_lite.server.agent_settings import Agent
from rpg_lite.server.settings import Settings

BEGIN_WITH_A_VERB = """open your eyes
take a seat
look at her
look for a way to climb the wall
use my charm on Marra
attack the problem from another angle
check whether the door is locked
list the exits for me
call for help
tell Marra I want a rope
tell me a story about the well please
tell us what the old song says
search my memories for the name of the duke
go and find the captain before he leaves
close my eyes and listen to the river
lock eyes with the stranger
give her a smile
drop the subject and change the topic
buy everyone a round of ale
sell them a story about dragons
cast a glance at the door
act as if nothing happened
answer her question honestly
fight for the last piece of bread with words
end the conversation politely
save the child from the water
roll my eyes at the reeve
rest my head on the table
prepare an ambush at the bridge
choose my words carefully
history of this town, what do I know of it?
map out a plan with the others
hide behind the barrels
leave a note on the table
join the dance
create a diversion by the fire
run away from the angry crowd while shouting
heal the rift between the brothers
cure my boredom
wait for the guard to pass
focus on the sound
help the old man up
examine the strange carving on the wall
equip myself for the journey
context matters, as he says
award him my respect
rules are made to be broken, as they say
who is the man by the window?
party with the villagers all night
route the water back into the old channel
portal magic fascinates me, so I ask about it
next I turn to the priest
why did he do that?
kill the lights
get out of here
pick a fight with the bandit
hit the road
strike a pose
put my trust in her
quit smoking for good
redo the knot of my belt
exit the room through the window
undo my belt
as if I cared about that""".splitlines()
OTHERS = """the goblin laughs and I laugh too
what does the air smell of
Brenna bows before the reeve
we sing to the moon and wait for an owl
let's ask the reeve who paid him
please be careful, everybody
my sword glints in the sun
nobody moves
a song, a song for the reeve!
does the reeve know the captain?
if she lies, I will know it
quietly, I step nearer""".splitlines()
OF_ONESELF = """I swing wildly
I sing to the moon and wait for an owl.
I look at her hands
I attack the darkness
I go to the window and look out
I take a deep breath
I give Marra a flower
I, too, am a fool
I'm scared
I'll wait for the owl
I undo my belt
I quit drinking
I end this now
I hit the table
I examine my feelings
I am here
I all but scream""".splitlines()
OF_THE_RULES = """look
exits
party
attack goblin
I attack the goblin
I look around
I search the room
I
i
inventory
inv
equip dagger
drop dagger
take dagger
say nothing and wait
note how she holds the knife
check stealth
roll 1d6
search
rest short
go south
north
fight
why
wait 10 minutes
equip daggre
help attack
act dodge""".splitlines()


class Asked:
    """A model that tells the same story always. `lines`: those that it was asked to answer."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    async def answer(self, messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        prompts = [part for m in messages if isinstance(m, ModelRequest) for part in m.parts if isinstance(part, UserPromptPart)]
        self.lines.append(str(prompts[-1].content).rpartition("The player says: ")[2])
        return ModelResponse(parts=[TextPart("So be it.")])


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    model = Asked()
    monkeypatch.setattr(llm_agent, "model_of", lambda name, key="": FunctionModel(model.answer) if key == "" and name else None)
    return model


@pytest.fixture
def game() -> Iterator[Game]:
    with open_campaign(":memory:", seed=1) as game:
        yield game


def made(game: Game, tool: str, **payload: Any) -> None:
    answer = game.ask(payload, tool)
    assert answer["ok"], answer["text"]


async def seated(game: Game, *, alone: bool, model: str = "test") -> tuple[GM, str]:
    """A table in the shipped adventure, and the seat that types."""
    gm = create_gm(game, Settings(agent=Agent(model=model)))
    gm.one_person = alone
    await gm.start()
    seat = "" if alone else "ann"
    await shown(gm, "hero Brenna fighter 3", seat)
    await shown(gm, "adventure bitter_spring", seat)
    made(game, "manage_character", operation="create", name="Marra Ashgrove", character={"hpMax": 9})
    made(game, "manage_character", operation="create", template="Goblin", name="Goblin")
    made(game, "manage_inventory", operation="give", characterName="Brenna", template="Dagger")
    return gm, seat


async def shown(gm: GM, line: str, seat: str) -> list[str]:
    return [output.text async for output in gm.process(line, seat=seat) if output.is_told]


@pytest.mark.parametrize("alone", [True, False], ids=["a terminal", "a seat"])
async def test_what_the_rules_cannot_carry_out_reaches_the_model(game: Game, asked: Asked, alone: bool) -> None:
    assert len(BEGIN_WITH_A_VERB) >= 30 and len(BEGIN_WITH_A_VERB + OTHERS + OF_ONESELF) >= 60
    gm, seat = await seated(game, alone=alone)
    kept = {}
    for line in (*BEGIN_WITH_A_VERB, *OTHERS, *OF_ONESELF):
        asked.lines.clear()
        told = await shown(gm, line, seat)
        if told[-1:] != ["So be it."] or asked.lines != [line]:
            kept[line] = told
    assert kept == {}
    await gm.stop()


async def test_every_sentence_about_oneself_is_free_text_or_done(game: Game, asked: Asked) -> None:
    """I, with the word of every verb and of every short form: the rules never answer how to write it."""
    gm, seat = await seated(game, alone=True)
    for word in (*VERBS, *(short for short in SHORT if short.isalpha())):
        for line in (f"I {word} as if in a dream", f"I {word}"):
            asked.lines.clear()
            told = await shown(gm, line, seat)
            is_usage = any("Write it like this" in words or "Begin with" in words for words in told)
            assert asked.lines == [line] or (told and not is_usage), (line, told)
            assert line == f"I {word}" or asked.lines == [line], (line, told)
    await gm.stop()


@pytest.mark.parametrize("alone", [True, False], ids=["a terminal", "a seat"])
async def test_what_the_rules_can_carry_out_needs_no_model(game: Game, asked: Asked, alone: bool) -> None:
    gm, seat = await seated(game, alone=alone)
    for line in OF_THE_RULES:
        asked.lines.clear()
        told = await shown(gm, line, seat)
        assert told and asked.lines in ([], [line for line in asked.lines if line.startswith("(The turn of")]), (line, told)
    for line in BEGIN_WITH_A_VERB:
        asked.lines.clear()
        assert await shown(gm, f"/{line}", seat) and not asked.lines, line
        if gm.session(seat=seat).over or gm.session(seat=seat).is_asked:
            raise AssertionError(line)
    await gm.stop()


@pytest.mark.parametrize("model", ["test", ""])
async def test_who_asks_for_a_story_narrates_nothing(game: Game, asked: Asked, model: str) -> None:
    gm, seat = await seated(game, alone=True, model=model)
    for line in ("tell me a story about the well please", "tell us what the song says", "Tell me more"):
        await shown(gm, line, seat)
    told = game.ask({"operation": "journal", "last": 50}, "read_campaign")["text"]
    assert "tells: me" not in told and "tells: us" not in told
    await gm.stop()


async def test_a_model_plays_the_turn_of_its_creature(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    async def answer(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        if any(isinstance(m, ModelResponse) for m in messages):
            return ModelResponse(parts=[TextPart("The goblin snarls.")])
        asked.append(str(messages[0].parts[0].content).rpartition("The player says: ")[2])  # type: ignore[union-attr]
        return ModelResponse(parts=[ToolCallPart("execute_action", {"operation": "next_turn", "play": "foes"})])

    monkeypatch.setattr(llm_agent, "model_of", lambda name, key="": FunctionModel(answer) if key == "" and name else None)
    gm, seat = await seated(game, alone=True)
    told = await shown(gm, "fight goblin", seat)
    while not asked:
        told = await shown(gm, "next", seat)
    assert asked == ["(The turn of Goblin begins. Play it and those of the other foes by calls, up to the next hero's turn, and tell it.)"]
    assert "The goblin snarls." in told and "Goblin can" not in "".join(told)
    assert "The turn of Goblin begins" not in game.ask({"operation": "journal", "last": 20}, "read_campaign")["text"]
    await gm.stop()


async def test_who_types_nothing_or_too_much_changes_nothing(game: Game, asked: Asked) -> None:
    gm, seat = await seated(game, alone=True)
    rev = game.store.rev(game.campaign.id)
    for line in ("", "   ", "\t", "# a remark"):
        assert await shown(gm, line, seat) == []
    for line in ("c" * 70_000, "look; " * 8_000, "a b " * 12_000, "I " * 30_000, "@Marra " + "x" * 5_000, "say " + "x" * 69_000):
        (told,) = await shown(gm, line, seat)
        assert f"The line has {len(line):,} characters, and at most 4,200 fit; nothing was done." == told
    assert game.store.rev(game.campaign.id) == rev and not asked.lines
    await gm.stop()
