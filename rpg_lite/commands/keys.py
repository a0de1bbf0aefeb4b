"""With which keys each operation is sent: what the strategies make calls of."""

from typing import Final

PAYLOADS: Final[dict[str, dict[str, str]]] = {
    "manage_inventory": {
        "give": "characterName item quantity? equip? identified?", "remove": "characterName itemName quantity? all?",
        "equip": "characterName itemName slot? grip? attune?", "unequip": "characterName itemName",
        "view": "characterName showEquipped? showInventory? showStats?",
        "transfer": "characterName itemName toCharacterName quantity? all?", "use": "characterName itemName targetName? quantity?",
        "attune": "characterName itemName", "unattune": "characterName itemName", "identify": "characterName itemName",
        "exchange": "characterName itemName toName quantity?",
    },
    "read_campaign": {
        "party": "", "character": "characterName stats?", "item": "query", "history": "last?", "journal": "query? since?",
        "who": "characterName? forPlayers?", "exits": "characterName? forPlayers?", "rooms": "everything?",
        "inventory": "characterName? scope? forPlayers?", "examine": "name",
    },
    "manage_character": {
        "create": "name character?", "update": "characterName character", "import": "document replace?", "export": "characterName",
        "retire": "characterName", "rest": "characterName kind hitDice?", "advance": "duration",
    },
    "manage_condition": {
        "apply": "characterName condition duration? source?", "remove": "characterName condition level?",
    },
    "execute_action": {
        "attack": "characterName targetName mode? seed?", "check": "characterName skill dc? mode?", "save": "characterName ability dc?",
        "damage": "characterName amount damageType magical?", "heal": "characterName dice seed?", "roll": "dice seed?",
        "start_fight": "names seed?", "next_turn": "", "end_fight": "recover?",
    },
    "manage_tools": {
        "tools": "characterName?", "equip": "itemName priority? content?", "unequip": "itemName characterName?", "drop": "itemName characterName?",
    },
    "keep_journal": {"say": "text toName?", **dict.fromkeys(("note", "decide", "idea", "milestone"), "text characterName?")},
    "manage_room": {
        "route": "toName everything?", "map": "toName? around? everything?", "look": "characterName? forPlayers?",
        "go": "direction characterName? names?", "search": "characterName? dc? passive? seed?", "hide": "itemName dc?", "open": "direction",
        "close": "direction", "lock": "direction force?", "unlock": "characterName direction force? seed?",
        "create": "name direction? description? vibe?", "portal": "direction toName twoWay?", "update": "bagName description? vibe?",
        "remove": "bagName all?", "import_map": "document direction?", "join": "toName characterName? names? force?", "leave": "characterName? force?",
        "vibe": "bagName? vibe?",
    },
}  # fmt: skip
"""Of each operation the keys that it is sent with; those with a question mark may be left out. `undo` is the same in every tool."""
