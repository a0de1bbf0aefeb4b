"""Read one creature file: the sheet document of the creature in one ruleset, and the names that find it.

A file is a stat block, with all keys on one level, or a sheet document with the keys `character`, `equipped` and so on.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from pydantic.alias_generators import to_camel

from rpg_lite.content.entry_editions import Faulty, in_ruleset, refuse_unsound, valid
from rpg_lite.rules import names
from rpg_lite.rules.document_field_types import Document, Name
from rpg_lite.rules.sheet_document import SheetDocument
from rpg_lite.vocabulary import Ruleset

_NEWER: Final = "5.2"
_OF_DOCUMENT: Final = frozenset(to_camel(key) for key in SheetDocument.model_fields) | {"aliases", "rulesets", _NEWER}
"""The keys that a sheet document has next to `character`; all other keys of a stat block belong inside it."""


class CreatureNames(Document):
    """`aliases`: other names of the creature; a creature that is found by one of them gets this name."""

    aliases: tuple[Name, ...] = ()


def read(raw: Any, ruleset: Ruleset) -> dict[str, Mapping[str, Any]]:
    """Folded name → document, once for each of its names; empty for a creature that is not in this ruleset.

    The keys under "5.2" replace those of the file, and within `character` they replace key by key; null removes a key.
    """
    refuse_unsound(raw)
    is_block = is_stat_block(raw)
    raw = as_document(raw)
    written = in_ruleset(raw, ruleset)
    if written is None:
        return {}
    over = _differences(raw) if ruleset == _NEWER else {}
    try:
        return _name_sheets(_whole(written, raw, over))
    except Faulty as faulty:
        places = [(f"{_NEWER}.{path}" if _is_given(path, over) else path, why) for path, why in faulty.places]
        raise Faulty(*((path.replace("character.", "", 1) if is_block else path, why) for path, why in places)) from None


def read_unchecked(raw: Mapping[str, Any], ruleset: Ruleset) -> dict[str, Mapping[str, Any]]:
    """Read a built-in file in the same way; the tests check such files, so no model checks them here."""
    raw = as_document(raw)
    written = in_ruleset(raw, ruleset)
    if written is None:
        return {}
    whole = _whole(written, raw, _differences(raw) if ruleset == _NEWER else {})
    return _by_name({k: v for k, v in whole.items() if k != "aliases"}, whole["character"]["name"], whole.get("aliases", ()))


def is_stat_block(raw: Any) -> bool:
    """Whether the keys of the creature are all on one level, without `character`."""
    return isinstance(raw, dict) and "character" not in raw and "name" in raw


def as_document(raw: Any) -> Any:
    """The file as a sheet document, and its differences in 5.2 in the same form."""
    if not is_stat_block(raw):
        return raw
    newer = raw.get(_NEWER)
    over = {_NEWER: _gathered(newer)} if isinstance(newer, dict) else {}
    return {**_gathered(raw), **over}


def _gathered(keys: Mapping[str, Any]) -> dict[str, Any]:
    beside = {k: v for k, v in keys.items() if k in _OF_DOCUMENT}
    own = {k: v for k, v in keys.items() if k not in _OF_DOCUMENT}
    return {**beside, "character": own} if own else beside


def _differences(raw: Mapping[str, Any]) -> Mapping[str, Any]:
    over: Mapping[str, Any] = raw.get(_NEWER, {})
    return over


def _whole(written: Mapping[str, Any], raw: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    own, new = raw.get("character"), over.get("character")
    if not isinstance(own, dict) or not isinstance(new, dict):
        return dict(written)
    return {**written, "character": {k: v for k, v in {**own, **new}.items() if v is not None or k not in new}}


def _name_sheets(written: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    called: CreatureNames = valid(CreatureNames, {k: v for k, v in written.items() if k == "aliases"})
    document = {k: v for k, v in written.items() if k != "aliases"}
    name = valid(SheetDocument, document, also=("aliases", "rulesets", _NEWER)).character.name
    if name is None:
        raise Faulty(("character.name", "is missing; a creature needs a name to be found"))
    return _by_name(document, name, called.aliases)


def _by_name(document: Mapping[str, Any], name: str, aliases: Iterable[str]) -> dict[str, Mapping[str, Any]]:
    return {names.fold(n): {**document, "character": {**document["character"], "name": n}} for n in (*aliases, name)}


def _is_given(path: str, over: Mapping[str, Any]) -> bool:
    """Whether the faulty key is under "5.2"."""
    top, _, rest = path.replace("[", ".").partition(".")
    if top != "character" or not isinstance(over.get(top), dict):
        return top in over
    return rest.replace("[", ".").partition(".")[0] in over[top]
