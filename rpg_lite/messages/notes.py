"""Codes of notes → English. A note speaks of one operation's item only."""

from collections.abc import Mapping
from typing import Final

from rpg_lite.commands.outcome import Note

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
    "comes_round": "{name} regains consciousness.",
    "comes_round_prone": "{name} regains consciousness, still prone; standing up ends that (manage_condition remove prone).",
    "concentration_ends": "{bearer} no longer concentrates on {name}: {why}.",
    "concentration_holds": "{bearer} keeps concentrating (CON save {total} against DC {dc}).",
    "contents_lb_dropped": "containerContentsLb of {name} is a sum only and is not stored; give its contents.",
    "dead_stay": "The dead stay where they lie: {names}.",
    "defaults_hold": "{name} uses nothing of its own now, so the defaults hold there.",
    "destroyed": "{name} is destroyed with its last charge.",
    "dies": "{name} is dead: {why}.",
    "door_is_so": "The way {label} is {state} already.",
    "drags": "{name} drags {weight:g} lb, over the carrying capacity of {most} lb.",
    "fight_already": "In the fight already: {names}.",
    "falls": "{name} falls unconscious and prone at 0 hit points.",
    "features_kept_as_text": "Not in the rules, kept as text: {texts}.",
    "for_you_to_judge": "For you to judge: {texts}.",
    "fight_here": "A fight is on here; they join it with execute_action {payload}.",
    "gained": "{name}: {ability} {was} → {now} for good.",
    "grip_loosened": "{name} is now held in one hand.",
    "hp_beyond_maximum": "{name} has at most {most} hit points now; of {hp} those count, the rest if the maximum rises.",
    "id_ignored": "The campaign makes its own ids; {id!r} is not kept.",
    "last_charge": "That was the last charge; its d20 fell: {face}. The rule: {text}",
    "magic_sleeps": "Its magic sleeps until it is attuned.",
    "name_taken": "There is another {name}; tell them apart by id.",
    "no_second_attack": "{name} and {main} give no extra attack (both must be light; in SRD 5.1 for melee): this is the attack itself, with its whole damage.",
    "no_hit_dice": "They have no hit dice and spend none: {names}.",
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
    "taken_off_first": "It was taken off first ({slot}).",
    "there_already": "In {room} already: {names}.",
    "takes_no_action": "{name} can take no action ({why}); the check counts where it needs none.",
    "word_unknown": "The rules know no {kind} {wanted!r}: it is kept as text, what it would give stays at the defaults.{near}",
    "weighs_nothing": "No weight was given; it counts 0 lb.",
}


BY_THE_ROLL: Final = frozenset(
    (
        "already_whole",
        "comes_round",
        "comes_round_prone",
        "concentration_ends",
        "concentration_holds",
        "destroyed",
        "dies",
        "falls",
        "last_charge",
        "stable",
    )
)
"""What only a roll decides; a dry run does not roll and does not say it."""


def sentence(note: Note) -> str:
    shown = {k: "; ".join(str(t).rstrip(".") for t in v) if isinstance(v, list | tuple) else v for k, v in note.details.items()}
    return TEXTS[note.code].format_map(shown)
