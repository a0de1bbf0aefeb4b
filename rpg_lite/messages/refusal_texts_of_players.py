"""The sentences that players read for some refusal codes, in place of those that name the means of the game master."""

from collections.abc import Mapping
from typing import Final

OF_PLAYERS: Final[Mapping[str, str]] = {
    "spells_too_many": "{name} may have {most} {kind} at this level, and {given} are given; leave out {over}",
    "party_empty": "nobody is in the party yet; the game master brings somebody in",
    "no_foe_fights": "no foe in the fight can stand",
    "ends_what": "name the spell that ends, or concentration",
    "ends_no_spell": "{name} is no spell that anybody keeps going",
    "spell_lasts_by_itself": "{spell} does not end at will: {why}",
    "behind_total_cover": "{name} is behind total cover, and no attack or spell can target it; an area may include it",
    "level_highest": "{name} is already at level {level}, the highest",
    "dead_not_healed": "{name} is dead, and healing does not help the dead: Revivify or Raise Dead brings {name} back",
    "turn_not_yours": "{rule}: it is the turn of {name}, not of {by}; before its own turn, {by} may only react (act or cast with answer true) or do what it has"
    " readied",
    "turn_save_early": "{rule}: {by} makes its death save at the start of its own turn, and it is the turn of {name}",
    "turn_slot_spent": "{rule}: {name} has already spent a spell slot this turn, and a turn allows only one; a spell that needs no slot still"
    " works, and execute_action next_turn ends the turn",
    "turn_spell_spent": "{rule}: beside a spell that takes a bonus action, a turn allows {name} only cantrips that take an action; such a cantrip"
    " still works, and execute_action next_turn ends the turn",
    "turn_spent": "{rule}: {name} has already used its {what} this turn; execute_action next_turn ends the turn",
    "turn_interaction_spent": "{rule}: this is more than {name} can handle in one turn: one thing is free, and a second one takes the action (what is put"
    " away for a thing counts, too); execute_action next_turn ends the turn",
    "turn_unable": "{rule}: {name} cannot act, so somebody else must do this",
    "turn_reaction_spent": "{rule}: {name} has already used its reaction, which comes back at the start of its turn",
    "turn_too_short": "{rule}: {act} takes {time}, and {name} is in a fight: wait until the fight ends",
    "turn_rule": "{rule} does not allow {name} this: {why}",
    "answers_a_cast": "{act} answers a spell: send answer true after one",
    "answers_a_deed": "{act} changes a deed that has just been done: send act or cast with answer true after one",
    "answers_a_hit": "{act} follows a hit: send answer true after one",
    "needs_both_hands": "{item} needs both hands, and {name} holds {held} with one; end the grapple first",
    "answer_unseen": "{name} must see the creature that it answers with {act}, and {why}",
    "bonus_out_of_turn": "{act} takes a bonus action, which {name} has only on its own turn, and rev {wanted} fell in the turn of {whose}",
    "area_empty": "{act} affects only those inside its area: name them",
    "attunement_takes_rest": "in this campaign, attuning to {name} takes a short rest",
    "attacks_by_reaction": "{name} attacks only with its reaction, on the turn of {maker} and in place of one of its attacks (execute_action attack)",
    "mount_is_controlled": "{name} is a mount that {rider} controls: it can Dash, Disengage or Dodge (act)",
    "cannot_attack": "{name} cannot attack ({why})",
    "cannot_move": "{name} cannot move ({why}); end that first",
    "character_required": "{name} is not a character; only characters wear things and attune to them",
    "effect_unknown": "there is no effect {wanted!r}",
    "experience_too_low": "{name} has {has} of the {needs} experience points for level {level}",
    "feat_prerequisite": "{name} cannot take {feat}: that needs {needs}",
    "fighters_stay": "still in the fight: {names}",
    "fights_elsewhere": "{name} is in {there}, but the fight is in {room}",
    "fight_is_on": "a fight is going on",
    "key_missing": "nobody here carries the key{key}",
    "short_rest_needed": "{act} is played at the end of a short rest, and {name} has not just finished one",
    "heals_nothing": "{act} would heal nothing: everybody it reaches is at full hit points ({texts})",
    "ends_nothing": "{act} would end nothing: nothing that it ends is known to be on {texts}",
    "lock_is_made": "{label} already has a lock{opens}",
    "lock_tried": "{name} has just failed at {label} and can try again later: in the next round of a fight, or when the game master"
    " lets time pass",
    "nothing_to_revive": "{act} does not bring back {name}, of whom too little is left: only {only} does",
    "dead_too_long": "{act} revives only those who died within {within}; {name} has been dead for {since}",
    "milestone_missing": "no milestone is left for {name} to rise to level {level}",
    "multiclass_prerequisite": "{name} cannot begin {wanted}: that needs {needs}",
    "not_in_the_campaign": "there is no character {wanted!r}",
    "not_in_the_fight": "{name} is in the room of the fight but has no turn in it until the game master lets {name} join",
    "exit_leads_outside": "the exit {label} leads out of the map, and nobody has said yet what lies there",
    "nobody_can_go": "{names} cannot go anywhere alone (dead, unconscious or petrified)",
    "nobody_left": "nobody is left to act; the game master can end the fight",
    "price_unknown": "the game master names the price of {name}",
    "sold_empty": "{name} must be empty to be sold, but it holds {inside}; take that out first",
    "worth_nothing": "{name} would bring less than 1 cp; sell more at once",
    "reaction_spent": "{name} has already used its reaction, which comes back at the start of its turn",
    "state_dead": "{wanted} is not a condition: damage kills",
    "object_has_no_numbers": "{name} is no creature: ask the game master to give it an armor class and hit points",
    "door_has_no_numbers": "{name} is no creature: ask the game master to give it an armor class and hit points, or force it with"
    " strength (manage_room unlock with skill athletics)",
    "takes_too_long": "{act} takes {cost}, and {name} is in a fight: wait until the fight ends",
    "target_banished": "{name} and {who} are on different planes, so neither reaches the other",
    "target_unseen": "{name} does not see {other} ({why}), and {act} takes only targets that its user sees",
    "target_elsewhere": "{name} is in {there}, and {who} is in {here}; go there (manage_room go), or shoot with a ranged weapon through an open exit",
    "too_heavy_to_move": "{name} carries {weight} lb and can push, drag or lift at most {most} lb; transfer some of it",
    "verb_sealed": "there is no {verb} in {room}: its tool is not in use there",
}
"""Texts for players in place of those in TEXTS that mention something only the game master may send."""
LISTS_OF_PLAYERS: Final[Mapping[str, str]] = {"room_unknown": "read_campaign rooms lists them"}
"""The call that lists every name, for a refusal that shows only the first few."""
