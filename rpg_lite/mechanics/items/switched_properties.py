"""Switch a property of a thing on and off. What it costs is paid by the act that switches it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rpg_lite.decision import state_changes
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Rejected
from rpg_lite.mechanics.creature.working_items import WORKS_UNWORN
from rpg_lite.mechanics.items import limited_uses
from rpg_lite.mechanics.life.conditions import lasting_for
from rpg_lite.rules.durations import ROUNDS_A_MINUTE
from rpg_lite.rules.item_part_models import Activated
from rpg_lite.rules.items import Item
from rpg_lite.world import body_paths, clock, thing_stats
from rpg_lite.world.world_model import Thing


@dataclass(frozen=True, slots=True)
class Switched:
    """A property of a thing that is on or off now; `used`: its effect does not last. `minutes`: for which it can still be on; of what burns
    also its feet of bright and dim light, and the fuel that filled it.
    """

    thing: Called
    property: str
    how: Literal["on", "off", "used"]
    duration: str | None = None
    minutes: int | None = None
    light: tuple[int, int] = (0, 0)
    fuel: str | None = None


def switch(draft: Draft, thing: Thing, item: Item, chosen: Activated, quantity: int | None) -> Switched:
    """Switch a property on, or off if it is on. `quantity`: the number that stands for `n` in its changes; one that is on takes another."""
    on = [a for a in thing_stats.active_of(draft.world, thing) if a != chosen.id or quantity is None or not parameters_of(chosen)]
    if chosen.id in on:
        if chosen.minutes:
            limited_uses.stop_minutes(draft, thing, chosen.id, chosen.minutes)
        _set_active(draft, draft.world.things[thing.id], [a for a in on if a != chosen.id])
        return Switched(Called(thing.id), chosen.id, "off")
    span = lasting_for(draft, chosen.duration).ends
    minutes = limited_uses.minutes_left(draft.world, thing, chosen.id, chosen.minutes) if chosen.minutes else None
    ends = span if minutes is None else clock.now(draft.world) + minutes * ROUNDS_A_MINUTE
    if chosen.minutes:
        limited_uses.begin_minutes(draft, thing, chosen.id, chosen.minutes)
    if not _lasts(chosen):
        return Switched(Called(thing.id), chosen.id, "used", chosen.duration, minutes)
    _set_active(draft, draft.world.things[thing.id], [*([] if chosen.alone else on), chosen.id])
    for word in parameters_of(chosen):
        state_changes.change(draft, draft.world.things[thing.id], body_paths.PARAMETERS.at(word), quantity or 1)
    state_changes.change(draft, draft.world.things[thing.id], body_paths.ENDS.at(chosen.id), ends)
    if chosen.light:
        draft.note("light_shines", name=Called(thing.id), texts=[_light(*chosen.light)])
    return Switched(Called(thing.id), chosen.id, "on", chosen.duration, minutes)


def _lasts(chosen: Activated) -> bool:
    """Whether the property stays on; what it does at once is left to the game master."""
    return bool(chosen.modifiers or chosen.conditions or chosen.duration or chosen.light or chosen.minutes)


def refuse(draft: Draft, thing: Thing, item: Item, chosen: Activated, quantity: int, field: str) -> Rejected | None:
    """The refusal to switch on what has no minutes left, or to take more from a bonus than its value."""
    if chosen.minutes and not limited_uses.minutes_left(draft.world, thing, chosen.id, chosen.minutes):
        return Rejected("no_uses_left", field, {"name": thing.name, "left": 0, "needs": 1})
    return _too_much(quantity, item, chosen)


def _light(bright: int, dim: int) -> str:
    return f"bright light for {bright} feet and dim light for {dim} more" if bright else f"dim light for {dim} feet"


def parameters_of(chosen: Activated) -> frozenset[str]:
    """The parameters in the property's numbers that stand for the chosen amount ("n" of a Defender)."""
    return frozenset(m.value.removeprefix("-") for m in chosen.modifiers if m.op == "add" and isinstance(m.value, str))


def _too_much(quantity: int, item: Item, chosen: Activated) -> Rejected | None:
    """Refuse to take more from a bonus than its value."""
    given = {m.target for m in chosen.modifiers if m.op == "add" and isinstance(m.value, str) and m.value.startswith("-")}
    most = min((m.value for m in item.passive if m.target in given and m.op == "add" and isinstance(m.value, int)), default=None)
    if most is None or quantity <= most:
        return None
    return Rejected("quantity_too_large", "quantity", {"has": most, "most": most})


def _set_active(draft: Draft, thing: Thing, ids: Sequence[str]) -> None:
    """Set the active properties, and drop the end times of the others."""
    state_changes.change(draft, thing, body_paths.ACTIVE, ids or None)
    state_changes.change(draft, thing, body_paths.PARAMETERS, None)
    for gone in (key for key in thing.item.ends if key not in ids and not key.endswith(limited_uses.BACK)):
        state_changes.change(draft, thing, body_paths.ENDS.at(gone), None)


def put_away(draft: Draft, id: str) -> None:
    """Switch off what works only while it is worn or held, on a thing that has come out of its place (SRD, Flame Tongue)."""
    thing = draft.world.things.get(id)
    if thing is None or thing.kind != "item" or not thing.item.active or draft.world.row_of(thing.id) is not None:
        return
    item = thing_stats.item_of(thing, draft.situation.book)
    on = thing_stats.active_of(draft.world, thing)
    ended = [a for a in item.activated if a.id in on] if item.use_state not in WORKS_UNWORN else []
    for chosen in ended:
        if chosen.minutes:
            limited_uses.stop_minutes(draft, draft.world.things[thing.id], chosen.id, chosen.minutes)
    if ended:
        ids = {a.id for a in ended}
        _set_active(draft, draft.world.things[thing.id], [a for a in on if a not in ids])
        draft.note("goes_off", name=Called(thing.id), texts=[a.id.replace("_", " ") for a in ended])
