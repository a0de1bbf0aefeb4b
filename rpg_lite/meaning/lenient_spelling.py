"""Values with a clear meaning in another spelling: a number as text, one value where a list is due, a word of a closed list with capitals.

Whatever is understood here is understood by the kind of the field, in every operation and at every depth: the model of the operation says
where it does not fit and what it takes there, and the value is spelled anew for that place. The rest is refused.
"""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from types import MappingProxyType
from typing import Any, Final, TypeVar

from pydantic import BaseModel, ValidationError

from rpg_lite.decision import value_forms
from rpg_lite.meaning import duration_words
from rpg_lite.rules import durations, names, written_classes
from rpg_lite.rules.choice_names import ASI, choice_key
from rpg_lite.rules.document_validation import keys_at
from rpg_lite.rules.extensible_words import KnownWords
from rpg_lite.rules.modifier_targets import find_target

Model = TypeVar("Model", bound=BaseModel)
Place = tuple[int | str, ...]

MOST_ROUNDS: Final = 5
"""The maximum number of rounds: a value under a corrected key or in a new list is found only in the next round."""
_TRAINING: Final = MappingProxyType({"proficient": 1, "proficiency": 1, "expert": 2, "expertise": 2})
"""The rules' words for the two numbers of a skill."""
_WORDS: Final = MappingProxyType(
    {"strength": "str", "dexterity": "dex", "constitution": "con", "intelligence": "int", "wisdom": "wis", "charisma": "cha"}
)
_KINDS: Final = MappingProxyType(
    {
        **dict.fromkeys(("check", "checks", "skill", "save", "saves", "saving throw", "throw", "ability"), ("skill", "ability", "against")),
        **dict.fromkeys(("damage", "dmg"), ("damageType", "type")),
        "rest": ("kind",),
    }
)
"""Words for the kind of a word, which may stand behind it → the keys of such words: "Perception check", "fire damage", "long rest"."""
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
            meant = as_meant(payload, error, model)
            if meant is None:
                raise
            payload = meant
    return model.model_validate(payload, context=words)


def respelled(model: type[BaseModel], payload: Mapping[str, Any], words: KnownWords) -> dict[str, Any]:
    """The payload with each clear value in the spelling that the model takes; the rest stays as it is."""
    done = dict(payload)
    for _ in range(MOST_ROUNDS):
        try:
            model.model_validate(done, context=words)
        except ValidationError as error:
            meant = as_meant(done, error, model)
            if meant is None:
                break
            done = meant
        else:
            break
    character = done.get("character")
    if isinstance(character, dict) and "classes" in character:
        return {**done, "character": {**character, "classes": written_classes.listed(character["classes"])}}
    return done


def _improvements_respelled(done: Any, place: Sequence[int | str]) -> bool:
    """Write improvements by level as rows; return whether there were any."""
    for part in place:
        done = done[part]
    found = (
        {key: rows for key, value in done.items() if (rows := _rows_by_level(key, value)) is not value} if isinstance(done, dict) else {}
    )
    if found:
        done.update(found)
    return bool(found)


def _rows_by_level(key: Any, value: Any) -> Any:
    """Improvements by level as the rows of a sheet: {"4": {"cha": 2}} is [{"level": 4, "cha": 2}], and {"8": "Grappler"} a feat."""
    if (
        choice_key(str(key)) != ASI
        or not isinstance(value, dict)
        or not value
        or not all(str(level).strip().isdecimal() for level in value)
    ):
        return value
    rows = ((int(level), {"feat": row} if isinstance(row, str) else row) for level, row in value.items())
    return [{"level": level, **row} for level, row in rows if isinstance(row, dict)]


def as_meant(payload: Mapping[str, Any], error: ValidationError, model: type[BaseModel]) -> dict[str, Any] | None:
    """The payload with every refused value whose meaning is clear respelled; None if there is no such value."""
    changed = False
    done: dict[str, Any] = deepcopy(dict(payload))
    for fault in error.errors(include_url=False):
        changed = _respell(done, fault["loc"], fault, model) or changed
    return done if changed else None


def _respell(done: dict[str, Any], place: Place, fault: Any, model: type[BaseModel]) -> bool:
    """Correct the spelling of the value at this place; return whether that was possible. If a part of the place is not a key, it is a
    branch of a union.
    """
    holder: Any = None
    key: Any = None
    here: Any = done
    way: list[int | str] = []
    for part in place:
        if is_step(here, part):
            holder, key, here = here, part, here[part]
            way.append(part)
    if holder is None:
        return False
    if "choices" in way and _improvements_respelled(done, way[: way.index("choices") + 1]):
        return True
    if fault["type"] == "value_error" and isinstance(here, dict) and isinstance(here.get("target"), str):
        return _target_respelled(here)
    if fault["type"] == "extra_forbidden" and place[-1] == key:
        return _is_moved(holder, key, _OF_RESOURCES.get(str(key).casefold()) if place[-3:-2] == ("resources",) else _own_key(way, model))
    if place[-1] == _KEY:
        return _is_moved(holder, key, _word(str(key), _expected(fault)))
    if here != fault["input"]:
        return False
    if moved := value_forms.with_its_dice(holder, key, fault) if isinstance(holder, dict) else None:
        holder.clear()
        holder.update(moved)
        return True
    new = _find_meant(fault, way, place)
    if new is None:
        return False
    holder[key] = new
    return True


def is_step(here: Any, part: Any) -> bool:
    """Whether this key or index leads from a value to one inside it."""
    return part in here if isinstance(here, dict) else isinstance(here, list) and isinstance(part, int) and part < len(here)


def _is_moved(holder: Any, key: Any, word: str | None) -> bool:
    """Move the value to the key that is meant; return whether there is one, and it is free."""
    if word is None or word in holder or not isinstance(holder, dict):
        return False
    holder[word] = holder.pop(key)
    return True


def _own_key(way: Sequence[int | str], model: type[BaseModel]) -> str | None:
    """The key of the document at this place that differs from the sent one only in capitals, spaces and hyphens."""
    folded = names.bare(str(way[-1]))
    return next((key for key in keys_at(way[:-1], model) if names.bare(key) == folded), None)


def _target_respelled(modifier: dict[str, Any]) -> bool:
    meant = find_target(modifier["target"], str(modifier.get("op")))
    if meant is None or meant == modifier["target"]:
        return False
    modifier["target"] = meant
    return True


def _find_meant(fault: Any, way: Sequence[int | str], place: Place) -> Any:
    """`way`: the place without the branches of unions."""
    kind, given, key = str(fault["type"]).split("_")[0], fault["input"], way[-1]
    if kind == "dict" and key == "skills" and isinstance(given, list | str):
        words = value_forms.parts("skills", given) if isinstance(given, str) else given
        return dict.fromkeys(words, 1) if all(isinstance(w, str) for w in words) else None
    if kind == "model" and fault["ctx"].get("class_name") == "Resource" and isinstance(given, int):
        return {"max": given}  # only of a new resource; in an update the number might mean `left`
    if (place[-1] == key or kind == "literal") and (shaped := value_forms.in_shape(kind, key, given)) is not None:
        return shaped
    if kind == "int" and isinstance(given, float) and given.is_integer():
        return int(given)
    return _respelled_text(fault, kind, given.strip(), way) if isinstance(given, str) else None


def _respelled_text(fault: Any, kind: str, text: str, way: Sequence[int | str]) -> Any:
    match kind:
        case "int" | "float" | "finite" if (number := value_forms.number(kind, text, way)) is not None:
            return number
        case "int" if "skills" in way:
            return _TRAINING.get(text.casefold())
        case "bool":
            return value_forms.TRUTH.get(text.casefold())
        case "literal":
            return _word(text, _expected(fault), str(way[-1]))
        case "value" if str(fault.get("ctx", {}).get("error", "")) == durations.fault(text):
            return duration_words.meant(text)
    return None


def _expected(fault: Any) -> str:
    return str(fault.get("ctx", {}).get("expected", ""))


def _word(given: str, expected: str, key: str = "") -> str | None:
    """The word of a closed list that matches apart from capitals, spaces and hyphens; an ability is also found by its full name, and a word
    of a kind that the key says together with that kind.
    """
    words = {_fold_word(word): word for word in expected.replace(" or ", ", ").replace("'", "").split(", ")}
    folded = _fold_word(given)
    kinds = [folded.removesuffix(kind).strip() for kind, keys in _KINDS.items() if key in keys and folded.endswith(f" {kind}")]
    return next((words[found] for word in (folded, *kinds) if (found := _WORDS.get(word, word)) in words), None)


def _fold_word(word: str) -> str:
    return names.fold(word.replace("_", " "))
