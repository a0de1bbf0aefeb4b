"""New choices beside those that a sheet has, where several classes make a choice of the same name (SRD, Multiclassing). Apart because it
joins documents and knows no campaign.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from rpg_lite.rules import class_features, names
from rpg_lite.rules.choice_names import SUBCLASS, choice_key
from rpg_lite.rules.class_table import ClassRule
from rpg_lite.rules.rulebook import Rulebook


def beside(old: Mapping[str, Any], new: Mapping[str, Any], classes: Sequence[str], book: Rulebook) -> dict[str, Any]:
    """The new choices, each with the old words of other classes that it would otherwise replace. `classes`: those of the character, the
    first one first.
    """
    rules = [rule for name in classes if (rule := book.classes.get(name))]
    spelled = {choice_key(key): key for key in old}
    return {key: _joined(choice_key(key), old.get(spelled.get(choice_key(key), key)), value, rules) for key, value in new.items()}


def _joined(key: str, old: Any, new: Any, rules: Sequence[ClassRule]) -> Any:
    """The new words of one choice; those that are plain stay so unless the old ones are another class's."""
    if old is None or len(rules) < 2:
        return new
    if isinstance(new, Mapping):
        told = set(map(names.fold, new))
        first = None if isinstance(old, Mapping) else _class_of(key, old, [rule for rule in rules if rule.name not in told])
        return {first: old, **new} if first else new
    if key != SUBCLASS:
        return new
    of_new = _class_of(key, new, rules)
    if isinstance(old, Mapping):
        return {of_new: new} if of_new else new
    of_old = _class_of(key, old, rules)
    return {of_old: old, of_new: new} if of_old and of_new and of_old != of_new else new


def _class_of(key: str, words: Any, rules: Sequence[ClassRule]) -> str | None:
    """The class that made a choice with these plain words: that of the subclass, or else the first one that has such a choice."""
    plain = [words] if isinstance(words, str) else [word for word in words if isinstance(word, str)]
    if key == SUBCLASS:
        return next((rule.name for rule in rules if class_features.chosen_subclasses(rule, plain)), None)
    return next((rule.name for rule in rules if any(choice_key(name) == key for name in rule.choices)), None)
