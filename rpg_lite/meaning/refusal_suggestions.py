"""Suggestions in place of a refused payload, derived from the refusal; each is tried first (`rpg_lite.meaning.suggestion_trials`)."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any, Final

from rapidfuzz import fuzz

from rpg_lite.decision.shared_keys import as_words
from rpg_lite.meaning.json_paths import Json, Proposal, rename_key, steps_of, value_at, with_value
from rpg_lite.meaning.payload_repairs import SPARING, counted, in_keys_of, of_faults, sparing
from rpg_lite.meaning.synonyms import ALIKE, ASKED, ID, TAKERS, VERBS, WEIGHTY, verb_key, verbs_meant
from rpg_lite.operations.registry import TOOLS, fields_of, keys_sent, operations
from rpg_lite.rules import names

MOST_CHOICES: Final = 3
"""The options of a missing choice that are tried: the first may ask for something else that only the caller knows (SRD, Wish)."""
CLEARLY: Final = 3
"""The lead over the next name, in percentage points of similarity, that makes a name the only likely one."""
_IN_BATCH: Final = re.compile(r"batch\[(\d+)\]\.?")
_WITH_ID: Final = re.compile(r"(.*) \(([a-z]\d+\.\d+)\)(?:, .*| in .*)?")
_NOT_MEANT: Final = frozenset(
    """slot_empty not_worn item_required not_attuned attunement_limit attunement_duplicate character_exists party_is_many
    condition_not_there effect_not_there name_ambiguous operation_unknown base_required variant_required
    spell_not_kept ends_whose ends_which aura_whose""".split()
)
"""Codes whose similar names are existing things, not things that the sender may have meant."""
_FIELDS_ALLOWED: Final = frozenset(
    """target_required one_of_required give_one_of item_required destination_required room_required character_required lock_required
    beside_batch operation_missing tool_required""".split()
)
"""Codes whose allowed words are keys."""


_PLACES: Final = "places"
"""The key whose own keys are names."""
_ON_FOOT: Final = frozenset(("too_far", "no_way", "closer_to_fear", "jump_too_far", "beyond_reach", "beyond_range", "total_cover"))
"""Codes of refusals in measured fights whose proposal is another walk: it is as dry as what was sent."""


def proposals(tool: str, payload: Mapping[str, Any], error: Mapping[str, Any], places: bool) -> Iterator[Proposal]:
    """Whole payloads that may be accepted, the likeliest first. `places`: whether the campaign names what belongs to places."""
    batch = payload.get("batch")
    if isinstance(batch, list) and batch:
        yield from _of_batch(tool, payload, error, places)
        return
    yield from _of_one(tool, dict(payload), error, places)


def weight_of(payload: Mapping[str, Any]) -> frozenset[str]:
    """The operations that create or end something, among those that a payload asks for in any words."""
    batch = payload.get("batch")
    elements = [e for e in batch if isinstance(e, dict)] if isinstance(batch, list) else []
    said = [str(p.get("operation")) for p in (payload, *elements)]
    return WEIGHTY & {*said, *(verb for word in said for verb in ASKED.get(verb_key(word), ()))}


def _of_batch(tool: str, payload: Mapping[str, Any], error: Mapping[str, Any], places: bool) -> Iterator[Proposal]:
    """Repair each refused element, or move keys from next to the batch into its elements."""
    if error["code"] == "beside_batch":
        keys = error["details"]["keys"]
        inner = [{**{k: payload[k] for k in keys}, **e} for e in payload["batch"]]
        yield tool, {**{k: v for k, v in payload.items() if k not in keys}, "batch": inner}
    if error["code"] == "envelope_inside":
        yield tool, _lift_key(payload, error["details"]["key"])
    done: Json = deepcopy(dict(payload))
    beside = {k: v for k, v in payload.items() if k in ("operation", "characterName", "characterId", "bagName", "bagId")}
    for refused in (error, *error.get("errors", ())):
        place, inner_error = _within(refused)
        if place is None or place >= len(done["batch"]) or not isinstance(done["batch"][place], dict):
            return
        if inner_error["code"] == "quantity_too_many":
            return  # the rest of the batch relies on the full quantity
        element = {**beside, **done["batch"][place]}
        repaired = next((p for t, p in _of_one(tool, element, inner_error, places) if t == tool), None)
        if repaired is None:
            return
        done["batch"][place] = {k: v for k, v in repaired.items() if k not in beside or beside[k] != v}
    yield tool, done


def _lift_key(payload: Mapping[str, Any], key: str) -> Json:
    held = [e[key] for e in payload["batch"] if isinstance(e, dict) and key in e]
    return {**payload, "batch": [{k: v for k, v in e.items() if k != key} for e in payload["batch"]], key: held[0] if held else None}


def _within(refused: Mapping[str, Any]) -> tuple[int | None, Mapping[str, Any]]:
    """(the place in the batch, the refusal as for a single command)."""
    faults = refused.get("details", {}).get("faults") or ()
    paths = [p for p in (refused.get("field"), *(path for path, _ in faults)) if p]
    found = next((m for p in paths if (m := _IN_BATCH.match(p))), None)
    if found is None:
        return None, refused
    alone = {**refused, "field": _IN_BATCH.sub("", refused.get("field") or "", 1) or None}
    if faults:
        alone["details"] = {**refused["details"], "faults": [(_IN_BATCH.sub("", path, 1), what) for path, what in faults]}
    return int(found[1]), alone


def _of_room(tool: str, payload: Json, error: Mapping[str, Any]) -> Iterator[Proposal]:
    """The way to a room farther away; for a look or a search in a chest, what lies in it; or a room with a similar name."""
    wanted = error["details"]["wanted"]
    if error["code"] == "room_not_next_door":
        yield "manage_room", {"operation": "route", "toName": wanted}
        return
    if payload.get("operation") in ("search", "look"):
        yield "manage_inventory", {"operation": "view", "bagName": wanted}
    yield from _near(tool, payload, error)


def _of_attack(tool: str, payload: Json, error: Mapping[str, Any]) -> Iterator[Proposal]:
    """The act of that name, or else the weapon of that name in hand, or an attack with a similar name."""
    wanted = error["details"]["wanted"]
    aimed: Json = {key: value for key, value in payload.items() if key in ("targetName", "targetId")}
    yield "execute_action", {"operation": "act", **_actor(payload), "act": wanted, **aimed}
    yield "manage_inventory", {"operation": "equip", **_actor(payload), "itemName": wanted}
    yield from _near(tool, payload, error)


def _of_one(tool: str, payload: Json, error: Mapping[str, Any], places: bool) -> Iterator[Proposal]:
    code, details, field = error["code"], error.get("details", {}), error.get("field")
    if known := error.get("try"):
        first = (known.get("batch") or [known])[0]
        as_dry = {"dryRun": True} if code in _ON_FOOT and payload.get("dryRun") is True else {}
        yield from ((t, {**_as_sent(known, payload), **as_dry}) for t in _tools_of(str(first.get("operation")), tool))
    if code in ("item_unknown", "template_unknown") and (several := counted(tool, payload, field or "")):
        yield tool, several
    match code:
        case "argument_invalid":
            if payload.get("operation") == "check" and any(path == "skill" for path, _ in details["faults"]):
                yield tool, rename_key(payload, "skill", "tool")
            yield from of_faults(tool, payload, details["faults"], places)
        case "operation_unknown":
            yield from _of_verb(tool, payload, str(details["wanted"]), places)
        case "operation_missing":
            yield from _without_verb(tool, payload, places)
        case "tool_unknown" | "tool_is_operation":
            yield from _of_tool(tool, payload, error)
        case "item_unknown" if field == "itemId" and _actor(payload) and ID.fullmatch(str(payload.get(field))):
            yield "manage_inventory", {"operation": "view", **_actor(payload)}
        case "condition_unknown" if _graded(payload) is not None:
            yield tool, {**payload, **(_graded(payload) or {})}
        case "condition_unknown" | "effect_unknown":
            other = {"condition": "effect", "effect": "condition"}[code.partition("_")[0]]
            yield tool, rename_key(payload, field or "", other)
            yield from _near(tool, payload, error)
        case "not_a_creature":
            yield from ((tool, rename_key(payload, key, f"bag{key.removeprefix('character')}")) for key in ("characterName", "characterId"))
            yield from _near(tool, payload, error)
        case "room_not_next_door" | "room_unknown":
            yield from _of_room(tool, payload, error)
        case "attack_unknown":
            yield from _of_attack(tool, payload, error)
        case "act_unknown" | "spell_unknown" if not _is_alike(details.get("wanted"), error.get("near", ())):
            yield "read_campaign", {"operation": "character", **_actor(payload)}
        case "lookup_unknown" if not _is_alike(details.get("wanted"), error.get("near", ())):
            pass
        case "level_unfit":
            yield tool, {k: v for k, v in payload.items() if k != "level"}
        case "quantity_too_many" | "hit_dice_too_many" if details.get("has", 0) > 0 and payload.get("operation") not in WEIGHTY:
            yield tool, {**payload, "hitDice" if "dice" in code else "quantity": details["has"]}
        case "template_unknown":
            yield from _near(tool, payload, error)
            if item := _worth_of(str(details.get("wanted"))) or _unless_treasure(details.get("own")):
                yield tool, {**{k: v for k, v in payload.items() if k not in ("item", "template")}, "item": item}
        case "choice_required":
            words = error["allowed"][:MOST_CHOICES]
            if field == "slot":
                yield from ((tool, {**payload, "slot": int(word)}) for word in words)
            given = _kept(payload.get("choice"), details.get("kept"))
            yield from ((tool, {**payload, "choice": _choice(given, details["choice"], word)}) for word in words)
        case "face_too_high":
            yield tool, {k: v for k, v in payload.items() if k != "d20"}
        case "fights_elsewhere":
            yield from _of_fighters(tool, payload, details)
        case "party_is_many":
            pass
        case _:
            yield from _near(tool, payload, error)


_WORTH: Final = re.compile(
    r"(?P<first>\S.*?)(?:,? (?:worth|value)|,|\s*\()\s*(?P<after>\d[\d,]*) ?gp\)?|(?P<before>\d[\d,]*) ?gp[\s-]+(?!(?:of|in)\b)(?P<last>\S.*)",
    re.IGNORECASE,
)


def _worth_of(name: str) -> Json | None:
    """The treasure whose name tells its worth: "Diamond (300 gp)"."""
    found = _WORTH.fullmatch(name.strip())
    if found is None:
        return None
    worth = int((found["after"] or found["before"]).replace(",", ""))
    return {"name": names.capitalize(found["first"] or found["last"]), "type": "treasure", "value": worth}


def _unless_treasure(item: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """The plain thing that is meant; a treasure needs a worth that only the sender knows."""
    return item if item and ("value" in item or item.get("type") != "treasure") else None


_GRADED: Final = re.compile(r"(?P<condition>[a-z]+)[\s,(:]*(?:level|lvl)?[\s:]*(?P<level>[1-6])\)?")


def _graded(payload: Mapping[str, Any]) -> Json | None:
    """A condition and its level that came as one text: "exhaustion 2"."""
    found = _GRADED.fullmatch(str(payload.get("condition")).strip().casefold())
    return {"condition": found["condition"], "level": int(found["level"])} if found and "level" not in payload else None


def _actor(payload: Mapping[str, Any]) -> Json:
    return {k: payload[k] for k in ("characterName", "characterId") if k in payload}


def _as_sent(proposed: Mapping[str, Any], payload: Mapping[str, Any]) -> Json:
    """The proposal with the names and the choices as they were sent, if they are the same, and without keys that have no value and were not sent: on
    the way an id takes the place of a name, and of a player's own hero that nobody named.
    """
    named = [key.removesuffix("Id") for key in proposed if key.endswith("Id") and key not in payload]
    by_id = [stem for stem in named if proposed.get(f"{stem}Name", "") is None and (f"{stem}Name" in payload or stem == "character")]
    own = {f"{stem}{end}" for stem in by_id for end in ("Id", "Name")}
    kept = [key for key, value in proposed.items() if key in payload or (value is not None and key not in own)]
    done = {key: payload[key] if key in own else proposed[key] for key in kept}
    sent = payload.get("choice")
    is_same = sent is not None and as_words(sent) == proposed.get("choice")
    return {**done, "choice": sent} if is_same else done


def _kept(given: Any, kept: Sequence[str] | None) -> Any:
    """The choices that the act understood, as they were sent, and a lone word with the name of its choice; those that it did not understand
    could contradict the proposal.
    """
    if kept and isinstance(given, str):
        return {next((name for name in kept if name != "choice"), "choice"): given}
    return given if kept is None or not isinstance(given, dict) else {name: word for name, word in given.items() if name in kept}


def _choice(given: Any, name: str, word: str) -> str | Json:
    """Add the missing choice to those already made; `word` may ask for a number, or hold all the choices."""
    if word.startswith("{"):
        whole: Json = json.loads(word)
        return whole
    is_number = word.startswith(f"{name}: a number")
    missing = ("10" if word.endswith("of feet") else "1") if is_number else word
    named = is_number or name != "choice"
    return {**given, name: missing} if isinstance(given, dict) else {name: missing} if named else missing


def _of_fighters(tool: str, payload: Json, details: Mapping[str, Any]) -> Iterator[Proposal]:
    """Propose a walk or a scene cut that brings the fighters together, or else `force`."""
    if details.get("goal") and details.get("coming"):
        for operation in ("go", "join"):
            yield "manage_room", {"operation": operation, "names": details["coming"], "toId": details["goal"]}
    yield tool, {**payload, "force": True}


def _tools_of(operation: str, first: str, places: bool = True) -> list[str]:
    """The tools that have this operation, the requested tool first. `places`: those of places too."""
    having = [t for t in TOOLS if operation in operations(t, places)]
    return sorted(having, key=lambda t: t != first)


# ── values ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _near(tool: str, payload: Json, error: Mapping[str, Any]) -> Iterator[Proposal]:
    """The payload with the name that may be meant instead of the sent name, including an id sent as a name or a name sent as an id."""
    field, near, allowed = error.get("field") or "", error.get("near", ()), error.get("allowed", ())
    if not field or error["code"] in _NOT_MEANT:
        return
    if (swapped := _swap_id_and_name(payload, field)) is not None:
        yield tool, swapped
    if (
        field.startswith(f"{_PLACES}.")
        and isinstance(said := payload.get(_PLACES), dict)
        and error.get("details", {}).get("wanted") in said
    ):
        yield from ((tool, _with_name_of_place(payload, error["details"]["wanted"], name)) for name in near[:1])
        return
    steps = steps_of(field)
    if isinstance(listed := value_at(payload, steps), list) and near and (wanted := error.get("details", {}).get("wanted")) in listed:
        yield tool, with_value(payload, steps, [near[0] if word == wanted else word for word in listed])
        return
    for name in near[:1] if _is_plain(value_at(payload, steps), near) else ():
        found = _WITH_ID.fullmatch(name)
        yield tool, with_value(payload, steps, (found[2] if field.endswith("Id") else found[1]) if found else name)
    if not near and len(allowed) == 1 and error["code"] not in _FIELDS_ALLOWED:
        only, typed = _WITH_ID.sub(r"\1", allowed[0]), value_at(payload, steps)
        is_word = only == allowed[0] or names.is_like(str(typed), only)  # a thing is not meant because it is the only one
        if typed is not None and is_word and not _is_sent(payload, only):
            yield tool, with_value(payload, steps, only)


def _with_name_of_place(payload: Json, wanted: str, name: str) -> Json:
    """The payload with another name among those whose places it says."""
    whole = _WITH_ID.sub(r"\1", name)
    return {**payload, _PLACES: {whole if one == wanted else one: words for one, words in payload[_PLACES].items()}}


def _is_sent(payload: Json, name: str) -> bool:
    return any(name == value or (isinstance(value, list) and name in value) for value in payload.values())


def _is_alike(wanted: Any, near: Sequence[str]) -> bool:
    """Whether the nearest name is a misspelling of the wanted one, not another thing."""
    return bool(near) and fuzz.ratio(str(wanted).casefold(), near[0].casefold()) >= ALIKE


def _is_plain(sent: Any, near: Sequence[str]) -> bool:
    """Whether the nearest name is clearly nearer than the next."""
    likeness = sorted((fuzz.ratio(str(sent).casefold(), _WITH_ID.sub(r"\1", name).casefold()) for name in near), reverse=True)
    return len(likeness) < 2 or likeness[0] - likeness[1] >= CLEARLY


def _swap_id_and_name(payload: Json, field: str) -> Json | None:
    """The payload with an id in place of a name, or a name in place of an id, under the right key."""
    value = payload.get(field)
    if not isinstance(value, str) or not field.endswith(("Name", "Id")):
        return None
    stem = field.removesuffix("Name").removesuffix("Id")
    right = f"{stem}Id" if ID.fullmatch(value) else f"{stem}Name"
    return None if right == field or right in payload else rename_key(payload, field, right)


# ── operations and tools ────────────────────────────────────────────────────────────────────────────────────────────


def _of_verb(tool: str, payload: Json, verb: str, places: bool) -> Iterator[Proposal]:
    """The operation that may be meant: of this tool, of another tool with exactly this word, or of another tool by a synonym."""
    rest = {k: v for k, v in payload.items() if k != "operation"}
    folded = verb_key(verb)
    if names.bare(verb) in SPARING:
        yield from sparing(payload)
        return
    for operation in verbs_meant(verb, operations(tool, places)):
        yield tool, _begin_operation(tool, operation, folded, rest, places)
    yield from ((t, in_keys_of(t, {"operation": folded, **rest}, places)) for t in _tools_of(folded, tool, places) if t != tool)
    for operation in (*VERBS.get(folded, ()), *ASKED.get(folded, ())):
        yield from ((t, _begin_operation(t, operation, folded, rest, places)) for t in _tools_of(operation, tool, places) if t != tool)
    if rest.keys() & {"characterName", "characterId"}:
        yield "execute_action", _as_act(folded, rest)


def _as_act(verb: str, rest: Mapping[str, Any]) -> Json:
    """The act of this name: "second_wind", "grapple"."""
    aimed = [rest[k] for k in ("targetName", "targetId") if isinstance(rest.get(k), str)]
    kept = {k: v for k, v in rest.items() if k not in ("targetName", "targetId")}
    return {"operation": "act", "act": names.capitalize(verb.replace("_", " ")), **kept, **({"targets": aimed} if aimed else {})}


def _begin_operation(tool: str, operation: str, verb: str, rest: Mapping[str, Any], places: bool) -> Json:
    """The operation under its own keys, with those that its synonym implies."""
    done = in_keys_of(tool, {"operation": operation, **rest}, places)
    if operation == "transfer" and verb in TAKERS:
        return _taking(done)
    beside: Json = {}
    if operation == "rest" and "kind" not in done:
        beside = {"kind": "short" if verb in ("short_rest", "take_rest", "take_a_rest", "nap") else "long"}
    if operation == "save" and verb.startswith("death"):
        beside = {"ability": "death"}
    if operation == "transfer" and verb in ("drop", "put_down", "leave_behind"):
        beside = {"toName": "floor"}
    if operation == "give" and _COINED.search(verb) and not done.keys() & {"item", "template"}:
        beside = {"template": "gp"}
    return {"operation": operation, **beside, **done}


_COINED: Final = re.compile("gold|money|coins")
_SOURCES: Final = {"bagName": "bagName", "bagId": "bagId", "fromName": "bagName", "fromId": "bagId"}
_RECEIVERS: Final = ("toName", "toId", "toCharacterName", "toCharacterId")


def _taking(payload: Json) -> Json:
    """The transfer to whoever takes: from the bag that is named, or else from the floor; everything, if nothing is named."""
    source = {own: payload[key] for key, own in _SOURCES.items() if key in payload}
    rest = {k: v for k, v in payload.items() if k not in _SOURCES}
    if not rest.keys() & {*_RECEIVERS}:
        rest = {(f"toC{k[1:]}" if k in ("characterName", "characterId") else k): v for k, v in rest.items()}
    if not (source or rest.keys() & {"characterName", "characterId"}):
        source = {"bagName": "floor"}
    whole = {} if rest.keys() & {"itemName", "itemId", "all"} else {"all": True}
    return {"operation": "transfer", **source, **{k: v for k, v in rest.items() if k != "operation"}, **whole}


def wanted_by(tool: str, payload: Mapping[str, Any], verb: str) -> tuple[str, str | None, str | None] | None:
    """(the thing, the id and the name of the character) if the verb means that the character takes the thing from somewhere."""
    if verb_key(verb) not in TAKERS:
        return None
    done = in_keys_of(tool, {**payload, "operation": "transfer"})
    item, id, name = (done.get(key) if isinstance(done.get(key), str) else None for key in ("itemName", "characterId", "characterName"))
    return (item, id, name) if item and (id or name) and not done.keys() & {*_SOURCES, *_RECEIVERS} else None


def _without_verb(tool: str, payload: Json, places: bool) -> Iterator[Proposal]:
    """The only operation that takes these keys, or the only one of these that lacks none."""
    own = {k for k in payload if k not in ("detail", "dryRun", "requestId")}
    fits = [o for o in operations(tool, places) if o not in WEIGHTY and own and own <= fields_of(tool, o, places)]
    whole = fits if len(fits) == 1 else [o for o in fits if _required(tool, o) <= own]
    if len(whole) == 1:
        yield tool, {"operation": whole[0], **payload}


def _required(tool: str, operation: str) -> set[str]:
    """The keys without which nobody sends the operation."""
    return {key for key in keys_sent(tool).get(operation, "").split() if not key.endswith("?")}


def _of_tool(tool: str, payload: Json, error: Mapping[str, Any]) -> Iterator[Proposal]:
    """The tool for a misspelt tool name, or for the name of an operation."""
    verb = str(error["details"].get("verb") or error["details"].get("wanted"))
    yield from ((t, {**payload, "operation": verb}) for t in _tools_of(verb, tool))
    yield from ((t, payload) for t in error.get("near", ())[:1] if t in TOOLS)
