"""The common part of act and cast: refuse a hindered creature, and play the act or the spell of an item at hand."""

from collections.abc import Sequence

from rpg_lite.operations.mechanics import attack_bans, dice_on_the_table, mount_limits
from rpg_lite.operations.mechanics.acting import item_acts
from rpg_lite.operations.mechanics.acting.command import ROLLS_OF_ACTS, ActCommand, elsewhere
from rpg_lite.operations.mechanics.incapacity import cannot_act, refuse_forbidden
from rpg_lite.operations.outcome import Draft, Outcome, Rejected, Situation
from rpg_lite.rules import creature_flags
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import bearers
from rpg_lite.world.things import Thing, World


def refuse_hindered(
    world: World, caster: Thing, act: Act, whom: Sequence[Thing], book: Rulebook, is_spell: bool = False
) -> Rejected | None:  # fmt: skip
    """The refusal if the creature cannot act or cannot act at this cost, if its armor stops its spells, or if a target is elsewhere."""
    if act.after_death:
        return _refuse_alive(world, caster, act) or elsewhere(world, caster, whom, book)
    stats = bearers.stats_of(world, caster, book)
    if refusal := cannot_act(caster, stats) or refuse_forbidden(caster, stats, act.cost, act.name, is_spell):
        return refusal
    if is_spell and creature_flags.CANNOT_CAST in stats.flags:
        return Rejected("cannot_cast", "characterName", {"name": caster.name})
    barred = attack_bans.refuse_act(world, caster, stats, act, book, whom) or mount_limits.refuse(world, caster, act.cost, act.name, book)
    if barred:
        return barred
    return elsewhere(world, caster, whom, book)


def _refuse_alive(world: World, caster: Thing, act: Act) -> Rejected | None:
    """The refusal of an act that its creature plays only when it has died (SRD, Death Burst)."""
    if not bearers.is_dead(caster):
        return Rejected("not_dead_yet", "act", {"name": caster.name, "act": act.name})
    return None


def play_with_item(
    command: ActCommand, world: World, situation: Situation, caster: Thing, whom: Sequence[Thing], own: item_acts.ItemAct, field: str
) -> Outcome:
    """Play the act of an item at hand, or the spell for which its charges pay. `field`: the key that named it, "act" or "spell"."""
    if refusal := None if command.force else refuse_hindered(world, caster, own.act, whom, situation.book, field == "spell"):
        return refusal
    draft = Draft(world, situation)
    dice_on_the_table.lay(draft, command.d20, *ROLLS_OF_ACTS)
    played = item_acts.play(draft, caster, own, whom, item_acts.ItemWish(command.wish(), field=field))
    if isinstance(played, Rejected):
        return played
    return dice_on_the_table.unfit(draft) or item_acts.accept(draft, caster, own, played)
