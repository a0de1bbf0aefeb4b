"""What players and viewers may do with each command: one row for every one there is, held equal to the menu. A game master may do everything."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

from rpg_lite.commands.action import Damage, Heal, Roll
from rpg_lite.commands.afflict import Apply, Lift
from rpg_lite.commands.attacks import Attack
from rpg_lite.commands.characters import Create, Export, Import, Retire, Update
from rpg_lite.commands.charting import ImportMap
from rpg_lite.commands.checks import Check, Save
from rpg_lite.commands.fights import EndFight, NextTurn, StartFight
from rpg_lite.commands.inventory.attune import Attune, Unattune
from rpg_lite.commands.inventory.exchange import Exchange
from rpg_lite.commands.inventory.give import Give
from rpg_lite.commands.inventory.identify import Identify
from rpg_lite.commands.inventory.transfer import Remove, Transfer
from rpg_lite.commands.inventory.use import Use
from rpg_lite.commands.inventory.view import View
from rpg_lite.commands.inventory.wear import Equip, Unequip
from rpg_lite.commands.journal import Decide, Idea, Journal, Milestone, Note, Say
from rpg_lite.commands.looking.around import Exits, Rooms, Who
from rpg_lite.commands.looking.belongings import Inventory
from rpg_lite.commands.looking.examine import Examine
from rpg_lite.commands.maps import Map, Route
from rpg_lite.commands.passing import Advance, Rest
from rpg_lite.commands.reading import Character, History, ItemQuery, Party
from rpg_lite.commands.rooms.build import CreateRoom, Portal, RemoveRoom, UpdateRoom
from rpg_lite.commands.rooms.doors import Close, Lock, Open, Unlock
from rpg_lite.commands.rooms.look import Look
from rpg_lite.commands.rooms.move import Go
from rpg_lite.commands.rooms.scene import Join, Leave, Vibe
from rpg_lite.commands.rooms.search import Hide, Search
from rpg_lite.commands.targets import Command
from rpg_lite.commands.tools import DropTool, EquipTool, Tools, UnequipTool
from rpg_lite.commands.undo import Undo
from rpg_lite.vocabulary import Role

Right = Literal["never", "reads", "own"]
"""`reads`: what players see. `own`: with one's own characters."""

_GM: Final[Mapping[Role, Right]] = MappingProxyType({"player": "never", "viewer": "never"})
_OWN: Final[Mapping[Role, Right]] = MappingProxyType({"player": "own", "viewer": "never"})
_SEEN: Final[Mapping[Role, Right]] = MappingProxyType({"player": "reads", "viewer": "reads"})

TABLE: Final[Mapping[type[Command], Mapping[Role, Right]]] = MappingProxyType(
    {
        # manage_inventory: nothing comes from nothing, and nothing is known but by the game master's word
        Give: _GM,
        Remove: _GM,
        Identify: _GM,
        Equip: _OWN,
        Unequip: _OWN,
        Use: _OWN,
        Attune: _OWN,
        Unattune: _OWN,
        Transfer: _OWN,
        Exchange: _OWN,
        View: _SEEN,
        # read_campaign: what was played and what lies behind it are the game master's
        Party: _SEEN,
        Character: _SEEN,
        ItemQuery: _SEEN,
        Who: _SEEN,
        Exits: _SEEN,
        Rooms: _SEEN,
        Inventory: _SEEN,
        Journal: _OWN,
        History: _GM,
        Examine: _GM,
        # manage_character, manage_condition
        Create: _GM,
        Update: _GM,
        Import: _GM,
        Export: _GM,
        Retire: _GM,
        Rest: _GM,
        Advance: _GM,
        Apply: _GM,
        Lift: _GM,
        # execute_action: the dice are rolled by whom they concern, what they do is decided by the rules
        Attack: _OWN,
        Check: _OWN,
        Save: _OWN,
        Roll: _OWN,
        NextTurn: _OWN,
        Damage: _GM,
        Heal: _GM,
        StartFight: _GM,
        EndFight: _GM,
        # manage_room: a search without a DC finds all, and the DC is the game master's
        Look: _SEEN,
        Map: _SEEN,
        Route: _SEEN,
        Go: _OWN,
        Open: _OWN,
        Close: _OWN,
        Lock: _OWN,
        Unlock: _OWN,
        Search: _GM,
        Hide: _GM,
        CreateRoom: _GM,
        Portal: _GM,
        UpdateRoom: _GM,
        RemoveRoom: _GM,
        ImportMap: _GM,
        Join: _GM,
        Leave: _GM,
        Vibe: _GM,
        # manage_tools: prompts and house rules
        Tools: _GM,
        EquipTool: _GM,
        UnequipTool: _GM,
        DropTool: _GM,
        # keep_journal
        Say: _OWN,
        Note: _OWN,
        Decide: _OWN,
        Idea: _OWN,
        Milestone: _OWN,
        # every tool: what others did is not theirs to take back
        Undo: _GM,
    }
)


def allowed(role: Role) -> tuple[str, ...]:
    """The operations of a role that stands in the table."""
    return tuple(sorted({_operation(c) for c, rights in TABLE.items() if rights[role] != "never"}))


def operations_for(role: Role, operations: Mapping[str, type[Command]]) -> tuple[str, ...]:
    """Of the operations of a tool those that the role may send."""
    return tuple(o for o, command in operations.items() if role == "gm" or TABLE[command][role] != "never")


def _operation(command: type[Command]) -> str:
    word: str = command.model_fields["operation"].annotation.__args__[0]  # type: ignore[union-attr]
    return word


_BEFORE_ALL: Final = (History, Examine, StartFight, EndFight, Rest, Search, Join, Leave)


def is_before_all(command: type[Command]) -> bool:
    """Whether it is told as players see it: what they may ask themselves, what looks around for them, and what befalls everybody."""
    return TABLE[command]["player"] != "never" or command in _BEFORE_ALL
