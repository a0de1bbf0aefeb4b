"""Codes of notes → English. A note speaks of one operation's item only."""

from collections.abc import Mapping
from typing import Final

from rpg_lite.commands.outcome import Called, Note
from rpg_lite.messages.told import Told

TEXTS: Final[Mapping[str, str]] = {
    "already_attuned": "It is attuned already.",
    "already_identified": "It was known before.",
    "already_in_use": "{name} is in use already.",
    "already_so": "{bearer} is {name} already.",
    "already_there": "{name} lies in {where} already.",
    "already_whole": "{name} has all hit points.",
    "already_worn": "It is worn there already ({slot}).",
    "are_elsewhere": "Not here with them: {names}.",
    "assumed": "Assumed for {name}: {texts}.",
    "attunement_ended": "Its bond ended.",
    "attunement_not_needed": "It needs no attunement.",
    "bag_is_so": "{name} is {state}.",
    "begins_anew": "{name} begins anew.",
    "carried_by_another": "{bearer} carries {name} ({id}) too; handing over is transfer.",
    "carried_instead": "{name} found no free slot or hand; it is carried.",
    "comes_round": "{name} comes round.",
    "concentration_ends": "{bearer} no longer concentrates on {name}: {why}.",
    "concentration_holds": "{bearer} keeps concentrating (CON save {total} against DC {dc}).",
    "contents_lb_dropped": "containerContentsLb of {name} is a sum only and is not stored; give its contents.",
    "dead_stay": "The dead stay where they lie: {names}.",
    "defaults_hold": "{name} uses nothing of its own now, so the defaults hold there.",
    "destroyed": "{name} is destroyed with its last charge.",
    "dies": "{name} is dead: {why}.",
    "door_is_so": "The way {label} is {state} already.",
    "drags": "{name} drags {weight:g} lb, over the carrying capacity of {most} lb.",
    "falls": "{name} falls unconscious at 0 hit points.",
    "features_kept_as_text": "Not in the rules, kept as text: {texts}.",
    "for_you_to_judge": "For you to judge: {texts}.",
    "gained": "{name}: {ability} {was} → {now} for good.",
    "grip_loosened": "{name} is now held in one hand.",
    "hp_beyond_maximum": "{name} has at most {most} hit points now; of {hp} those count, the rest if the maximum rises.",
    "id_ignored": "The campaign makes its own ids; {id!r} is not kept.",
    "last_charge": "That was the last charge; its d20 fell: {face}. The rule: {text}",
    "lock_passed": "The way {label} is locked and stays so; it is your decree that lets them through.",
    "magic_sleeps": "Its magic sleeps until it is attuned.",
    "name_taken": "There is another {name}; tell them apart by id.",
    "no_second_attack": "{name} and {main} give no extra attack (both must be light; in SRD 5.1 for melee): this is the attack itself, with its whole damage.",
    "nobody_concentrates": "{name} asks for concentration; send source: the name of who concentrates.",
    "not_attuned_because": "{name} is not attuned: {why}.",
    "not_available": "{name} is not available now; its server is not connected.",
    "not_the_template": "This is not the template {template}; for that send template.",
    "nothing_changed": "{name} is so already; nothing changed.",
    "nothing_to_move": "Nothing loose lies in {where}.",
    "other_ruleset": "The document is of ruleset {document}; this campaign plays {campaign}.",
    "renamed": "{was} no longer finds it; say {name}.",
    "stable": "{name} is stable.",
    "stay_behind": "They stay behind in {room}: {names}.",
    "still_so": "{bearer} is still {name}, through {causes}.",
    "stopped_by_a_lock": "They stop in {room}: the way {label} is locked.",
    "stopped_by_others": "They stop in {room}, where there is: {names}.",
    "taken_off_first": "It was taken off first ({slot}).",
    "there_already": "In {room} already: {names}.",
    "takes_no_action": "{name} can take no action ({why}); the check counts where it needs none.",
    "word_unknown": "The rules know no {kind} {wanted!r}: it is kept as text, what it would give stays at the defaults.{near}",
    "way_moves": "The {kind} {label} of {room} {does}.",
    "weighs_nothing": "No weight was given; it counts 0 lb.",
}


BY_THE_ROLL: Final = frozenset(
    ("already_whole", "comes_round", "concentration_ends", "concentration_holds", "destroyed", "dies", "falls", "last_charge", "stable")
)
"""What only a roll decides; a dry run does not roll and does not say it."""


OF_OTHERS: Final[Mapping[str, str]] = {
    "concentration_ends": "{bearer} no longer concentrates on {name}.",
    "concentration_holds": "{bearer} keeps concentrating.",
}
"""What players are told of those who are not of the party: no numbers."""


def sentence(note: Note, told: Told) -> str:
    """The note in the hearer's names; nothing where it speaks of somebody out of sight, or of nobody that is left."""
    about = [v for v in note.details.values() if isinstance(v, Called)]
    if told.players and any(told.thing(c.id) is None for c in about):
        return ""
    heard = {k: told.heard(v) for k, v in note.details.items()}
    if any(v and not heard[k] for k, v in note.details.items() if isinstance(v, list | tuple)):
        return ""
    shown = {k: "; ".join(str(t).rstrip(".") for t in v) if isinstance(v, list | tuple) else v for k, v in heard.items()}
    others = note.code in OF_OTHERS and not all(told.knows_numbers(c.id) for c in about)
    return (OF_OTHERS if others else TEXTS)[note.code].format_map(shown)
