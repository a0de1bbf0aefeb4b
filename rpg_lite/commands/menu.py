"""The menu: which operations each tool has, who decides them, and how a payload becomes commands."""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal, get_args

from pydantic import Field, ValidationError
from pydantic.alias_generators import to_camel

from rpg_lite.commands import sound, spelling
from rpg_lite.commands.action import Damage, Heal, Roll, decide_damage, decide_heal, decide_roll
from rpg_lite.commands.afflict import Apply, Lift, decide_apply, decide_lift
from rpg_lite.commands.attacks import Attack, decide_attack
from rpg_lite.commands.characters import (
    Create,
    Export,
    Import,
    Retire,
    Update,
    decide_create,
    decide_export,
    decide_import,
    decide_retire,
    decide_update,
)
from rpg_lite.commands.charting import ImportMap, decide_import_map
from rpg_lite.commands.checks import Check, Save, decide_check, decide_save
from rpg_lite.commands.fights import EndFight, NextTurn, StartFight, decide_end_fight, decide_next_turn, decide_start_fight
from rpg_lite.commands.inventory.attune import Attune, Unattune, decide_attune, decide_unattune
from rpg_lite.commands.inventory.exchange import Exchange, decide_exchange
from rpg_lite.commands.inventory.give import Give, decide_give
from rpg_lite.commands.inventory.identify import Identify, decide_identify
from rpg_lite.commands.inventory.transfer import Remove, Transfer, decide_remove, decide_transfer
from rpg_lite.commands.inventory.use import Use, decide_use
from rpg_lite.commands.inventory.view import View, decide_view
from rpg_lite.commands.inventory.wear import Equip, Unequip, decide_equip, decide_unequip
from rpg_lite.commands.journal import (
    Decide,
    Idea,
    Journal,
    Milestone,
    Note,
    Say,
    decide_entry,
    decide_journal,
)
from rpg_lite.commands.looking.around import Exits, Rooms, Who, decide_exits, decide_rooms, decide_who
from rpg_lite.commands.looking.belongings import Inventory, decide_inventory
from rpg_lite.commands.looking.examine import Examine, decide_examine
from rpg_lite.commands.maps import Map, Route, decide_map, decide_route
from rpg_lite.commands.meant import key_meant, verbs_meant
from rpg_lite.commands.outcome import Outcome, Rejected, Turn
from rpg_lite.commands.passing import Advance, Rest, decide_advance, decide_rest
from rpg_lite.commands.reading import (
    Character,
    History,
    ItemQuery,
    Party,
    decide_character,
    decide_history,
    decide_item,
    decide_party,
)
from rpg_lite.commands.rooms.build import (
    CreateRoom,
    Portal,
    RemoveRoom,
    UpdateRoom,
    decide_create_room,
    decide_portal,
    decide_remove_room,
    decide_update_room,
)
from rpg_lite.commands.rooms.doors import Close, Lock, Open, Unlock, decide_close, decide_lock, decide_open, decide_unlock
from rpg_lite.commands.rooms.look import Look, decide_look
from rpg_lite.commands.rooms.move import Go, decide_go
from rpg_lite.commands.rooms.scene import Join, Leave, Vibe, decide_join, decide_leave, decide_vibe
from rpg_lite.commands.rooms.search import Hide, Search, decide_hide, decide_search
from rpg_lite.commands.targets import Command
from rpg_lite.commands.tools import (
    DropTool,
    EquipTool,
    Tools,
    UnequipTool,
    decide_drop_tool,
    decide_equip_tool,
    decide_tools,
    decide_unequip_tool,
)
from rpg_lite.commands.undo import Undo
from rpg_lite.rules import names
from rpg_lite.rules.faults import faults_of, meant_by
from rpg_lite.rules.items import Document
from rpg_lite.rules.words import OURS, Words
from rpg_lite.world.things import World

InventoryCommand = Annotated[
    Give | Remove | Equip | Unequip | View | Transfer | Use | Attune | Unattune | Identify | Exchange | Undo,
    Field(discriminator="operation"),
]
CampaignCommand = Annotated[
    Party | Character | ItemQuery | History | Who | Exits | Rooms | Inventory | Examine | Journal, Field(discriminator="operation")
]
CharacterCommand = Annotated[Create | Update | Import | Export | Retire | Rest | Advance | Undo, Field(discriminator="operation")]
ConditionCommand = Annotated[Apply | Lift | Undo, Field(discriminator="operation")]
ActionCommand = Annotated[
    Attack | Check | Save | Damage | Heal | Roll | StartFight | NextTurn | EndFight | Undo, Field(discriminator="operation")
]
RoomCommand = Annotated[
    Look | Go | Search | Hide | Open | Close | Lock | Unlock | CreateRoom | Portal | UpdateRoom | RemoveRoom | Route | Map | ImportMap
    | Join | Leave | Vibe | Undo,
    Field(discriminator="operation"),
]  # fmt: skip
ToolCommand = Annotated[Tools | EquipTool | UnequipTool | DropTool | Undo, Field(discriminator="operation")]
JournalCommand = Annotated[Say | Note | Decide | Idea | Milestone | Undo, Field(discriminator="operation")]

TOOLS: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "manage_inventory": InventoryCommand,
        "read_campaign": CampaignCommand,
        "manage_character": CharacterCommand,
        "manage_condition": ConditionCommand,
        "execute_action": ActionCommand,
        "manage_room": RoomCommand,
        "manage_tools": ToolCommand,
        "keep_journal": JournalCommand,
    }
)
READ_ONLY: Final = frozenset(
    {View, Look, Route, Map, Party, Character, ItemQuery, History, Export, Tools, Who, Exits, Rooms, Inventory, Examine, Journal}
)

Decider = Callable[[Any, World, Turn], Outcome]
DECIDERS: Final[Mapping[type[Command], Decider]] = MappingProxyType(
    {
        Give: decide_give,
        Remove: decide_remove,
        Equip: decide_equip,
        Unequip: decide_unequip,
        View: decide_view,
        Transfer: decide_transfer,
        Use: decide_use,
        Attune: decide_attune,
        Unattune: decide_unattune,
        Identify: decide_identify,
        Exchange: decide_exchange,
        Party: decide_party,
        Character: decide_character,
        ItemQuery: decide_item,
        History: decide_history,
        Create: decide_create,
        Update: decide_update,
        Import: decide_import,
        Export: decide_export,
        Retire: decide_retire,
        Apply: decide_apply,
        Lift: decide_lift,
        Damage: decide_damage,
        Heal: decide_heal,
        Roll: decide_roll,
        Attack: decide_attack,
        Check: decide_check,
        Save: decide_save,
        StartFight: decide_start_fight,
        NextTurn: decide_next_turn,
        EndFight: decide_end_fight,
        Rest: decide_rest,
        Advance: decide_advance,
        Tools: decide_tools,
        EquipTool: decide_equip_tool,
        UnequipTool: decide_unequip_tool,
        DropTool: decide_drop_tool,
        Look: decide_look,
        Go: decide_go,
        Search: decide_search,
        Hide: decide_hide,
        Open: decide_open,
        Close: decide_close,
        Lock: decide_lock,
        Unlock: decide_unlock,
        CreateRoom: decide_create_room,
        Portal: decide_portal,
        UpdateRoom: decide_update_room,
        RemoveRoom: decide_remove_room,
        Join: decide_join,
        Leave: decide_leave,
        Vibe: decide_vibe,
        Route: decide_route,
        Map: decide_map,
        ImportMap: decide_import_map,
        Who: decide_who,
        Exits: decide_exits,
        Rooms: decide_rooms,
        Inventory: decide_inventory,
        Examine: decide_examine,
        **dict.fromkeys((Say, Note, Decide, Idea, Milestone), decide_entry),
        Journal: decide_journal,
    }
)
"""Everything but Undo, which needs the chronicle beside the world (`undo.decide_undo`)."""

MOST_IN_BATCH: Final = 20
_DEFAULTS: Final = ("operation", "characterId", "characterName", "bagId", "bagName")
_UNDO: Final = frozenset({"operation", "rev", "toRev"})
_DECODED: Final = frozenset({"batch", "item", "character", "document", "stats", "unset", "toggles", "names", "notes", "hitDice"})


class Misread(Command):
    """An element of a batch that was not understood: refused in its turn, so that the others are decided and told as well."""

    operation: str = ""
    refusal: Any


class Envelope(Document):
    """What stands beside the operation, the same for every tool."""

    batch: Annotated[
        tuple[dict[str, Any], ...] | None,
        Field(min_length=1, max_length=MOST_IN_BATCH, description="1-20 operations; a target and an operation beside it hold for all."),
    ] = None
    on_error: Annotated[Literal["abort", "continue"], Field(description="abort: all or nothing.")] = "abort"
    dry_run: Annotated[bool, Field(strict=True, description="Decide and show, record nothing.")] = False
    request_id: Annotated[str | None, Field(min_length=1, max_length=100, description="Your id: sent again, nothing is done twice.")] = None
    detail: Annotated[Literal["brief", "full"] | None, Field(description="full: with all data and reasons.")] = None


@dataclass(frozen=True, slots=True)
class Asked:
    """A payload that was understood."""

    tool: str
    commands: tuple[Command, ...]
    envelope: Envelope
    request_hash: str

    @property
    def is_batch(self) -> bool:
        return self.envelope.batch is not None

    @property
    def reads(self) -> bool:
        return all(type(c) in READ_ONLY or isinstance(c, Misread) for c in self.commands)


@cache
def operations(tool: str) -> Mapping[str, type[Command]]:
    """Operation → its model, derived from the tool's union."""
    members: Sequence[type[Command]] = get_args(get_args(TOOLS[tool])[0])
    return {get_args(m.model_fields["operation"].annotation)[0]: m for m in members}


def fields_of(tool: str, operation: str) -> set[str]:
    """The keys of an operation as payloads spell them; none where the tool has no such operation."""
    model = operations(tool).get(operation)
    return {to_camel(name) for name in model.model_fields} if model else set()


def parse(tool: str, payload: Any, words: Words = OURS) -> Asked | Rejected | list[Rejected]:
    """The commands of a payload, or what is wrong with it. `words`: the conditions and slots of the campaign's rulebook."""
    if tool not in TOOLS:
        return Rejected("tool_unknown", None, {"wanted": tool}, tuple(names.nearest(tool, TOOLS)), tuple(TOOLS))
    if not isinstance(payload, dict):
        return Rejected("payload_not_object", None, {"given": type(payload).__name__})
    if deep := sound.too_deep(payload):
        return _invalid([deep])
    if broken := sound.not_unicode(payload):
        return Rejected("text_broken", broken)
    plain = _plain(payload)
    if deep := sound.too_deep(plain):  # likewise
        return _invalid([deep])
    if wrong := sound.no_number({"operation": _operations(plain)}):  # the others are told with what may stand there
        return _invalid([wrong])
    if broken := sound.not_unicode(plain):  # it may have hidden in what came as text
        return Rejected("text_broken", broken)
    if twice := sound.given_twice(payload) or sound.given_twice(plain):
        return Rejected("given_twice", twice[1], {"one": twice[0], "other": twice[1]})
    outer = {k: plain[k] for k in plain if k in _ENVELOPE}
    try:
        envelope = Envelope.model_validate(outer)
    except ValidationError as error:
        return _invalid(_of_envelope(faults_of(error, Envelope)))
    if sound.control_in({"requestId": envelope.request_id}):
        return Rejected("text_broken", "requestId")
    inner = {k: v for k, v in plain.items() if k not in _ENVELOPE}
    commands = _batch(tool, inner, envelope.batch, words) if envelope.batch is not None else _command(tool, inner, words)
    if isinstance(commands, Rejected | list):
        return commands
    if wrong := sound.no_number(plain):
        return _invalid([wrong])
    return Asked(tool, commands if isinstance(commands, tuple) else (commands,), envelope, _hash(tool, plain))


_ENVELOPE: Final = frozenset(to_camel(k) for k in Envelope.model_fields)


def _of_envelope(faults: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Without the length of a batch whose elements are wrong: those are not counted."""
    return [f for f in faults if f[0] != "batch" or not any(path.startswith("batch[") for path, _ in faults)]


def _operations(plain: Mapping[str, Any]) -> list[Any]:
    batch = plain.get("batch")
    return [plain.get("operation"), *(e.get("operation") for e in (batch if isinstance(batch, list) else ()) if isinstance(e, dict))]


def _plain(payload: Mapping[str, Any]) -> dict[str, Any]:
    """camelCase at the top, null left out, objects and arrays decoded that came as strings."""
    return {to_camel(k) if "_" in k else k: _decoded(k, _without_null(v)) for k, v in payload.items() if v is not None}


def _without_null(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: _without_null(v) for k, v in value.items() if v is not None}
    return [_without_null(v) for v in value] if isinstance(value, list) else value


def _decoded(key: str, value: Any) -> Any:
    if key not in _DECODED:
        return value
    found = _unpacked(value, "{[")
    return [_unpacked(element, "{") for element in found] if key == "batch" and isinstance(found, list) else found


def _unpacked(value: Any, opens: str) -> Any:
    """An object or a list that came as text; anything else as it is."""
    if not isinstance(value, str) or value.lstrip()[:1] not in (*opens,):
        return value
    try:
        return _without_null(json.loads(value))
    except (ValueError, RecursionError):
        return value


def _batch(tool: str, beside: dict[str, Any], elements: Sequence[Mapping[str, Any]], words: Words) -> tuple[Command, ...] | list[Rejected]:
    """Each element with the defaults that stand beside the batch."""
    plain = [_plain(e) for e in elements]
    if refused := list(_beside(tool, beside, plain)):
        return refused
    parsed = [_command(tool, _with_defaults(tool, beside, e), words, in_batch=True) for e in plain]
    return tuple(Misread(refusal=p) if isinstance(p, Rejected) else p for p in parsed)


def _beside(tool: str, beside: Mapping[str, Any], elements: Sequence[Mapping[str, Any]]) -> Iterator[Rejected]:
    """What stands beside a batch and is no default of its elements: a key that none of them takes, or one that nobody knows."""
    theirs = _served(tool)
    strangers = [k for k in beside if k not in _DEFAULTS or k not in theirs]
    allowed = (*(k for k in _DEFAULTS if k in theirs), *sorted(_ENVELOPE))
    takes = [fields_of(tool, str(e.get("operation", beside.get("operation")))) - e.keys() for e in elements]
    if idle := [k for k in strangers if k in theirs and not any(k in keys for keys in takes)]:
        yield Rejected("beside_batch", idle[0], {"keys": idle}, allowed=allowed)
    if unknown := [k for k in strangers if k not in theirs]:
        yield _invalid([(k, meant_by(k, allowed)) for k in unknown])


@cache
def _served(tool: str) -> Mapping[str, list[str]]:
    """Key → the operations of the tool that take it."""
    found: dict[str, list[str]] = {}
    for operation, model in operations(tool).items():
        for name in model.model_fields:
            found.setdefault(to_camel(name), []).append(operation)
    return found


def _with_defaults(tool: str, beside: Mapping[str, Any], element: dict[str, Any]) -> dict[str, Any]:
    """What stands beside the batch holds for each element that takes it and says nothing else; a target, for those that name none of their own."""
    own_target = any(k in element for k in _DEFAULTS[1:])
    takes = fields_of(tool, str(element.get("operation", beside.get("operation"))))
    held = {k: v for k, v in beside.items() if k == "operation" or (not own_target if k in _DEFAULTS else k in takes)}
    return {**held, **element}


def _command(tool: str, payload: dict[str, Any], words: Words, in_batch: bool = False) -> Command | Rejected:
    known = operations(tool)
    operation = payload.get("operation")
    if operation is None:
        return _without_operation(tool, payload)
    if not isinstance(operation, str) or operation not in known:
        elsewhere = next((t for t in TOOLS if str(operation) in operations(t)), None)
        details = {"wanted": operation, "tool": tool, "elsewhere": elsewhere}
        return Rejected("operation_unknown", "operation", details, tuple(verbs_meant(str(operation), known)), tuple(known))
    if known[operation] is Undo and (refusal := _not_alone(tool, payload, in_batch)):
        return refusal
    if torn := next((k for k, v in payload.items() if k in _DECODED and isinstance(v, str) and v.lstrip().startswith("{")), None):
        return _invalid([(torn, "begins as a JSON object and is none to the end; send an object, not text")])
    if nested := next((k for k in payload if k in _ENVELOPE), None):
        return Rejected("envelope_inside", nested, {"key": nested})
    try:
        understood = spelling.read(known[operation], payload, words)
    except ValidationError as error:
        return _invalid(list(_explained(tool, operation, payload, faults_of(error, known[operation], sorted(_ENVELOPE)))))
    broken = sound.control_in(payload)
    return Rejected("text_broken", broken) if broken else understood


def _without_operation(tool: str, payload: Mapping[str, Any]) -> Rejected:
    """No operation, or one under a key that is misspelt."""
    theirs = _served(tool)
    strangers = [k for k in payload if k not in theirs and k not in _ENVELOPE]
    if any(names.nearest(k, ["operation"]) for k in strangers):
        return _invalid([(k, meant_by(k, [*theirs, *sorted(_ENVELOPE)])) for k in strangers])
    return Rejected("operation_missing", "operation", {"tool": tool}, allowed=tuple(operations(tool)))


def _not_alone(tool: str, payload: Mapping[str, Any], in_batch: bool) -> Rejected | None:
    """An undo in a batch, or with a target or another operation's key beside it."""
    if in_batch:
        return Rejected("undo_alone", "operation")
    beside = [k for k in payload if k in _served(tool) and k not in _UNDO]
    if not beside and payload.keys() >= _UNDO:
        return Rejected("undo_both", "toRev", instead=_undo_of(payload))
    return Rejected("undo_alone", beside[0], instead=_undo_of(payload)) if beside else None


def _undo_of(payload: Mapping[str, Any]) -> dict[str, Any] | None:
    """What of it is an undo, if that would be understood: of two revs the one that goes back further."""
    alone = {k: payload[k] for k in ("operation", "toRev" if "toRev" in payload else "rev") if k in payload}
    try:
        Undo.model_validate(alone)
    except ValidationError:
        return None
    return alone if sound.no_number(alone) is None else None


def _explained(tool: str, operation: str, payload: Mapping[str, Any], faults: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """A key of no operation with the key that is meant here; one that other operations have is named as theirs."""
    theirs_by_key = _served(tool)
    for path, sentence in faults:
        others = theirs_by_key.get(path, [])
        meant = key_meant(path, payload.get(path), fields_of(tool, operation), payload) if sentence.startswith("unknown key") else None
        theirs = f"only for operation={'|'.join(others)}, not {operation}" + (f"; did you mean {meant!r}?" if meant else "")
        own = f"unknown key; did you mean {meant!r}?" if meant else sentence
        yield path, theirs if others and sentence.startswith("unknown key") else own


def _invalid(faults: Sequence[tuple[str, str]]) -> Rejected:
    return Rejected("argument_invalid", faults[0][0] or None, {"faults": list(faults)})


def _hash(tool: str, plain: Mapping[str, Any]) -> str:
    """One hash for one payload, however it was spelled; what only shapes the answer does not count."""
    kept = {k: v for k, v in plain.items() if k not in ("requestId", "detail")}
    text = json.dumps([tool, kept], sort_keys=True, ensure_ascii=False, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode()).hexdigest()
