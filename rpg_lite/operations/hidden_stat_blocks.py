"""The nature and the hit points of strangers, hidden from callers who only see them: neither their type, their traits nor their own magic
(players do not read stat blocks), and no more of their wounds than shows.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from rpg_lite.decision.callers import Caller, is_known
from rpg_lite.mechanics.space import sight
from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import body_paths, thing_stats
from rpg_lite.world.creature_states import LASTING, NO_CAUSE, Lasting, Span
from rpg_lite.world.world_model import Thing, World

_IN_SIGHT: Final = ("size", "speed", "abilities", "hpMax", "xp", "party")
"""The keys of a sheet that a look shows, or that only tell how much there is of it."""
_STRONGEST: Final = 30
"""The highest challenge rating: no limit that depends on it refuses anything before it is tried."""
_UNSEEN: Final = Lasting.make(sight.INVISIBLE, Span(None), NO_CAUSE)
_AMPLE: Final = 1_000_000
"""More hit points than any deed takes."""


def of_strangers(caller: Caller, seen: World, book: Rulebook) -> frozenset[str]:
    """The ids of the creatures of which this caller does not know what they are: living strangers whose name is not in the book."""
    return frozenset(
        t.id for t in seen.things.values() if t.kind == "character" and not is_known(caller, t) and not _tells_by_name(t, book)
    )


def unmeasured(caller: Caller, seen: World) -> frozenset[str]:
    """The ids of the living creatures whose hit points this caller does not know."""
    return frozenset(t.id for t in seen.things.values() if t.kind == "character" and not is_known(caller, t) and not thing_stats.is_dead(t))


def unmeasured_world(world: World, who: frozenset[str], book: Rulebook) -> World:
    """The world in which these creatures have so many hit points that no deed of it uses them up, and look as hurt as they do."""
    if not who:
        return world
    return replace(world, things={id: _with_ample_points(t, world, book) if id in who else t for id, t in world.things.items()})


def _with_ample_points(creature: Thing, world: World, book: Rulebook) -> Thing:
    stats = thing_stats.stats_of(world, creature, book)
    if stats.hp is None or stats.hp_max is None:
        return creature
    most = stats.hp_max.value
    left = 0 if stats.hp <= 0 else _AMPLE // 4 if 2 * stats.hp <= most else _AMPLE * 3 // 4 if stats.hp < most else _AMPLE
    changes = [body_paths.HP_MAX.to(_AMPLE), body_paths.HP.to(left), body_paths.TEMP_HP.to(None), body_paths.TEMP_HP_CAST.to(None)]
    return replace(creature, body=body_paths.changed_body(creature.body, changes))


def _tells_by_name(creature: Thing, book: Rulebook) -> bool:
    """Whether the name says what it is, as "Skeleton 2" does, or its body can be looked at."""
    return names.fold(names.without_number(creature.name)) in book.creatures or thing_stats.is_dead(creature)


def veiled(world: World, hidden: frozenset[str], book: Rulebook) -> World:
    """The world in which these creatures are what they look like: a size, a speed, a body; the party's spells lie on them, their own do not.
    Whoever is invisible stays so.
    """
    if not hidden:
        return world
    return replace(
        world,
        things={id: _plain(t, hidden, sight.is_invisible(world, t, book)) if id in hidden else t for id, t in world.things.items()},
    )


def _plain(creature: Thing, strangers: frozenset[str], is_invisible: bool) -> Thing:
    sheet: Mapping[str, Any] = creature.creature.sheet.document
    shown = {key: value for key, value in sheet.items() if key in _IN_SIGHT}
    changes = [body_paths.SHEET.to({**shown, "cr": _STRONGEST})]
    for kind in LASTING:
        lie_on = creature.creature.lasting(kind)
        others = [entry for entry in lie_on if entry.cause.by not in strangers]
        if is_invisible and kind == "conditions":
            others.append(_UNSEEN)
        changes += [body_paths.of_lasting(kind).to(others or None)] if len(others) != len(lie_on) or is_invisible else []
    return replace(creature, body=body_paths.changed_body(creature.body, changes))
