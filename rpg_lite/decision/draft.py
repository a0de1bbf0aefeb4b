"""The draft: the events of one command while it is decided, and the world after each."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, Final

from rpg_lite.decision.hand_rolled_faces import FacesOnTheTable
from rpg_lite.decision.occasions import Alteration, Change, Happening, Occasion, OneSource
from rpg_lite.decision.outcome import Accepted, Decision, Notice, Overspent
from rpg_lite.decision.situation import Situation
from rpg_lite.rules import dice
from rpg_lite.rules.dice import Roller
from rpg_lite.rules.space.squares import Space
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.vocabulary import Kind
from rpg_lite.world import body_paths, thing_stats
from rpg_lite.world.creature_states import Lasting
from rpg_lite.world.events import Event
from rpg_lite.world.evolve import evolve, evolve_all
from rpg_lite.world.world_model import CAST_LETTER, EXIT_LETTER, KIND_LETTER, Thing, World

_ENTRIES: Final = 1_000_000
"""More entries than one thing or one revision has."""


@dataclass(frozen=True, slots=True)
class Over:
    """A condition or an effect that has ended. `in_time`: its whole time has passed, and nothing ended it earlier."""

    bearer: str
    entry: Lasting
    in_time: bool = False


def no_conditions(creature: Thing) -> frozenset[str]:
    """The conditions that are suppressed where nobody knows of auras: none."""
    return frozenset()


class Draft:
    """The events of one command as they are decided, and the world after each; the only mutable object in the core, never seen outside."""

    def __init__(self, world: World, situation: Situation) -> None:
        self.before = self.world = world
        self.situation = situation
        self.events: list[Event] = []
        self.notes: list[Notice] = []
        self.overspent: list[Overspent] = []
        self.aura_bearers: tuple[str, ...] | None = None
        """The creatures that may have an aura, found once for all rolls of a deed."""
        self.suppressed: Callable[[Thing], frozenset[str]] = no_conditions
        """The conditions that have no effect on a creature where it stands; the loop knows the auras."""
        self.busy: dict[str, int] = {}
        self.happened: list[Happening] = []
        self.acting: str | None = None
        self.over: list[Over] = []
        self.followed: Happening | None = None
        self.occasions: list[Occasion] = []
        self.forced: list[str] = []
        """The creatures that have been pushed or pulled over squares, whose riders may fall off."""
        self.ways: list[tuple[str, tuple[Space, ...]]] = []
        """The spaces that creatures have come over in this deed, in order and from where they stood; whoever is only placed has come over none."""
        self.trodden: list[tuple[str, tuple[Space, ...]]] = []
        """The same, until the zones have been looked at that count each step."""
        self.crossed: set[tuple[str, str]] = set()
        """The zones that somebody has been moved through in this deed, each with that creature."""
        self.starting: set[str] = set()
        """Those who get the places at which they begin a fight: wherever that is, nobody enters anything."""
        self.alterations: list[Alteration] = []
        self.blows: dict[str, int] = {}
        """Creature → the blows that it has suffered in this deed."""
        self.blow: OneSource | None = None
        self.moment: int | None = None
        """The round of the campaign in which something happened that is played only now, after time has passed beyond it."""
        """The attack whose damage is being dealt."""
        self.spares: str | None = None
        """The creature that this deed knocks out rather than kills."""
        self._rolls: dict[str, int] = {}
        self.faces: FacesOnTheTable | None = None
        self._altered: list[Alteration] = []
        self._before: dict[tuple[str, str, str | None], tuple[Happening, ...]] = {}

    def add(self, *events: Event) -> None:
        self.events += events
        self.world = evolve(self.world, events[0]) if len(events) == 1 else evolve_all(self.world, events)

    @contextmanager
    def one_blow(self) -> Iterator[None]:
        """Treat all damage inside as from one source: triggers hear of it once, and one save keeps concentration (SRD, Concentration)."""
        with self.same_blow(OneSource()):
            yield

    @contextmanager
    def same_blow(self, source: OneSource | None) -> Iterator[None]:
        """Treat all damage inside as from a source that may have dealt some already, such as a hit whose triggers add to its damage; None: no
        such source, so that the one at work, if any, remains.
        """
        outer, self.blow = self.blow, source or self.blow
        yield
        self.blow = outer

    @contextmanager
    def at_moment(self, round: int | None) -> Iterator[None]:
        """Let effects applied inside last from this round on, and not from the current one."""
        outer, self.moment = self.moment, round
        yield
        self.moment = outer

    def free_at(self, who: Iterable[Thing]) -> int:
        """The minute from which all of them are free: now or, in a batch, the start of the batch plus the time spent since then."""
        now, begun = self.world.campaign.minutes, self.situation.since
        since = now if begun is None else begun
        return max(self.situation.busy.get(one.id, since) for one in who)

    def stats(self, creature: Thing) -> EffectiveStats:
        """Every number of the creature now, without the conditions that an aura of somebody near suppresses."""
        if creature.creature.conditions and (names := self.suppressed(creature)):
            counts = [entry for entry in creature.creature.conditions if entry.name not in names]
            creature = replace(
                creature, body=body_paths.changed_body(creature.body, [body_paths.of_lasting("conditions").to(counts or None)])
            )
        return thing_stats.stats_of(self.world, creature, self.situation.book)

    def note(self, code: str, **details: Any) -> None:
        self.notes.append(Notice(code, details))

    def overspend(self, over: Overspent) -> None:
        """Note something that the turn does not allow; the loop refuses it where the table demands the rule."""
        if over not in self.overspent:  # several things at once exceed a turn once
            self.overspent.append(over)
            self.notes.append(over.note)

    def remember_laid(self, bearer: str, entry: Lasting) -> None:
        """Remember the events before the entry was applied, because they do not end it."""
        now = (self.followed,) if self.followed else ()
        self._before[bearer, entry.name, entry.cause.cast] = (*now, *self.happened)

    def has_laid(self, bearer: str, entry: Lasting) -> bool:
        """Whether this deed itself has applied the entry: an effect that one cast lays twice on its caster begins once."""
        return (bearer, entry.name, entry.cause.cast) in self._before

    def is_older(self, happening: Happening, bearer: str, entry: Lasting) -> bool:
        """Whether this happened before the entry was applied; the blow that brings an effect does not end the effect."""
        return any(h is happening for h in self._before.get((bearer, entry.name, entry.cause.cast), ()))

    def dice_for(self, purpose: str) -> tuple[str, Roller]:
        """The key of the next dice of this purpose, and their roller; in a deed that is played again, they show their earlier faces."""
        nth = self._rolls[purpose] = self._rolls.get(purpose, -1) + 1
        key = f"{self.situation.deed}{purpose}{f' {nth}' if nth else ''}"
        known = self.situation.fallen.get(key)
        return key, self.situation.roll if known is None else dice.shown_again(known, self.situation.roll)

    def altering(self, where: Callable[[Occasion], bool], *changes: Change) -> list[Alteration]:
        """The changes of these kinds that answers make at occasions that pass `where`; each is returned once in a deed."""
        if not self.situation.altered:
            return []
        found = [a for a in self.situation.altered if a.change in changes and where(a.occasion) and a not in self._altered]
        self._altered += found
        return found

    def new_id(self, kind: Kind) -> str:
        """The id that the next event makes: the letter of the kind, the rev, and the event's place in the rev."""
        return f"{KIND_LETTER[kind]}{self.situation.rev}.{self.situation.place + len(self.events) + 1}"

    def new_leaf(self) -> str:
        """A key for a separate entry that no later command shares."""
        return f"n{self.situation.rev}_{self.situation.place + len(self.events) + 1}"

    def new_leaves(self) -> Iterator[str]:
        """Keys for the entries of one new thing, which no later command shares: beyond those that one revision could ever count to."""
        first = (self.situation.place + len(self.events) + 1) * _ENTRIES
        return (f"n{self.situation.rev}_{n}" for n in count(first))

    def new_exit_id(self, later: int = 0) -> str:
        """The id of the exit that the next event opens, or the event `later` places after it; the two sides of a door name each other."""
        return f"{EXIT_LETTER}{self.situation.rev}.{self.situation.place + len(self.events) + 1 + later}"

    def comes_over(self, id: str, spaces: Iterable[Space] = ()) -> None:
        """Remember the spaces over which a creature comes, from where it stood; without any, it has come in by a door."""
        way = (id, tuple(spaces))
        self.ways.append(way)
        self.trodden.append(way)

    def new_cast_id(self) -> str:
        """The id of a cast whose first event is the next one."""
        return f"{CAST_LETTER}{self.situation.rev}.{self.situation.place + len(self.events) + 1}"

    def is_of_this_commit(self, id: str) -> bool:
        """Whether an id was made in this commit, by this command or one before it."""
        return id[1:].partition(".")[0] == str(self.situation.rev)

    def close(self, decision: Decision) -> Accepted:
        """The outcome of the command."""
        result = decision.result.at_end(self.world, self.situation.book) if decision.result else None
        return Accepted(
            tuple(self.events), self.world, tuple(self.notes), decision.subject, decision.bearers, decision.made, self.busy, result,
            tuple(self.occasions), tuple(self.alterations),
        )  # fmt: skip
