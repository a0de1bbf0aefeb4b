"""Refusals with a way forward: name the holder of the wanted thing, and offer only suggestions that have been tried."""

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from rpg_lite.decision import targets
from rpg_lite.decision.outcome import Rejected
from rpg_lite.meaning import suggestion_laws
from rpg_lite.meaning.json_paths import Proposal
from rpg_lite.meaning.parse import canonical
from rpg_lite.meaning.refusal_suggestions import proposals, wanted_by
from rpg_lite.mechanics.acts import item_acts
from rpg_lite.mechanics.space.sides import is_ally
from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Ref, Thing, World


@dataclass(frozen=True, slots=True)
class Lost:
    """A name for which nothing was found; `who`: id and name of the creature that needs the item; empty for other kinds of things."""

    wanted: str
    who: tuple[str | None, str | None]

    def touches(self) -> tuple[Ref, ...]:
        if not any(self.who):
            return (Ref("bearer", None, self.wanted),)
        return (Ref("bearer", *self.who), Ref("people", *self.who), Ref("here", *self.who), Ref("namesake", None, self.wanted))


Json = dict[str, Any]
Try = Callable[[str, Json], Json]
"""The answer that a tool would give to a payload now; nothing is recorded."""

MOST_TRIED: Final = 10
_READS: Final = "read_campaign"
DEEPEST: Final = 6
"""The maximum number of mistakes in one payload that are repaired one after the other."""
LONGEST_TRIED: Final = 8_000
"""The maximum length of a payload for which proposals are tried."""
UNTRIED: Final = frozenset(("found_by_doing", "heals_nothing", "ends_nothing"))
"""The codes of commands that can still be proposed: one that may not be tried, and one that fits but would be wasted now."""
_END: Final = ". Nothing was changed."


def led_on(answer: Json, tool: str, payload: Any, tries: Try, sees: Callable[[Lost], World], book: Rulebook) -> Json:
    """The refusal with a way forward: the place of the wanted thing, and a payload that is accepted unchanged.

    `sees`: the world in which a lost thing may be, as far as the caller may know it.
    """
    if "error" not in answer:
        return answer
    if not _is_short(payload):
        return {**answer, "error": {k: v for k, v in answer["error"].items() if k != "try"}}
    lost = _find_lost(tool, payload, answer["error"])
    clause, first = _whereabouts(lost, payload, sees(lost), book) if lost else ("", None)
    is_fit = partial(suggestion_laws.is_fit, payload, same_side=partial(_is_same_side, sees, book), harms=partial(_harms, book))
    found = _found(tool, payload, answer["error"], tries, first, is_fit, book.words.places)
    error = {k: v for k, v in answer["error"].items() if k != "try"}
    text = answer["text"].replace(_END, f"; {clause}{_END}", 1) if clause else answer["text"]
    if found is None:
        return {**answer, "error": error, "text": text}
    to, instead = found[0], _as_listed(*found, book)
    where = "Send instead" if to == tool else f"Send to {to}"
    elsewhere = {} if to == tool else {"tool": to}
    return {**answer, "error": {**error, "try": instead, **elsewhere}, "text": f"{text} {where}: {json.dumps(instead, ensure_ascii=False)}"}


def _as_listed(tool: str, payload: Json, book: Rulebook) -> Json:
    """Values in the spelling of the schema, and a choice as an object, which is how the tools list it: a client that checks can send it. A name that was
    sent as null names nobody, and is left out.
    """
    named = {key: value for key, value in payload.items() if value is not None or not key.endswith(("Name", "Id"))}
    payload = canonical(tool, named, book.words)
    choice = payload.get("choice")
    return {**payload, "choice": {"choice": choice}} if isinstance(choice, str) else payload


def _is_short(payload: Any) -> bool:
    """Whether the payload is an object short enough to be tried ten times quickly."""
    try:
        return isinstance(payload, dict) and len(json.dumps(payload)) <= LONGEST_TRIED
    except (RecursionError, TypeError, ValueError):
        return False


# ── the wanted thing ────────────────────────────────────────────────────────────────────────────────────────────────


def _find_lost(tool: str, payload: Json, error: Mapping[str, Any]) -> Lost | None:
    """The named thing that is not where the command looked for it, or that somebody wants to take from wherever it is."""
    if error["code"] == "operation_unknown" and "batch" not in payload:
        taken = wanted_by(tool, payload, str(error["details"]["wanted"]))
        return Lost(taken[0], taken[1:]) if taken else None
    wanted, who = error.get("details", {}).get("wanted"), (payload.get("characterId"), payload.get("characterName"))
    if not isinstance(wanted, str) or "errors" in error or not all(isinstance(w, str | None) for w in who):
        return None
    if error["code"] == "item_unknown" and error.get("field") == "itemName" and any(who):
        return Lost(wanted, who)
    return Lost(wanted, (None, None)) if error["code"] == "thing_unknown" else None


def _whereabouts(lost: Lost, payload: Json, world: World, book: Rulebook) -> tuple[str, Proposal | None]:
    """A clause with the holder or place of the wanted thing, and the call that brings the thing. Things here come first, and only they are
    brought: somebody has to go to a thing in another room.
    """
    if not any(lost.who):
        return _standing(lost, world)
    asker = targets.character(world, *lost.who, "characterName")
    if isinstance(asker, Rejected):
        return "", None
    here, own = world.room_of(asker.id), {t.id for t in world.tree_of(asker.id)}
    key = names.fold(lost.wanted)
    called = [t for t in world.nameable if t.kind == "item" and key in thing_stats.names_of(t, book)]
    found = [t for t in called if t.id not in own and not t.state.is_hidden and world.room_of(t.id)]
    thing = next(iter(sorted(found, key=lambda t: (world.room_of(t.id) != here, _is_in_use(world, t), _is_carried(world, t)))), None)
    if thing is None:
        return "", None
    clause, source = _place(world, thing, here)
    is_taken = _is_in_use(world, thing) and payload.get("operation") != "transfer"
    if is_taken or world.room_of(thing.id) != here:
        return clause, None
    is_wish = payload.get("operation") == "transfer" or wanted_by("manage_inventory", payload, str(payload.get("operation"))) is not None
    wish = {k: payload[k] for k in ("quantity", "all", *_TO) if k in payload} if is_wish else {}
    to = {} if any(k in wish for k in _TO) else {"toCharacterName": asker.name}
    return clause, ("manage_inventory", {"operation": "transfer", **source, "itemName": lost.wanted, **wish, **to})


def _is_in_use(world: World, thing: Thing) -> bool:
    """Whether somebody wears or wields the thing, or is attuned to it, so that nobody else can simply take it."""
    holder = world.bearer_of(thing.id)
    return thing.attuned_to is not None or (holder is not None and thing.id in world.worn_by.get(holder.id, {}))


def _is_carried(world: World, thing: Thing) -> bool:
    holder = world.bearer_of(thing.id)
    return holder is not None and holder.kind == "character"


_TO: Final = ("toName", "toId", "toCharacterName", "toCharacterId")


def _place(world: World, thing: Thing, here: Thing | None) -> tuple[str, Json]:
    """(the holder or place of the thing, the keys of a transfer of it)."""
    outer, holder, room = world.things[thing.parent_id or ""], world.bearer_of(thing.id), world.room_of(thing.id)
    away = f" in {room.name}" if room and room != here else ""
    if holder and holder.kind == "character":
        return f"{holder.name}{away} has it", {"characterName": holder.name}
    if outer.kind == "room":
        return f"it lies on the floor{away or ' here'}", {"bagId": outer.id}
    return f"it is in {outer.name}{away}", {"bagId": outer.id}


def _standing(lost: Lost, world: World) -> tuple[str, Proposal | None]:
    """The place of a creature that is not here."""
    who = next(iter(world.find_named(lost.wanted, "character")), None)
    room = world.room_of(who.id) if who else None
    if who is None or room is None:
        return "", None
    return f"{who.name} is in {room.name}", ("read_campaign", {"operation": "character", "characterName": who.name})


# ── the trials ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _found(
    tool: str,
    payload: Json,
    error: Mapping[str, Any],
    tries: Try,
    first: Proposal | None,
    is_fit: Callable[[Json, Collection[str]], bool],
    places: bool,
) -> Proposal | None:
    """The first accepted proposal that means what was sent, with mistakes repaired one after the other."""
    waiting: list[tuple[Proposal, int]] = [
        *([(first, DEEPEST)] if first else []),
        *((p, 1) for p in proposals(tool, payload, error, places)),
    ]
    seen: set[str] = {_key((tool, payload))}
    offered = {*suggestion_laws.offered_by(error)}
    tried = 0
    while waiting and tried < MOST_TRIED:
        proposal, depth = waiting.pop(0)
        if _key(proposal) in seen or not (proposal == first or is_fit(proposal[1], offered)):
            continue  # whoever has the thing that was named may be named, too
        seen.add(_key(proposal))
        tried += 1
        answer = tries(*proposal)
        if "error" not in answer or answer["error"]["code"] in UNTRIED:
            return proposal
        offered.update(suggestion_laws.offered_by(answer["error"]))
        if depth < DEEPEST:
            further = proposals(*proposal, answer["error"], places)
            waiting += [
                (p, depth + 1) for p in further if p[0] == proposal[0] or p[0] != _READS
            ]  # only the refusal of the call that was sent may lead to a reading call
    return None


def _is_same_side(sees: Callable[[Lost], World], book: Rulebook, other: str | None, name: str) -> bool:
    """Whether both creatures are on the party's side, or neither is; without another, whether this one is."""
    sides = [_is_ally(sees, book, one) for one in ([name] if other is None else [name, other])]
    return sides[0] is not None and sides[-1] is (True if other is None else sides[0])


def _is_ally(sees: Callable[[Lost], World], book: Rulebook, name: str) -> bool | None:
    """Whether the creature of this id or name is on the party's side, as its familiar is; None if the caller knows no such creature."""
    who = targets.id_or_name(name)
    world = sees(Lost(name, who))
    found = targets.character(world, *who, "characterName")
    return None if isinstance(found, Rejected) else is_ally(world, found, book)


def _harms(book: Rulebook, payload: Json) -> bool:
    """Whether the call is meant to harm somebody; an act that not everybody has, of which the payload tells nothing but the name, counts as
    one that does.
    """
    match payload.get("operation"):
        case "attack" | "damage":
            return True
        case "act":
            common = book.act(str(payload.get("act")))
            return common is None or item_acts.harms(common)
        case "apply":
            return "condition" in payload
        case "cast":
            spell = book.spell(str(payload.get("spell")))
            return spell is not None and item_acts.harms(spell)
    return False


def _key(proposal: Proposal) -> str:
    return json.dumps(proposal, sort_keys=True)
