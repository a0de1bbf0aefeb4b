"""A client that knows nothing goes on after one call: whatever it has to know stands in the context, as the rows have it."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from fastmcp import Client

from rpg_lite import open_campaign
from rpg_lite.game import Game
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.server.mcp import server
from rpg_lite.world import clock, combat, thing_stats
from rpg_lite.world.quest_graph import OVER, quests_of
from rpg_lite.world.world_model import JOURNAL_ID, Ref, Thing, World
from tests.evenings import GEAR, HEROES
from tests.server.clients import over_stdio

TRANSPORTS = ["memory", pytest.param("stdio", marks=pytest.mark.slow)]
DECIDED = "We spare the last goblin, for it knows the way."
OWED = {"Salt for the living": "Marra pays 50 gp for news of the cellar.", "The ferryman's debt": "Pip owes the ferryman 3 gp."}
DONE = "Find the toll house"
TOLD = "The lamp goes out, and the water rises over the second step."
SAID = "Who lit the lamp?"
EVENING: tuple[tuple[str, dict[str, Any]], ...] = (
    ("keep_journal", {"operation": "quest", "name": "Salt for the living", "text": OWED["Salt for the living"], "public": True}),
    ("keep_journal", {"operation": "quest", "name": "The ferryman's debt", "text": OWED["The ferryman's debt"], "public": True}),
    ("keep_journal", {"operation": "quest", "name": DONE, "under": ["Salt for the living"], "public": True}),
    ("keep_journal", {"operation": "milestone", "text": "The party has crossed the ford."}),
    ("manage_room", {"operation": "create", "name": "Toll Cellar", "direction": "down"}),
    ("manage_room", {"operation": "go", "direction": "down"}),
    ("manage_character", {"operation": "create", "template": "Goblin", "count": 3}),
    ("keep_journal", {"operation": "progress", "name": DONE, "status": "done"}),
    ("execute_action", {"operation": "cast", "characterName": "Elara", "spell": "Magic Missile", "targets": ["Goblin 1"], "force": True}),
    ("execute_action", {"operation": "damage", "characterName": "Thorin", "amount": 9, "damageType": "piercing"}),
    ("execute_action", {"operation": "damage", "characterName": "Goblin 3", "amount": 5, "damageType": "cold"}),
    ("execute_action", {"operation": "damage", "characterName": "Goblin 2", "amount": 50, "damageType": "fire"}),
    ("manage_condition", {"operation": "apply", "characterName": "Pip", "condition": "poisoned", "duration": "1 hour"}),
    ("manage_character", {"operation": "advance", "characterName": "party", "duration": "10 minutes"}),
    ("execute_action", {"operation": "cast", "characterName": "Brenna", "spell": "Bless", "targets": ["Thorin", "Pip"], "force": True}),
    ("keep_journal", {"operation": "decide", "text": DECIDED}),
    ("keep_journal", {"operation": "say", "characterName": "Elara", "text": SAID}),
    ("keep_journal", {"operation": "tell", "text": TOLD}),
    ("manage_inventory", {"operation": "give", "characterName": "Pip", "template": "gp", "quantity": 7}),
)  # fmt: skip
FIGHT = ("execute_action", {"operation": "start_fight", "names": ["party", "Goblin 3"], "seed": 5})


def played(database: Path, ruleset: str, fights: bool) -> None:
    """An evening that ends in a cellar, in the middle of a fight or after it."""
    with open_campaign(database, "evening", ruleset=ruleset, seed=1, new=True) as game:
        for name, character in HEROES.items():
            did(game, "manage_character", operation="create", name=name, character={**character, "party": True})
            gifts = [{"operation": "give", "template": template, "equip": True} for template in GEAR[name]]
            did(game, "manage_inventory", characterName=name, batch=gifts)
        for tool, payload in (*EVENING, *([FIGHT] if fights else [])):
            did(game, tool, **payload)


def did(game: Game, tool: str, **payload: Any) -> None:
    answer = game.ask(payload, tool)
    assert answer["ok"], answer["text"]


async def context(database: Path, transport: str) -> str:
    """The answer to the only call of a new client."""
    call = ("read_campaign", {"operation": "context"})
    if transport == "stdio":
        async with Client(over_stdio(database)) as client:
            return str((await client.call_tool(*call)).content[0].text)
    with open_campaign(database, "evening") as game:
        async with Client(server(game)) as client:
            return str((await client.call_tool(*call)).content[0].text)


@dataclass(frozen=True)
class Told:
    """The text of the one answer, beside the rows of the database: `worn`, those of the party with what it wears."""

    text: str
    world: World
    worn: World
    book: Rulebook

    @property
    def members(self) -> list[Thing]:
        return [t for t in self.world.things.values() if t.kind == "character" and t.creature.is_member]

    def line(self, begins: str) -> str:
        """The only line that begins like this."""
        (found,) = [line for line in self.text.split("\n") if line.startswith(begins)]
        return found

    def section(self, title: str) -> list[str]:
        """The lines under a title."""
        after = self.text.split("\n" + title + "\n")[1].split("\n")
        end = next((n for n, line in enumerate(after) if line.endswith(":")), len(after))
        return after[:end]

    def entries(self, *kinds: str) -> list[str]:
        kept = [t.entry for t in self.world.things.values() if t.parent_id == JOURNAL_ID]
        return [entry.text for entry in kept if entry.entry in kinds]


def as_kept(database: Path, text: str) -> Told:
    with open_campaign(database, "evening") as game:
        world, worn = game.store.read(game.campaign.id, lambda at: (at.whole(), at.load((Ref("party"),), game.book)))
        return Told(text, world, worn, game.book)


@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize("fights", [False, True], ids=["at rest", "in a fight"])
@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
async def test_a_fresh_client_goes_on_after_one_call(tmp_path: Path, ruleset: str, fights: bool, transport: str) -> None:
    played(tmp_path / "evening.db", ruleset, fights)
    told = as_kept(tmp_path / "evening.db", await context(tmp_path / "evening.db", transport))
    at = told.world.campaign
    assert told.line("evening: ").startswith(f"evening: SRD {ruleset}, rev {at.rev}, {clock.tell_time(at.minutes)}, in Toll Cellar.")
    members_stand_as_kept(told)
    the_place_is_as_kept(told)
    the_fight_is_as_kept(told, fights)
    the_journal_is_as_kept(told)
    named = re.findall(r"\(([a-z]\d+\.\d+)\)", told.text.partition("Story so far:")[0])
    assert named and {*named} <= told.world.things.keys()


def members_stand_as_kept(told: Told) -> None:
    """The classes, the hit points, the slots, and whatever lasts on each member."""
    assert {m.name for m in told.members} == {*HEROES}
    for m in told.members:
        line, kept, stats = told.line(f"{m.name} ({m.id}): "), m.creature, thing_stats.stats_of(told.worn, m, told.book)
        most = stats.hp_max.value if stats.hp_max else None
        assert f"AC {stats.ac.value}, HP {most if kept.hp is None else kept.hp}/{most}," in line
        assert all(calling in line for calling in kept.sheet.document["classes"])
        lasting = [entry.name for entry in (*kept.conditions, *kept.effects)]
        lasting += [kept.concentration.effect] if kept.concentration else []
        assert [name for name in lasting if name.casefold() not in line.casefold()] == []
        slots = thing_stats.sheet(m, told.book).spell_slots
        left, every = ("/".join(map(str, each)) for each in (slots.left, slots.slots))
        assert (f"slots {left} of {every}" in line) if every else "slots" not in line
        assert [name for name in ("poisoned", "Bless") if name in line and name not in lasting] == []
    assert told.line("Purse: ") == "Purse: 7 gp."
    assert [t.quantity for t in told.world.things.values() if t.name == "Gold Piece"] == [7]


def the_place_is_as_kept(told: Told) -> None:
    (room,) = {told.world.room_of(m.id).id for m in told.members if told.world.room_of(m.id)}
    assert told.line(f"Toll Cellar ({room})") and told.line("Exits: ") == "Exits: up: an open passage to Lobby."
    there = {t.name for t in told.world.bag_of(room) if t.kind == "character"}
    here = re.sub(r" \([^)]*\)", "", told.line("Here: ").removeprefix("Here: ").rstrip("."))
    assert {*here.split(", ")} == there and "Goblin 2 (dead)" in told.line("Here: ")


def the_fight_is_as_kept(told: Told, fights: bool) -> None:
    if not fights:
        assert "Fight, round" not in told.text and not combat.order(told.world)
        return
    order = [told.world.things[entry.id].name for entry in combat.order(told.world)]
    line = told.line("Fight, round 1: ")
    assert re.findall(r"([A-Z][a-z]+(?: \d)?) -?\d+[,.]", line) == order
    acting = told.world.things[combat.acting(told.world) or ""].name
    assert line.endswith(f"{acting}'s turn.") and told.line(f"Left to {acting} this turn: ")
    assert "Goblin 3 bloodied" in told.line("Foes and others: ")


def the_journal_is_as_kept(told: Told) -> None:
    """What it is about, what was decided last, what was told last, and what the party owes and is owed."""
    graph = quests_of(told.world)
    still = {n.name: n.quest.text for n in graph.nodes.values() if n.quest.status not in OVER}
    assert still == OWED and {n.name for n in graph.nodes.values()} == {*OWED, DONE}
    assert [line.strip("○ ") for line in told.section("Open quests:")] == [f"{name}: {text}" for name, text in OWED.items()]
    decided, milestones = told.entries("decide"), told.entries("milestone")
    assert [decided[-1], milestones[-1]] == [DECIDED, "The party has crossed the ford."]
    assert told.section("Journal:")[-1].endswith(DECIDED) and told.section("Journal:")[-2].endswith(milestones[-1])
    story = [*told.section("Story so far:"), *told.section("What happened last:")]
    assert [said for said in told.entries("say", "tell") if not any(said in line for line in story)] == []
    assert next(line for line in reversed(story) if " tells: " in line).endswith(TOLD)
