"""The sandbox of house-rule scripts: Python that reads the campaign, rolls, and changes it only through the tools."""

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final, Literal, TypeVar

import pydantic_monty
from pydantic.alias_generators import to_camel

from rpg_lite.game import Game
from rpg_lite.rules import names
from rpg_lite.store.thing_queries import MOST_BARE
from rpg_lite.store.unit_of_work import Reading
from rpg_lite.world import tools_in_use
from rpg_lite.world.world_model import Exit, Ref, Thing, World

Json = dict[str, Any]
T = TypeVar("T")

LONGEST_RUN: Final = 5.0
"""Seconds that a script may run; the time of its calls does not count."""
MOST_MEMORY: Final = 64_000_000
MOST_CALLS: Final = 5_000
MOST_PRINTED: Final = 1_000_000


Write = Callable[[Literal["stdout", "stderr"], str], None]
"""A function that takes the output of a script."""


def run(source: str, game: Game, seed: int | None, write: Write | None = None) -> None:
    """Run a script. Raises MontyError. The script sees nothing of this process: it calls functions by name and gets values back.

    `write`: takes the script's output; without it, the output goes to standard output.
    """
    limits: pydantic_monty.ResourceLimits = {
        "max_feed_duration_secs": LONGEST_RUN, "max_memory": MOST_MEMORY, "max_suspensions": MOST_CALLS,
    }  # fmt: skip
    policy: pydantic_monty.OSPolicy = {"sleep": "zero"}
    if seed is not None:
        policy["random_start"] = {"seed": seed}
    with pydantic_monty.Monty(max_processes=1) as pool, pool.checkout(limits=limits, os_policy=policy) as session:
        session.feed_run(source, external_lookup=dict(Host(game).functions), print_callback=_Printer(write or _print))


def run_named(source: str, game: Game, name: str, write: Write | None = None, *, seed: int | None = None) -> str | None:
    """Run a script; return None, or the sentence about the fault that ended it and the changes that stay."""
    before = game.store.rev(game.campaign.id)
    try:
        run(source, game, seed, write)
    except pydantic_monty.MontyError as error:
        undone = f"\nThe changes that it had made stay; undo with toRev {before} takes them back."
        return fault_text(error, name) + (undone if game.store.rev(game.campaign.id) > before else "")
    return None


def _print(stream: Literal["stdout", "stderr"], text: str) -> None:
    (sys.stdout if stream == "stdout" else sys.stderr).write(text)


class _Printer:
    """Write the script's output, up to the amount that a person may want to read."""

    def __init__(self, write: Write) -> None:
        self._write, self._left = write, MOST_PRINTED

    def __call__(self, stream: Literal["stdout", "stderr"], text: str) -> None:
        self._left -= len(text)
        if self._left < 0:
            raise MemoryError(f"more than {MOST_PRINTED} characters printed")
        self._write(stream, text)


def fault_text(error: Any, name: str) -> str:
    """Return the error and its line in the script; inside a function, the innermost line."""
    frames = error.traceback() if hasattr(error, "traceback") else ()
    if not frames:
        late = isinstance(error.exception(), TimeoutError)
        return f"{name}: it ran longer than {LONGEST_RUN:g} seconds and was stopped." if late else f"{name}: {error}."
    line = (frames[-1].source_line or "").strip()
    return f"{name}, line {frames[-1].line}: {error.display('type-msg').strip()}." + (f"\n    {line}" if line else "")


class Host:
    """The functions that a script may call. Things are plain dicts with the keys of JSON; a context is the id or name of a room or
    character.
    """

    def __init__(self, game: Game) -> None:
        self._game = game

    @property
    def functions(self) -> Mapping[str, Callable[..., Any]]:
        offered: Sequence[Callable[..., Any]] = (
            self.things_get, self.things_children, self.things_find, self.things_by_kind,
            self.equipped_list, self.equipped_tools, self.equipped_merged_tools, self.exits_list,
            self.roll, self.ask, self.equip, self.unequip,
        )  # fmt: skip
        return {function.__name__: function for function in offered}

    # ── things ──────────────────────────────────────────────────────────────────────────────────────────────────

    def things_get(self, id: str) -> Json | None:
        return next(iter(self._bare("id", id)), None)

    def things_children(self, id: str) -> list[Json]:
        return self._bare("parent_id", id)

    def things_find(self, name: str) -> list[Json]:
        """Find a thing by qualified name (rpg:look), or else by name, with the same rules for names as the tools."""
        return self._bare("qualified_name", name) if ":" in str(name) else self._bare("name_key", names.fold(str(name)))

    def things_by_kind(self, kind: str) -> list[Json]:
        return self._bare("kind", kind)

    # ── in use ──────────────────────────────────────────────────────────────────────────────────────────────────

    def equipped_list(self, context: str) -> list[Json]:
        """Return everything that a context wears or has in use, with slot, grip and priority."""

        def work(at: Reading) -> list[Json]:
            it = _the(at, context)
            world = _around(self._game, at, it)
            rows = world.worn_by.get(it.id, {})
            return [_thing(world.things[id]) | _row(row) for id, row in rows.items() if id in world.things]

        return self._read(work)

    def equipped_tools(self, context: str) -> list[Json]:
        """Return the available tools that apply in a context, in order; a room without its own tools has the default tools."""

        def work(at: Reading) -> list[Json]:
            it = _the(at, context)
            world = _around(self._game, at, it)
            used = tools_in_use.equipped_by(world, tools_in_use.in_force(world, it.id) if it.kind == "room" else it.id)
            return [_thing(t) for t in used if t.kind == "tool" and t.available]

        return self._read(work)

    def equipped_merged_tools(self, room: str, character: str | None = None) -> list[Json]:
        def work(at: Reading) -> list[Json]:
            those = [_the(at, room), *([_the(at, character)] if character is not None else [])]
            merged = tools_in_use.merge_uses(
                _around(self._game, at, *those), those[0].id, those[1].id if character is not None else None, "tool"
            )
            return [_thing(t) for t in merged]

        return self._read(work)

    def exits_list(self, room: str) -> list[Json]:
        """Return the exits of a room, including hidden ones."""
        return self._read(lambda at: [_exit(way) for way in at.ways([_the(at, room).id], "out")])

    # ── dice and tools ──────────────────────────────────────────────────────────────────────────────────────────

    def roll(self, dice: str) -> Json:
        """Roll without a record; execute_action roll records its roll."""
        rolled: Json = _plain(asdict(self._game.roll(str(dice))))
        return rolled

    def ask(self, tool: str, payload: Json) -> Json:
        """Make one tool call as any client does; the answer has every detail, and its "ok" is false if the call was refused."""
        answer: Json = _plain(self._game.ask(_plain(payload), str(tool)))
        return answer

    def equip(self, context: str, tool: str) -> Json:
        return self._use("equip", context, tool)

    def unequip(self, context: str, tool: str) -> Json:
        return self._use("unequip", context, tool)

    def _use(self, operation: str, context: str, tool: str) -> Json:
        it = self._read(lambda at: _the(at, context))
        whose = "characterId" if it.kind == "character" else "bagId"
        return self.ask("manage_tools", {"operation": operation, whose: it.id, "itemName": tool})

    def _bare(self, column: Any, value: str) -> list[Json]:
        found = self._read(lambda at: at.bare(column, str(value)))
        if len(found) > MOST_BARE:
            raise ValueError(f"more than {MOST_BARE} things; narrow the query")
        return [_thing(t) for t in found]

    def _read(self, work: Callable[[Reading], T]) -> T:
        return self._game.store.read(self._game.campaign.id, work)


def _the(at: Reading, wanted: str) -> Thing:
    """Return a room, a character or the defaults, by id or name."""
    called = (t for t in at.bare("name_key", names.fold(str(wanted))) if t.kind in ("room", "character", "container"))
    found = at.bare("id", str(wanted)) or [*called]
    if len(found) != 1:
        raise ValueError(f"{wanted!r} {'names no room or character' if not found else 'names several things; send an id'}")
    return found[0]


def _around(game: Game, at: Reading, *those: Thing) -> World:
    return at.load([ref for it in those for ref in (Ref("bearer", it.id), Ref("context", it.id))], game.book)


def _thing(thing: Thing) -> Json:
    return _camel(asdict(thing))


def _exit(way: Exit) -> Json:
    return _camel(asdict(way))


def _row(row: Any) -> Json:
    return {"slot": row.slot, "grip": row.grip, "priority": row.priority}


def _camel(fields: Json) -> Json:
    return {to_camel(key): value for key, value in fields.items()}


def _plain(value: Any) -> Any:
    """Return the value in JSON form, because nothing else leaves the sandbox."""
    return json.loads(json.dumps(value, ensure_ascii=False))
