"""Spend, recover and count slots, hit dice and resources. The amounts spent are stored next to the hit points, one for each name."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

from rpg_lite.decision import state_changes
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Rejected
from rpg_lite.rules import names
from rpg_lite.rules.act_uses import LEGENDARY, faces, least_face, supply_name
from rpg_lite.rules.class_resources import Supply, find_resource, slug
from rpg_lite.rules.conditions import EXHAUSTION
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.form_sheet import uses_of_acts
from rpg_lite.rules.resources import HIT_DIE, as_kept, call_resource
from rpg_lite.rules.spell_slots import MADE, PACT, SLOT, is_of_slots
from rpg_lite.vocabulary import Recharge
from rpg_lite.world import body_paths, thing_stats
from rpg_lite.world.world_model import Thing

_RESTS: Final[Mapping[Recharge, Literal["short", "long"]]] = {"short_rest": "short", "long_rest": "long"}
AskedSlot = int | Literal["pact"] | None


def spend(draft: Draft, creature: Thing, what: str, n: int = 1) -> Rejected | None:
    """Spend this amount of a slot ("slot_3", "pact", "arcanum_6") or of a resource by its name; refused when too little is left."""
    sheet = sheet_now(draft, creature)
    if is_of_slots(what):
        if sheet.spell_slots.left_of(what) < n:
            return no_slot_left(creature, what, sheet)
        _add(draft, creature, what, n)
        return None
    name = find_resource(what, sheet.resources)
    if name is None:
        return Rejected("resource_unknown", "resource", {"name": creature.name, "wanted": what}, near=tuple(sheet.resources))
    supply = sheet.resources[name]
    if supply.left is not None and supply.left < n:
        back = _returns(sheet, name, supply)
        return Rejected("resource_spent", "resource", {"name": creature.name, "what": name, "left": supply.left, "wanted": n, "back": back})
    if supply.max is not None:
        _add(draft, creature, slug(name), n)
    return None


def _returns(sheet: Sheet, name: str, supply: Supply) -> str:
    """The time when the resource is restored: "5-6 on a d6 at the start of its turn, short rest"."""
    of_features = (act for feature in sheet.feature_rules for act in feature.acts)
    least = next((least_face(act) for act in (*sheet.acts, *of_features) if names.fold(supply_name(act)) == names.fold(name)), None)
    on_die = (
        [f"{faces(least)} on a d6 at the start of its turn"]
        if least
        else ["the start of its turn"]
        if names.fold(name) == names.fold(LEGENDARY)
        else []
    )
    return ", ".join((*on_die, *([supply.recharge.replace("_", " ")] if supply.recharge else []))) or "never"


def slot_for(draft: Draft, creature: Thing, level: int, asked: AskedSlot = None) -> str | Rejected:
    """The slot for a spell of this level: the requested one, or else the lowest left; pact slots before others of the same level, an
    arcanum if no slot fits.
    """
    sheet = sheet_now(draft, creature)
    slots = sheet.spell_slots
    if asked is None:
        return slots.lowest(level) or slots.arcanum_for(level) or no_slot_left(creature, f"{SLOT}{level}", sheet)
    what = PACT if asked == PACT else f"{SLOT}{asked}"
    if (slots.pact.level if slots.pact else level) < level if asked == PACT else int(asked) < level:
        details = {"level": level, "slot": slots.pact.level if asked == PACT and slots.pact else asked, "left": slots.words() or "none"}
        return Rejected("slot_too_low", "slot", details, near=_fitting(sheet, level))
    arcanum = slots.arcanum_for(level) if asked == level else None
    return what if slots.left_of(what) else arcanum or replace(no_slot_left(creature, what, sheet), near=_fitting(sheet, level))


def _fitting(sheet: Sheet, level: int) -> tuple[str, ...]:
    """The lowest slot that is left and fits, as a call names it; none if there is no such slot."""
    found = sheet.spell_slots.lowest(level)
    return (found.removeprefix(SLOT),) if found else ()


def no_slot_left(creature: Thing, what: str, sheet: Sheet) -> Rejected:
    """The refusal, with the slots that are left and the rests that bring back one that would do."""
    details = {"name": creature.name, "what": what.replace("_", " "), "left": sheet.spell_slots.words() or "none"}
    return Rejected("no_slot_left", "slot", {**details, "rests": _rests_for(what, sheet)})


def _rests_for(what: str, sheet: Sheet) -> list[str]:
    """The rests after which the creature has this slot, or a higher one; none if it has no such slots at all."""
    slots, number = sheet.spell_slots, what.removeprefix(SLOT)
    level = int(number) if number.isdecimal() else 0
    of_pact = slots.pact is not None and (what == PACT or 0 < level <= slots.pact.level)
    of_others = any(slots.slots[level - 1 :]) or level in slots.arcanum if level else what in slots.spent
    return [rest for rest, brings in (("short", of_pact), ("long", of_others)) if brings]


def recover(draft: Draft, creature: Thing, what: str, n: int | None = None) -> int:
    """Restore this amount of a slot or a resource, by default all of it; return the amount restored."""
    sheet = sheet_now(draft, creature)
    name = None if is_of_slots(what) else find_resource(what, sheet.resources)
    spent = sheet.resources[name].spent if name else sheet.spell_slots.spent_of(what) if is_of_slots(what) else 0
    back = spent if n is None else min(spent, max(0, n))
    if back:
        set_spent(draft, creature, slug(name) if name else what, spent - back)
    return back


def make_slot(draft: Draft, creature: Thing, level: int) -> bool:
    """Give one more slot of this level: restore a spent one, or else add one until the next long rest. Return whether the slot is new."""
    key = f"{SLOT}{level}"
    if recover(draft, creature, key, 1):
        return False
    made = f"{MADE}{key}"
    set_spent(draft, creature, made, draft.world.things[creature.id].creature.spent.get(made, 0) + 1)
    return True


def sheet_now(draft: Draft, creature: Thing) -> Sheet:
    """The sheet with the amounts that are left now, and with the uses of the acts of a form."""
    thing, book = draft.world.things[creature.id], draft.situation.book
    own = thing_stats.true_sheet(thing, book)
    if thing.creature.form is None:
        return own
    return own._replace(resources={**uses_of_acts(thing_stats.sheet(thing, book)), **own.resources})


def _add(draft: Draft, creature: Thing, key: str, n: int) -> None:
    """Add to the amount spent."""
    settle(draft, creature)
    set_spent(draft, creature, key, draft.world.things[creature.id].creature.spent.get(key, 0) + n)


def set_spent(draft: Draft, creature: Thing, key: str, n: int) -> None:
    """Record the amount spent; remove the record when the amount is 0."""
    settle(draft, creature)
    state_changes.change(draft, creature, body_paths.SPENT.at(key), n if n > 0 else None)


def settle(draft: Draft, creature: Thing) -> None:
    """Convert the remaining amounts that older versions stored into amounts spent."""
    now = draft.world.things[creature.id]
    rows = now.creature.sheet.resources
    if not any("left" in row for row in rows.values()):
        return
    sheet = thing_stats.true_sheet(now, draft.situation.book)
    for name in (name for name, row in rows.items() if "left" in row and slug(name) not in now.creature.spent):
        state_changes.change(draft, creature, body_paths.SPENT.at(slug(name)), sheet.resources[name].spent or None)
    kept = {name: row for name in rows if (row := as_kept(sheet.resources[name], of_levels(sheet, name)))}
    state_changes.change(draft, creature, body_paths.RESOURCES, kept or None)


def of_levels(sheet: Sheet, name: str) -> Supply | None:
    """The resource of this name as the levels give it."""
    same = find_resource(name, sheet.of_levels)
    return sheet.of_levels[same] if same else None


# ── recovery ────────────────────────────────────────────────────────────────────────────────────────────────────────


def come_back(draft: Draft, creature: Thing, when: Recharge) -> None:
    """Restore the slots and resources that come back at this rest, dawn or dusk; hit dice have a rule of their own."""
    sheet = sheet_now(draft, creature)
    for name, supply in sheet.resources.items():
        back = _back(supply, when)
        if back and not name.startswith(HIT_DIE):
            set_spent(draft, creature, slug(name), supply.spent - back)
    slots = draft.world.things[creature.id].creature.spent
    for key in [k for k in slots if is_of_slots(k) and (when == "long_rest" or (when == "short_rest" and k == PACT))]:
        set_spent(draft, creature, key, 0)


def _back(supply: Supply, when: Recharge) -> int:
    rest = _RESTS.get(when)
    return supply.back(rest) if rest else supply.spent if supply.recharge == when else 0


@dataclass(frozen=True, slots=True)
class Regained:
    """A supply of a creature, with the amounts before and after in words: "slots", "1/0" and "4/2"."""

    who: Called
    what: str
    was: str
    now: str
    most: int | None = None


def standing(draft: Draft, creature: Thing) -> Mapping[str, tuple[str, int | None]]:
    """The amount left of each supply, and its maximum if that is a single number."""
    sheet = sheet_now(draft, creature)
    slots, found = sheet.spell_slots, dict[str, tuple[str, int | None]]()
    if slots.slots:
        found["slots"] = ("/".join(map(str, slots.left)), None)
    if slots.pact:
        found["pact slots"] = (str(slots.pact.left), slots.pact.slots)
    if slots.arcanum:
        found["arcana"] = (str(len(slots.arcanum) - len(slots.used)), len(slots.arcanum))
    found |= {call_resource(name): (str(supply.left), supply.max) for name, supply in sheet.resources.items() if supply.max is not None}
    tired = [c.level for c in thing_stats.lasting(draft.world, draft.world.things[creature.id], "conditions") if c.name == EXHAUSTION]
    return {**found, EXHAUSTION: (str(sum(tired)), None)}


def list_regained(draft: Draft, creature: Thing, before: Mapping[str, tuple[str, int | None]]) -> tuple[Regained, ...]:
    now = standing(draft, creature)
    return tuple(
        Regained(Called(creature.id), what, was, now[what][0], most)
        for what, (was, most) in before.items()
        if what in now and now[what][0] != was
    )
