"""The common part of act and cast: refuse a hindered creature, and play the act or the spell of an item at hand."""

from collections.abc import Sequence

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.occasions import counters, follows_a_hit, only_changes_deed
from rpg_lite.decision.outcome import Rejected, Verdict
from rpg_lite.decision.situation import Situation
from rpg_lite.mechanics.acts import allowed_deeds, item_act_playing, item_acts
from rpg_lite.mechanics.acts.act_and_cast_keys import ActCommand, elsewhere
from rpg_lite.mechanics.acts.riders import attack_riders
from rpg_lite.rules import names
from rpg_lite.rules.acts import trigger_text
from rpg_lite.rules.acts.act import Act, Spell
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing, World


def refuse_hindered(
    command: ActCommand, draft: Draft, caster: Thing, act: Act, whom: Sequence[Thing], is_spell: bool = False
) -> Rejected | None:  # fmt: skip
    """The refusal if a rule forbids the creature this deed, or if a target is elsewhere; the game master may force it, and then it is noted."""
    world, book = draft.world, draft.situation.book
    if act.after_death:
        return None if command.force else _refuse_alive(world, caster, act) or elsewhere(world, caster, whom, book, act)
    sent = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
    attempt = allowed_deeds.Attempt(draft, caster, act, whom, is_spell, command.choice, sent)
    refused = allowed_deeds.refuse_unforced(attempt, command.force)
    return refused or (None if command.force else elsewhere(world, caster, whom, book, act))


def _refuse_alive(world: World, caster: Thing, act: Act) -> Rejected | None:
    """The refusal of an act that its creature plays only when it has died (SRD, Death Burst)."""
    if not thing_stats.is_dead(caster):
        return Rejected("not_dead_yet", "act", {"name": caster.name, "act": act.name})
    return None


def refuse_alone(command: ActCommand, act: Act, situation: Situation) -> Rejected | None:
    """The refusal of an act that makes sense only after a hit, a cast or another deed, with the call that answers the last one."""
    if situation.answers is not None or command.force:
        return None
    instead = {**command.model_dump(by_alias=True, exclude_unset=True), "answer": True}
    if follows_a_hit(act):
        return Rejected("answers_a_hit", "answer", {"act": act.name}, instead=instead)
    if isinstance(act, Spell) and counters(act):
        return None if command.choice else Rejected("answers_a_cast", "answer", {"act": act.name}, instead=instead)
    return Rejected("answers_a_deed", "answer", {"act": act.name}, instead=instead) if only_changes_deed(act) else None


def note_alone(draft: Draft, command: ActCommand, act: Act) -> None:
    """Note that the call plays a reaction and names no deed that it answers (SRD, Reactions). Nothing records who leaves whose reach."""
    is_alone = act.cost == "reaction" and bool(act.when) and "leaves_reach" not in act.when
    if is_alone and draft.situation.answers is None and not command.force:
        draft.note("answers_nothing", act=act.name, when=trigger_text.say(act.when))


def play_with_item(command: ActCommand, draft: Draft, caster: Thing, whom: Sequence[Thing], own: item_acts.ItemAct, field: str) -> Verdict:
    """Play the act of an item at hand, or the spell for which its charges pay. `field`: the key that named it, "act" or "spell"."""
    world, situation = draft.world, draft.situation
    if refusal := refuse_hindered(command, draft, caster, own.act, whom, field == "spell"):
        return refusal
    if refusal := refuse_alone(command, own.act, situation):
        return refusal
    if refusal := attack_riders.strange_words(_beside_item(command, own, situation), own.act, world, caster, situation.book):
        return refusal
    if own.is_use and not whom and not item_acts.harms(own.act):
        whom = [caster]
    played = item_act_playing.play(draft, caster, own, whom, item_act_playing.ItemWish(command.wish(), field=field))
    if isinstance(played, Rejected):
        return played
    note_alone(draft, command, own.act)
    return item_act_playing.accept(draft, caster, own, played)


def _beside_item(command: ActCommand, own: item_acts.ItemAct, situation: Situation) -> list[str]:
    """The words of `with` that do not name the item."""
    called = thing_stats.names_of(own.thing, situation.book)
    return [word for word in command.with_ if names.fold(word) not in called]
