"""The members of the party on the page: numbers, what lies on them, and what they have left."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from rpg_lite.messages.render_context import many
from rpg_lite.rules import durations, names
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.equipment_slots import in_order
from rpg_lite.rules.resources import call_resource
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.spell_slots import ARCANUM, SpellSlots
from rpg_lite.rules.written_classes import class_levels
from rpg_lite.views import lasting_effects, player_view
from rpg_lite.views.bearer import states
from rpg_lite.views.character_summary import calling
from rpg_lite.views.page import pending
from rpg_lite.world import clock, combat, thing_stats
from rpg_lite.world.creature_states import Lasting
from rpg_lite.world.map_to_draw import Chart
from rpg_lite.world.world_model import Thing, World

Json = dict[str, Any]

HUES: Final = 4
"""The number of colours by which the page tells heroes apart."""
_AN_HOUR: Final = 60


def members_json(
    world: World, seen: World, members: Collection[Thing], chart: Chart, book: Rulebook, mine: Collection[str], answers: Mapping[str, str]
) -> list[Json]:
    """The party. `seen`: the world with the names that the readers know; `answers`: the acts with which a hero may answer, by its name."""
    return [
        _member(world, seen, m, chart, book, mine) | {"hue": n % HUES, "mayAnswer": answers.get(m.name, "")} for n, m in enumerate(members)
    ]


def _member(world: World, seen: World, who: Thing, chart: Chart, book: Rulebook, mine: Collection[str]) -> Json:
    """A member with its true numbers; unidentified things appear only as they look."""
    stats, sheet = thing_stats.stats_of(world, who, book), thing_stats.sheet(who, book)
    room = world.room_of(who.id)
    looks = who if chart.whole else player_view.as_it_looks(player_view.without_unnoticed(who, world))
    return {
        "id": who.id,
        "name": who.name,
        "calling": calling(who, sheet),
        "title": title(who, sheet),
        "class": next(iter(sheet.class_levels), ""),
        "level": sheet.level if sheet.class_levels else None,
        "mine": who.id in mine,
        "ac": stats.ac.value,
        "hp": {"value": stats.hp, "max": stats.hp_max.value if stats.hp_max else None, "temporary": stats.temp_hp},
        "conditions": states(who, stats),
        "dying": pending.death_saves(world, who),
        "worn": [thing.name for thing in _list_worn(seen, who)],
        "effects": [effect_json(seen, e) for e in thing_stats.lasting(seen, looks, "effects")],
        **({"form": form.creature} if (form := who.creature.form) else {}),
        "concentration": held.effect if (held := who.creature.concentration) else None,
        "slots": _slots(sheet.spell_slots),
        "resources": [{"name": call_resource(name), "left": r.left, "max": r.max} for name, r in sheet.resources.items()],
        "elsewhere": room.name if room and room.id != chart.here else None,
        "acts": combat.acting(world) == who.id,
        "portrait": None,
    }


def title(who: Thing, sheet: Sheet) -> str:
    """Race and classes without levels: "High elf wizard"."""
    written = who.creature.sheet
    classes = "/".join(name for name, _ in class_levels(written.classes))
    born = (sheet.race or written.race or "").replace("_", " ")
    return names.capitalize(" ".join(filter(None, (born, classes))))


def effect_json(world: World, entry: Lasting) -> Json:
    """An effect with the time left in words, and that time as a part of the whole (0 to 1), None if the effect has no end of its own."""
    left = lasting_effects.time_left(world, entry.span).strip(" ()").removesuffix(" left")
    if entry.span.ends is None:
        return {"name": entry.name, "left": "", "part": None}
    rounds = max(1, entry.span.ends - clock.now(world))
    whole = durations.parse(entry.span.duration or "")
    most = round(whole.minutes(int(whole.count)) * durations.ROUNDS_A_MINUTE) if whole and whole.count.isdigit() else rounds
    return {
        "name": entry.name,
        "left": left if left.startswith("until") else _time(rounds),
        "part": round(min(1.0, rounds / max(1, most)), 3),
    }


def _time(rounds: int) -> str:
    minutes = rounds // durations.ROUNDS_A_MINUTE
    if minutes < 10 and rounds < 100:
        return many(rounds, "round")
    hours, rest = divmod(minutes, _AN_HOUR)
    return " ".join(filter(None, (f"{hours} h" if hours else "", f"{rest} min" if rest else "")))


def _slots(slots: SpellSlots) -> list[Json]:
    """Each kind of spell slot that the member has, pact slots last."""
    rows = enumerate(zip(slots.left, slots.slots, strict=True), 1)
    found = [{"name": f"level {level}", "level": level, "left": left, "max": most} for level, (left, most) in rows]
    if pact := slots.pact:
        found.append({"name": f"pact, level {pact.level}", "level": pact.level, "left": pact.left, "max": pact.slots, "pact": True})
    arcana = [
        {"name": f"arcanum {n}", "level": n, "left": slots.left_of(f"{ARCANUM}{n}"), "max": 1, "arcanum": True} for n in slots.arcanum
    ]
    return [*found, *arcana]


def _list_worn(seen: World, who: Thing) -> Iterator[Thing]:
    rows = [row for row in seen.worn_by.get(who.id, {}).values() if row.slot and row.thing_id in seen.things]
    yield from (seen.things[row.thing_id] for row in sorted(rows, key=lambda row: in_order(row.slot)))
