"""The values of a command under the keys that operations share. A key means the same everywhere, so no operation defines it again."""

from typing import Any, Final, Self

from rpg_lite.rules.document_fields import Document

Named = tuple[str | None, str | None]
"""Id and name, as somebody or something is named; either may be missing."""
NOBODY: Final[Named] = (None, None)


class Keyed(Document):
    """The keys of a command as values, nothing where the operation has no such key."""

    @classmethod
    def takes(cls, key: str) -> bool:
        return key in cls.model_fields

    def _said(self, key: str) -> Any:
        return self.__dict__.get(key)

    def says(self, key: str) -> bool:
        return self._said(key) not in (None, False)

    # ── whom and what it names ──────────────────────────────────────────────────────────────────────────────────

    @property
    def actor(self) -> Named:
        """The creature that acts, or that it is about."""
        return self._said("character_id"), self._said("character_name")

    @property
    def target(self) -> Named:
        """The creature on which it is done."""
        return self._said("target_id"), self._said("target_name")

    @property
    def receiver(self) -> Named:
        """The creature that is given something."""
        return self._said("to_character_id"), self._said("to_character_name")

    @property
    def bag(self) -> Named:
        """Another bag or room."""
        return self._said("bag_id"), self._said("bag_name")

    @property
    def origin(self) -> Named:
        """Another room where it begins."""
        return self._said("from_id"), self._said("from_name")

    @property
    def thing(self) -> Named:
        """The thing with which it is done."""
        return self._said("item_id"), self._said("item_name")

    @property
    def lacks_actor(self) -> bool:
        """Whether it could say who acts and names nobody. A bag by its name is nobody's; whose hand reaches into it is asked later."""
        return self.takes("character_name") and not any((*self.actor, self.bag[0], self._said("names")))

    def acted_by(self, id: str | None, name: str | None) -> Self:
        """The command for this character, by id or by name."""
        return self.model_copy(update={"character_id": id} if id else {"character_name": name})

    @property
    def own_name(self) -> str | None:
        """The name that means an own character where one bears it."""
        id, name = self.actor
        return None if id else name

    def of_own(self, id: str) -> Self:
        """The command with the id of the caller's character in place of its name."""
        return self.model_copy(update={"character_id": id})

    # ── how it is done ──────────────────────────────────────────────────────────────────────────────────────────

    @property
    def how_many(self) -> int:
        """How many things it is about."""
        return self._said("quantity") or 1

    @property
    def dice_seed(self) -> int | None:
        """The seed of its dice, if it has one."""
        seed: int | None = self._said("seed")
        return seed

    @property
    def wants_advantage(self) -> bool:
        return bool(self._said("mode") == "advantage")

    @property
    def is_aloud(self) -> bool:
        """Whether the answer is to be read to players."""
        return self.says("for_players")

    def aloud(self) -> Self:
        """To be read to players, where there is a choice."""
        return self.model_copy(update={"for_players": True}) if self.takes("for_players") else self

    # ── what the record of calls keeps ──────────────────────────────────────────────────────────────────────────

    @property
    def logged_actor(self) -> str | None:
        """The id or name of whoever acts, or of what is made."""
        return next(filter(None, (*self.actor, *self.bag, self._said("name"))), None)

    @property
    def logged_item(self) -> str | None:
        """The id or name of what it is done with."""
        return next(filter(None, (*self.thing, self._said("template"))), None)
