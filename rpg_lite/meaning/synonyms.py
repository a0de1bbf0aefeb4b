"""Other words for keys and operations: used for suggestions, never for acting."""

import re
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any, Final

from rapidfuzz import fuzz

from rpg_lite.rules import names

ID: Final = re.compile(r"[a-z]\d+\.\d+")
"""Matches an id."""
ALIKE: Final = 75
"""The percentage of letters that a misspelled key must share with another."""

_WHO: Final = ("characterName", "actorName", "name")
_TARGET: Final = ("targetName", "toCharacterName", "toName", "characterName", "targets", "names")
_FROM: Final = ("fromName", "characterName", "bagName")
_TO: Final = ("toName", "toCharacterName", "targetName", "name")
_ROOM: Final = ("bagName", "roomName", "toName", "name")
_BAG: Final = ("bagName", "toName")
_ITEM: Final = ("itemName", "item", "template", "name", "query")
_COUNT: Final = ("quantity", "count", "amount", "xp")
_SAID: Final = ("text", "query")

KEYS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        **dict.fromkeys(("character", "who", "actor", "attacker", "hero", "creature", "user", "player", "pc", "bearer", "owner", "caster", "charactername"), _WHO),
        **dict.fromkeys(("target", "victim", "enemy", "defender", "on", "targetcharacter"), _TARGET),
        **dict.fromkeys(("from", "fromcharacter", "giver", "sender", "source"), _FROM),
        **dict.fromkeys(("to", "tocharacter", "recipient", "receiver", "destination", "dest", "goal", "toroom", "newowner"), _TO),
        **dict.fromkeys(("shop", "merchant", "vendor", "seller", "shopkeeper", "buyer"), ("fromName", "toName")),
        **dict.fromkeys(("room", "location", "place"), _ROOM),
        **dict.fromkeys(("bag", "container", "chest"), _BAG),
        **dict.fromkeys(("item", "weapon", "thing", "object", "potion", "gear", "equipment"), _ITEM),
        **dict.fromkeys(("amount", "count", "number", "qty", "num", "n"), _COUNT),
        **dict.fromkeys(("damage", "dmg", "points", "value", "hp", "hitpoints"), ("amount", "dice")),
        **dict.fromkeys(("dmgtype", "type", "element"), ("damageType", "kind", "exitKind")),
        **dict.fromkeys(("roll", "formula", "expression", "notation", "die"), ("dice",)),
        **dict.fromkeys(("message", "content", "note", "body", "entry"), _SAID),
        **dict.fromkeys(("spell", "buff", "spelleffect"), ("spell", "effect", "spells")),
        **dict.fromkeys(("level", "slotlevel", "spelllevel", "spellslot", "castlevel", "castatlevel", "atlevel", "upcast"), ("slot",)),
        **dict.fromkeys(("status", "state", "conditions"), ("condition",)),
        "names": ("targets", "characterName"),
        "targets": ("names", "targetName", "characterName"),
        "quantity": ("count",),
        **dict.fromkeys(("way", "exit", "dir", "heading", "door"), ("direction",)),
        **dict.fromkeys(("time", "length", "lasts", "howlong"), ("duration",)),
        **dict.fromkeys(("participants", "combatants", "characters", "members", "creatures", "fighters"), ("names",)),
        **dict.fromkeys(("search", "keyword", "q", "name"), ("query", "itemName", "characterName", "toName")),
        **dict.fromkeys(("difficulty", "difficultyclass"), ("dc",)),
        **dict.fromkeys(("monster", "creaturetype", "statblock"), ("template",)),
        **dict.fromkeys(("sheet", "data", "changes", "updates"), ("character",)),
        **dict.fromkeys(("resttype", "length"), ("kind",)),
        **dict.fromkeys(("stat",), ("ability", "stats")),
    }
)  # fmt: skip
"""A key in lowercase, without a final Name or Id → the keys that it may mean, the likeliest first."""

VERBS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        **dict.fromkeys(("move", "walk", "travel", "enter", "head", "move_to", "go_to", "flee"), ("go", "transfer")),
        **dict.fromkeys(("hand", "hand_over", "put", "stash", "store", "send", "trade", "pass"), ("transfer",)),
        **dict.fromkeys(("take", "loot", "grab", "pick_up", "pickup", "collect", "get"), ("transfer",)),
        **dict.fromkeys(("take_item", "pick_up_item", "loot_item", "get_item", "transfer_item", "give_to", "hand_item"), ("transfer",)),
        **dict.fromkeys(("purchase", "pay_for"), ("buy",)),
        **dict.fromkeys(("pawn", "sell_item"), ("sell",)),
        **dict.fromkeys(("drop", "put_down", "leave_behind"), ("transfer",)),
        **dict.fromkeys(("wear", "wield", "don", "hold", "draw"), ("equip",)),
        **dict.fromkeys(("doff", "take_off", "unwield", "sheathe"), ("unequip",)),
        **dict.fromkeys(("drink", "consume", "activate", "throw", "eat"), ("use",)),
        **dict.fromkeys(("inspect", "describe", "investigate"), ("examine",)),
        **dict.fromkeys(("list", "show", "inventory"), ("view", "character")),
        **dict.fromkeys(("hit", "strike", "shoot", "stab"), ("attack",)),
        **dict.fromkeys(("skill_check", "ability_check", "test"), ("check",)),
        **dict.fromkeys(("saving_throw", "save_throw"), ("save",)),
        **dict.fromkeys(("deal_damage", "hurt", "harm"), ("damage",)),
        **dict.fromkeys(("cure", "restore", "healing"), ("heal",)),
        **dict.fromkeys(("roll_dice", "dice"), ("roll",)),
        **dict.fromkeys(("start_combat", "begin_combat", "begin_fight", "combat", "initiative", "roll_initiative", "start"), ("start_fight",)),
        **dict.fromkeys(("next", "end_turn", "turn", "next_round"), ("next_turn",)),
        **dict.fromkeys(("cast_spell", "spell", "use_spell"), ("cast", "apply")),
        **dict.fromkeys(("cast", "add_condition", "apply_condition", "add_effect", "inflict", "afflict", "add"), ("apply",)),
        **dict.fromkeys(("overview", "summary", "get_party", "campaign"), ("party",)),
        **dict.fromkeys(("sheet", "stats", "get_character", "read"), ("character",)),
        **dict.fromkeys(("find_item", "lookup", "search_items"), ("item",)),
        **dict.fromkeys(("long_rest", "short_rest", "sleep", "take_rest", "take_a_rest", "camp", "make_camp", "rest_up", "nap"), ("rest",)),
        **dict.fromkeys(("difficulty", "encounter_difficulty", "random_encounter", "build_encounter", "challenge_rating"), ("encounter",)),
        **dict.fromkeys(("award_xp", "give_xp", "add_xp", "grant_xp", "xp", "experience", "give_experience"), ("award",)),
        **dict.fromkeys(("levelup", "gain_level", "rise", "raise_level", "advance_level"), ("level_up",)),
        **dict.fromkeys(("learn", "learn_spell", "learn_spells", "memorize", "prepare_spell"), ("prepare",)),
        **dict.fromkeys(("death_save", "death_saving_throw"), ("save",)),
        **dict.fromkeys(("spells", "slots", "abilities", "features", "hp"), ("character",)),
        **dict.fromkeys(("wait", "pass_time", "advance_time"), ("advance",)),
        **dict.fromkeys(("modify", "edit", "change", "set", "rename", "set_hp", "change_hp", "modify_hp"), ("update",)),
        **dict.fromkeys(("pick_lock", "lockpick", "pick"), ("unlock",)),
        **dict.fromkeys(("look_around", "observe", "describe_room"), ("look",)),
        **dict.fromkeys(("path", "find_path", "directions"), ("route",)),
        **dict.fromkeys(("add_note", "write", "record", "remember"), ("note",)),
        **dict.fromkeys(("speak", "tell", "talk"), ("say",)),
    }
)  # fmt: skip
"""A verb as people write it → operations that it may mean. None of these operations creates or ends anything."""

ASKED: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        **dict.fromkeys(("add", "add_item", "give_item", "grant", "grant_item", "create_item", "new_item", "spawn_item", "add_to_inventory"), ("give",)),
        **dict.fromkeys(("add_gold", "give_gold", "grant_gold", "add_money", "give_money", "add_coins", "give_coins"), ("give",)),
        **dict.fromkeys(("delete", "destroy", "discard", "delete_item", "remove_item", "destroy_item", "remove_from_inventory"), ("remove",)),
        **dict.fromkeys(("remove_condition", "end_condition", "clear_condition", "remove_effect", "end_effect", "clear_effect"), ("remove",)),
        **dict.fromkeys(("create_character", "new_character", "make_character", "add_character", "create_npc", "add_npc"), ("create",)),
        **dict.fromkeys(("spawn", "spawn_creature", "spawn_monster", "create_monster", "add_monster", "create_creature"), ("create",)),
        **dict.fromkeys(("create_room", "add_room", "new_room", "make_room"), ("create",)),
        **dict.fromkeys(("delete_character", "remove_character"), ("retire",)),
        **dict.fromkeys(("end_combat", "stop_combat", "stop_fight"), ("end_fight",)),
        **dict.fromkeys(("end_spell", "end_concentration", "drop_concentration", "stop_concentrating", "dismiss", "dismiss_spell"), ("end",)),
        **dict.fromkeys(("undo_last", "revert", "rollback"), ("undo",)),
    }
)  # fmt: skip
"""A verb that asks in other words for an operation that creates or ends something → that operation."""

TAKERS: Final = frozenset("take loot grab pick_up pickup pick collect get take_item pick_up_item loot_item get_item".split())
"""Verbs of somebody who takes a thing that lies or is kept somewhere else."""

TAKING: Final = frozenset(("remove", "end", "end_fight", "retire", "drop", "undo", "unattune", "leave", "unquest"))
"""Operations that end or take away something: never proposed for a name that the sender did not type."""
WEIGHTY: Final = TAKING | {"create", "give", "import", "import_map", "portal", "lock"}
"""Operations that create, end or take away something: never proposed unless the sender used one of them."""


def key_meant(key: str, value: Any, fields: Collection[str], taken: Collection[str] = ()) -> str | None:
    """The key among these that is probably meant, if any: a name goes to …Name, an id to …Id."""
    bare = key.replace("_", "").casefold()
    stem = bare.removesuffix("name").removesuffix("id") or bare
    free = [f for f in fields if f not in taken]
    for word in KEYS.get(bare, ()) + KEYS.get(stem, ()):
        if (found := _for_value(word, value, free)) is not None:
            return found
    near = sorted(names.nearest(key, free), key=lambda f: fuzz.ratio(key.casefold(), f.casefold()), reverse=True)
    if near and fuzz.ratio(key.casefold(), near[0].casefold()) >= ALIKE:
        return _for_value(near[0], value, free)
    return None


_SEVERAL: Final = MappingProxyType({"targetName": "targets", "characterName": "names", "name": "names"})
"""The key for one name → the key for several."""


def _for_value(word: str, value: Any, free: Collection[str]) -> str | None:
    """The key, with Name or Id at its end, or the one for several names, depending on the value."""
    is_many = (isinstance(value, list) and len(value) > 1) or (isinstance(value, str) and ", " in value)
    if is_many and _SEVERAL.get(word) in free:
        return _SEVERAL[word]
    if word.endswith(("Name", "Id")) and isinstance(value, str):
        stem = word.removesuffix("Name").removesuffix("Id")
        word = f"{stem}Id" if ID.fullmatch(value) and f"{stem}Id" in free else f"{stem}Name" if f"{stem}Name" in free else word
    return word if word in free else None


def verb_key(verb: str) -> str:
    """The verb as these lists write it.

    >>> verb_key("pickUp"), verb_key("Add Item")
    ('pick_up', 'add_item')
    """
    return re.sub(r"[\s-]+", "_", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", verb.strip())).casefold()


def verbs_meant(verb: str, known: Collection[str]) -> list[str]:
    """The operations that may be meant, the likeliest first: similar ones must not create or end something by mistake."""
    key = verb_key(verb)
    alike = [v for v in names.nearest(verb, known) if v not in WEIGHTY or fuzz.ratio(key, v) >= _MISSPELT]
    return list(
        dict.fromkeys((*((key,) if key in known else ()), *(v for v in (*VERBS.get(key, ()), *ASKED.get(key, ())) if v in known), *alike))
    )


_MISSPELT: Final = 85
"""The percentage of letters that a misspelled word shares with the correct word; "move" and "remove" are different words."""
