"""An accepted command in the form that its sentences need: the command, its outcome, the worlds before and after."""

import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

from rpg_lite.decision.command import Command
from rpg_lite.decision.outcome import Accepted, Called, Ended, R, ThingWords
from rpg_lite.mechanics.items.attunement_bonds import BondResult
from rpg_lite.mechanics.rolls.rolls import LUCK
from rpg_lite.messages import unseen_in_areas
from rpg_lite.rules import dice, names
from rpg_lite.rules.acts import withstood
from rpg_lite.world import events, roll_keys, thing_stats
from rpg_lite.world.creature_states import LASTING
from rpg_lite.world.felt_appearance import is_hidden
from rpg_lite.world.world_model import Thing, World

MASTERS_TO_TELL: Final = "known only to the game master"
OUT_OF_SIGHT: Final = "somebody out of sight"
OF_ANOTHER: Final = frozenset({"concentration"})
"""Rolls of the creature that is hit, not of the attacker."""
_OF_CHARGES: Final = frozenset({"last charge"})
"""Rolls for the charges of a thing; for an unidentified thing they would reveal that it has charges."""
_OF_SEVERAL: Final = frozenset({"initiative", "recharge"})
"""Rolls for everybody and everything at once; the sentence itself gives players the part that they may know."""


class RenderContext:
    """An accepted command with the worlds around it, in the form that the sentences need. `dry`: nothing was rolled or recorded. `players`:
    the readers may not know everything.
    """

    def __init__(self, command: Command, outcome: Accepted, before: World, dry: bool = False, players: bool = False) -> None:
        self.command, self.before, self.dry, self.players = command, before, dry, players
        self.outcome = unseen_in_areas.as_read(outcome, before) if players else outcome

    @property
    def after(self) -> World:
        return self.outcome.world

    def thing(self, id: str | None) -> Thing | None:
        return self.after.things.get(id or "") or self.before.things.get(id or "")

    def name(self, id: str | None) -> str:
        thing = self.thing(id)
        return thing.name if thing else OUT_OF_SIGHT if self.players else "?"

    def knows_numbers(self, id: str | None) -> bool:
        """Whether the reader learns this creature's armor class, hit points and rolls: players learn only those of the party."""
        thing = self.thing(id)
        return not self.players or (thing is not None and thing.creature.is_member)

    def saw(self, ended: Ended) -> bool:
        """Whether the reader could see the entry while it lasted: conditions of creatures in sight, and effects that the party felt."""
        id = ended.whom.id
        if self.players and withstood.is_mark(ended.what):
            return False
        return not self.players or (id in self.before.things and (ended.kind == "conditions" or self.knows_numbers(id)))

    def is_unknown(self, id: str | None) -> bool:
        """Whether the reader knows the thing only by its look."""
        thing = self.thing(id)
        return self.players and (thing is None or is_hidden(thing))

    def is_undiscovered(self, id: str | None) -> bool:
        """Whether this is a room that nobody of the party has seen, as players see the world."""
        thing = self.thing(id)
        return thing is not None and thing.kind == "room" and thing.room.is_undiscovered

    def result(self, kind: type[R]) -> R:
        """The result of the operation, of the type that the sentence expects."""
        return self.outcome.expect(kind)

    def sees(self, *called: Called) -> bool:
        """Whether the reader sees all these things."""
        return all(self.thing(one.id) for one in called)

    def name_of(self, what: Called | str) -> str:
        """The name that the reader knows; text stays unchanged."""
        return self.name(what.id) if isinstance(what, Called) else what

    def names(self, of: Iterable[Called]) -> list[str]:
        """The names of the things that the reader knows."""
        return [self.name(one.id) for one in of if self.sees(one)]

    def word(self, value: Any) -> Any:
        match value:
            case Called(id):
                return self.name(id)
            case ThingWords(of, texts):
                return [MASTERS_TO_TELL] if self.is_unknown(of) else list(texts)
            case list() | tuple():
                return type(value)(self.word(part) for part in value if not self._is_unknown(part))
        return value

    def _is_unknown(self, part: Any) -> bool:
        """Whether the value mentions somebody or something that the reader does not see."""
        inner = part if isinstance(part, tuple) else (part,)
        return any(isinstance(one, Called) and self.thing(one.id) is None for one in inner)

    def bearer(self) -> str:
        """The name of the first bearer, or else of the bag that holds or held the subject."""
        if self.outcome.bearers:
            return self.name(self.outcome.bearers[0])
        thing = self.thing(self.outcome.subject)
        return self.name(thing.parent_id) if thing else "?"

    def rolls(self) -> str:
        """The rolls; in a dry run, the dice that would be rolled."""
        rolled = self.list_rolls()
        if self.dry:
            return "".join(f" {r.dice} ({'–'.join(map(str, dice.bounds(r.dice)))}, not rolled in a dry run)." for r in rolled)
        return "".join(f" {_say_rolled(r)}." for r in rolled)

    def list_rolls(self) -> list[events.Rolled]:
        """The dice that the reader sees: all for the game master, the party's for players."""
        fell = [e for e in self.outcome.events if isinstance(e, events.Rolled)]
        if not self.players:
            return fell
        creatures = self.outcome.bearers or tuple(filter(None, (self.outcome.subject,)))  # the target comes first, the actor last
        if any(self.is_another(id) for id in creatures[-1:]):
            return []
        of_another = OF_ANOTHER if any(self.is_another(id) for id in creatures[:1]) else frozenset()
        unsaid = of_another | (_OF_CHARGES if self.outcome.subject and self.is_unknown(self.outcome.subject) else frozenset())
        by_strangers = {n for n, e in enumerate(fell) if self._is_by_another(e)}
        by_strangers |= {n for n, e in enumerate(fell) if e.for_ == LUCK and n - 1 in by_strangers}
        seen = [e for n, e in enumerate(fell) if n not in by_strangers and e.for_ not in unsaid]
        return [e for e in seen if e.for_.partition(" ")[0] not in _OF_SEVERAL]

    def _is_by_another(self, rolled: events.Rolled) -> bool:
        """Whether a creature rolls whose numbers the reader may not learn: its save, its side of a contest, its own dice."""
        roller, _ = roll_keys.pair_of(rolled)
        return roller is not None and self.is_another(roller)

    def is_another(self, id: str) -> bool:
        """Whether this is a creature whose numbers the reader may not learn."""
        thing = self.thing(id)
        return (thing is None or thing.kind == "character") and not self.knows_numbers(id)


def over(t: RenderContext, ended: Iterable[Ended]) -> str:
    """Name each effect and condition that ended, except those of the dead; to players, name only those that they could see before."""
    told = [_end(t, e) for e in ended if t.saw(e) and not _is_dead(t, e)]
    return "".join(f" {sentence}." for sentence in told)


def _is_dead(t: RenderContext, ended: Ended) -> bool:
    whom = t.after.things.get(ended.whom.id)
    return whom is not None and thing_stats.is_dead(whom)


def _end(t: RenderContext, ended: Ended) -> str:
    look, name = t.players and ended.look, t.name(ended.whom.id)
    if _goes_on(t, ended):
        return (
            f"{name} is still {ended.what}, although one cause of it ends"
            if ended.kind == "conditions"
            else f"One {ended.what} on {name} ends and another goes on"
        )
    if look or ended.kind == "effects" or ended.what == "exhaustion":
        return f"{names.capitalize(look or ended.what)} on {name} ends"
    return f"{name} is no longer {ended.what}"


def _goes_on(t: RenderContext, ended: Ended) -> bool:
    """Whether the creature has the same condition or effect from another cause."""
    whom = t.after.things.get(ended.whom.id)
    return whom is not None and any(
        e.name == ended.what for kind in LASTING if kind == ended.kind for e in thing_stats.lasting(t.after, whom, kind)
    )


def list_recharged(t: RenderContext, back: Iterable[tuple[Called, ThingWords]]) -> str:
    """List the things that regained charges; for players, list only identified things."""
    known = [f"{t.name_of(thing)} {left.texts[0]}" for thing, left in back if t.sees(thing) and not t.is_unknown(left.of)]
    return f" Recharged: {', '.join(known)}." if known else ""


_AGAIN: Final = re.compile(r" again( \d+)?$", re.ASCII)
"""The end of the key of dice that are rolled in place of others."""


def _say_rolled(roll: events.Rolled) -> str:
    if roll.for_ == LUCK:
        return f"The first roll was {', '.join(map(str, roll.faces))}, and the 1 was rolled again"
    return f"Rolled{' again:' if _AGAIN.search(roll.key) else ''} {roll.dice}: {sum_of(roll)}"


def sum_of(roll: events.Rolled) -> str:
    """The faces in the order of the dice, and the total: "3+3 = 6", or "3, 3 → 9" where it is no sum; a single die alone is shown alone."""
    faces = dice.written_out(roll.dice, roll.faces) if roll.faces else str(roll.total)
    sign = "=" if dice.is_sum(roll.dice) else "→"
    return faces if faces == str(roll.total) else f"{faces} {sign} {roll.total}"


def count(name: str, quantity: int) -> str:
    return name if quantity == 1 else f"{quantity} × {name}"


def join_names(words: Sequence[str]) -> str:
    """
    >>> join_names(["Ada", "Bo", "Cy"]), join_names(["Ada"]), join_names([])
    ('Ada, Bo and Cy', 'Ada', '')
    """
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def many(count: int, what: str) -> str:
    """
    >>> many(1, "exit"), many(3, "thing"), many(2, "hit die")
    ('1 exit', '3 things', '2 hit dice')
    """
    plural = f"{what.removesuffix('die')}dice" if what.endswith("die") else f"{what}s"
    return f"{count} {what if count == 1 else plural}"


def say_bond(who: str, thing: str, bonds: BondResult) -> str:
    return f"{who} is attuned to {thing} ({bonds.attuned} of {bonds.limit})."
