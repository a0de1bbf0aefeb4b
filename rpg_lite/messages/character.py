"""Sentences for the results of manage_character."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from rpg_lite.decision.command import Command
from rpg_lite.decision.outcome import Called
from rpg_lite.mechanics.time.passing import TimePassed
from rpg_lite.messages.render_context import RenderContext, count, join_names, list_recharged, many, over, say_bond
from rpg_lite.operations.character.advance import Advance
from rpg_lite.operations.character.award import Award, AwardResult
from rpg_lite.operations.character.create import Create
from rpg_lite.operations.character.import_sheet import Import
from rpg_lite.operations.character.level_up import LevelUp, LevelUpResult
from rpg_lite.operations.character.prepare import Prepare, PrepareResult
from rpg_lite.operations.character.rest import Rest, RestResult
from rpg_lite.operations.character.retire import Retire, RetireResult
from rpg_lite.operations.character.update import Update
from rpg_lite.rules import names
from rpg_lite.rules.choices import list_open
from rpg_lite.world import body_paths, events


def _create(t: RenderContext) -> str:
    made = t.outcome.made
    first = t.thing(made[0])
    where = t.thing(first.parent_id) if first else None
    names = join_names([f"{t.name(id)} ({id})" for id in made])
    return f"{names} {'is' if len(made) == 1 else 'are'} in {where.name if where else '?'}.{_hit_dice(t)}"


def _hit_dice(t: RenderContext) -> str:
    """The rolled hit dice of each creature of a template."""
    if not isinstance(t.command, Create) or t.command.hp != "roll":
        return ""
    if t.dry:
        return t.rolls()
    return "".join(f" {r.for_}: {r.total} ({r.dice}: {' '.join(map(str, r.faces))})." for r in t.list_rolls())


def _update(t: RenderContext) -> str:
    if not t.outcome.events:
        return ""
    told = [text for e in _whole_changes(t) for text in _change(e)]
    return f"{t.name(t.outcome.subject)} is updated{': ' if told else ''}{'; '.join(told)}."


def _whole_changes(t: RenderContext) -> Iterable[events.Changed]:
    """One change for each key, from its first value to its last, because a list that grows name by name is reported only once."""
    found: dict[tuple[str, str], events.Changed] = {}
    for e in t.outcome.events:
        if isinstance(e, events.Changed) and e.path not in _TOLD_APART:
            before = found.get((e.id, e.path))
            found[e.id, e.path] = replace(e, was=before.was) if before else e
    return found.values()


_TOLD_APART: Final = frozenset({body_paths.HP, body_paths.TEMP_HP, body_paths.DYING, body_paths.DIED_AT, body_paths.PLAYED_DEAD})
"""Keys that are left out here: hit points have a sentence of their own, and the other keys are only for the program."""
LONGEST_VALUE: Final = 60
LONGEST_LIST: Final = 400
"""The maximum length of a new list, which no reader can complete from the old one."""


def _change(event: events.Changed) -> Iterator[str]:
    """Name each key that differs, with its old and its new value; for an object, only the keys that differ."""
    if event.path == body_paths.SECRET:
        yield "secret cleared" if event.now is None else "secret set"
        return
    if event.path == body_paths.DEAD:
        yield "dead" if event.now else "no longer dead"
        return
    path = event.path.removeprefix(body_paths.BODY).removeprefix(f"{body_paths.SHEET.key}.")
    if not isinstance(event.was or {}, Mapping) or not isinstance(event.now or {}, Mapping) or event.was == event.now:
        yield f"{path} {_write_value(event.was)} → {_write_value(event.now)}"
        return
    was, now = event.was or {}, event.now or {}
    yield from _differences(path, was, now)


def _differences(path: str, was: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    for key in {**was, **now}:
        old, new = was.get(key), now.get(key)
        if isinstance(old, Mapping) and isinstance(new, Mapping) and "name" not in {*old, *new}:
            yield from _differences(f"{path}.{key}", old, new)
        elif old != new:
            yield f"{path}.{key} {_write_value(old)} → {_write_value(new, LONGEST_LIST)}"


def _write_value(value: Any, most: int = LONGEST_VALUE) -> str:
    """Write a stored value in a few words; cut a long value, but a list only after `most` characters."""
    match value:
        case None:
            return "–"
        case bool():
            return "yes" if value else "no"
        case list() | tuple():
            text = ", ".join(map(_write_value, value)) or "none"
            return text if len(text) <= most else text[: most - 1] + "…"
        case Mapping():
            text = str(value.get("name") or ", ".join(f"{k} {_write_value(v)}" for k, v in value.items() if v is not None))
        case _:
            text = str(value)
    return text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 1] + "…"


def _retire(t: RenderContext) -> str:
    told = t.result(RetireResult)
    with_it = f" with {many(told.carried, 'thing')}" if told.carried else ""
    return f"{told.retired} leaves the game{with_it}."


def _rest(t: RenderContext) -> str:
    told = t.result(RestResult)
    names = t.names(told.who)
    who = f"{join_names(names)} {'finishes' if len(names) == 1 else 'finish'}"
    return f"{who} a {told.kind} rest; it is {told.passed.time}.{over(t, told.passed.ended)}{back(t, told.passed, told.spent)}{_say_attuned(t, told)}{_say_regained(t, told)}"


def _say_attuned(t: RenderContext, told: RestResult) -> str:
    bond = told.attuned
    return f" {say_bond(t.name_of(bond.who), t.name_of(bond.thing), bond.bonds)}" if bond else ""


def _say_regained(t: RenderContext, told: RestResult) -> str:
    """The supplies that each creature regained: " Mira: slots 1/0 → 4/2; exhaustion 2 → 1."."""
    rows: dict[str, list[str]] = {}
    for row in () if t.dry else told.regained:
        if t.knows_numbers(row.who.id):
            of = f" of {row.most}" if row.most is not None else ""
            rows.setdefault(t.name_of(row.who), []).append(f"{row.what} {row.was} → {row.now}{of}")
    return "".join(f" {name}: {'; '.join(changes)}." for name, changes in rows.items())


def _advance(t: RenderContext) -> str:
    passed = t.result(TimePassed)
    return f"Time passes; it is {passed.time}.{over(t, passed.ended)}{back(t, passed)}"


def back(t: RenderContext, passed: TimePassed, spent: Sequence[tuple[Called, str]] = ()) -> str:
    """List the hit dice spent and the charges regained; in a dry run, list the dice that would be rolled."""
    if t.dry and (unrolled := t.rolls()):
        return unrolled
    dice = [f"{t.name_of(who)} {what}" for who, what in spent if t.sees(who)]
    told = f" Hit dice: {', '.join(dice)}." if dice else ""
    return f"{told}{list_recharged(t, passed.charged)}"


def _level_up(t: RenderContext) -> str:
    told = t.result(LevelUpResult)
    slots = told.slots.words() if told.slots else ""
    gained = [
        f"hit points {told.gained_hp:+d}",
        f"features {', '.join(told.features)}" if told.features else "",
        f"slots {slots}" if slots else "",
    ]
    whole = f", character level {told.total}" if told.total != told.level else ""
    opened = f" To choose: {'; '.join(list_open(told.open_choices))}." if told.open_choices else ""
    return f"{t.name(t.outcome.subject)} {'would be' if t.dry else 'is now'} a level {told.level} {told.of}{whole}: {'; '.join(g for g in gained if g)}.{t.rolls()}{opened}"


def _award(t: RenderContext) -> str:
    told = t.result(AwardResult)
    who = join_names(t.names(told.who))
    got = "a milestone" if told.xp is None else f"{many(told.xp, 'experience point')}{' each' if len(told.who) > 1 else ''}"
    rising = [f"{name} to level {level}" for name, (_, level) in zip(t.names([c for c, _ in told.may_rise]), told.may_rise, strict=True)]
    return f"{_defeated(t, told)}{who} {'gets' if len(told.who) == 1 else 'get'} {got}.{f' Can rise (level_up): {join_names(rising)}.' if rising else ''}"


def _defeated(t: RenderContext, told: AwardResult) -> str:
    """The defeated foes with their XP: "Defeated: 3 × Goblin and Ogre, 600 XP. "."""
    if not told.foes:
        return ""
    kinds = Counter(names.without_number(name) for name in t.names([foe for foe, _ in told.foes]))
    listed = join_names([count(kind, n) for kind, n in kinds.items()])
    return f"Defeated: {listed}, {sum(worth for _, worth in told.foes):,} XP. "


def _prepare(t: RenderContext) -> str:
    told = t.result(PrepareResult)
    listed = ", ".join(told.spells) or "no spells"
    always = f" Always prepared: {', '.join(sorted(told.always))}." if told.always else ""
    dropped = f" No longer prepared: {', '.join(told.dropped)}." if told.dropped else ""
    return f"{t.name(t.outcome.subject)} has {listed} prepared ({len(told.spells)} of {told.most}).{dropped}{always}"


SENTENCES: Final[Mapping[type[Command], Callable[[RenderContext], str]]] = MappingProxyType(
    {
        Create: _create,
        Update: _update,
        Import: _create,
        Retire: _retire,
        Rest: _rest,
        Advance: _advance,
        LevelUp: _level_up,
        Award: _award,
        Prepare: _prepare,
    }
)
