"""An accepted command as its sentences need it: what it was, what came of it, the worlds around it."""

from collections.abc import Mapping
from typing import Any

from rpg_lite.commands.outcome import Accepted
from rpg_lite.commands.targets import Command
from rpg_lite.rules import dice
from rpg_lite.world import events
from rpg_lite.world.things import Thing, World


class Told:
    """An accepted command with the worlds around it, as the sentences need it. `dry`: nothing was rolled or recorded.
    `players`: read by those who may not know everything."""

    def __init__(self, command: Command, outcome: Accepted, before: World, dry: bool = False, players: bool = False) -> None:
        self.command, self.outcome, self.before, self.dry, self.players = command, outcome, before, dry, players

    @property
    def after(self) -> World:
        return self.outcome.world

    def thing(self, id: str | None) -> Thing | None:
        return self.after.things.get(id or "") or self.before.things.get(id or "")

    def name(self, id: str | None) -> str:
        thing = self.thing(id)
        return thing.name if thing else "?"

    @property
    def data(self) -> Mapping[str, Any]:
        return self.outcome.data

    def bearer(self) -> str:
        """Who the command is about, by name: the first bearer, else the bag in which the subject lies or lay."""
        if self.outcome.bearers:
            return self.name(self.outcome.bearers[0])
        thing = self.thing(self.outcome.subject)
        return self.name(thing.parent_id) if thing else "?"

    def rolls(self) -> str:
        """What was rolled, or in a dry run what would be."""
        rolled = [e for e in self.outcome.events if isinstance(e, events.Rolled)]
        if self.dry:
            return "".join(f" {r.dice} ({'–'.join(map(str, dice.bounds(r.dice)))}, not rolled in a dry run)." for r in rolled)
        return "".join(f" Rolled {r.dice}: {_faces(r)} = {r.total}." for r in rolled)


def _faces(roll: events.Rolled) -> str:
    """What fell; joined as a sum only where every die counts."""
    between = ", " if dice.keeps_some(roll.dice) else "+"
    return between.join(map(str, roll.faces)) or str(roll.total)


def counted(name: str, quantity: int) -> str:
    return name if quantity == 1 else f"{quantity} × {name}"


def many(count: int, what: str) -> str:
    """
    >>> many(1, "way"), many(3, "thing"), many(2, "hit die")
    ('1 way', '3 things', '2 hit dice')
    """
    plural = f"{what.removesuffix('die')}dice" if what.endswith("die") else f"{what}s"
    return f"{count} {what if count == 1 else plural}"
