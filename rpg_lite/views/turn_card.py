"""The card of the creature whose turn it is: its attacks, acts, spells, riders, traits, and what is left of each."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from rpg_lite.rules import names
from rpg_lite.rules.act_uses import least_face, supply_name
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.acts.words import IN_FORM
from rpg_lite.rules.block_spells import block_spells
from rpg_lite.rules.class_resources import find_resource
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.views import castable_spells, character_summary, own_acts, own_acts_text
from rpg_lite.views.act_text import brief_text
from rpg_lite.views.formula_words import in_words
from rpg_lite.views.shorter_words import shortened
from rpg_lite.views.stat_block_text import acts_lines, traits
from rpg_lite.views.stats_text import attack_text
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing, World
from rpg_lite.world.written_features import name_of, written_features

MOST_BYTES: Final = 840
"""The maximum bytes of a card, with which the answer that brings it has at most 300 tokens."""
_MOST_TOKENS: Final = 240


@dataclass(frozen=True, slots=True)
class _Actor:
    """The creature with its sheet, its numbers and the features that its stat block describes."""

    world: World
    who: Thing
    sheet: Sheet
    stats: EffectiveStats
    book: Rulebook

    @property
    def acts(self) -> list[Act]:
        """Its own acts and those of its features, without the ways back from a form that it does not have."""
        every = (*self.sheet.acts, *(own_acts.at_level(act, rule, self.sheet) for rule in self.sheet.feature_rules for act in rule.acts))
        in_form = self.who.creature.form is not None
        return list({act.name: act for act in every if in_form or IN_FORM not in act.needs}.values())


def turn_text(world: World, who: Thing, stats: EffectiveStats, book: Rulebook) -> str:
    """The longest form of the card that fits: first everything in full, then only the main numbers, at last only the names."""
    actor = _Actor(world, who, thing_stats.sheet(who, book), stats, book)
    text = ""
    for form in _FORMS:
        text = shortened(in_words("\n".join(filter(None, form(actor)))), _MOST_TOKENS)
        if len(text.encode()) <= MOST_BYTES:
            break
    return text


# ── forms ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _whole(of: _Actor) -> Iterator[str]:
    yield from _attacks(of)
    yield from acts_lines(of.sheet.acts) if of.sheet.acts else _ready_acts(of)
    yield from _ends(of)
    yield from (f"Trait {line}" for line in traits(written_features(of.who, of.book), of.book))


def _with_named_traits(of: _Actor) -> Iterator[str]:
    yield from _attacks(of)
    yield from acts_lines(of.sheet.acts) if of.sheet.acts else _ready_acts(of)
    yield from _ends(of)
    yield _names_of_traits(of)


def _with_numbers(of: _Actor) -> Iterator[str]:
    yield from _attacks(of)
    yield from _by_cost(of, brief_text)
    yield from _ends(of)
    yield _names_of_traits(of)


def _with_dice(of: _Actor) -> Iterator[str]:
    yield from _attacks(of)
    yield from _by_cost(of, lambda act: brief_text(act, types=False))
    yield from _ends(of)


def _with_names(of: _Actor) -> Iterator[str]:
    yield from _attacks(of)
    yield from _by_cost(of, lambda act: act.name)
    yield castable_spells.counted_line(of.sheet, of.stats, of.book)
    yield _left(of)


_FORMS: Final[tuple[Callable[[_Actor], Iterator[str]], ...]] = (_whole, _with_named_traits, _with_numbers, _with_dice, _with_names)


# ── parts ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _attacks(of: _Actor) -> Iterator[str]:
    """The attacks with weapons; the acts of a stat block are its attacks already."""
    own = {act.name for act in of.sheet.acts}
    yield from (attack_text(attack) for attack in of.stats.attacks if attack.name not in own)


def _ready_acts(of: _Actor) -> Iterator[str]:
    acts = own_acts.acts_now(of.world, of.who, of.stats, of.book)
    if acts:
        yield f"Acts: {', '.join(map(own_acts_text.act_text, acts))}."


def _by_cost(of: _Actor, tell: Callable[[Act], str]) -> Iterator[str]:
    """A line for each cost: "Legendary: Tail Attack; Wing Attack DEX DC 22 2d6+8 bludgeoning"."""
    costs: dict[str, list[str]] = {}
    for act in of.acts:
        costs.setdefault(_HEADS.get(act.cost.partition(":")[0], "Action"), []).append(tell(act))
    yield from (f"{cost}: {'; '.join(told)}." for cost, told in costs.items())


_HEADS: Final = {
    "bonus": "Bonus action",
    "reaction": "Reaction",
    "legendary": "Legendary",
    "free": "No action",
    "attack": "Instead of an attack",
}


def _ends(of: _Actor) -> Iterator[str]:
    """Riders, spells by level, and what is left."""
    if riders := own_acts.riders_now(of.world, of.who, of.stats, of.book):
        yield f"Riders: {', '.join(dict.fromkeys(map(own_acts_text.rider_text, riders)))}."
    yield castable_spells.level_line(of.sheet, of.stats, of.book)
    yield _left(of)


def _names_of_traits(of: _Actor) -> str:
    named = [name_of(f) for f in written_features(of.who, of.book)]
    return f"Traits: {', '.join(named)}." if named else ""


def _left(of: _Actor) -> str:
    """The rest of everything counted, and the acts that have yet to recharge."""
    waiting = [act.name for act in of.acts if least_face(act) and not _is_charged(act, of.sheet)]
    spells = {names.fold(spell.resource or "") for spell in block_spells(of.sheet, of.book).values()}
    left = [told for told in character_summary.left_of(of.sheet) if names.fold(told.rpartition(" ")[0]) not in spells]
    lines = (f"Not recharged: {', '.join(waiting)}." if waiting else "", f"Left: {', '.join(left)}." if left else "")
    return "\n".join(filter(None, lines))


def _is_charged(act: Act, sheet: Sheet) -> bool:
    name = find_resource(supply_name(act), sheet.resources)
    return name is None or sheet.resources[name].left != 0
