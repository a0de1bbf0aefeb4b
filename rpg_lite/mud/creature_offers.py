"""The acts that the game master's creatures can play now: acts in their own turn, and legendary acts in the turns of others. The numbers
let a line choose one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rpg_lite.mechanics.turn import done_acts
from rpg_lite.monsters.prices import is_left, may_play_legendary
from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.views import own_acts, own_acts_text, stats_text
from rpg_lite.world import combat, thing_stats
from rpg_lite.world.world_model import Thing, World

_OF_A_TURN: Final = ("action", "bonus", "free")
_LEGENDARY: Final = "legendary"


@dataclass(frozen=True, slots=True)
class Offer:
    """An act or an attack that a creature can choose. `told`: its numbers, for the game master; `is_ready`: the creature can pay for it
    now.

    A number belongs to its act, not to a place among the ready acts, so it stays the same for the whole turn.
    """

    by: str
    by_name: str
    name: str
    told: str = ""
    is_attack: bool = False
    is_legendary: bool = False
    is_ready: bool = True
    number: int = 0


def offers_of(world: World, there: Sequence[Thing], book: Rulebook, gm: bool) -> tuple[Offer, ...]:
    """Return the offers of the current turn for somebody who sees these creatures. Without `gm`, only attacks and the acts that the book
    prints for a creature; the rest is for the game master.
    """
    on = combat.acting(world)
    others = [one for one in there if not one.creature.is_member and combat.is_in(world, one.id)]
    found = [
        offer
        for one in sorted(others, key=lambda one: one.id != on)
        for offer in _offers(world, one, book, one.id == on)
        if gm or offer.is_attack or _is_printed(one, offer.name, book)
    ]
    return tuple(replace(offer, number=n, told=offer.told if gm else "") for n, offer in enumerate(found, 1))


def _offers(world: World, one: Thing, book: Rulebook, is_its_turn: bool) -> Iterator[Offer]:
    """Yield the offers of one creature, ready or not, because numbers must not move when an act is spent or a creature falls."""
    stats = thing_stats.stats_of(world, one, book)
    sheet, acts = thing_stats.sheet(one, book), own_acts.acts_now(world, one, stats, book)
    can_act = stats.can_act and not thing_stats.is_dead(one)
    done = {act.name for act in sheet.acts if act.once == "round" and done_acts.was_done_until_next_turn(world, one.id, act.name)}
    costs = _OF_A_TURN if is_its_turn else (_LEGENDARY,)
    can_act = can_act and (is_its_turn or may_play_legendary(world, one))
    for act in acts:
        if act.cost in costs:
            is_ready = can_act and act.name not in done and is_left(act, sheet)
            yield Offer(one.id, one.name, act.name, own_acts_text.details(act), is_legendary=not is_its_turn, is_ready=is_ready)
    if is_its_turn:
        yield from _attacks(one, stats, {names.fold(act.name) for act in acts}, can_act)


def _attacks(one: Thing, stats: EffectiveStats, known: set[str], is_ready: bool) -> Iterator[Offer]:
    """Yield the attacks with weapons in hand, which are not acts."""
    for way in stats.attacks:
        if names.fold(way.name) not in known:
            yield Offer(
                one.id, one.name, way.name, stats_text.attack_text(way).removeprefix(f"{way.name} "), is_attack=True, is_ready=is_ready
            )


def _is_printed(one: Thing, act: str, book: Rulebook) -> bool:
    """Return whether the book prints this act of a creature of this name."""
    kind = one.name.rstrip("0123456789 ") or one.name
    document = book.creatures.get(names.fold(kind), {"character": {}})
    return names.fold(act) in {names.fold(row["name"]) for row in document["character"].get("acts", ())}


def render(offers: Sequence[Offer]) -> str:
    """Return the offers that are ready, one per line, with a heading for each creature."""
    ready = [offer for offer in offers if offer.is_ready]
    if not ready:
        return ""
    lines: list[str] = []
    for by in dict.fromkeys(offer.by for offer in ready):
        own = [offer for offer in ready if offer.by == by]
        when = "at the end of this turn (legendary)" if own[0].is_legendary else "now"
        lines.append(f"{own[0].by_name} can, {when}:")
        lines += [f"  {offer.number:>2}  {offer.name}{f' ({offer.told})' if offer.told else ''}" for offer in own]
    return "\n".join([*lines, f"Type a number or a name, and at whom: {ready[0].number} at NAME."])
