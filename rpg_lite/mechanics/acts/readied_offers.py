"""The readied acts and spells that a deed may set off, told after it where places count (SRD, Ready). Apart because the triggers are free words, of which it
reads what it can: whom they name, what is done, and how near. The table judges the rest.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rpg_lite.decision import targets
from rpg_lite.decision.command import Command
from rpg_lite.decision.occasions import Occasion
from rpg_lite.decision.outcome import Accepted, Called, Notice, Rejected
from rpg_lite.decision.situation import Situation
from rpg_lite.mechanics.acts import readied_spell, sight_needed
from rpg_lite.mechanics.creature import acts
from rpg_lite.mechanics.space import reach_of, sides, standing
from rpg_lite.mechanics.turn import ledger, readied
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import body_paths, clock, combat, thing_stats
from rpg_lite.world.events import Changed
from rpg_lite.world.world_model import Thing, World

AT_SOMEBODY: Final = "readied_at"
BY_ITSELF: Final = "readied_alone"
CODES: Final = (AT_SOMEBODY, BY_ITSELF)
"""The notes on what somebody has readied, with the call that does it."""
_KINDS: Final[Mapping[str, re.Pattern[str]]] = {
    kind: re.compile(rf"\b(?:{words})")
    for kind, words in {
        "moves": r"mov|comes?\b|coming|enter|approach|reach|within|near|step|leav|walk|run|flee|fly|flies|charg|close|cross|pass|goes\b|retreat|appear",
        "attacks": r"attack|strik|hits?\b|shoot|shot|swing|bite|hurt|harm|damag|wound|throw",
        "casts": r"cast|spell|magic",
        "stands": r"stand|rise|get(?:s|ting)? up",
    }.items()
}
_NEAR: Final = re.compile(r"\bwithin (\d{1,3}) ?(?:ft|feet|foot)|\breach|\badjacent|\bnext to (?:me|him|her|it|them)\b")
_AWAY: Final = re.compile(r"\bleav|\bout of\b|\bflee|\baway\b|\bretreat")
_GOES: Final = re.compile(r"\b(?:move|walk|run|step|go|fly|flee|back|retreat|follow)")
_SHORTEST: Final = 3
"""The letters of a word of a name that a trigger may use by itself: "bat"."""


@dataclass(frozen=True, slots=True)
class _Readied:
    """A trigger for which a creature waits, and the act that does it; `act`: the release of a spell, or None for what the words say."""

    who: Thing
    trigger: str
    then: str
    choice: Mapping[str, str]
    act: Act | None


@dataclass(frozen=True, slots=True)
class _Deed:
    """A deed by its kinds, and those whom it concerns."""

    by: Thing
    kinds: frozenset[str]
    to: frozenset[str]


def offer(command: Command, before: World, outcome: Accepted, situation: Situation) -> tuple[Notice, ...]:
    """The notes on those whose readied acts this deed may set off."""
    on = clock.fight(before)
    waiting = [*_waiting(outcome.world, situation.book)] if on is not None and on.is_measured else []
    deed = _deed_of(command, before, outcome) if waiting else None
    if deed is None:
        return ()
    return tuple(_told(one, deed, outcome.world, situation.book) for one in waiting if _is_called(one, deed, outcome.world, situation.book))


def _waiting(world: World, book: Rulebook) -> Iterator[_Readied]:
    """The fighters that have readied something, and still have the reaction for it."""
    for fighter in combat.order(world):
        one = world.things.get(fighter.id)
        if one is None or not (held := [e for e in one.creature.effects if e.name.startswith(readied.READIED)]):
            continue
        left = ledger.left(world, one.id, book)
        if left is None or not left.reaction or not thing_stats.stats_of(world, one, book).can_act:
            continue
        for entry in held:
            choice = entry.cause.choice or {}
            trigger, then = choice.get("trigger") or choice.get("choice", ""), choice.get("then", "")
            if entry.name == readied.READIED:
                yield _Readied(one, trigger, then, choice, None)
            elif found := next((f.act for f in acts.acts_of(world, one, book) if f.entry == entry and readied_spell.released(f.act)), None):
                yield _Readied(one, trigger, readied_spell.released(found) or "", choice, found)


def _deed_of(command: Command, before: World, outcome: Accepted) -> _Deed | None:
    """The deed of the command; None for a command that is nobody's deed, such as the passing of a turn."""
    who = targets.character(outcome.world, *command.actor, "characterName") if any(command.actor) else None
    id = who.id if isinstance(who, Thing) else combat.acting(before)
    by = outcome.world.things.get(id or "")
    if isinstance(who, Rejected) or by is None or command.operation not in DEEDS:
        return None
    happened = {o.happens for o in outcome.occasions}
    kinds = {DEEDS[command.operation]}
    kinds |= {"attacks"} if happened & {"attacked", "hit", "miss"} else set()
    kinds |= {"casts"} if any(o.happens == "cast" and not o.is_release for o in outcome.occasions) else set()
    kinds |= {"moves"} if any(isinstance(e, Changed) and e.id == by.id and e.path == str(body_paths.SPOT) for e in outcome.events) else set()
    kinds |= {"stands"} if names.fold(getattr(command, "act", None) or "") == "stand up" else set()
    return _Deed(by, frozenset(kinds), frozenset(_concerned(outcome.occasions)))


DEEDS: Final = {"attack": "attacks", "cast": "casts", "act": "acts", "move": "moves", "go": "moves", "use": "acts"}
"""Operation → the kind of deed that it is; nothing else sets off what was readied."""


def _concerned(occasions: Sequence[Occasion]) -> Iterator[str]:
    return (o.to for o in occasions if o.to)


def _is_called(one: _Readied, deed: _Deed, world: World, book: Rulebook) -> bool:
    """Whether the deed may be the trigger: by or against somebody whom the words name, else by somebody of another side; of a kind that they name."""
    if deed.by.id == one.who.id or combat.acting(world) == one.who.id or sight_needed.hides(world, one.who, deed.by, book):
        return False
    text = names.fold(one.trigger)
    named = _named(text, one.who, world)
    if named and deed.by.id not in named and not (deed.to & named):
        return False
    if not named and sides.are_friends(world, deed.by, one.who, book):
        return False
    wanted = {kind for kind, words in _KINDS.items() if words.search(text)}
    if wanted and not (wanted & deed.kinds):
        return False
    return "moves" not in deed.kinds or bool((wanted & deed.kinds) - {"moves"}) or _is_near(text, one.who, deed.by, world, book)


def _named(text: str, who: Thing, world: World) -> frozenset[str]:
    """The other fighters whom the words name: by the whole name, else by what they are ("a bat")."""
    others = [t for f in combat.order(world) if f.id != who.id and (t := world.things.get(f.id)) is not None]
    whole = [t.id for t in others if re.search(rf"\b{re.escape(names.fold(t.name))}\b", text)]
    if whole:
        return frozenset(whole)
    return frozenset(t.id for t in others if any(re.search(rf"\b{re.escape(word)}s?\b", text) for word in _words_of(t.name)))


def _words_of(name: str) -> list[str]:
    return [word for word in names.fold(names.without_number(name)).split() if len(word) >= _SHORTEST]


def _is_near(text: str, who: Thing, by: Thing, world: World, book: Rulebook) -> bool:
    """Whether somebody who moved is now as near as the words say; they may say nothing, or speak of another place."""
    found, room = _NEAR.search(text), world.room_of(who.id)
    if found is None or _AWAY.search(text) or room is None:
        return True
    most = int(found[1]) if found[1] else reach_of.melee_reach(world, who, book)
    feet = standing.standing_in(world, room, book).feet(who.id, by.id)
    return feet is None or feet <= most


def _told(one: _Readied, deed: _Deed, world: World, book: Rulebook) -> Notice:
    """The note on what the creature has readied, with the call that does it now."""
    call, is_aimed = _call(one, world, book)
    when = f" ({one.trigger})" if one.trigger else ""
    details = {"name": Called(one.who.id), "then": one.then or "an act", "when": when, "call": call}
    return Notice(AT_SOMEBODY, {**details, "target": Called(deed.by.id)}) if is_aimed else Notice(BY_ITSELF, details)


def _call(one: _Readied, world: World, book: Rulebook) -> tuple[str, bool]:
    """The call without its names, and whether it is aimed at the one that set it off."""
    if one.act is not None:
        is_area = one.act.area is not None or one.act.targets in ("area", "self")
        return f"act {one.act.name}", not (is_area or readied_spell.kept_targets(one.choice, world))
    then = names.fold(one.then)
    if not then:
        return f"act {readied.READIED}", False
    own = [f.act for f in acts.acts_of(world, one.who, book) if f.act.name not in _NOT_MEANT and readied.may_be(f.act.cost)]
    meant = max((a for a in own if re.search(rf"\b{re.escape(names.fold(a.name))}\b", then)), key=lambda a: len(a.name), default=None)
    if meant is not None:
        return f"act {meant.name}", meant.targets not in ("self", "area")
    return ("move", False) if _GOES.match(then) else ("attack", True)


_NOT_MEANT: Final = ("Ready", readied.READIED)
