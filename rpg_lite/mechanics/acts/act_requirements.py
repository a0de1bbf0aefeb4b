"""The needs of an act: conditions that must hold before anything is spent."""

from collections.abc import Mapping, Sequence
from typing import Final

from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.acts import sight_needed
from rpg_lite.mechanics.acts.act_in_play import Performance, Spot
from rpg_lite.mechanics.acts.steps.branch_steps import holds, largest
from rpg_lite.mechanics.acts.target_requirements import again
from rpg_lite.mechanics.life import hands, resources
from rpg_lite.mechanics.space import standing
from rpg_lite.rules.acts import if_needs_text
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.acts.words import AFTER_REST, FREE_HAND, SEES, TABLE_WORDS
from rpg_lite.rules.spell_slots import SLOT
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing

_OF_TARGETS = ("target:", "size", "cr", "hp", "int", "grappled_by", "grapples_no_other")
"""The first words of needs that the targets must meet; the actor must meet all others."""
_OF_ACTOR = "self:"
_SIZE_SIGNS: Final[Mapping[str, str]] = {"size<=": "smaller", "size>=": "larger"}
_OF_SLOT: Final = "slot>="
"""The start of a need for a slot of some level, which may be followed by the choices that need none: "slot>=8|choice:ghouls"."""


def unmet_by_actor(p: Performance) -> Rejected | None:
    """Refuse an act that its actor cannot use in its current state, whatever the call chooses: an escape without a grapple."""
    by = p.thing(p.cast.by)
    missed = next((w for w in p.cast.act.needs if w.startswith(_OF_ACTOR) and not holds(p, [w], by.id, Spot("needs"))), None)
    return _refuse(p.cast.act, by, missed) if missed else None


def unmet(p: Performance, targets: Sequence[Thing]) -> Rejected | None:
    """Refuse an act with a need that is not met; the table judges what only the table knows."""
    act, by = p.cast.act, p.thing(p.cast.by)
    for word in act.needs:
        plain = word.removeprefix("not ")
        if plain == FREE_HAND:
            if full := hands.full_of(p.draft, by):
                return _no_free_hand(p, by, full)
            continue
        if plain == AFTER_REST and not holds(p, [word], by.id, Spot("needs")):
            instead = {**again(p.cast, [t.name for t in targets], by), "force": True}
            return Rejected("short_rest_needed", "act", {"act": act.name, "name": by.name}, instead=instead)
        if plain == SEES and not act.when and SEES not in p.cast.wish.told:
            if refused := _unseen(p, by, targets):
                return refused
            continue
        if plain == SEES and act.when and _is_measured(p, by):
            continue  # the answer was found for one that it sees
        if plain in TABLE_WORDS or plain.startswith("moved"):
            if not holds(p, [word], by.id, Spot("needs")) and plain.startswith("moved"):
                return _refuse(act, by, word)
            continue
        if plain.startswith(_OF_SLOT) and not holds(p, [word], by.id, Spot("needs")):
            return _low_slot(p, by, targets, int(plain.removeprefix(_OF_SLOT).partition("|")[0]))
        whom = targets if plain.startswith(_OF_TARGETS) and act.targets != "self" else [by]
        missed = next((t for t in whom if not holds(p, [word], t.id, Spot("needs"))), None)
        if missed is not None:
            return _wrong_size(p, missed, plain) if plain.startswith(tuple(_SIZE_SIGNS)) else _refuse(act, missed, word)
    return None


def _is_measured(p: Performance, who: Thing) -> bool:
    room = p.draft.world.room_of(who.id)
    return room is not None and standing.is_measured(p.draft.world, room.id)


def _refuse(act: Act, who: Thing, word: str) -> Rejected:
    return Rejected("target_unfit", "act", {"act": act.name, "name": who.name, "need": if_needs_text.say(word)})


def _unseen(p: Performance, by: Thing, targets: Sequence[Thing]) -> Rejected | None:
    """The refusal of a target that the actor does not see, for an act whose text names one that it sees."""
    for one in targets:
        if why := sight_needed.why_unseen(p.draft.world, by, one, p.book):
            return Rejected("target_unseen", "targets", {"act": p.cast.act.name, "name": by.name, "other": one.name, "why": why})
    return None


def _wrong_size(p: Performance, who: Thing, word: str) -> Rejected:
    sign, than = next((sign, than) for sign, than in _SIZE_SIGNS.items() if word.startswith(sign))
    limit = largest(p, word.removeprefix(sign))
    details = {"act": p.cast.act.name, "name": who.name, "only": f"creatures that are {limit} or {than}", "is": p.stats(who.id).size}
    return Rejected("target_unfit", "targets", details)


def _low_slot(p: Performance, by: Thing, targets: Sequence[Thing], level: int) -> Rejected:
    """The refusal, with the call for the lowest slot that is left and high enough."""
    slot = resources.sheet_now(p.draft, by).spell_slots.lowest(level)
    instead = {**again(p.cast, [t.name for t in targets], by), "slot": slot.removeprefix(SLOT)} if slot else None
    left = resources.sheet_now(p.draft, by).spell_slots.words() or "none"
    return Rejected("slot_too_low", "slot", {"level": level, "slot": p.cast.slot, "left": left}, instead=instead)


def _no_free_hand(p: Performance, by: Thing, full: Sequence[Thing]) -> Rejected:
    """The refusal, with the call that empties a hand: of a weapon before a shield, which takes the action (SRD, Getting Into and Out of Armor)."""
    things = [t for t in reversed(full) if t.kind != "character"]
    thing = min(things, key=lambda t: thing_stats.item_of(t, p.book).armor_stats is not None, default=None)
    instead = {"operation": "unequip", "characterName": by.name, "itemId": thing.id} if thing else None
    details = {"act": p.cast.act.name, "name": by.name, "held": " and ".join(t.name for t in full)}
    return Rejected("no_free_hand", "act", details, instead=instead)
