"""The compact form of a tool, for models with small windows: a line for each operation in place of a schema of all fields."""

from collections import Counter
from collections.abc import Mapping
from typing import Final

from pydantic.alias_generators import to_camel

from rpg_lite.decision.command import Command
from rpg_lite.operations.registry import keys_sent
from rpg_lite.operations.role_table import is_reserved, listed_for
from rpg_lite.operations.schema import Schema, first_sentence, is_listed
from rpg_lite.vocabulary import Role

MOST_KEYS: Final = 12
"""The most keys that a line shows; keys that an operation needs are always shown."""
_MORE: Final = "…"
_Keys = Mapping[str, tuple[list[str], list[str]]]
"""Operation → its usual keys, as its record gives them, and its other keys."""


def compact(tool: str, role: Role, places: bool = False) -> Schema:
    """A schema that names the operations and leaves their fields to the menu. A wrong field is refused as under the full schema."""
    operation = {"type": "string", "enum": [*listed_for(role, tool, places)]}
    return {"type": "object", "properties": {"operation": operation}, "additionalProperties": True}


def menu(tool: str, role: Role, letters: int, places: bool = False) -> str:
    """A line for each operation of a tool that the role may send: `- heal(characterName, dice, amount?): Give hit points back.`

    A question mark means that the key may be left out. Rare keys give way to "…" if the text would have more than this many letters. Ids
    are left out where a name does as well. `places`: of a campaign that measures.
    """
    texts = [_text(tool, role, most, places) for most in range(MOST_KEYS, -1, -1)]
    return next((text for text in texts if len(text) <= letters), texts[-1])


def lines(tool: str, role: Role, most: int = MOST_KEYS, places: bool = False) -> Mapping[str, str]:
    """Operation → its line, with at most this many keys in addition to those that it needs."""
    keys = _keys(tool, role, places)
    frequent = _frequent(keys)
    return {
        verb: f"- {verb}({', '.join(_shown(usual + [k for k in others if k not in frequent], most))}): {_does(model)}"
        for verb, model in listed_for(role, tool, places).items()
        for usual, others in (keys[verb],)
    }


def _text(tool: str, role: Role, most: int, places: bool) -> str:
    frequent = _frequent(_keys(tool, role, places))
    also = [f"Most also take {', '.join(frequent)}."] if frequent else []
    return "\n".join([*lines(tool, role, most, places).values(), *also])


def _keys(tool: str, role: Role, places: bool) -> _Keys:
    sent, found = keys_sent(tool), {}
    for verb, model in listed_for(role, tool, places).items():
        own = [key for key in _names(model) if is_listed(tool, verb, key, places) and not is_reserved(role, model, key)]
        usual = sorted((k for k in sent[verb].split() if k.rstrip("?") in own), key=lambda k: k.endswith("?"))
        named = {k.rstrip("?") for k in usual}
        found[verb] = usual, [f"{key}?" for key in own if key not in named]
    return found


def _names(model: type[Command]) -> list[str]:
    """The keys of an operation as payloads spell them, without the keys of ids for which there is also a key of the name."""
    keys = [field.alias or to_camel(name) for name, field in model.model_fields.items() if name != "operation"]
    return [key for key in keys if not (key.endswith("Id") and f"{key[:-2]}Name" in keys)]


def _frequent(keys: _Keys) -> list[str]:
    """The keys that at least half of the operations take besides their usual ones; the menu lists them once."""
    counted = Counter(key for _, others in keys.values() for key in others)
    return [key for key, count in counted.items() if 2 * count >= len(keys) > 1]


def _shown(keys: list[str], most: int) -> list[str]:
    kept = max(most, sum(not key.endswith("?") for key in keys))
    return keys if len(keys) <= kept else [*keys[:kept], _MORE]


def _does(model: type[Command]) -> str:
    return f"{first_sentence(model).partition('. ')[0]}."
