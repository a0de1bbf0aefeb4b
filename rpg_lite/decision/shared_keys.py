"""The values of a command under the keys that operations share: a key means the same everywhere, so operations do not redefine it. Choices and words
of `with` become words here, whatever shape they were sent in.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Final, Self

from pydantic import BeforeValidator, Field

from rpg_lite.decision import value_forms
from rpg_lite.rules import names
from rpg_lite.rules.document_field_types import Document

MOST_REPEATED: Final = 20
"""The maximum number of times that an entry such as {"3": 2} repeats its word."""
_NUMBERED: Final = re.compile(r"\D*([1-9])", re.ASCII)


def as_words(written: Any) -> Any:
    """A choice as words: "fire", 3, ["fiend", "undead"], {"type": "fire"}, or {"slots": {"3": 1}} for one slot of level 3."""
    if isinstance(written, list | tuple):
        return {"choice": ", ".join(map(str, written))}
    if isinstance(written, Mapping):
        return {str(name): _words(value) for name, value in written.items()}
    return {"choice": str(written)} if isinstance(written, str | int) else written


def word_for(choice: Mapping[str, str], name: str) -> str | None:
    """The word under this name: "heals" is "heal"."""
    return next((word for key, word in choice.items() if names.fold(key) == names.fold(name)), None)


def _words(value: Any) -> str:
    match value:
        case Mapping():
            return ", ".join(_amounts(value))
        case list() | tuple():
            return ", ".join(_words(one) for one in value)
    return str(value)


def _amounts(amounts: Mapping[Any, Any]) -> Iterator[str]:
    """A level for each time that it is wanted: {"3": 2} is "3, 3"; other names are kept with their values."""
    for name, value in amounts.items():
        level = _NUMBERED.fullmatch(str(name))
        if level and isinstance(value, int) and 0 <= value <= MOST_REPEATED:
            yield from [level[1]] * value
        else:
            yield f"{name} {_words(value)}"


def told_words(given: Iterable[str]) -> frozenset[str]:
    """The words of `with`: each as it is written, to match words of the table, and folded, to match names of riders."""
    words = [w.strip() for w in given]
    return frozenset((*(w.casefold().replace(" ", "_") for w in words), *(names.fold(w).replace(" ", "_") for w in words)))


Named = tuple[str | None, str | None]
"""The id and name of somebody or something; either may be missing."""
NOBODY: Final[Named] = (None, None)


class Keyed(Document):
    """The keys of a command as values; a value is empty if the operation has no such key."""

    @classmethod
    def takes(cls, key: str) -> bool:
        return key in cls.model_fields

    def _value_of(self, key: str) -> Any:
        return self.__dict__.get(key)

    def says(self, key: str) -> bool:
        return self._value_of(key) not in (None, False, ())

    # ── creatures and things ────────────────────────────────────────────────────────────────────────────────────

    @property
    def actor(self) -> Named:
        """The creature that acts, or the creature that the command is about."""
        return self._value_of("character_id"), self._value_of("character_name")

    @property
    def target(self) -> Named:
        """The target creature."""
        return self._value_of("target_id"), self._value_of("target_name")

    @property
    def receiver(self) -> Named:
        """The creature that receives something."""
        return self._value_of("to_character_id"), self._value_of("to_character_name")

    @property
    def bag(self) -> Named:
        """Another bag or room."""
        return self._value_of("bag_id"), self._value_of("bag_name")

    @property
    def origin(self) -> Named:
        """Another room to start from."""
        return self._value_of("from_id"), self._value_of("from_name")

    @property
    def thing(self) -> Named:
        """The thing that the command uses."""
        return self._value_of("item_id"), self._value_of("item_name")

    @property
    def lacks_actor(self) -> bool:
        """Whether the command could name an actor but does not. For a bag given by name, a later check asks for the actor."""
        return self.takes("character_name") and not any((*self.actor, self.bag[0], self._value_of("names")))

    def acted_by(self, id: str | None, name: str | None) -> Self:
        """The command for this character, by id or by name."""
        return self.model_copy(update={"character_id": id} if id else {"character_name": name})

    @property
    def own_name(self) -> str | None:
        """The name in the command that means the caller's own character, if any."""
        id, name = self.actor
        return None if id else name

    def of_own(self, id: str) -> Self:
        """The command with the id of the caller's character in place of its name."""
        return self.model_copy(update={"character_id": id})

    # ── manner ──────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def how_many(self) -> int:
        """The number of things that the command is about."""
        return self._value_of("quantity") or 1

    @property
    def words_beside(self) -> tuple[str, ...]:
        """The words of `with`."""
        return self.__dict__.get("with_") or ()

    @property
    def dice_seed(self) -> int | None:
        """The seed of the dice, if the command has one."""
        seed: int | None = self._value_of("seed")
        return seed

    @property
    def wants_advantage(self) -> bool:
        return bool(self._value_of("mode") == "advantage")

    @property
    def is_aloud(self) -> bool:
        """Whether the answer will be read to players."""
        return self.says("for_players")

    def aloud(self) -> Self:
        """The command, with an answer for reading aloud if it has that option."""
        return self.model_copy(update={"for_players": True}) if self.takes("for_players") else self

    # ── the record of calls ─────────────────────────────────────────────────────────────────────────────────────

    @property
    def logged_actor(self) -> str | None:
        """The id or name of the creature that acts, or of the new thing."""
        return next(filter(None, (*self.actor, *self.bag, self._value_of("name"))), None)

    @property
    def logged_item(self) -> str | None:
        """The id or name of the thing that the command uses."""
        return next(filter(None, (*self.thing, self._value_of("template"))), None)


MOST_NAMES = 100


def _as_list(written: Any) -> Any:
    return value_forms.parts("with", written) if isinstance(written, str) else written


Names = Annotated[tuple[str, ...], BeforeValidator(_as_list), Field(max_length=MOST_NAMES)]
