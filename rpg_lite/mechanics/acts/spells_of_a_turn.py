"""The number of spells that fit in a turn (SRD 5.1, Casting a Spell, Bonus Action; SRD 5.2, One Spell with a Spell Slot per Turn). Apart
because the rule differs between the rulesets and counts spells, not actions.

Like a second action, a spell beyond the limit is played and noted.
"""

from collections.abc import Mapping
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Overspent
from rpg_lite.mechanics.turn import done_acts
from rpg_lite.rules.acts.act import Spell
from rpg_lite.world import thing_stats

_SLOT: Final = "spell slot"
"""The name under which a fight remembers that a slot was spent."""
_WITHOUT_SLOT: Final = "spell without a slot"
"""The name under which a fight remembers a spell of level 1 or higher that spent no slot."""
_ALONE: Final = "spell alone"
"""The name under which a fight remembers a spell that was cast so that it goes with no other of level 1 or higher."""


def note_and_keep(draft: Draft, caster: str, spell: Spell, with_slot: bool, alone: bool = False) -> None:
    """Note a spell that the turn does not allow, and remember the spell for the checks of later ones. Call this before the spell itself is
    counted. `alone`: an option lets it go with no other spell of level 1 or higher (SRD 5.2, Quickened Spell).
    """
    if draft.situation.book.policy.spells_of_a_turn == "one_slot":
        is_leveled = with_slot or spell.level > 0
        if with_slot and done_acts.was_done(draft.world, caster, _SLOT, "turn"):
            draft.overspend(Overspent(caster, "second slot"))
        elif (alone and cast_leveled(draft, caster)) or (is_leveled and done_acts.was_done(draft.world, caster, _ALONE, "turn")):
            draft.overspend(Overspent(caster, "spell beside quickened"))
        if is_leveled:
            done_acts.remember(draft, caster, _SLOT if with_slot else _WITHOUT_SLOT)
        if alone:
            done_acts.remember(draft, caster, _ALONE)
        return
    book, who = draft.situation.book, draft.world.things[caster]
    done_before = done_acts.done_in_turn(draft.world, caster)
    before = [_kind(other, done.cost) for done in done_before if (other := thing_stats.spell_of(who, done.act, book))]
    if any(kind in _NOT_BESIDE[_kind(spell, spell.cost)] for kind in before):
        draft.overspend(Overspent(caster, "spell beside bonus"))


def cast_leveled(draft: Draft, caster: str) -> bool:
    """Whether the creature has cast a spell of level 1 or higher in this turn, where the rules count slots."""
    return any(done_acts.was_done(draft.world, caster, word, "turn") for word in (_SLOT, _WITHOUT_SLOT))


_NOT_BESIDE: Final[Mapping[str, tuple[str, ...]]] = {"cantrip": (), "bonus": ("bonus", "other"), "other": ("bonus",)}
"""A spell cast as a bonus action shares its turn only with cantrips cast as an action."""


def _kind(spell: Spell, cost: str) -> str:
    """The kind of a spell. `cost`: the cost that was paid, which a rider may have changed."""
    if cost == "bonus":
        return "bonus"
    return "cantrip" if cost == "action" and not spell.level else "other"
