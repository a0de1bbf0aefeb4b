"""One outcome of a call, as the recording of its deeds reads it: the world before and after, and the dice by their purposes."""

from collections.abc import Sequence
from typing import Any

from rpg_lite.decision.outcome import Accepted, Called
from rpg_lite.rules.conditions import EXHAUSTION
from rpg_lite.rules.plain_looks import plain_look
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import body_paths, thing_stats
from rpg_lite.world.deeds import HitPoints, KeptRoll, Target
from rpg_lite.world.events import Changed, Rolled
from rpg_lite.world.world_model import Thing, World


class ToldOutcome:
    """An outcome with the world before it, and its dice by their purposes."""

    def __init__(self, outcome: Accepted, before: World, book: Rulebook) -> None:
        self.outcome, self.before, self.book = outcome, before, book
        self._rolls: dict[str, list[Rolled]] = {}
        for event in outcome.events:
            if isinstance(event, Rolled):
                self._rolls.setdefault(event.for_, []).append(event)

    def thing(self, id: str) -> Thing | None:
        return self.outcome.world.things.get(id) or self.before.things.get(id)

    def called(self, what: str | Called) -> tuple[str, str | None]:
        """(the name, the name that players know instead)."""
        thing = self.thing(what.id) if isinstance(what, Called) else None
        if not isinstance(what, Called):
            return what, None
        if thing is None:
            return "", None
        return thing.name, None if thing.item.is_identified else plain_look(thing_stats.item_of(thing, self.book))

    def rolls(self, purpose: str) -> Sequence[Rolled]:
        return self._rolls.get(purpose, ())

    def rolled(self, purpose: str, total: int | None, named: str) -> Rolled | None:
        """The dice with this purpose and total whose key names these creatures: "c1.1>c2.1"."""
        for event in self._rolls.get(purpose, ()):
            if event.total == total and named in event.key:
                return event
        return None

    def target(self, id: str, died: bool | None = None, **more: Any) -> Target:
        """The creature with what the events did to its hit points."""
        changes = [e for e in self.outcome.events if isinstance(e, Changed) and e.id == id]
        points = [e for e in changes if e.path == body_paths.HP and e.was is not None and e.now is not None]
        hp = HitPoints(points[0].was, points[-1].now, self.most(id)) if points else None
        if died is None:
            died = any(e.path == body_paths.DEAD and e.now for e in changes)
        return Target(id, hp=hp, died=died, **more)

    def condition(self, name: str, id: str) -> str:
        """The condition as it lies on the creature now: exhaustion with its level."""
        who = self.outcome.world.things.get(id)
        if name != EXHAUSTION or who is None:
            return name
        level = max((c.level or 0 for c in thing_stats.lasting(self.outcome.world, who, "conditions") if c.name == name), default=0)
        return f"{name} {level}" if level else name

    def most(self, id: str) -> int | None:
        """The maximum of its hit points."""
        who = self.outcome.world.things.get(id)
        most = thing_stats.stats_of(self.outcome.world, who, self.book).hp_max if who else None
        return most.value if most else None

    def has_party_in(self, room: str | None) -> bool:
        """Whether a member of the party is in this room after the outcome."""
        return room is not None and any(
            t.kind == "character" and t.creature.is_member and (there := self.outcome.world.room_of(t.id)) and there.id == room
            for t in self.outcome.world.things.values()
        )


def kept_roll(thrown: Rolled | None, total: int | None, against: int | None, passed: bool | None, of: str = "") -> KeptRoll:
    """The roll of a check or a save; the mode is read from its dice."""
    dice, faces = (thrown.dice, tuple(thrown.faces)) if thrown else ("", ())
    mode = "advantage" if dice.startswith("2d20kh1") else "disadvantage" if dice.startswith("2d20kl1") else "normal"
    return KeptRoll(of, dice, faces, total, against, passed, mode=mode)
