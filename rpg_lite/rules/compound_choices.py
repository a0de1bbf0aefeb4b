"""Choices that people write as one text: "Circle of the Land (forest)", "Champion fighter 3", "Draconic Bloodline: red"."""

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any, Final, TypeVar

from rpg_lite.rules import class_features, names, spell_choices
from rpg_lite.rules.character_document import CharacterDocument
from rpg_lite.rules.choice_names import ASI, SUBCLASS, choice_key
from rpg_lite.rules.choices import known_choices
from rpg_lite.rules.class_table import ClassRule, SubclassRule
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.vocabulary import SKILLS

Document = TypeVar("Document", bound=CharacterDocument)
Rows = Mapping[str, Any]
_WRITTEN: Final = re.compile(r"(?P<head>[^(]+?)\s*(?:\((?P<inside>.+)\))?\s*(?P<level>\d{1,2})?")
_OPTION: Final = re.compile(r"(?P<name>[^(:,]+?)\s*(?:\((?P<inside>[^()]+)\)|[:,]\s*(?P<after>.+))")


def apart(character: Document, book: Rulebook) -> Document:
    """The document with each of these texts split into the class, the subclass and the option of the subclass."""
    plain, found = [], dict[str, str]()
    for written in character.classes or ():
        text, more = _class_apart(written, book)
        plain.append(text)
        found |= more
    choices = {**found, **choices_apart(character.choices or {}, book)}
    changes: dict[str, Any] = {} if plain == [*(character.classes or ())] else {"classes": tuple(plain)}
    changes |= {} if choices == (character.choices or {}) else {"choices": choices}
    return character.model_copy(update=changes) if changes else character


def choices_apart(choices: Rows, book: Rulebook) -> dict[str, Any]:
    """The choices under their own keys, with the option that a subclass names in brackets as a choice of its own; an option that is already
    given stays.
    """
    found: dict[str, Any] = {}
    choices = _under_own_keys(choices, book)
    rows = {key: _subclasses_apart(value, found, book) if choice_key(key) == SUBCLASS else value for key, value in choices.items()}
    rows = {key: _whole_options(key, value, book) for key, value in rows.items()}
    given = set(map(choice_key, rows))
    return {**rows, **{key: value for key, value in found.items() if choice_key(key) not in given}}


def _under_own_keys(choices: Rows, book: Rulebook) -> Rows:
    """The choices without the class, the species or the background that the answers name before an open choice: "rogue skills" is the
    choice of skills, for the rogue, "sage ability scores" that of ability scores.
    """
    known, done = known_choices(book) | _OF_NO_CLASS, dict[str, Any]()
    for key, value in choices.items():
        of, own = _without_origin(key, known, book) if choice_key(key) not in known else ("", key)
        kept = {of: value} if of and choice_key(own) not in _OF_NO_CLASS and isinstance(value, str | list | tuple) else value
        if own in done and isinstance(done[own], Mapping) and isinstance(kept, Mapping):
            done[own] = {**done[own], **kept}
        else:
            done[key if own in done or (own != key and own in choices) else own] = value if own in done else kept
    return done


_OF_NO_CLASS: Final = frozenset({choice_key(ASI), *spell_choices.KEYS})
"""Choices whose words say themselves which class they are for."""


def _without_origin(key: str, known: Container[str], book: Rulebook) -> tuple[str, str]:
    """(the class, the choice) of a label; no class for a choice of a species or of a background, and the key itself if it is no label."""
    words = key.split()
    for n in range(1, len(words)):
        of, own = names.fold(" ".join(words[:n])), " ".join(words[n:])
        if choice_key(own) in known and (of in book.classes or of in book.races or of in book.backgrounds):
            return of if of in book.classes else "", own
    return "", key


def _whole_options(key: str, value: Any, book: Rulebook) -> Any:
    """The choice with its words written out: a word that only one option has stands for this option, as "Chain" does for Pact of the Chain."""
    asked = choice_key(key)
    match value:
        case str() if asked != SUBCLASS:
            rows = (row for rule in book.classes.values() for row in (rule.choices, *(s.choices for s in rule.subclasses)))
            options = [o for row in rows for name, how in row.items() if names.fold(name) == asked for o in how.options]
            return names.option_meant(value, options) or _several(value, [*options, *SKILLS])
        case Mapping():
            return {of: _whole_options(key, inner, book) for of, inner in value.items()}
        case list() | tuple():
            return type(value)(_whole_options(key, inner, book) for inner in value)
    return value


def _several(value: str, options: Sequence[str]) -> str | tuple[str, ...]:
    """The options that one text lists, "Perception, Stealth"; the text itself if a part of it is no option."""
    keys = {names.fold(one) for one in options}
    parts = names.listed(value, options)
    return tuple(parts) if len(parts) > 1 and all(names.fold(part) in keys for part in parts) else value


def _subclasses_apart(value: Any, found: dict[str, Any], book: Rulebook) -> Any:
    """The words for subclasses without their options and classes; the options come into `found`."""
    match value:
        case str():
            subclass, more = _subclass_apart(value, book)
            found |= more
            return subclass.name if subclass else value
        case Mapping():
            return {key: _subclasses_apart(inner, found, book) for key, inner in value.items()}
        case list() | tuple():
            return type(value)(_subclasses_apart(inner, found, book) for inner in value)
    return value


def _subclass_apart(word: str, book: Rulebook) -> tuple[SubclassRule | None, dict[str, str]]:
    """The subclass that a text names together with an option or with its class; None for any other text."""
    if class_features.subclass(word, book):
        return None, {}
    for rule in book.classes.values():
        if rest := _without_class(word, rule):
            return next((s for s in rule.subclasses if class_features.is_called(s, rest)), None), {}
    split = _OPTION.fullmatch(word.strip())
    named = class_features.subclass(split["name"], book) if split else None
    option = names.fold((split["inside"] or split["after"]) if split else "")
    for subclass in _of_this_name(named[1], book) if named else ():
        for choice, how in subclass.choices.items():
            if option in map(names.fold, how.options):
                return subclass, {choice: option}
    return None, {}


def _of_this_name(subclass: SubclassRule, book: Rulebook) -> Iterator[SubclassRule]:
    return (s for rule in book.classes.values() for s in rule.subclasses if s.name == subclass.name)


def _without_class(word: str, rule: ClassRule) -> str | None:
    """The other words of a text that begins or ends with the name of this class."""
    own, words = names.fold(rule.name), names.fold(word).split()
    rest = words[1:] if words[:1] == [own] else words[:-1] if words[-1:] == [own] else []
    return " ".join(rest) or None


def _class_apart(written: str, book: Rulebook) -> tuple[str, dict[str, str]]:
    """The class as the sheet keeps it, "druid (Circle of the Land) 3", and the option of its subclass."""
    split = _WRITTEN.fullmatch(written.strip())
    if split is None:
        return written, {}
    head, inside, level = split["head"], split["inside"], split["level"]
    if names.fold(head) in book.classes:
        subclass, found = _subclass_apart(inside, book) if inside else (None, {})
        return (_joined(head, subclass.name, level), found) if subclass else (written, {})
    for rule in book.classes.values():
        if rest := _without_class(head, rule):
            word = f"{rest} ({inside})" if inside else rest
            subclass, found = _subclass_apart(word, book)
            subclass = subclass or next((s for s in rule.subclasses if class_features.is_called(s, word)), None)
            if subclass:
                return _joined(rule.name, subclass.name, level), found
    return written, {}


def _joined(head: str, subclass: str, level: str | None) -> str:
    return " ".join(filter(None, (f"{head} ({subclass})", level)))
