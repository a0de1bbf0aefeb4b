"""Turn codes of refusals into English: the fault, the allowed values, the call to send instead. This one table holds every code."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from rpg_lite.messages.render_context import many
from rpg_lite.operations.outcome import Rejected

TEXTS: Final[Mapping[str, str]] = {
    "already_undone": "rev {wanted} is already undone",
    "argument_invalid": "{faults}",
    "at_rev_mixed": "all operations of a batch read the same moment: give each the same atRev, or send them separately",
    "attunement_duplicate": "{bearer} is already attuned to another {name} and cannot attune to a second copy",
    "attunement_limit": "{bearer} is already attuned to {limit} items, the maximum; end one of these bonds first",
    "attunement_prerequisite": "attuning {name} requires {needs}; {bearer} does not qualify",
    "attack_unknown": "{wanted!r} is not in hand",
    "ability_required": "a saving throw needs an ability",
    "attunement_takes_rest": "in this campaign attuning {name} takes a short rest: manage_character rest with attune",
    "bag_full": "{name} holds {capacity} lb and contains {inside} lb; it has no room for another {more} lb",
    "bag_in_itself": "{name} cannot go into {to}: a bag cannot contain itself",
    "bag_locked": "{label} is locked{opens}",
    "bag_not_empty": "{name} is not empty ({inside}); move the contents first, or send withContents true to remove them too",
    "bag_unknown": "there is no bag {wanted!r}",
    "base_required": "{name} needs a base item; send base",
    "base_unfit": "{name} cannot have that base",
    "beside_batch": "no element of the batch takes {keys} from the top level",
    "cannot_act": "{name} cannot act now ({why})",
    "cannot_use": "{name} cannot act now ({why}); somebody else can take the thing (transfer) and use it with targetName {name}",
    "cannot_move": "{name} cannot move ({why}); end that first, or send force true if others carry them",
    "calls_have_no_rev": "tool calls are only counted up to now: leave out atRev, or use since",
    "character_exists": "there is already a living character {wanted!r}; send replace true to replace it",
    "character_required": "{name} is not a character; only characters wear and attune things; for the tools of a room use manage_tools equip",
    "character_unknown": "there is no character {wanted!r}{nobody}",
    "check_of_what": "a check needs a skill, an ability, or both",
    "condition_follows": "{bearer} is {name} because of {causes}; end that",
    "coin_unknown": "{wanted!r} is not another kind of coin",
    "coins_too_few": "one {wanted} costs {needs} {given}",
    "condition_immune": "{bearer} is immune to {name}{via}",
    "condition_magical_unknown": "{source} wards off {name} only when magic causes it; send magical true or false",
    "condition_not_there": "{bearer} is not {name}",
    "condition_unknown": "there is no condition {wanted!r}",
    "charges_too_many": "{wanted} is too many charges for {name}; the maximum is {most}",
    "context_unfit": "{name} is neither a room nor a character and cannot use tools",
    "count_needs_template": "count is only for creatures from a template; send template as well",
    "creature_unknown": "there is no creature template {wanted!r}; send an allowed one, or name and character for your own",
    "destination_required": "where to? send one of the allowed fields",
    "direction_taken": "{name} already has an exit {label}",
    "dc_is_the_locks": "the DC of {label} is for its lock; for finding it, send dc with search",
    "dice_negative": "{wanted} cannot roll above 0; heal restores points, damage takes them",
    "direction_required": "only an exit takes {keys}; send direction as well",
    "door_locked": "the exit {label} is locked; {opens}",
    "effect_not_there": "{bearer} has no effect {name}",
    "effect_unknown": "there is no effect {wanted!r}; your own numbers go into modifiers of the character (manage_character update with character"
    ' {{"modifiers": [{{"target": "save.all", "op": "add", "value": 1}}]}}; unset ["modifiers"] removes them) or of an item',
    "envelope_inside": "{key} belongs beside batch, not inside an element",
    "exit_leads_outside": "the exit {label} leads off the map; create or portal with direction {label} connects a room to it",
    "exit_taken": "the exit {label} of {room} already leads to {to}",
    "exit_unknown": "{room} has no exit {wanted!r}",
    "all_fight_already": "everybody named is already in the fight ({names})",
    "fighters_stay": "still in the fight: {names}; end it first (execute_action end_fight), or send force true to override",
    "fights_elsewhere": "{name} is in {there}, the fight is in {room}; bring them together first (manage_room go or join), or leave {name} out; force true overrides this",
    "fight_is_on": "a fight is going on; end it first (execute_action end_fight)",
    "floor_unknown": "the room is unclear; name the character or the room",
    "give_one_of": "send one of them, not both",
    "given_twice": "given twice with different values: {one} and {other}",
    "grip_unfit": "{name} cannot be held like that; grip two is for versatile weapons",
    "held_by_nobody": "{name} lies in {where} and works only for its wearer or holder: hand it over first (transfer)",
    "hit_dice_too_many": "{name} has {dice} left, not {wanted}",
    "hp_unknown": "the hit points of {name} are unknown; set hpMax first",
    "id_and_name_disagree": "{id} is {name!r}, not {wanted!r}; send one of the two",
    "item_cursed": "{name} is cursed and stays with its bearer until the curse is lifted",
    "item_required": "which item? send one of the allowed fields",
    "item_unknown": "{holder} has no {wanted!r} (has {things})",
    "key_unfit": "{name} does not fit {label}",
    "key_missing": "nobody here carries the key{key}; send force true to override",
    "key_of_the_moment": "sheets do not store {keys}; leave out every key that belongs to one moment",
    "key_unknown": "there is no key {wanted!r} to clear",
    "level_in_classes": "the levels come from the classes ({classes}); change them there",
    "level_unfit": "only exhaustion has levels; {name} has none",
    "lies_elsewhere": "{wanted} lies in {where}, not in {name}; a note can only be dropped where it lies",
    "lock_is_made": "{label} already has a lock{opens}; send force true to change it",
    "lock_required": "the lock of which exit or chest? send one of the allowed fields",
    "lock_takes_tools": "the lock of {label} has no key, and {name} has no Thieves' Tools; carry some, or let the game master lock it",
    "lock_tried": "{name} has just failed at {label} and can try again later: in the next round of a fight, or when the game master"
    " lets time pass (manage_character advance, or the party moves on)",
    "lock_needs_one": "{missing}somebody must try{against}: send characterName",
    "lock_without_dc": "{missing}no roll opens {label} until the game master sets its DC",
    "must_be_worn": "{bearer} carries {name}, but it must be worn or held to work",
    "mode_is_given": "advantage comes from the sheet or from an effect that the game master applies; leave out mode",
    "name_ambiguous": "{wanted!r} matches several; send {ids}",
    "name_reserved": "{name!r} is a reserved word; choose another name",
    "name_required": "a character needs a name",
    "needs_a_hit_point": "{name} is at 0 hit points; this takes at least 1",
    "no_ammunition": "{bearer} has no {needs} for {name}",
    "no_charges_left": "{name} has {charges} left and this takes {needs}",
    "no_door": "the exit {label} has no door ({kind})",
    "no_fight": "no fight is going on",
    "no_free_slot": "there is no free slot for {name}: {taken}; name the slot to clear",
    "no_uses_left": "{name} has {uses} left and this takes {needs}",
    "nobody_can_go": "{names} cannot go anywhere alone (dead, unconscious or petrified); send force true if others carry them",
    "nobody_knows_why": "{name} does not work, for no visible reason: it may need a target, be unworn or unattuned, or be used up",
    "nobody_left": "nobody is left to act; the fight can end (execute_action end_fight)",
    "nobody_searches": "{names} cannot search {room} now",
    "not_a_creature": "{name} is a thing, not a creature",
    "not_a_bag": "{name} is not a bag; nothing can be put into it",
    "not_an_item": "{name} is not a thing that can be carried",
    "not_in_the_room": "{name} is not in {room}",
    "not_attuned": "{name} is not attuned",
    "not_dying": "{name} is not dying",
    "not_in_use": "{name} does not use {wanted}",
    "not_on_the_floor": "{name} is not on the floor of {room}",
    "not_resting": "{wanted!r} is not resting here; send characterName party for the whole party",
    "not_usable": "{name} cannot be used up or switched on; equip it",
    "not_worn": "{name} is carried, not worn",
    "nothing_to_undo": "nothing is left to undo",
    "one_of_required": "send exactly one of the allowed fields",
    "operation_missing": "is missing",
    "operation_unknown": "{tool} has no operation {wanted!r}",
    "party_is_many": "this takes one character, not the party; name one",
    "party_empty": "nobody is in the party yet",
    "payload_not_object": "the payload must be one JSON object, not {given}",
    "property_required": "{name} has several properties; say which",
    "property_unknown": "{name} has no property {wanted!r}",
    "qualified_name_taken": "{name} is already {id} in {where}; choose another name, or change it there",
    "qualified_name_unfit": "{name!r} is not a name like prompt:welcome",
    "qualified_unknown": "there is no {wanted!r}; send content to write a note with that name",
    "quantity_too_large": "at most {most} at once ({has} there)",
    "quantity_too_many": "{name}: {has} there, not {wanted}",
    "request_id_reused": "this requestId was used at rev {rev} for another payload; use a new one",
    "resource_of_class": "{name} comes from the classes; to change what is left, use character.resources, left",
    "resource_unknown": "{name} has no resource {wanted!r}",
    "rest_is_no_time": "{wanted} is a rest, not a length of time",
    "rested_already": "{name} had a long rest less than a day ago; the next can begin in {wait} min",
    "rev_too_far": "rev {wanted} is too far back: you can go back {most} commands, to rev {first}",
    "rev_unknown": "there is no rev {wanted}; the last is {last}",
    "server_unknown": "there is no server {wanted!r}",
    "room_exists": "there is already a room {wanted!r} ({id}); change it with update, or choose another name",
    "room_is_first": "every campaign begins in {name}; you can change it but not remove it",
    "room_not_empty": "{name} contains {inside}; move that first, or send all true to remove it too",
    "room_not_next_door": "{room} has no known exit to {wanted!r}; route shows how to reach a room",
    "room_occupied": "still in {name}: {people}; let them leave first",
    "room_required": "which room? send bagName",
    "room_undiscovered": "the party has not discovered {name} yet",
    "room_unknown": "there is no room {wanted!r}",
    "slot_empty": "nothing is worn in {slot}",
    "slot_required": "{name} does not say where it is worn; send slot",
    "slot_unfit": "{name} cannot be worn in {slot}",
    "spell_asks_for_save": "{name} is a spell, and attack does not take spells yet: {target} makes a {ability} save against DC {dc}"
    " (execute_action save), then send damage with characterName {target}, damageType and dice or amount",
    "spell_rolls_to_hit": "{name} is a spell, and attack does not take spells yet: roll its spell attack (execute_action roll, {dice})"
    " against the armor class of {target}, and on a hit send damage with characterName {target}, damageType and dice or amount",
    "spell_unknown_number": "{name} is a spell, attack does not take spells yet, and the sheet of {who} has no spell attack to roll:"
    " manage_character update with spellcastingAbility adds one",
    "spell_without_roll": "{name} is a spell, and attack does not take spells yet; it needs no roll: send its result with damage, heal"
    " or manage_condition apply",
    "state_bloodied": "{wanted} is not a condition: it means half of the hit points or fewer",
    "state_concentrating": "{wanted} is not a condition: apply the effect, with the concentrating character as source",
    "state_dead": "{wanted} is not a condition: execute_action damage kills, manage_character update with hp revives",
    "source_not_there": "{name} on {bearer} does not come from {wanted}",
    "state_dying": "{wanted} is not a condition: it follows from hit points and death saves (execute_action save with ability death), and healing ends it",
    "state_hidden": "{wanted} is not a condition: a Stealth check (execute_action check with skill stealth) against the passive Perception of the"
    " others decides it; send any advantage as mode of the attack",
    "stat_unknown": "there is no stat {wanted!r}",
    "target_dead": "{name} is dead",
    "target_not_asked": "{target} decides whether to take {name}: hand it over with transfer, or let the game master use it",
    "target_elsewhere": "{name} is in {there}, {who} in {here}; go there (manage_room go), shoot with a ranged weapon through an open exit, or send force true to override",
    "use_elsewhere": "{name} is in {there}, {who} in {here}; go there first (manage_room go)",
    "target_required": "for whom or what? send one of the allowed fields",
    "texts_are_the_rooms": "only a room takes {keys}, not an exit; leave out direction",
    "thing_unknown": "nothing here is called {wanted!r}, nor is any room, tool or template",
    "template_unknown": "there is no item template {wanted!r}; {near_one}send your own item as an object{worth}",
    "text_broken": "this is not plain JSON text: it contains half a character, a null or another control character, or is nested too deeply",
    "time_too_far": "campaign time ends on {last}",
    "tool_required": "which tool? send the qualified name",
    "too_heavy_to_move": "{name} carries {weight} lb and can push, drag or lift at most {most} lb; transfer some of it, or send force true",
    "tool_elsewhere": "{name} is a tool of the server {server}, not of this one; {server} is connected: call it there as {tool}; {use}",
    "tool_is_operation": "{verb!r} is an operation of {tools}: call it there, with operation {verb}",
    "tool_not_available": "{name} is a tool of the server {server}, which is not available until it connects again; {use}",
    "tool_unknown": "there is no tool {wanted!r}",
    "tools_required": "{name} has no Thieves' Tools for that; to use strength alone, send skill athletics",
    "undo_alone": "send undo alone: without a batch, without a target, with nothing but rev or toRev",
    "undo_both": "rev undoes one command, toRev everything after a rev: send one of them",
    "undo_blocked": "rev {wanted} cannot be undone: later commands build on it (revs {revs}); undo those first",
    "variant_required": "{name} comes in several variants; send variant",
    "variant_unknown": "{name} has no such variant",
    "verb_sealed": "there is no {verb} in {room}: its tool rpg:{verb} is not in use there; manage_tools equip restores it",
    "way_locked": "{label} of {room} blocks the route: it is a locked {kind}{key}",
    "way_not_found": "there is no route from {here} to {name} among the {rooms} rooms nearest to them; go to a room in between",
    "way_unknown": "no route from {here} to {name} is known",
    "not_allowed": "a {role} may not {operation}; only the game master may",
    "not_in_the_fight": "{name} is in the room of the fight but has no turn in it; the game master can let {name} join (execute_action start_fight)",
    "not_your_turn": "it is the turn of {name}, not yours",
    "not_yours": "{name} is not your character",
    "out_of_reach": "{name} is out of your character's reach",
    "out_of_sight": "players cannot see into {name}",
    "found_by_doing": "only carrying out {operation} shows its result: send it without dryRun, and in a batch with onError continue",
    "gm_decides": "only the game master may send {field}, not a {role}",
}
OF_PLAYERS: Final[Mapping[str, str]] = {
    "attunement_takes_rest": "in this campaign attuning {name} takes a short rest",
    "cannot_move": "{name} cannot move ({why}); end that first",
    "character_required": "{name} is not a character; only characters wear and attune things",
    "effect_unknown": "there is no effect {wanted!r}",
    "fighters_stay": "still in the fight: {names}",
    "fights_elsewhere": "{name} is in {there}, the fight is in {room}",
    "fight_is_on": "a fight is going on",
    "key_missing": "nobody here carries the key{key}",
    "lock_is_made": "{label} already has a lock{opens}",
    "lock_tried": "{name} has just failed at {label} and can try again later: in the next round of a fight, or when the game master"
    " lets time pass",
    "not_in_the_fight": "{name} is in the room of the fight but has no turn in it until the game master lets {name} join",
    "nobody_can_go": "{names} cannot go anywhere alone (dead, unconscious or petrified)",
    "nobody_left": "nobody is left to act; the game master can end the fight",
    "spell_asks_for_save": "{name} is a spell, and attack does not take spells yet: the game master lets {target} make a {ability} save"
    " against DC {dc}",
    "spell_rolls_to_hit": "{name} is a spell, and attack does not take spells yet: roll its spell attack (execute_action roll, {dice});"
    " the game master says whether it hits",
    "spell_unknown_number": "{name} is a spell, attack does not take spells yet, and the sheet of {who} has no spell attack to roll",
    "spell_without_roll": "{name} is a spell, and attack does not take spells yet; it needs no roll: the game master says what it does",
    "state_dead": "{wanted} is not a condition: damage kills",
    "target_elsewhere": "{name} is in {there}, {who} in {here}; go there (manage_room go), or shoot with a ranged weapon through an open exit",
    "too_heavy_to_move": "{name} carries {weight} lb and can push, drag or lift at most {most} lb; transfer some of it",
    "verb_sealed": "there is no {verb} in {room}: its tool is not in use there",
}
"""Texts for players where TEXTS speaks of something that only the game master may send."""
LISTS: Final[Mapping[str, str]] = {
    "bag_unknown": "read_campaign rooms, who and inventory list them",
    "character_unknown": "read_campaign party lists the party, who lists those in a room",
    "room_unknown": "read_campaign rooms with everything true lists them",
}
LISTS_OF_PLAYERS: Final[Mapping[str, str]] = {"room_unknown": "read_campaign rooms lists them"}
"""The call that lists every name, where a refusal shows only the first few."""
MOST_NEAR: Final = 12
MOST_ALLOWED: Final = 30
LONGEST_TOLD: Final = 80
TOLD_EACH: Final = 2
"""The most elements of a batch whose equal refusals are repeated one by one."""


def sentence(rejected: Rejected) -> str:
    """One refusal as a sentence: field, fault, near names, allowed values."""
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
"""Details that are our own sentences and are never cut."""


def _begun(what: str) -> str:
    """Capitalize the text, unless it begins with a qualified name."""
    return what if ":" in what.split(maxsplit=1)[0] else what[:1].upper() + what[1:]


def _cut(words: Sequence[str], most: int) -> str:
    """The first words, and the number of those left out."""
    more = len(words) - most
    return ", ".join(words[:most]) + (f" and {more} more" if more > 0 else "")


def _listed_by(rejected: Rejected) -> str:
    """The number of names left out, and the call that lists them."""
    more = rejected.details.get("more")
    lists = {**LISTS, **(LISTS_OF_PLAYERS if rejected.players else {})}.get(rejected.code)
    return f" and {more} more ({lists})" if more and lists else ""


def _of_bags(rejected: Rejected) -> dict[str, str]:
    has = rejected.details.get("has")
    make = "" if rejected.players else "; create one first (manage_character create)"
    nobody = f", and no other yet{make}" if rejected.details.get("nobody") else ""
    counts = {"charges": many(left, "charge"), "uses": many(left, "use")} if isinstance(left := rejected.details.get("left"), int) else {}
    if isinstance(has, int):
        counts["dice"] = many(has, "hit die")
    source = rejected.details.get("source")
    counts["via"] = f" via {source}" if source and source != rejected.details.get("bearer") else ""
    counts["near_one"] = "pick a similar one, or " if rejected.near else ""
    is_treasure = (rejected.details.get("own") or {}).get("type") == "treasure"
    counts["worth"] = ", with its worth in gp as value" if is_treasure else ""
    return {**counts, "nobody": nobody, "things": "1 thing" if has == 1 else f"{has} different things" if has else "nothing"}


def _of_a_lock(rejected: Rejected) -> dict[str, str]:
    """The details that name what opens a locked door or bag: the key and its carrier, a roll, or a bolt."""
    key, dc, holder = (rejected.details.get(k) for k in ("key", "dc", "holder"))
    if rejected.code in ("key_missing", "lock_needs_one", "lock_without_dc"):
        missing = f"nobody here carries the key ({key}); " if key else ""
        return {"key": f" ({key})" if key else "", "missing": missing, "against": f" against DC {dc}" if dc is not None else ""}
    if rejected.code not in ("door_locked", "bag_locked", "lock_is_made"):
        return {}
    if rejected.code == "lock_is_made" and rejected.details.get("unsaid"):
        return {"opens": ""}
    if rejected.code == "lock_is_made":
        made = ", ".join(filter(None, (f"key {key}" if key else "", f"DC {dc}" if dc is not None else "")))
        return {"opens": f" ({made})" if made else ""}
    opens = _opens(rejected, key, dc, holder)
    if rejected.code == "door_locked":
        return {"opens": opens}
    return {"opens": "" if rejected.details.get("aloud") else f"; {opens} (manage_room unlock, bagName)"}


def _opens(rejected: Rejected, key: str | None, dc: int | None, holder: str | None) -> str:
    if rejected.details.get("unsaid"):
        return "try a key, or Thieves' Tools with skill"
    if holder:
        return f"{holder} carries the key ({key}): unlock"
    if key is None and dc is None:
        return "unlock opens it"
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
_HAS: Final = frozenset({"condition_not_there", "source_not_there", "effect_not_there", "resource_unknown"})


def _lead(code: str) -> str:
    """The words before the near names: these exist, or the sender may have meant them."""
    return "choose from:" if code in _THERE else "has:" if code in _HAS else "one of:" if code == "name_ambiguous" else "did you mean"


def _shown(value: Any) -> Any:
    if isinstance(value, float):
        return int(value) if value == int(value) else round(value, 2)
    if isinstance(value, str) and len(value) > LONGEST_TOLD:
        return f"{value[: LONGEST_TOLD - 1].rpartition(' ')[0] or value[: LONGEST_TOLD - 1]} …"
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value


def text(refused: Sequence[Rejected]) -> str:
    """Every refusal in one text that ends with the assurance that nothing was changed."""
    told = ". ".join(_once(list(map(sentence, refused))))
    return f"Refused: {told}{'' if told.endswith('?') else '.'} Nothing was changed."


def _once(sentences: Sequence[str]) -> Iterator[str]:
    """Say equal refusals of several elements once, with the number of the others."""
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
    """The refusal for programs: code, field, near, allowed, try; empty keys are left out."""
    shown = {
        "code": rejected.code,
        "field": rejected.field,
        "near": list(rejected.near),
        "allowed": list(rejected.allowed),
        "details": {k: _shown(v) if isinstance(v, str) else v for k, v in rejected.details.items() if v is not None},
        "try": dict(rejected.instead) if rejected.instead else None,
    }
    return {k: v for k, v in shown.items() if v not in (None, [], {})}
