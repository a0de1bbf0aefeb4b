"""The spells that a creature keeps going, and how each ends early: by its caster's will, by an action, or by the game master alone."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from rpg_lite.decision.draft import Draft
from rpg_lite.mechanics.life import concentration
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Spell
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import thing_stats
from rpg_lite.world.creature_states import LASTING, Lasting
from rpg_lite.world.world_model import Thing, World

PERMANENT: Final = ("permanent", "until_dispelled")


Dismissal = Literal["free", "action", "by_the_gm", "never"]
"""The way in which a spell ends early. `free`: at will; `action`: by an action of its caster; `by_the_gm`: no rule lets its caster end it;
`never`: it is instantaneous, or lasts until something dispels it.
"""
CONCENTRATION: Final = frozenset(("concentration", "concentrating", "concentrate"))
"""The words that mean the spell on which a creature concentrates, whatever its name."""


@dataclass(frozen=True, slots=True)
class KeptSpell:
    """A casting that lasts. `cast`: its id, None if the game master laid the spell without a cast; `on`: the creatures that bear it;
    `holds`: whether its caster concentrates on it; `spell`: its record, None for an effect of another kind that needs concentration.
    """

    caster: Thing
    name: str
    cast: str | None
    on: tuple[Thing, ...]
    holds: bool
    spell: Spell | None
    entries: tuple[Lasting, ...] = ()

    def is_called(self, word: str) -> bool:
        """Whether the word is its name, another name of the spell, the name of one of its effects, or a word for concentration."""
        own = (self.name, *(self.spell.aliases if self.spell else ()), *(e.name for e in self.entries))
        return (self.holds and names.fold(word) in CONCENTRATION) or names.fold(word) in map(names.fold, own)

    def dismissal(self, book: Rulebook) -> Dismissal:
        """The way in which it ends early (SRD 5.1, Concentration, and the text of each spell; SRD 5.2, Concentration, Duration)."""
        if self.holds:
            return "free"
        lasts = self.spell is not None and self.spell.duration not in (None, *PERMANENT)
        has_span = lasts and not any(entry.span.duration in PERMANENT for entry in self.entries)
        if book.ruleset == "5.2" and has_span:
            return "free"
        if self.spell is not None and self.spell.dismiss is not None:
            return self.spell.dismiss
        return "by_the_gm" if has_span else "never"

    def needs_a_caster_who_can_act(self, way: Dismissal) -> bool:
        """Whether a caster that is incapacitated cannot end it in this way (SRD 5.2, Duration). A text that lets its caster end a spell at any
        time holds in the trance of that spell, too (SRD 5.1, Dream).
        """
        is_at_any_time = self.holds or (self.spell is not None and self.spell.dismiss == "free")
        return way in ("free", "action") and not is_at_any_time


def of(world: World, caster: Thing, book: Rulebook) -> Iterator[KeptSpell]:
    """The spells that the creature keeps going on anybody at hand: the one that it concentrates on first."""
    held = caster.creature.concentration
    laid = _laid_by(world, caster)
    if held:
        on = [world.things[id] for id in held.on if id in world.things]
        entries = tuple(e for t in on for kind in LASTING for e in t.creature.lasting(kind) if held.lays(e, kind) and kind == "effects")
        yield KeptSpell(caster, held.effect, held.cast, tuple(on), True, thing_stats.spell_of(caster, held.effect, book), entries)
    zones = {key.replace("_", "."): zone.act for key, zone in caster.creature.zones.items()}
    for cast in dict.fromkeys((*laid, *zones)):
        there = laid.get(cast, [])
        called = dict.fromkeys((*(e.cause.act or "" for _, e in there), *([zones[cast]] if cast in zones else [])))
        spell = next((s for act in called if (s := thing_stats.spell_of(caster, act, book))), None)
        if spell and not (held and held.cast == cast):
            on = list({bearer.id: bearer for bearer, _ in there}.values())
            entries = tuple(e for bearer, e in there if e in bearer.creature.effects)
            yield KeptSpell(caster, spell.name, cast, tuple(on), False, spell, entries)


def _laid_by(world: World, caster: Thing) -> dict[str, list[tuple[Thing, Lasting]]]:
    """Cast → what the casts of this creature have applied and still lasts, each with its bearer."""
    found: dict[str, list[tuple[Thing, Lasting]]] = {}
    for bearer in [t for t in world.things.values() if t.kind == "character"]:
        for entry in [e for kind in LASTING for e in thing_stats.lasting(world, bearer, kind)]:
            cause = entry.cause
            if cause.cast and cause.act and cause.by == caster.id and not cause.is_of_an_end:
                found.setdefault(cause.cast, []).append((bearer, entry))
    return found


def called(world: World, casters: Sequence[Thing], word: str, book: Rulebook) -> list[KeptSpell]:
    """The spells of this name that these creatures keep going; another name of a spell will do."""
    spell = book.spell(word)
    return [kept for one in casters for kept in of(world, one, book) if kept.is_called(word) or (spell and kept.is_called(spell.name))]


def end(draft: Draft, kept: KeptSpell, why: str) -> None:
    """End everything that the casting applied to anybody at hand, its zone, and the concentration on it."""
    if kept.holds:
        concentration.end(draft, kept.caster, why, is_told=False)
        return
    if kept.cast is not None:
        concentration.end_cast(draft, kept.cast, kept.name, why)
        concentration.end_zone(draft, draft.world.things[kept.caster.id], kept.cast)
