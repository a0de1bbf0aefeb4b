"""Values with a clear meaning in another spelling: a number as text, a word of a closed list with capitals and spaces."""

import re
from collections.abc import Mapping
from copy import deepcopy
from types import MappingProxyType
from typing import Any, Final, TypeVar

from pydantic import BaseModel, ValidationError

from rpg_lite.rules import names
from rpg_lite.rules.extensible_words import KnownWords
from rpg_lite.rules.modifier_targets import find_target

Model = TypeVar("Model", bound=BaseModel)

MOST_ROUNDS: Final = 3
"""The maximum number of rounds: a value under a corrected key is found only in the next round."""
_WHOLE: Final = re.compile(r"[+-]?\d{1,15}")
_DECIMAL: Final = re.compile(r"[+-]?\d{1,15}\.\d{1,9}")
_TRUE: Final = MappingProxyType({"true": True, "yes": True, "false": False, "no": False})
_TRAINING: Final = MappingProxyType({"proficient": 1, "proficiency": 1, "expert": 2, "expertise": 2})
"""The rules' words for the two numbers of a skill."""
_WORDS: Final = MappingProxyType(
    {"strength": "str", "dexterity": "dex", "constitution": "con", "intelligence": "int", "wisdom": "wis", "charisma": "cha"}
)
_KEY: Final = "[key]"
_OF_RESOURCES: Final = MappingProxyType({"current": "left", "remaining": "left", "maximum": "max", "total": "max"})
"""Keys of a resource as people write them."""


def read(model: type[Model], payload: Mapping[str, Any], words: KnownWords) -> Model:
    """The payload as this model, with each clear value in the spelling that the model takes. Raises ValidationError for the rest."""
    payload = dict(payload)
    for _ in range(MOST_ROUNDS):
        try:
            return model.model_validate(payload, context=words)
        except ValidationError as error:
            meant = as_meant(payload, error)
            if meant is None:
                raise
            payload = meant
    return model.model_validate(payload, context=words)


def as_meant(payload: Mapping[str, Any], error: ValidationError) -> dict[str, Any] | None:
    """The payload with every refused value whose meaning is clear respelled; None if there is no such value."""
    changed = False
    done: dict[str, Any] = deepcopy(dict(payload))
    for fault in error.errors(include_url=False):
        changed = _respell(done, fault["loc"], fault) or changed
    return done if changed else None


def _respell(done: dict[str, Any], place: tuple[int | str, ...], fault: Any) -> bool:
    """Correct the spelling of the value at this place; return whether that was possible. If a part of the place is not a key, it is a
    branch of a union.
    """
    holder: Any = None
    key: Any = None
    here: Any = done
    for part in place:
        if is_step(here, part):
            holder, key, here = here, part, here[part]
    if holder is None:
        return False
    if fault["type"] == "value_error" and isinstance(here, dict) and isinstance(here.get("target"), str):
        return _target_respelled(here)
    if fault["type"] == "extra_forbidden" and place[-3:-2] == ("resources",):
        return _resource_key_respelled(holder, key)
    if place[-1] == _KEY:
        return _key_respelled(holder, key, fault)
    new = _find_meant(fault, key, place)
    if new is None or here != fault["input"]:
        return False
    holder[key] = new
    return True


def is_step(here: Any, part: Any) -> bool:
    """Whether this key or index leads from a value to one inside it."""
    return part in here if isinstance(here, dict) else isinstance(here, list) and isinstance(part, int) and part < len(here)


def _key_respelled(holder: Any, key: Any, fault: Any) -> bool:
    word = _word(str(key), str(fault.get("ctx", {}).get("expected", "")))
    if word is None or word in holder or not isinstance(holder, dict):
        return False
    holder[word] = holder.pop(key)
    return True


def _target_respelled(modifier: dict[str, Any]) -> bool:
    meant = find_target(modifier["target"], str(modifier.get("op")))
    if meant is None or meant == modifier["target"]:
        return False
    modifier["target"] = meant
    return True


def _resource_key_respelled(holder: Any, key: Any) -> bool:
    word = _OF_RESOURCES.get(str(key).casefold())
    if word is None or word in holder:
        return False
    holder[word] = holder.pop(key)
    return True


def _find_meant(fault: Any, key: Any, place: tuple[int | str, ...]) -> Any:
    kind, given = str(fault["type"]).split("_")[0], fault["input"]
    if kind == "dict" and key == "skills" and isinstance(given, list) and all(isinstance(w, str) for w in given):
        return dict.fromkeys(given, 1)
    if kind == "model" and fault["ctx"].get("class_name") == "Resource" and isinstance(given, int):
        return {"max": given}  # only of a new resource; in an update the number might mean `left`
    if not isinstance(given, str):
        return None
    text = given.strip()
    match kind:
        case "int" if _WHOLE.fullmatch(text):
            return int(text)
        case "int" if "skills" in place:
            return _TRAINING.get(text.casefold())
        case "float" | "finite" if _WHOLE.fullmatch(text) or _DECIMAL.fullmatch(text):
            return float(text)
        case "bool":
            return _TRUE.get(text.casefold())
        case "literal":
            return _word(text, str(fault["ctx"]["expected"]))
    return None


def _word(given: str, expected: str) -> str | None:
    """The word of a closed list that matches apart from capitals, spaces and hyphens; an ability is also found by its full name."""
    words = expected.replace(" or ", ", ").replace("'", "").split(", ")
    key = _WORDS.get(_fold_word(given), _fold_word(given))
    return next((word for word in words if _fold_word(word) == key), None)


def _fold_word(word: str) -> str:
    return names.fold(word.replace("_", " "))
