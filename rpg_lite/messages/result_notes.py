"""Turn note codes into English. Each note is about the item of a single operation."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from rpg_lite.decision.outcome import Called, Notice
from rpg_lite.mechanics.acts.available_reactions import MAY_ANSWER
from rpg_lite.messages import act_sentences
from rpg_lite.messages.render_context import RenderContext, join_names
from rpg_lite.vocabulary import CONDITIONS

TEXTS: Final[Mapping[str, str]] = {
    "teleports_to": "{name} stands at {at}.",
    "moves_first": "{name} moves {feet} ft to {at} first.",
    "passes_by": "{name} may strike as {other} leaves its reach at {at}.",
    "exit_walled": "The exit {label} lies in something solid at {at}: clear that square, or place the exit elsewhere (exits).",
    "exit_leads_on": "{name} is at the exit {label}, still in the room: manage_room go, direction {label}, leaves.",
    "part_without_target": "{act} is left out: nobody whom it may turn to stands in its reach.",
    "part_out_of_reach": "{act}, a part of {whole}, is left out: {name} is {feet} ft away, and it reaches {most} ft.",
    "part_behind_cover": "{act}, a part of {whole}, is left out: {name} is behind total cover.",
    "zone_holds": "Now in {act}: {names}.",
    "zone_dispersed": "{act} ends: {why}.",
    "zone_leaves": "No longer in {act}: {names}.",
    "zone_moves": "{act} lies at {at} now.",
    "floats_at": "{act} floats at {at}.",
    "sides_stand_in_lines": "{names} in front, {behind} behind.",
    "without_place": "Without a place, since nowhere here is room enough: {names}. place with their names puts them in as soon as there is.",
    "sides_stand_apart": "{name} and {by}, the nearest of the two sides, are {feet} ft apart; places here, or place now, sets it otherwise.",
    "drawn_only": "Drawn; what is lightly obscured changes no roll and stays with you: {texts}.",
    "ground_is": "Ground of {room}: {w} × {h} squares of 5 ft, A1 in the north-west{features}.",
    "made_for_level": "{name} is meant for heroes of level {level}; the party's level is {levels}.",
    "made_for_number": "{name} is meant for a party of {heroes}; yours has {count}.",
    "made_for_heroes": "{name} is meant for a party of {heroes}, of level {level}; yours has {count}, of level {levels}.",
    "weigh_its_fights": 'To strengthen it, see what a fight is worth (read_campaign encounter with bagName), and add creatures (manage_character create with roomName).',
    "may_prepare": "Spells that {name} may still prepare: {count} (manage_character prepare).",
    "lies_at_zero": "{name} lies at 0 hit points; it dies only if it begins its turn with none and regains none.",
    "summons_go": "{name} is gone: the spell is over.",
    "leaves_behind": "{name} leaves behind in {room}: {texts}.",
    "shares_initiative": "{name} takes its turns right after {leader}, at initiative {initiative}.",
    "lends_attack": "{name} gives up one attack so that {to} attacks.",
    "answers_one_hit": "{act} answers hit {nth} of {of}; to answer another, send its number as choice; without choice, it answers the hardest hit.",
    "use_kept": "The roll still fails, so it costs nothing: {texts} is not spent.",
    "answers_nothing": "{act} answers {when}, and this call answers none; after one, send it with answer true.",
    "components_missing": "{name} lacks components of {spell}: {why}.",
    "triggers_in_a_circle": "Triggers set each other off in a circle; they were stopped.",
    "trap_avoided": "A known trap is avoided: {trap} ({place}).",
    "trap_found": "A trap is found: {trap} ({place}).",
    "finds_hidden": "{name} finds {what} (Perception {total}).",
    "search_by_skill": "Hidden (game master only): {searched} does not find every trap here; search with skill: {texts}.",
    "trap_noticed": "{name} notices a trap ({how} {total}): {trap} ({place}).",
    "recharges": "{name}: {texts}.",
    "second_turn": "This is the second turn of {name} in the first round.",
    "left_out_of_fight": "Not in the fight: {names}. start_fight with their names lets them join.",
    "persons_left_out_of_fight": "Not in the fight: {names} (whoever has a name of its own may stand on any side). start_fight with their names lets them join.",
    "hidden_left_out_of_fight": "Hidden, so not in the fight: {names}. start_fight with their names, or with all foes, lets them join.",
    "dead_stay_out": "Dead, so not in the fight: {names}.",
    "trap_triggered": "{name} triggers a trap: {trap} ({place}).",
    "trap_begins_to_act": "{trap} acts in each round from now on, at initiative {initiative}, until it is disarmed.",
    "trap_turn": "{trap} acts (initiative {initiative}).",
    "trap_waits_for_turns": "{trap} acts in each round of a fight here, at initiative {initiative}: execute_action start_fight begins the turns.",
    "trap_without_turns": "{trap} takes turns only when it is the trap of a room; here it goes off once.",
    "trap_on_cue": "{trap} goes off at your word: {cue}; manage_room update with trap triggered and characterName plays it.",
    "trap_waits": "Nothing triggers {trap} here by itself ({deeds}); manage_room update with trap triggered plays it.",
    "stopped_by_a_trap": "They stop in {room}, because of the trap.",
    "trigger_failed": "{name} cannot be played: {why}.",
    "rider_not_applied": "{name} does not count: {why}.",
    "haste_gives_no_such_action": "{name} still has the action of Haste, but that allows only one attack, Dash, Disengage, Hide or using an object, not {act}.",
    "kit_of_level_1": "This is the starting equipment of level 1; the game master decides what more {name} has at level {level}{more}.",
    "bonus_instead": "Its action is gone, so {name} does this with its bonus action: {by}.",
    "spent_already": "{name} has already used its {what}.",
    "interaction_by_action": "A second thing in one turn takes {name}'s {what}.",
    "interaction_beyond": "{name} handles more than a turn allows: one thing is free, and a second one takes the action.",
    "handled_by_another": "{name} cannot act, so somebody else must do this.",
    "longer_than_a_turn": "{act} takes {time}, and {name} is in a fight.",
    "no_longer_hidden": "{names} may be seen again: {why}. To stay hidden, hide again.",
    "coats": "{what} coats {thing}; {name} keeps the effect: when another takes the weapon, end it there (manage_condition remove).",
    "coats_for_good": "{what} coats {thing}.",
    "on_a_thing": "{what} is on {thing} and kept with {name}: if the thing stays behind, end it there (manage_condition remove).",
    "at_a_thing": "{what} is cast on {thing}.",
    "played_against_a_rule": "{name} does this by force, against a rule: {why}.",
    "must_flee": "{name} must Dash away and may do something else only where it cannot move.",
    "face_fell_here": "One face was given for a roll of two dice; the other was rolled here.",
    "choice_unused": "{act} offers no choice {word}, so it has no effect.",
    "short_range_in_water": "Under water, a shot beyond the weapon's normal range misses.",
    "check_by": "{name} has advantage on such a check by {texts} (key: with).",
    "check_by_the_unidentified": "For the game master: what {name} carries unidentified gives advantage on such a check by {texts} (key: with).",
    "fails_unrolled": "{name} fails without a roll: {why}.",
    "words_idle": "Nothing here depends on {texts}.",
    "slot_unused": "{act} spends no slot here.",
    "faces_unused": "No roll of this call took these faces: {texts}.",
    "rolled_without_faces": "Faces were given for {taken} of {rolls} rolls; the others were rolled here.",
    "found_by": "{by} finds {name}.",
    "readied_at": "{name} has readied {then}{when}. If {target} has set it off: {call}, characterName {name}, targetName {target}.",
    "readied_alone": "{name} has readied {then}{when}. If this has set it off: {call}, characterName {name}.",
    "attack_redirected": "The attack on {name} is made against {target} instead.",
    "places_changed": "{name} and {target} change places.",
    "readied_act": "{name} does what it has readied, with its reaction.",
    "death_save_early": "It is {name}'s turn; {by} makes its death save at the start of its own turn.",
    "second_slot": "{name} has already spent a spell slot this turn; a turn allows only one.",
    "spell_beside_bonus": "Besides a bonus action spell, a turn allows only cantrips that take an action.",
    "spell_beside_quickened": "In a turn with a quickened spell, {name} can cast no other spell of level 1 or higher.",
    "attacks_beyond": "That is attack {number} this turn; {name} has {most}.",
    "attack_stopped": "Something unseen stops the attack on {name}.",
    "falls_from": "{name} falls {feet} ft to {at}.",
    "floats_down": "{name} floats down to {at}.",
    "ended_by_event": "{what} on {name} ends.",
    "scores_made": "Ability scores: {texts}.",
    "already_attuned": "It is already attuned.",
    "already_identified": "It was already known.",
    "no_scenes_below": "There are no scenes below {names}, so children changes nothing.",
    "scenes_loaded_before": "Loaded before: {names}.",
    "cannot_move_load": "{name} now carries {weight} lb and can push, drag or lift at most {most} lb, so it cannot leave with that.",
    "already_in_use": "{name} is already in use.",
    "already_so": "{bearer} is already {name}.",
    "already_there": "{name} already lies in {where}.",
    "already_whole": "{name} is already at full hit points.",
    "already_worn": "It is already worn there ({slot}).",
    "are_elsewhere": "Elsewhere, and so left out: {names}.",
    "assumed": "Assumed for {name}: {texts}.",
    "drops_held": "{name} drops {texts}: manage_inventory transfer with toName floor lays it down.",
    "worn_at_once": "By the rules this takes {time}.",
    "attuned_at_once": "By the rules this takes a short rest (manage_character rest).",
    "attunement_ended": "Its attunement ended.",
    "attunement_not_needed": "It needs no attunement.",
    "attunement_unknown": "Whether it needs attunement is not known; attuning to it shows.",
    "bag_is_locked": "{name} is locked.",
    "bag_is_open": "{name} is not locked; manage_inventory view shows what it holds.",
    "begins_anew": "{name} starts over.",
    "goes_off": "{name}: {texts} goes off.",
    "dice_fell_anew": "The first dice were recorded without their purpose, so these were rolled anew.",
    "bonds_end": "{name}'s attunement ends: {texts}.",
    "carried_by_another": "{bearer} carries {name} ({id}) too; to hand it over, use transfer.",
    "carried_instead": "There is no free slot or hand for {name}; it is carried.",
    "caster_bears": "{name} applies to what {caster} does against {marked}, so it is an effect on {caster}.",
    "comes_round": "{name} regains consciousness.",
    "comes_round_prone": "{name} regains consciousness but is still prone; standing up ends that (act Stand Up).",
    "ended_with_concentration": "{what} on {names} ends.",
    "ended_by_the_gm": "No rule lets its caster end {name} early; it ends because the game master says so.",
    "foes_stop_at_fall": "Fallen or gone: {names}. next_turn with play foes goes on.",
    "checked_toward": "The check is toward {name}.",
    "turn_barely_used": "The turn of {name} ends with its action and its movement unspent: undo, if it was still to act.",
    "turn_unused": "The turn of {name} ends, and {name} has done nothing in it: undo, if it was still to act.",
    "dying_after_fight": "Dying: {names}. Before time passes: act Stabilize, healing, or save with ability death.",
    "foes_strike_first": "First the opportunity attacks of {names} are played.",
    "lies_where_struck": "{name} comes no further than where it was struck.",
    "may_act_in_answer": "{name} may answer the deed of rev {rev}: execute_action act with characterName {name}, act {act}, answer true and rev {rev}.",
    "may_cast_in_answer": "{name} may answer the deed of rev {rev}: execute_action cast with characterName {name}, spell {act}, answer true and rev {rev}.",
    "strikes_left": "{names} may still strike at whoever left their reach: execute_action act with characterName, act Opportunity Attack, answer true and rev {rev}.",
    "strikes_left_to_master": "{names} may still strike at whoever left their reach, if the game master says so.",
    "foes_strike_too_late": "No opportunity attack any more, because later deeds stand in the way: {names}.",
    "foes_stop_for_answer": "The foes wait for {names}; next_turn with play foes goes on without an answer.",
    "foes_stop_alone": "One side has nobody left; execute_action end_fight ends the fight.",
    "aura_counts": "{by}'s {aura}: {gives} of {names}.",
    "aura_wards": "{by}'s {aura} keeps {names} from being {name}.",
    "aura_may_ward": "{by}'s {aura} keeps friends within {feet} feet from being {name}: with aura of {by} counts it. Said once (near, characterName {by}), it counts until they part.",
    "aura_may_ward_applied": "{by}'s {aura} keeps friends within {feet} feet from being {name}: if {bearer} stands in it, manage_condition remove takes it off.",
    "aura_may_reach": "{by}'s {aura} reaches friends within {feet} feet: with aura of {by} counts it. Said once (near, characterName {by}), it counts until they part.",
    "near_zone": "Now in {by}'s {act}: {names}.",
    "apart_zone": "No longer in {by}'s {act}: {names}.",
    "aura_suppresses": "{by}'s {aura} suppresses it: while {bearer} is near {by}, {bearer} being {name} has no effect.",
    "still_concentrates": "{bearer} still concentrates on {name}; execute_action end ends all of it.",
    "concentration_ends": "{bearer} no longer concentrates on {name}: {why}.",
    "concentration_holds": "{bearer} keeps concentrating (CON save {total} against DC {dc}).",
    "contents_lb_dropped": "containerContentsLb of {name} is only a sum and is not stored; send its contents.",
    "counts_as_party": "{name} is in the party, because classes were given and party was not; manage_character update with party false changes that.",
    "dead_do_not_rest": "The dead do not rest: {names}.",
    "do_not_rest_at_zero": "Creatures at 0 hit points do not rest: {names}.",
    "death_save_unmade": "{name} made no death save this turn; if it began the turn at 0 hit points, one is due (execute_action save with ability death).",
    "turns_beyond": "Something happens in every turn of this time: {n} turns were played, and the rest of the time passed without. Where the rest matters, let less time pass in one call.",
    "dying_meanwhile": "Dying while time passes: {names}. Each of them makes a death save every round: roll the saves (execute_action save), or settle the matter (manage_condition apply stable).",
    "dead_stay": "The dead stay where they lie: {names}.",
    "death_saves_failed": "That counts as failed death saves for {name}: now {tally}.",
    "defaults_hold": "{name} has no tools of its own now, so the defaults apply there.",
    "destroyed": "{name} is destroyed with its last charge.",
    "dies": "{name} is dead: {why}.",
    "discovered_by": "The players now know {room}, because {names} went there and the party counts as having been there.",
    "door_not_locked": "The exit {label} is not locked; it is {state}.",
    "inner_door_is_so": "{name} is already {state}.",
    "door_is_so": "The exit {label} is already {state}.",
    "dragged_no_further": "{name} has no room behind {by} and stays where it is.",
    "hidden_behind": "{name} hides behind {by}.",
    "drags": "{name} drags {weight:g} lb, more than the carrying capacity of {most} lb.",
    "exhaustion_eased": "{name} is alive again with exhaustion {level}.",
    "cannot_be_healed": "{name} cannot be healed.",
    "image_missed": "The attack targets an image of {name} and misses it; {left} left.",
    "guarded": "{effect} guards {name}: {by} fails its WIS save ({total} against DC {dc}), and the attack or spell is lost; force true overrides that.",
    "image_struck": "The attack hits an image of {name} instead, which is gone; {left} left.",
    "is_not_dead": "{name} is not dead.",
    "falls": "{name} falls unconscious and prone at 0 hit points.",
    "form_ends": "{name} is no longer {form}.",
    "fight_already": "Already in the fight: {names}.",
    "features_kept_as_text": "Not in the rules, kept as text: {texts}.",
    "features_not_counted": "Known but not yet applied: {texts}.",
    "chosen_by_itself": "{act}: {wanted}, which alone fits here (choice: {texts}).",
    "chosen_by_default": "Nobody chose the {name} of {act}, so it is {wanted} (of {texts}).",
    "for_oneself": "Nobody was named, so {name} is the target.",
    "moved_between_rooms": "It goes from {there} to {here} without anybody walking; undo takes it back.",
    "scroll_takes_check": "{name} first rolls {check} against DC {dc}; if that fails, {spell} fades from the scroll without effect.",
    "takes_time": "{act} takes {time}; the clock has not moved (advance with duration {time} moves it).",
    "features_to_judge": "These change no number here; the game master applies them: {texts}.",
    "turn_begins_near": "If {name} is near {by} now: {texts}.",
    "turn_begins_within": "{name} begins its turn {feet} ft from {by}: {texts}.",
    "for_you_to_judge": "For you to judge: {texts}.",
    "foes_unrated": "No experience for foes without a challenge rating: {names}.",
    "no_share": "No share goes to {names}: creatures with a challenge rating instead of a class only help.",
    "fight_here": "A fight is going on here; to join it: execute_action {payload}.",
    "gained": "{name}: {ability} {was} → {now} for good.",
    "grip_loosened": "{name} is now held in one hand.",
    "hp_beyond_maximum": "{name} now has at most {most} hit points; the rest of the {hp} comes back if the maximum rises.",
    "id_ignored": "The campaign makes its own ids; {id!r} is ignored.",
    "hit_dice_kept": "{name} is at full hit points and spends no more hit dice.",
    "judge_the_roll": "For you to judge: {texts}.",
    "keeps_one_point": "{name} does not fall ({what}).",
    "low_dice_count": "Each 1 and 2 on the weapon's dice counts as {points}.",
    "last_charge": "That was the last charge; the d20 rolled {face}. The rule: {text}",
    "left_out": "The rules have no {kind} {wanted!r}; it is left out.{near}",
    "level_follows_classes": "The classes add up to level {level}, so level {given} is ignored.",
    "cannot_be_surprised": "Cannot be surprised: {names}.",
    "guard_without_dc": "{effect} on {name}: nobody is named as its source, so ask the attacker for a WIS save yourself.",
    "surprised_at_the_roll": "Surprised, with disadvantage on the initiative roll: {names}.",
    "surprised_for_a_turn": "Surprised until the end of the first turn, with no movement, actions or reactions: {names}.",
    "leave_the_fight": "No longer in the fight: {names}.",
    "legendary_again": "{name} has already taken a legendary action at the end of {whose}'s turn; only one is possible.",
    "legendary_in_own_turn": "It is {name}'s own turn; a legendary action is possible only at the end of another creature's turn.",
    "light_to_judge": "No rule here tracks its light; judge and record it yourself: {texts}.",
    "lock_passed": "The exit {label} is locked and stays locked; you let them through anyway.",
    "magic_sleeps": "Its magic does not work until it is attuned.",
    "knocked_out": "{name} is knocked out.",
    "rested_within_a_day": "A long rest that ends less than 24 hours after another gives nothing, so these gain nothing from it: {names}.",
    "rests_in_vain": "The {kind} rest gives these nothing, as long as what robs them of it lasts: {names}.",
    "rests_alone": "Only {name} rests here, not {names}; a rest of the party rests everybody.",
    "after_rest": "{name} may use {act} now: execute_action {use}.",
    "stored_spell": "With the slot, the save DC and the attack bonus (bonus) of whoever stored it, this casts a stored spell: execute_action {use}."
    "{another} Storing one spends a slot of its caster.",
    "rest_beside": "In the same room but not in the party: {names}. If they are hostile, they may interrupt the rest.",
    "thrown_away": "{what} now lies in {room}.",
    "thrown_and_next": "{what} now lies in {room}; the next one is in hand, and {left} more are within reach.",
    "makes_death_saves": "{name} makes a death save at the start of each turn (execute_action save with ability death).",
    "modifiers_while_worn": "The modifiers of {name} apply only while it is worn; for the effect of a use, send onUse: {payload}.",
    "multiclass_needs": "Multiclassing needs {texts}; the classes are kept as given.",
    "feat_needs": "{feat} needs {texts}; it is kept as given.",
    "scores_beyond": "Above the maximum of a hero (20, or abilityMax): {texts}; they are kept as given.",
    "scores_final": "The scores are kept as given: they must already include the increases of {race} ({texts}).",
    "choose_so": "Choose like this: manage_character {payload}.",
    "milestone_adds_nothing": "For {name} a milestone changes nothing: level {level} is the highest.",
    "lock_has_its_own_dc": "The DC of {label} is {own}; this attempt was made against {dc}.",
    "milestone_counts": "The milestone is worth the points missing for a level, {xp} in all: {names}.",
    "to_choose": "To choose: {texts}.",
    "name_taken": "There is another {name}; use ids to tell them apart.",
    "no_second_attack": "{name} and {main} give no extra attack (both must be light, in SRD 5.1 also melee): this is a normal attack with full damage.",
    "no_hit_dice": "No hit dice to spend: {names}.",
    "nobody_concentrates": "{name} requires concentration; send the concentrating character as source.",
    "not_attuned_because": "{name} is not attuned: {why}.",
    "not_available": "{name} is not available now; its server is not connected.",
    "not_the_template": "This is a thing of your own, not the {template} of the rulebook; for that one, send template.",
    "nothing_changed": "{name} is already like that; nothing changed.",
    "not_dying": "{name} is not dying: there is nothing to stabilize.",
    "nothing_follows": "By the rules, using {name} has no effect.",
    "nothing_to_move": "Nothing loose lies in {where}.",
    "other_ruleset": "The document uses ruleset {document}; this campaign uses {campaign}.",
    "prepared_at_once": "By the rules prepared spells change at the end of a long rest (manage_character rest).",
    "replaced_at_once": "By the rules a {classes} replaces a prepared spell when it gains a level (manage_character level_up).",
    "quest_may_be_over": "Nothing under {name} is left to do; if {name} is done too, send keep_journal progress.",
    "race_counts_as": "The rules have no race {wanted!r}; it counts as {race}.",
    "decided_before": "The same question was decided before (rev {rev}): {text} From now on this decision applies.",
    "region_without_page": "No page of the table is about the region {region}; {known}.",
    "renamed": "The name {was} no longer works; use {name}.",
    "speechless": "{name} cannot speak now.",
    "spent_on_the_roll": "{name} spends {what}.",
    "stable": "{name} is stable.",
    "stand_up": "No longer prone: {names}.",
    "stay_prone": "Still prone: {names}.",
    "stay_behind": "They stay behind in {room}: {names}.",
    "still_so": "{bearer} is still {name}, because of {causes}.",
    "taken_along": "Gone with {name}: {texts}. To keep them, undo this and transfer them first.",
    "stopped_by_a_lock": "They stop in {room}: the exit {label} is locked.",
    "listener_elsewhere": "{name} is not here to hear it.",
    "stopped_by_others": "They stop in {room}, where they meet: {names}.",
    "thing_gone": "{name} is gone.",
    "stays_in_use": "What {bearer} holds or wears stays: {names}. By its name, each thing can be transferred.",
    "the_dead_speak": "{name} is dead, and only magic lets the dead speak.",
    "taken_off_first": "It was taken off first ({slot}).",
    "there_already": "Already in {room}: {names}.",
    "training_unknown": "The rules have no such armor or weapon, so these words have no effect: {texts}.",
    "group_check": "The group {verdict}: {succeeded} of {of} succeeded.",
    "one_room_a_turn": "In a fight, one turn reaches only as far as {room}.",
    "one_side_fights": "The fight has only one side left: {names}; end it with execute_action end_fight.",
    "only_carried": "{name} cannot be worn, so it is carried.",
    "check_without_tool": "{name} has no {tool} at hand; the check counts only if it needs none.",
    "takes_no_action": "{name} cannot take actions ({why}); the check counts only if it needs none.",
    "unheard": "Given, but not used here: {texts}.",
    "within_hp_max": "hpMax {most} stays as given: it already includes {texts}.",
    "spells_foreign": "Neither classes nor features give these spells, but they are kept as given: {texts}.",
    "spell_kept": "The rules have no spell {wanted!r}; it is kept as a word and counts as no choice.{near}",
    "word_unknown": "The rules have no {kind} {wanted!r}; it is kept as text, and no number follows from it.{near}",
    "weapon_drawn": "{name} draws {item}.",
    "weapon_changed": "{name} puts {what} away and draws {item}.",
    "weapon_dropped": "{name} drops {names} and draws {item}.",
    "taken_out": "{bearer} takes {name} out of its bag, because a light inside a bag does not shine.",
    "burnt_out": "Burnt out: {texts}.",
    "light_shines": "{name} gives {texts}.",
    "does_not_see": "{name} does not see {other}, and that changes the roll; with sees overrides it.",
    "may_not_see": "Eyes alone do not show {other} to {name}, and that would change the roll; whether {name} has other senses shows when it is rolled.",
    "sees_dimly": "{name} searches in dim light, with disadvantage by sight; mode normal overrides it.",
    "shares_damage": "{name} shares the damage and takes {points}.",
    "absorbs": "{name} absorbs the damage and regains {points} hit points.",
    "searches_blind": "{name} sees nothing here, so a search by sight fails; bring a light, or send with sees if the search needs no eyes.",
    "dispelled_by_light": "{name} is dispelled by {by}.",
    "sees_nothing": "{name} sees nothing here: what needs sight fails; what it hears, smells or feels is rolled as usual.",
    "vanish": "Gone, because their time is over: {texts}.",
    "turn_of_another": "It is {name}'s turn.",
    "way_moves": "The {kind} {label} of {room} {does}.",
    "weighs_nothing": "No weight was given; it counts as 0 lb.",
}


BY_THE_ROLL: Final = frozenset(
    (
        "already_whole", "bonds_end", "comes_round", "comes_round_prone", "concentration_ends", "concentration_holds", "destroyed",
        "death_saves_failed", "dies", "falls", "finds_hidden", "found_by", "guarded", "hit_dice_kept", "judge_the_roll", "keeps_one_point", "knocked_out", "last_charge", "low_dice_count",
        "makes_death_saves", "stable", "thing_gone",
    )
)  # fmt: skip
"""Notes that depend on a roll; a dry run does not roll and leaves them out."""

FOR_THE_GM: Final = frozenset(("for_you_to_judge", "judge_the_roll", "light_to_judge", "turn_begins_near", "turn_begins_within"))
"""Notes for the game master alone, who decides these things."""


UNTOLD: Final = FOR_THE_GM | {
    "hidden_left_out_of_fight",
    "without_place",
    "discovered_by",
    "one_side_fights",
    "search_by_skill",
    "check_by_the_unidentified",
    "stored_spell",
    "trap_on_cue",
    "trap_waits",
    "trap_without_turns",
    "turn_of_another",
}
"""Notes that players never get: those of `FOR_THE_GM`, and notes that only help the game master."""


TRIGGERED: Final = "triggered"
"""The note about a trigger or a rider that played; its detail is the result of the act."""


def unsaid(note: Notice, said: set[str]) -> Notice | None:
    """Reduce a note for the game master to the lines that this answer has not said yet, and mark them as said. A line about one creature is said of
    each: who begins a turn in the same stench must save, too.
    """
    if note.code not in FOR_THE_GM:
        return note
    of = f"{note.details.get('name', '')}: "
    new = [line for line in dict.fromkeys(note.details["texts"]) if of + line not in said]
    said.update(of + line for line in new)
    return replace(note, details={**note.details, "texts": new}) if new else None


OF_THE_PARTY: Final = frozenset(("concentration_ends", "concentration_holds"))
"""Notes that players get only about the party, because nobody sees whether a stranger concentrates, or on what."""

ALOUD: Final[Mapping[str, str]] = {"discovered_by": "", "fight_here": "A fight is going on here."}
"""Texts to read aloud: they leave out calls, and everything that players learn anyway."""

OF_THE_UNKNOWN: Final[Mapping[str, str]] = {"destroyed": "{name} is destroyed.", "last_charge": "", "magic_sleeps": ""}
"""Texts for players about an unidentified thing; they do not reveal that it needs attunement or has charges."""

OF_UNKNOWN_ROOMS: Final[Mapping[str, str]] = {"way_moves": "Somewhere out of sight, something {does}."}
"""Texts for players about a room that nobody of the party has seen; they name neither it nor what is in it."""

OF_STRANGERS: Final[Mapping[str, str]] = {
    "absorbs": "{name} absorbs the damage.",
    "attacks_beyond": "",
    "aura_counts": "",
    "aura_may_reach": "",
    "guarded": "{effect} guards {name}: the attack or the spell of {by} is lost.",
    "keeps_one_point": "{name} does not fall.",
    "legendary_again": "",
    "legendary_in_own_turn": "",
    "lies_at_zero": "",
    "recharges": "",
    "second_turn": "",
    "spent_on_the_roll": "",
    "trigger_failed": "",
}
"""Texts for players about a creature whose numbers they do not know: they leave out its traits."""


def sentence(note: Notice, told: RenderContext) -> str:
    """The note with the names that the reader knows; empty if it is about somebody out of sight, or if there is nobody to name."""
    about = [v for v in note.details.values() if isinstance(v, Called)]
    if told.players and (note.code in UNTOLD or any(told.thing(c.id) is None for c in about)):
        return ""
    if note.code == TRIGGERED:
        return act_sentences.follow_up(told, note.details["played"])
    if note.code == MAY_ANSWER:
        around = note.details["around"]  # creatures that are not in the slice
        called = ((told.name_of(who) if told.sees(who) else around.get(who.id), acts) for who, acts in note.details["who"])
        able = [f"{name} ({acts})" for name, acts in called if name]
        return f"May answer: {', '.join(able)}." if able else ""
    heard = {k: told.word(v) for k, v in note.details.items()}
    if any(v and not heard[k] for k, v in note.details.items() if isinstance(v, list | tuple)):
        return ""
    if told.players and note.code in OF_THE_PARTY and not all(told.knows_numbers(c.id) for c in about):
        return ""
    unknown = note.code in OF_THE_UNKNOWN and any(told.is_unknown(c.id) for c in about)
    if told.players and note.code in OF_STRANGERS and any(told.is_another(c.id) for c in about):
        return word_note(note.code, heard, OF_STRANGERS)
    if told.players and note.code in OF_UNKNOWN_ROOMS and any(told.is_undiscovered(c.id) for c in about):
        return word_note(note.code, heard, OF_UNKNOWN_ROOMS)
    is_aloud = note.code in ALOUD and (told.players or told.command.is_aloud)
    return word_note(note.code, heard, OF_THE_UNKNOWN if unknown else ALOUD if is_aloud else TEXTS)


NO_LONGER: Final = "{name} is no longer {what}."
"""The text about a condition that ends; other things that end have no adjective."""


def word_note(code: str, details: Mapping[str, Any], texts: Mapping[str, str] = TEXTS) -> str:
    """The text of a code with its details; a semicolon separates the entries of a list that are not names."""
    if code == "ended_by_event" and details["what"] in CONDITIONS:
        return NO_LONGER.format_map(details)
    return texts[code].format_map({key: _detail(key, value) for key, value in details.items()})


def pattern(code: str, **known: str) -> re.Pattern[str]:
    """Match the text of a code, with these details, and with any others."""
    text = re.escape(TEXTS[code])
    for key, value in known.items():
        text = text.replace(rf"\{{{key}\}}", re.escape(value))
    return re.compile(re.sub(r"\\{\w+\\}", ".+?", text))


def _detail(key: str, value: Any) -> Any:
    if not isinstance(value, list | tuple):
        return value
    entries = [str(entry).rstrip(".") for entry in value]
    return join_names(entries) if key in ("names", "behind") else "; ".join(entries)
