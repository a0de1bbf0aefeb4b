"""Codes of refusals → English: what is wrong, what is allowed, what to send instead. Every code stands in this one table."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from rpg_lite.messages.render_context import many
from rpg_lite.operations.outcome import Rejected

TEXTS: Final[Mapping[str, str]] = {
    "already_undone": "rev {wanted} is taken back already",
    "argument_invalid": "{faults}",
    "at_rev_mixed": "the operations of one batch look at one moment: give all of them the same atRev, or send them apart",
    "attunement_duplicate": "{bearer} is attuned to another {name} already; a second copy cannot be attuned",
    "attunement_limit": "{bearer} is attuned to {limit} items already, the most there can be; end one of these bonds first",
    "attunement_prerequisite": "{name} can only be attuned by {needs}; {bearer} does not meet that",
    "attack_unknown": "{wanted!r} is not in hand",
    "ability_required": "a saving throw needs its ability",
    "attunement_takes_rest": "in this campaign {name} is attuned in a short rest: manage_character rest with attune",
    "bag_full": "{name} holds {capacity} lb and {inside} lb are in it; {more} lb more do not fit",
    "bag_in_itself": "{name} cannot go into {to}: a bag cannot lie in itself",
    "bag_locked": "{label} is locked{opens}",
    "bag_not_empty": "{name} is not empty ({inside}); move the contents first, or send withContents true to end them too",
    "bag_unknown": "there is no bag {wanted!r}",
    "base_required": "{name} is made of a base item; send base",
    "base_unfit": "{name} cannot be made of that base",
    "beside_batch": "no element of the batch takes {keys} from beside it",
    "cannot_act": "{name} cannot act now ({why})",
    "cannot_use": "{name} cannot act now ({why}); somebody else takes the thing (transfer) and uses it, with targetName {name}",
    "cannot_move": "{name} cannot move ({why}); end that first, or send force true when they are carried",
    "calls_have_no_rev": "tool calls are counted as they are now: leave out atRev, or use since",
    "character_exists": "there is a living character {wanted!r}; send replace true to replace it",
    "character_required": "{name} is no character; only characters wear and attune things; what a room uses is manage_tools equip",
    "character_unknown": "there is no character {wanted!r}{nobody}",
    "check_of_what": "a check needs a skill, an ability, or both",
    "condition_follows": "{bearer} is {name} through {causes}; end that",
    "coin_unknown": "{wanted!r} is no other coin",
    "coins_too_few": "one {wanted} takes {needs} {given}",
    "condition_immune": "{bearer} is immune to {name}{via}",
    "condition_magical_unknown": "{source} wards off {name} only when magic causes it; send magical true or false",
    "condition_not_there": "{bearer} is not {name}",
    "condition_unknown": "there is no condition {wanted!r}",
    "charges_too_many": "{name} has at most {most} charges, not {wanted}",
    "context_unfit": "{name} is neither a room nor a character; it uses nothing",
    "count_needs_template": "count is only for creatures of a template; send template as well",
    "creature_unknown": "there is no creature template {wanted!r}; send one of the allowed, or name and character for one of your own",
    "destination_required": "where to? send one of the allowed fields",
    "direction_taken": "{name} has a way {label} already",
    "dc_is_the_locks": "the DC of {label} is that of its lock; what finds it is search with dc",
    "dice_negative": "{wanted} is never above 0; heal gives points back, damage takes them",
    "direction_required": "{keys} say how it is joined; send direction as well",
    "door_locked": "the way {label} is locked; {opens}",
    "effect_not_there": "{bearer} has no effect {name}",
    "effect_unknown": "there is no effect {wanted!r}; numbers of your own are modifiers of the character (manage_character update with character"
    ' {{"modifiers": [{{"target": "save.all", "op": "add", "value": 1}}]}}; unset ["modifiers"] ends them) or of an item',
    "envelope_inside": "{key} stands beside batch, not inside of an element",
    "exit_leads_outside": "the way {label} leads outside of what is mapped; create or portal with direction {label} joins a room to it",
    "exit_taken": "the way {label} of {room} leads to {to} already",
    "exit_unknown": "no way leads {wanted!r} from {room}",
    "all_fight_already": "everybody named fights already ({names})",
    "fighters_stay": "in the fight: {names}; end it first (execute_action end_fight), or send force true to decree it",
    "fights_elsewhere": "{name} is elsewhere ({there}), the fight in {room}; bring them together first (manage_room go or join), or leave {name} out; force true decrees it",
    "fight_is_on": "a fight is on; end it first (execute_action end_fight)",
    "floor_unknown": "there is no room here; name the character or the room",
    "give_one_of": "send one of them, not both",
    "given_twice": "given twice, and they differ: {one} and {other}",
    "grip_unfit": "{name} is not held so; grip two is for versatile weapons",
    "held_by_nobody": "{name} lies in {where}, and works for whoever wears or holds it: hand it over first (transfer)",
    "hit_dice_too_many": "{name} has {dice} left, not {wanted}",
    "hp_unknown": "nobody knows how many hit points {name} has; set hpMax first",
    "id_and_name_disagree": "{id} is {name!r}, not {wanted!r}; send one of the two",
    "item_cursed": "{name} is cursed and stays with its bearer until the curse is lifted",
    "item_required": "which item? send one of the allowed fields",
    "item_unknown": "{holder} has no {wanted!r} ({things} in its bags)",
    "key_unfit": "{name} does not fit {label}",
    "key_missing": "nobody here carries the key{key}; send force true to decree it",
    "key_of_the_moment": "{keys} belong to one moment and are not stored; leave them out",
    "key_unknown": "there is no key {wanted!r} to clear",
    "level_in_classes": "the classes carry the levels ({classes}); change them there",
    "level_unfit": "only exhaustion has levels, {name} has none",
    "lies_elsewhere": "{wanted} does not lie in {name} but in {where}; only a note that lies there can be dropped there",
    "lock_is_made": "{label} has a lock of its own ({opens}); send force true to change it",
    "lock_required": "the lock of which way or chest? send one of the allowed fields",
    "lock_takes_tools": "no key turns the lock of {label}, and {name} has no Thieves' Tools; carry some, or let the game master lock it",
    "lock_tried": "{name} has just failed at {label} and tries again when time has passed: in the next round of a fight, else when the game master"
    " lets time pass (manage_character advance, or the party moves on)",
    "lock_needs_one": "{missing}{against}somebody must try, send characterName",
    "lock_without_dc": "{missing}no roll opens {label} before the game master names its DC",
    "must_be_worn": "{bearer} carries {name}, but it must be worn or held to work",
    "mode_is_given": "advantage comes from the sheet or from an effect that the game master applies; send it without mode",
    "name_ambiguous": "{wanted!r} may be several; send {ids}",
    "name_reserved": "{name!r} is a word of its own; take another name",
    "name_required": "a character needs a name",
    "needs_a_hit_point": "{name} is at 0 hit points; that takes at least 1",
    "no_ammunition": "{bearer} has no {needs} for {name}",
    "no_charges_left": "{name} has {charges} left and this takes {needs}",
    "no_door": "the way {label} has no door ({kind})",
    "no_fight": "no fight is on",
    "no_free_slot": "{name} has no free place: {taken}; name the slot that is to be cleared",
    "no_uses_left": "{name} has {uses} left and this takes {needs}",
    "nobody_can_go": "{names} cannot go anywhere of their own (dead, unconscious or petrified); send force true when they are carried",
    "nobody_knows_why": "{name} does not work so, and nobody sees why: it may take a target, want to be worn or attuned, or be used up",
    "nobody_left": "nobody is left to act; the fight can end (execute_action end_fight)",
    "nobody_searches": "{names} cannot search {room} now",
    "not_a_creature": "{name} is a thing, no creature",
    "not_a_bag": "{name} is no bag; nothing can be put into it",
    "not_an_item": "{name} is not a thing that can be carried",
    "not_in_the_room": "{name} does not stand in {room}",
    "not_attuned": "{name} is not attuned",
    "not_dying": "{name} is not dying",
    "not_in_use": "{name} does not use {wanted}",
    "not_on_the_floor": "{name} does not lie on the floor of {room}",
    "not_resting": "{wanted!r} is nobody who rests here; send characterName party for all of the party",
    "not_usable": "{name} is not used up or switched on; equip it",
    "not_worn": "{name} is carried, not worn",
    "nothing_to_undo": "nothing is left to take back",
    "one_of_required": "send exactly one of the allowed fields",
    "operation_missing": "is missing",
    "operation_unknown": "{tool} has no operation {wanted!r}",
    "party_is_many": "the party is many and this is for one; name one character",
    "party_empty": "nobody is of the party yet",
    "payload_not_object": "the payload must be one JSON object, not {given}",
    "property_required": "{name} has several properties; say which",
    "property_unknown": "{name} has no property {wanted!r}",
    "qualified_name_taken": "{name} is {id} in {where} already; take another name, or change it there",
    "qualified_name_unfit": "{name!r} is no name like prompt:welcome",
    "qualified_unknown": "there is no {wanted!r}; send content to write a note of that name",
    "quantity_too_large": "at most {most} at once ({has} there)",
    "quantity_too_many": "{name}: {has} there, not {wanted}",
    "request_id_reused": "this requestId was used at rev {rev} for another payload; take a new one",
    "resource_of_class": "{name} follows from the classes; what is left of it is character.resources, left",
    "resource_unknown": "{name} has no resource {wanted!r}",
    "rest_is_no_time": "{wanted} is a rest, no time to let pass",
    "rested_already": "{name} had a long rest less than a day ago; the next may begin in {wait} minutes",
    "rev_too_far": "rev {wanted} is out of reach: one can go back {most} commands, to rev {first}",
    "rev_unknown": "there is no rev {wanted}; the last is {last}",
    "server_unknown": "there is no server {wanted!r}",
    "room_exists": "there is a room {wanted!r} ({id}); change it with update, or take another name",
    "room_is_first": "{name} is where every campaign begins; it can be changed, not removed",
    "room_not_empty": "in {name} there lies {inside}; move it first, or send all true to end it too",
    "room_not_next_door": "no way is known from {room} to {wanted!r}; route tells how one comes to a room",
    "room_occupied": "{people} is in {name}; let them go first",
    "room_required": "which room? send bagName",
    "room_undiscovered": "the party has not discovered {name} yet",
    "room_unknown": "there is no room {wanted!r}",
    "slot_empty": "nothing is worn in {slot}",
    "slot_required": "{name} does not say where it is worn; send slot",
    "slot_unfit": "{name} cannot be worn as {slot}",
    "spell_asks_for_save": "{name} is a spell, and no attack goes by the name of a spell yet: {target} makes a {ability} save against DC {dc}"
    " (execute_action save), then send damage with characterName {target}, damageType and dice or amount",
    "spell_rolls_to_hit": "{name} is a spell, and no attack goes by the name of a spell yet: roll its spell attack (execute_action roll, {dice})"
    " against the armor class of {target}, and on a hit send damage with characterName {target}, damageType and dice or amount",
    "spell_unknown_number": "{name} is a spell, and no attack goes by the name of a spell yet; nor has the sheet of {who} a spell attack to roll:"
    " manage_character update with spellcastingAbility gives one",
    "spell_without_roll": "{name} is a spell, and no attack goes by the name of a spell yet; it asks for no roll: send what it does with damage, heal"
    " or manage_condition apply",
    "state_bloodied": "{wanted} is no condition: who has half of the hit points or fewer is so",
    "state_concentrating": "{wanted} is no condition: apply the effect, with source the name of who concentrates on it",
    "state_dead": "{wanted} is no condition: execute_action damage kills, and manage_character update with hp brings back",
    "state_dying": "{wanted} is no condition: it follows from hit points and death saves (execute_action save with ability death), and healing ends it",
    "state_hidden": "{wanted} is no condition: a Stealth check (execute_action check with skill stealth) against the passive Perception of the"
    " others decides it, and advantage that follows is mode of the attack",
    "stat_unknown": "there is no number {wanted!r}",
    "target_dead": "{name} is dead",
    "target_not_asked": "{target} decides whether to take {name}: hand it over with transfer, or let the game master send the use",
    "target_elsewhere": "{name} is in {there}, {who} in {here}; go there (manage_room go), shoot with a ranged weapon through an open way, or send force true to decree it",
    "use_elsewhere": "{name} is in {there}, {who} in {here}; go there first (manage_room go)",
    "target_required": "whose? send one of the allowed fields",
    "texts_are_the_rooms": "{keys} belong to a room, not to a way; send them without direction",
    "thing_unknown": "nothing here is called {wanted!r}, and no room, tool or template is",
    "template_unknown": "there is no item template {wanted!r}; {near_one}send item as an object of your own{worth}",
    "text_broken": "this is no plain JSON text: half a character, a null character or another control character stands in it, or it is nested too deep",
    "time_too_far": "the time of a campaign ends on {last}",
    "tool_required": "which? send the qualified name",
    "too_heavy_to_move": "{name} carries {weight} lb and can push, drag or lift {most} lb at most; transfer some of it, or send force true",
    "tool_elsewhere": "{name} is a tool of the server {server}, not of this one; {server} is connected: call it there, as {tool}; {use}",
    "tool_is_operation": "{verb!r} is an operation of {tools}: call it there, with operation {verb}",
    "tool_not_available": "{name} is a tool of the server {server}, which is not available until it is connected again; {use}",
    "tool_unknown": "there is no tool {wanted!r}",
    "tools_required": "{name} has no Thieves' Tools for that; by strength alone it is skill athletics",
    "undo_alone": "undo stands alone: no batch around it, no target, nothing beside it but rev or toRev",
    "undo_both": "rev takes back one command, toRev everything after a rev: send one of them",
    "undo_blocked": "rev {wanted} cannot be taken back: later commands build on it (revs {revs}); take those back first",
    "variant_required": "{name} comes in several variants; send variant",
    "variant_unknown": "{name} has no such variant",
    "verb_sealed": "there is no {verb} in {room}: its tool rpg:{verb} is not in use there; manage_tools equip brings it back",
    "way_locked": "{label} of {room} is in the way, a locked {kind}{key}",
    "way_not_found": "no way from {here} to {name} is found among the {rooms} rooms nearest to them; go by a room in between",
    "way_unknown": "no way from {here} to {name} is known",
    "not_allowed": "a {role} may not {operation}; that is the game master's",
    "not_in_the_fight": "{name} is in the room of the fight and has no turn in it; the game master lets {name} join (execute_action start_fight)",
    "not_your_turn": "it is not your turn but that of {name}",
    "not_yours": "{name} is not your character",
    "out_of_reach": "{name} is not within reach where your character stands",
    "out_of_sight": "{name} is nothing that players see into",
    "found_by_doing": "what {operation} leads to is found by doing it: send it without dryRun, and in a batch with onError continue",
    "gm_decides": "{field} is the game master's to send, not a {role}'s",
}
OF_PLAYERS: Final[Mapping[str, str]] = {
    "attunement_takes_rest": "in this campaign {name} is attuned in a short rest",
    "cannot_move": "{name} cannot move ({why}); end that first",
    "character_required": "{name} is no character; only characters wear and attune things",
    "effect_unknown": "there is no effect {wanted!r}",
    "fighters_stay": "in the fight: {names}",
    "fights_elsewhere": "{name} is elsewhere ({there}), the fight in {room}",
    "fight_is_on": "a fight is on",
    "key_missing": "nobody here carries the key{key}",
    "lock_is_made": "{label} has a lock of its own ({opens})",
    "lock_tried": "{name} has just failed at {label} and tries again when time has passed: in the next round of a fight, else when the game master"
    " lets time pass",
    "not_in_the_fight": "{name} is in the room of the fight and has no turn in it before the game master lets {name} join",
    "nobody_can_go": "{names} cannot go anywhere of their own (dead, unconscious or petrified)",
    "nobody_left": "nobody is left to act; the game master can end the fight",
    "spell_asks_for_save": "{name} is a spell, and no attack goes by the name of a spell yet: the game master lets {target} make a {ability} save"
    " against DC {dc}",
    "spell_rolls_to_hit": "{name} is a spell, and no attack goes by the name of a spell yet: roll its spell attack (execute_action roll, {dice});"
    " the game master says whether it hits",
    "spell_unknown_number": "{name} is a spell, and no attack goes by the name of a spell yet; nor has the sheet of {who} a spell attack to roll",
    "spell_without_roll": "{name} is a spell, and no attack goes by the name of a spell yet; it asks for no roll: the game master says what it does",
    "state_dead": "{wanted} is no condition: damage kills",
    "target_elsewhere": "{name} is in {there}, {who} in {here}; go there (manage_room go), or shoot with a ranged weapon through an open way",
    "too_heavy_to_move": "{name} carries {weight} lb and can push, drag or lift {most} lb at most; transfer some of it",
    "verb_sealed": "there is no {verb} in {room}: its tool is not in use there",
}
"""What players are told in place of a text that speaks of something the game master alone may send."""
LISTS: Final[Mapping[str, str]] = {
    "bag_unknown": "read_campaign rooms, who and inventory list them",
    "character_unknown": "read_campaign party lists the party, who those in a room",
    "room_unknown": "read_campaign rooms with everything true lists them",
}
LISTS_OF_PLAYERS: Final[Mapping[str, str]] = {"room_unknown": "read_campaign rooms lists them"}
"""What lists the names of which a refusal shows the first few."""
MOST_NEAR: Final = 12
MOST_ALLOWED: Final = 30
LONGEST_TOLD: Final = 80
TOLD_EACH: Final = 2
"""Elements of a batch that are refused in the same words and told one by one."""


def sentence(rejected: Rejected) -> str:
    """One refusal as a sentence: field, what is wrong, near names, what is allowed."""
    if rejected.code == "argument_invalid":
        return "; ".join(f"{path}: {what}" if path else what for path, what in rejected.details["faults"])
    texts = {**TEXTS, **OF_PLAYERS} if rejected.players else TEXTS
    what = texts[rejected.code].format_map(
        {k: v if k in _OURS else _shown(v) for k, v in rejected.details.items()} | _of_a_lock(rejected) | _of_bags(rejected)
    )
    parts = [f"{rejected.field}: {what}" if rejected.field else _begun(what)]
    if elsewhere := rejected.details.get("elsewhere"):
        parts.append(f"it is an operation of {elsewhere}")
    if rejected.near:
        parts.append(f"{_lead(rejected.code)} {_cut(rejected.near, MOST_NEAR)}")
    if rejected.allowed:
        parts.append(f"allowed: {_cut(rejected.allowed, MOST_ALLOWED)}{_listed_by(rejected)}")
    return "; ".join(parts)


_OURS: Final = frozenset(("use",))
"""Details that are sentences of ours, told to their end."""


def _begun(what: str) -> str:
    """With a capital, unless it begins with a name that has none."""
    return what if ":" in what.split(maxsplit=1)[0] else what[:1].upper() + what[1:]


def _cut(words: Sequence[str], most: int) -> str:
    """The first of them, and how many more there are."""
    more = len(words) - most
    return ", ".join(words[:most]) + (f" and {more} more" if more > 0 else "")


def _listed_by(rejected: Rejected) -> str:
    """How many more there are than were named, and which call lists them."""
    more = rejected.details.get("more")
    lists = {**LISTS, **(LISTS_OF_PLAYERS if rejected.players else {})}.get(rejected.code)
    return f" and {more} more ({lists})" if more and lists else ""


def _of_bags(rejected: Rejected) -> dict[str, str]:
    has = rejected.details.get("has")
    make = "" if rejected.players else "; make one first (manage_character create)"
    nobody = f", and nobody else yet{make}" if rejected.details.get("nobody") else ""
    counts = {"charges": many(left, "charge"), "uses": many(left, "use")} if isinstance(left := rejected.details.get("left"), int) else {}
    if isinstance(has, int):
        counts["dice"] = many(has, "hit die")
    source = rejected.details.get("source")
    counts["via"] = f" via {source}" if source and source != rejected.details.get("bearer") else ""
    counts["near_one"] = "pick a near one, or " if rejected.near else ""
    is_treasure = (rejected.details.get("own") or {}).get("type") == "treasure"
    counts["worth"] = ", and with value what it is worth in gp" if is_treasure else ""
    return {**counts, "nobody": nobody, "things": "1 thing" if has == 1 else f"{has} different things" if has else "nothing"}


def _of_a_lock(rejected: Rejected) -> dict[str, str]:
    """What opens a locked door or bag: the key and who has it, a roll, or who keeps the bolt."""
    key, dc, holder = (rejected.details.get(k) for k in ("key", "dc", "holder"))
    if rejected.code in ("key_missing", "lock_needs_one", "lock_without_dc"):
        missing = f"nobody here carries the key ({key}); " if key else ""
        return {"key": f" ({key})" if key else "", "missing": missing, "against": f"against DC {dc} " if dc is not None else ""}
    if rejected.code not in ("door_locked", "bag_locked", "lock_is_made"):
        return {}
    if rejected.code == "lock_is_made" and rejected.details.get("unsaid"):
        return {"opens": "there is one"}
    if rejected.code == "lock_is_made":
        return {"opens": ", ".join(filter(None, (f"key {key}" if key else "", f"DC {dc}" if dc is not None else "")))}
    opens = _opens(rejected, key, dc, holder)
    if rejected.code == "door_locked":
        return {"opens": opens}
    return {"opens": "" if rejected.details.get("aloud") else f"; {opens} (manage_room unlock, bagName)"}


def _opens(rejected: Rejected, key: str | None, dc: int | None, holder: str | None) -> str:
    if rejected.details.get("unsaid"):
        return "try a key, or Thieves' Tools with skill"
    if holder:
        return f"{holder} carries the key, {key}: unlock"
    if key is None and dc is None:
        return "unlock is enough"
    nobody = "" if rejected.details.get("unasked") else ", which nobody here carries"
    opens = [f"its key is {key}{nobody}" if key else ""]
    opens += [f"unlock with a roll against DC {dc}" if dc is not None else "unlock with dc lets somebody roll"]
    return "; ".join(o for o in opens if o)


_THERE: Final = frozenset(
    {
        "slot_empty",
        "not_worn",
        "item_required",
        "not_attuned",
        "attunement_limit",
        "attunement_duplicate",
        "character_exists",
        "party_is_many",
    }
)
_HAS: Final = frozenset({"condition_not_there", "effect_not_there", "resource_unknown"})


def _lead(code: str) -> str:
    """How the near names are introduced: as what is there, or as what may have been meant."""
    return "there is:" if code in _THERE else "has:" if code in _HAS else "one of:" if code == "name_ambiguous" else "did you mean"


def _shown(value: Any) -> Any:
    if isinstance(value, float):
        return int(value) if value == int(value) else round(value, 2)
    if isinstance(value, str) and len(value) > LONGEST_TOLD:
        return f"{value[: LONGEST_TOLD - 1].rpartition(' ')[0] or value[: LONGEST_TOLD - 1]} …"
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value


def text(refused: Sequence[Rejected]) -> str:
    """Every refusal, and that nothing was changed; what may be sent instead is said when it was tried."""
    told = ". ".join(_once(list(map(sentence, refused))))
    return f"Refused: {told}{'' if told.endswith('?') else '.'} Nothing was changed."


def _once(sentences: Sequence[str]) -> Iterator[str]:
    """What is refused for several elements in the same words is said of the first, with how many more there are."""
    alike: dict[str, list[str]] = {}
    for told in sentences:
        alike.setdefault(_PLACE.sub("", told), []).append(told)
    for several in alike.values():
        if len(several) <= TOLD_EACH:
            yield from several
        else:
            yield f"{several[0]} (the same holds for {len(several) - 1} more elements of the batch)"


_PLACE: Final = re.compile(r"batch\[\d+\]\.?")


def as_data(rejected: Rejected) -> dict[str, Any]:
    """The same for programs: code, field, near, allowed, try; left out when empty."""
    shown = {
        "code": rejected.code,
        "field": rejected.field,
        "near": list(rejected.near),
        "allowed": list(rejected.allowed),
        "details": {k: _shown(v) if isinstance(v, str) else v for k, v in rejected.details.items() if v is not None},
        "try": dict(rejected.instead) if rejected.instead else None,
    }
    return {k: v for k, v in shown.items() if v not in (None, [], {})}
