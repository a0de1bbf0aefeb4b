"""Facts of the table that a call reports, and some other keys, on which nothing in its outcome depends: the answer says so, and nobody
relies on them.

Whether something depends on a word is found by deciding the same command without it, with the same dice.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from rpg_lite.decision.command import Command
from rpg_lite.decision.outcome import Accepted, Notice, Outcome, Rejected
from rpg_lite.decision.shared_keys import told_words
from rpg_lite.decision.situation import Situation
from rpg_lite.mechanics.life.knocking_out import KNOCK_OUT
from rpg_lite.mechanics.rolls import attack_scopes, check_scopes
from rpg_lite.operations.operation import Loop
from rpg_lite.operations.replayed_faces import faces_by_key, faces_without_key, without_dice
from rpg_lite.rules import dice
from rpg_lite.rules.acts.words import CRITICAL, MOVED, TABLE_WORDS
from rpg_lite.rules.dice import DiceRoll, Roller
from rpg_lite.world.world_model import World

_CHOICE: Final = "choice"
_NUMBER: Final = re.compile(r"\d+", re.ASCII)
_NO_WORD: Final = "nothing of the kind"
_FACTS: Final = TABLE_WORDS | {*attack_scopes.SEEN.values(), *check_scopes.SENSES, CRITICAL, KNOCK_OUT}


def say(command: Command, world: World, situation: Situation, outcome: Accepted, decide: Loop) -> Accepted:
    """The outcome, with a note about the facts of `with` that do not change it. A dry run rolls no dice and tells nothing of them."""
    facts, fields = [*_facts(command)], {} if situation.answers or situation.fallen else _fields(command)
    if not (facts or fields) or situation.dry:
        return outcome

    def decided(again: Command) -> Outcome:
        rolls = dice.shown_again(faces_without_key(outcome.events), dice.roller(0))
        fallen = {**situation.fallen, **faces_by_key(outcome.events)}
        return decide(without_dice(again), world, replace(situation, roll=rolls, fallen=fallen))

    def decided_by(roll: Roller, again: Command) -> Outcome:
        return decide(without_dice(again), world, replace(situation, roll=roll))

    def is_idle(names: Sequence[str]) -> bool:
        """Whether the outcome is the same without these fields, and with any other choice, and would be with the best and the worst dice."""
        others = [_unset(command, names), *([_garbled(command)] if _CHOICE in names else [])]
        if not all(_is_same(told, decided(other)) for other in others):
            return False
        return all(_is_same(decided_by(roll, command), decided_by(roll, other)) for roll in (_lowest, _highest) for other in others)

    told = decided(command)
    idle = tuple(word for word in facts if _is_same(told, decided(_without(command, word))))
    idle += tuple(key for key, names in fields.items() if is_idle(names))
    return replace(outcome, notes=(*outcome.notes, Notice("words_idle", {"texts": idle}))) if idle else outcome


def _lowest(text: str) -> DiceRoll:
    return DiceRoll(text, (1,) * len(dice.sizes(text)), dice.bounds(text)[0])


def _highest(text: str) -> DiceRoll:
    return DiceRoll(text, tuple(dice.sizes(text)), dice.bounds(text)[1])


def _facts(command: Command) -> Iterator[str]:
    """The words of `with` that are not names of riders or effects, whose fate the answer tells in any case."""
    for word in dict(command).get("with_", ()):
        if any(told in _FACTS or MOVED.fullmatch(told) for told in told_words([word])):
            yield word


def _fields(command: Command) -> dict[str, list[str]]:
    """Key → fields of what the sender put into the fields that are to matter; an id and a name of the same thing are one, told as the name."""
    found: dict[str, list[str]] = {}
    for name in command.weighs():
        if name in command.model_fields_set:
            found.setdefault(name.removesuffix("_id").removesuffix("_name"), []).append(name)
    if not found:
        return {}
    sent = (names for names in found.values() if any(dict(command)[name] is not None for name in names))
    return {type(command).model_fields[names[-1]].alias or names[-1]: names for names in sent}


def _unset(command: Command, names: Sequence[str]) -> Command:
    return command.model_copy(update={name: type(command).model_fields[name].get_default() for name in names})


def _garbled(command: Command) -> Command:
    """The command with other words chosen: a choice that happens to be the default one matters, too."""
    chosen = dict(command)[_CHOICE].items()
    others = {key: _NUMBER.sub(lambda n: str(int(n[0]) % 9 + 1), word) if _NUMBER.search(word) else _NO_WORD for key, word in chosen}
    return command.model_copy(update={_CHOICE: others})


def _without(command: Command, word: str) -> Command:
    words: Sequence[str] = dict(command)["with_"]
    return command.model_copy(update={"with_": tuple(w for w in words if w != word)})


def _is_same(one: Outcome, other: Outcome) -> bool:
    if isinstance(one, Rejected) or isinstance(other, Rejected):
        return False
    return (one.events, one.notes, one.result) == (other.events, other.notes, other.result)
