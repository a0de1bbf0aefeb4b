"""The table for these tests: one campaign with the calls of a client, and all of it as one comparable value."""

import json
from dataclasses import dataclass, field, fields
from typing import Any

from sqlalchemy import select

from rpg_lite.game import Game
from rpg_lite.operations.registry import TOOLS, operations
from rpg_lite.rules.dice import Roller
from rpg_lite.store import exit_queries
from rpg_lite.store.tables import CAMPAIGN, COMMIT, EQUIPPED, EVENT, EXIT, THING
from rpg_lite.world.events import Event, load
from rpg_lite.world.world_model import Exit, InUse, Thing

Answer = dict[str, Any]

TOOL_OF = {operation: tool for tool in reversed(TOOLS) for operation in operations(tool)}


@dataclass(frozen=True)
class Snapshot:
    """Every living row of a campaign. Two snapshots are equal when nobody could tell the campaigns apart."""

    rev: int
    commits: int
    minutes: int
    things: dict[str, Thing]
    worn: dict[tuple[str, str], InUse]
    exits: dict[str, Exit] = field(default_factory=dict)

    @property
    def world(self) -> tuple[dict[str, Thing], dict[tuple[str, str], InUse], dict[str, Exit]]:
        """The same without the count of commands."""
        return self.things, self.worn, self.exits


def snapshot(game: Game) -> Snapshot:
    campaign = game.campaign.id
    with game.store._database.reader.connect() as connection:
        rev, minutes = connection.execute(select(CAMPAIGN.c.rev, CAMPAIGN.c.minutes).where(CAMPAIGN.c.id == campaign)).one()
        commits = len(connection.execute(select(COMMIT.c.rev).where(COMMIT.c.campaign_id == campaign)).all())
        living = select(*(THING.c[f.name] for f in fields(Thing))).where(THING.c.campaign_id == campaign, THING.c.deleted_at.is_(None))
        things = {row[0]: Thing(*row) for row in connection.execute(living)}
        used = select(*(EQUIPPED.c[f.name] for f in fields(InUse))).where(
            EQUIPPED.c.campaign_id == campaign, EQUIPPED.c.deleted_at.is_(None)
        )
        worn = {(row[0], row[1]): InUse(*row) for row in connection.execute(used)}
        ways = select(*(EXIT.c[f.name] for f in fields(Exit))).where(EXIT.c.campaign_id == campaign, EXIT.c.deleted_at.is_(None))
        exits = exit_queries.in_order(Exit(*row) for row in connection.execute(ways))
    return Snapshot(rev, commits, minutes, things, worn, exits)


def chronicle(game: Game) -> list[Event]:
    """Every event of every commit, in order."""
    asked = select(EVENT.c.body).where(EVENT.c.campaign_id == game.campaign.id).order_by(EVENT.c.rev, EVENT.c.n)
    with game.store._database.reader.connect() as connection:
        return list(load([body for (body,) in connection.execute(asked)]))


def tokens(answer: Answer) -> float:
    """The cost of an answer for a model, at 3.5 bytes per token."""
    return len(json.dumps(answer, ensure_ascii=False, separators=(",", ":")).encode()) / 3.5


class Sitting:
    """The base of tables that ask and look: at a campaign in a database, or at one in memory (worlds.py)."""

    # ── asking ──────────────────────────────────────────────────────────────────────────────────────────────────

    def send(self, payload: Any, tool: str = "manage_inventory", detail: str = "brief") -> Answer:
        raise NotImplementedError

    def roll_with(self, roller: Roller) -> None:
        """From now on every die falls as this says."""
        raise NotImplementedError

    def ask(self, operation: str, who: str | None = None, **fields: Any) -> Answer:
        target = {"characterName": who} if who else {}
        return self.send({**target, "operation": operation, **fields}, TOOL_OF[operation])

    def did(self, operation: str, who: str | None = None, **fields: Any) -> Answer:
        """The answer to a command that must be accepted."""
        answer = self.ask(operation, who, **fields)
        assert answer["ok"], answer["text"]
        return answer

    def refused(self, code: str, operation: str, who: str | None = None, **fields: Any) -> Answer:
        """The answer to a command that must be refused with this code, and must leave no trace."""
        target = {"characterName": who} if who else {}
        return self.refused_whole(code, {**target, "operation": operation, **fields}, TOOL_OF[operation])

    def refused_whole(self, code: str, payload: Any, tool: str = "manage_inventory") -> Answer:
        before = self.now
        answer = self.send(payload, tool)
        assert not answer["ok"], answer["text"]
        assert answer["error"]["code"] == code, answer["text"]
        assert "Nothing was changed." in answer["text"]
        assert "results" not in answer
        assert self.now == before
        return answer

    def batch(self, *elements: Answer, **beside: Any) -> Answer:
        return self.send({"batch": list(elements), **beside})

    # ── looking ─────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def now(self) -> Snapshot:
        raise NotImplementedError

    @property
    def rev(self) -> int:
        return self.now.rev

    def thing(self, name: str) -> Thing:
        """The only living thing of a name."""
        (found,) = [t for t in self.now.things.values() if t.name == name]
        return found

    def id(self, name: str) -> str:
        return self.thing(name).id

    def bag(self, name: str) -> dict[str, int]:
        """The direct contents of a bag, worn or not: name → quantity."""
        at, held = self.id(name), dict[str, int]()
        for t in self.now.things.values():
            if t.parent_id == at and t.kind == "item":
                held[t.name] = held.get(t.name, 0) + t.quantity
        return held

    def stacks(self, name: str, item: str) -> list[int]:
        """The sizes of all stacks of an item directly in a bag."""
        at = self.id(name)
        return sorted(t.quantity for t in self.now.things.values() if t.parent_id == at and t.name == item)

    def worn(self, name: str) -> dict[str | None, str]:
        """slot → name of the item worn there."""
        now, at = self.now, self.id(name)
        return {row.slot: now.things[row.thing_id].name for row in now.worn.values() if row.context_id == at}

    def attuned(self, name: str) -> set[str]:
        at = self.id(name)
        return {t.name for t in self.now.things.values() if t.attuned_to == at}

    def number(self, name: str, path: str) -> int:
        answer = self.did("character", name, stats=[path])
        value: int = answer["results"][0]["stats"][path]["value"]
        return value

    def hp(self, name: str) -> int:
        hp: int = self.thing(name).body["hp"]
        return hp


class Table(Sitting):
    def __init__(self, game: Game) -> None:
        self.game = game

    def send(self, payload: Any, tool: str = "manage_inventory", detail: str = "brief") -> Answer:
        return self.game.ask(payload, tool=tool, detail=detail)  # type: ignore[arg-type]

    def roll_with(self, roller: Roller) -> None:
        self.game._roll = roller

    @property
    def now(self) -> Snapshot:
        return snapshot(self.game)


def notes(answer: Answer, place: int = 0) -> str:
    return " ".join(answer["results"][place].get("notes", ()))
