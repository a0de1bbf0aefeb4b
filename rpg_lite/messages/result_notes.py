"""Codes of notes → English. A note speaks of one operation's item only."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from rpg_lite.messages.render_context import RenderContext
from rpg_lite.operations.outcome import Called, Notice

TEXTS: Final[Mapping[str, str]] = {
    "already_attuned": "It is attuned already.",
    "already_identified": "It was known before.",
    "already_in_use": "{name} is in use already.",
    "already_so": "{bearer} is {name} already.",
    "already_there": "{name} lies in {where} already.",
    "already_whole": "{name} has all hit points.",
    "already_worn": "It is worn there already ({slot}).",
    "are_elsewhere": "Elsewhere, and not along: {names}.",
    "assumed": "Assumed for {name}: {texts}.",
    "attuned_at_once": "By the rules that takes a short rest, which manage_character rest lets pass.",
    "attunement_ended": "Its bond ended.",
    "attunement_not_needed": "It needs no attunement.",
    "bag_is_so": "{name} is {state}.",
    "begins_anew": "{name} begins anew.",
    "bonds_end": "{name}'s attunement ends: {texts}.",
    "carried_by_another": "{bearer} carries {name} ({id}) too; handing over is transfer.",
    "carried_instead": "{name} found no free slot or hand; it is carried.",
    "caster_bears": "{name} counts for {caster} against {marked}, and lies on {caster}.",
    "comes_round": "{name} regains consciousness.",
    "comes_round_prone": "{name} regains consciousness, still prone; standing up ends that (manage_condition remove prone).",
    "concentration_ends": "{bearer} no longer concentrates on {name}: {why}.",
    "concentration_holds": "{bearer} keeps concentrating (CON save {total} against DC {dc}).",
    "contents_lb_dropped": "containerContentsLb of {name} is a sum only and is not stored; give its contents.",
    "counts_as_party": "{name} is of the party, because classes were given and party was not; manage_character update with party false ends that.",
    "dead_stay": "The dead stay where they lie: {names}.",
    "death_saves_failed": "That counts as failed death saves of {name}: {tally} now.",
    "defaults_hold": "{name} uses nothing of its own now, so the defaults hold there.",
    "destroyed": "{name} is destroyed with its last charge.",
    "dies": "{name} is dead: {why}.",
    "discovered_by": "The players know {room} now, because {names} came there and the party counts as having been there.",
    "door_not_locked": "The way {label} is not locked; it is {state}.",
    "door_is_so": "The way {label} is {state} already.",
    "drags": "{name} drags {weight:g} lb, over the carrying capacity of {most} lb.",
    "exhaustion_eased": "{name} is back with exhaustion {level}.",
    "falls": "{name} falls unconscious and prone at 0 hit points.",
    "fight_already": "In the fight already: {names}.",
    "features_kept_as_text": "Not in the rules, kept as text: {texts}.",
    "features_not_counted": "Known, not yet counted: {texts}.",
    "features_to_judge": "No number follows from these here; the game master applies them: {texts}.",
    "for_you_to_judge": "For you to judge: {texts}.",
    "fight_here": "A fight is on here; they join it with execute_action {payload}.",
    "gained": "{name}: {ability} {was} → {now} for good.",
    "grip_loosened": "{name} is now held in one hand.",
    "hp_beyond_maximum": "{name} has at most {most} hit points now; of {hp} those count, the rest if the maximum rises.",
    "id_ignored": "The campaign makes its own ids; {id!r} is not kept.",
    "hit_dice_kept": "{name} has all hit points and spends no more hit dice.",
    "judge_the_roll": "For you to judge: {texts}.",
    "last_charge": "That was the last charge; its d20 fell: {face}. The rule: {text}",
    "left_out": "The rules know no {kind} {wanted!r}: it is left out.{near}",
    "level_follows_classes": "The classes carry {level} levels; level {given} does not count.",
    "light_to_judge": "No rule here tracks light; it is for you to judge and to record: {texts}.",
    "lock_passed": "The way {label} is locked and stays so; it is your decree that lets them through.",
    "magic_sleeps": "Its magic sleeps until it is attuned.",
    "makes_death_saves": "{name} makes a death save at the start of each turn (execute_action save with ability death).",
    "modifiers_while_worn": "The modifiers of {name} count only while it is worn; what a use does is onUse: {payload}.",
    "name_taken": "There is another {name}; tell them apart by id.",
    "no_second_attack": "{name} and {main} give no extra attack (both must be light; in SRD 5.1 for melee): this is the attack itself, with its whole damage.",
    "no_hit_dice": "They have no hit dice and spend none: {names}.",
    "nobody_concentrates": "{name} asks for concentration; send source: the name of who concentrates.",
    "not_attuned_because": "{name} is not attuned: {why}.",
    "not_available": "{name} is not available now; its server is not connected.",
    "not_the_template": "This is not the template {template}; for that send template.",
    "nothing_changed": "{name} is so already; nothing changed.",
    "not_dying": "{name} is not dying: there is nothing to stabilize.",
    "nothing_follows": "Nothing in the rules follows from using {name}.",
    "nothing_to_move": "Nothing loose lies in {where}.",
    "other_ruleset": "The document is of ruleset {document}; this campaign plays {campaign}.",
    "race_counts_as": "The rules know no race {wanted!r}: it counts as {race}.",
    "renamed": "{was} no longer finds it; say {name}.",
    "stable": "{name} is stable.",
    "stay_behind": "They stay behind in {room}: {names}.",
    "still_so": "{bearer} is still {name}, through {causes}.",
    "taken_along": "Gone with {name}: {texts}. To keep them take this back with undo, and transfer them first.",
    "stopped_by_a_lock": "They stop in {room}: the way {label} is locked.",
    "stopped_by_others": "They stop in {room}, where there is: {names}.",
    "taken_off_first": "It was taken off first ({slot}).",
    "there_already": "In {room} already: {names}.",
    "training_unknown": "The rules know no armor or weapon of this name, and nothing counts as trained by it: {texts}.",
    "group_check": "The group {verdict}: {succeeded} of {of} succeeded.",
    "only_carried": "{name} is carried; it is worn nowhere.",
    "takes_no_action": "{name} can take no action ({why}); the check counts where it needs none.",
    "unheard": "Stated, but nothing here follows from it: {texts}.",
    "within_hp_max": "hpMax {most} is kept as given: it holds what {texts} would add.",
    "word_unknown": "The rules know no {kind} {wanted!r}: it is kept as text, what it would give stays at the defaults.{near}",
    "turn_of_another": "It is {name}'s turn.",
    "way_moves": "The {kind} {label} of {room} {does}.",
    "weighs_nothing": "No weight was given; it counts 0 lb.",
}


BY_THE_ROLL: Final = frozenset(
    (
        "already_whole", "bonds_end", "comes_round", "comes_round_prone", "concentration_ends", "concentration_holds", "destroyed",
        "death_saves_failed", "dies", "falls", "hit_dice_kept", "judge_the_roll", "last_charge", "makes_death_saves", "stable",
    )
)  # fmt: skip
"""What only a roll decides; a dry run does not roll and does not say it."""

FOR_THE_GM: Final = frozenset(("for_you_to_judge", "judge_the_roll", "light_to_judge"))
"""What is left to the game master, and told nobody else."""


UNTOLD: Final = FOR_THE_GM | {"attuned_at_once", "discovered_by", "turn_of_another"}
"""What players are not told: that, and what they learn by it."""


def unsaid(note: Notice, said: set[str]) -> Notice | None:
    """Of a note to the game master the lines that this answer has not said yet, which count as said from here on."""
    if note.code not in FOR_THE_GM:
        return note
    new = [line for line in dict.fromkeys(note.details["texts"]) if line not in said]
    said.update(new)
    return replace(note, details={**note.details, "texts": new}) if new else None


OF_THE_PARTY: Final = frozenset(("concentration_ends", "concentration_holds"))
"""What players are told of the party alone: nobody sees that a stranger concentrates, and on what."""

ALOUD: Final[Mapping[str, str]] = {"discovered_by": "", "fight_here": "A fight is on here."}
"""What is read aloud: nothing that players learn by it anyway, and no call."""

OF_THE_UNKNOWN: Final[Mapping[str, str]] = {"destroyed": "{name} is destroyed.", "last_charge": "", "magic_sleeps": ""}
"""What players are told of a thing that nobody has identified: neither that it waits for attunement nor that it has charges."""


def sentence(note: Notice, told: RenderContext) -> str:
    """The note in the hearer's names; nothing where it speaks of somebody out of sight, or of nobody that is left."""
    about = [v for v in note.details.values() if isinstance(v, Called)]
    if told.players and (note.code in UNTOLD or any(told.thing(c.id) is None for c in about)):
        return ""
    heard = {k: told.heard(v) for k, v in note.details.items()}
    if any(v and not heard[k] for k, v in note.details.items() if isinstance(v, list | tuple)):
        return ""
    if told.players and note.code in OF_THE_PARTY and not all(told.knows_numbers(c.id) for c in about):
        return ""
    unknown = note.code in OF_THE_UNKNOWN and any(told.is_unknown(c.id) for c in about)
    is_aloud = note.code in ALOUD and (told.players or told.command.is_aloud)
    return worded(note.code, heard, OF_THE_UNKNOWN if unknown else ALOUD if is_aloud else TEXTS)


def worded(code: str, details: Mapping[str, Any], texts: Mapping[str, str] = TEXTS) -> str:
    """The text of a code with its details; a list is told one after the other."""
    shown = {k: "; ".join(str(t).rstrip(".") for t in v) if isinstance(v, list | tuple) else v for k, v in details.items()}
    return texts[code].format_map(shown)
