"""A command: a request, and the parts of the world that it touches."""

from collections.abc import Callable, Mapping
from typing import Any, Self

from pydantic import Field

from rpg_lite.decision.hand_rolled_faces import FacesOnTheTable
from rpg_lite.decision.reserved_names import PARTY, is_floor, is_party
from rpg_lite.decision.shared_keys import NOBODY, Keyed, Named
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Ref, Thing, World

ThingFilter = Callable[[Thing], bool]


class Command(Keyed):
    """A request. `touches` and `touches_by_rule` name the parts of the world needed to decide it."""

    operation: str

    def touches(self) -> tuple[Ref, ...]:
        return ()

    def weighs(self) -> tuple[str, ...]:
        """The fields that the answer names if nothing in the outcome depends on what the sender put there."""
        return ()

    def faces_on_the_table(self) -> FacesOnTheTable | None:
        """The faces that somebody rolled by hand for the command's own rolls."""
        return None

    def touches_by_rule(self, book: Rulebook) -> tuple[Ref, ...]:
        """The refs of the rule that the command names, such as a spell, beside those of `touches`, which knows no rules."""
        return ()

    @property
    def who(self) -> Named:
        """The acting character; nobody for the party."""
        id, name = self.actor
        return self.actor if id or not is_party(name or PARTY) else NOBODY

    @property
    def first(self) -> Named:
        """The character from whose place the command starts if several characters act; nobody for the party."""
        return self.who

    def ids_meant(self, seen: World, book: Rulebook) -> Mapping[str, Any]:
        """The command's own fields with ids in place of names, as the sender means them. The shared fields for creatures, bag and thing are
        left out.
        """
        return {}

    def sign(self) -> Self:
        """The command as the game master's words, unless it names a speaker."""
        return self

    @property
    def is_forced(self) -> bool:
        """Whether the game master overrides the rules; false for an operation that nobody can force."""
        return self.__dict__.get("force") is True

    @property
    def finds_hidden(self) -> bool:
        """Whether the command can use things that nobody has found yet."""
        return False

    @property
    def reads_book(self) -> bool:
        """Whether the command reads the printed book and nothing of the campaign."""
        return False

    @property
    def shows_own_past(self) -> bool:
        """Whether every reader may see the past that the command shows, and not only the game master."""
        return False

    @property
    def hears_calls(self) -> bool:
        """Whether the answer may change while the campaign stays the same."""
        return False

    @property
    def shows_only_what_it_touches(self) -> bool:
        """Whether the answer stays the same as long as the touched things stay the same."""
        return False


class Targeted(Command):
    """A command about a character or another bag."""

    character_id: str | None = Field(None, description="Or characterName, bagId, bagName.")
    character_name: str | None = Field(None, description="Its name.")
    bag_id: str | None = Field(None, description="A bag: a chest, a room.")
    bag_name: str | None = Field(None, description='Its name; "floor": where the character or the party stands.')

    def touches(self) -> tuple[Ref, ...]:
        return refs(self.character_id, self.character_name, self.bag_id, self.bag_name)

    @property
    def reaches_behind_locks(self) -> bool:
        """Whether the thing of the command may be locked away."""
        return False

    def likes(self, world: World, book: Rulebook) -> ThingFilter:
        """The filter for things of one name: prefer things with uses left."""
        return lambda t: (
            thing_stats.uses_left(t, thing_stats.item_of(t, book)) != 0 and thing_stats.charges_left(t, thing_stats.item_of(t, book)) != 0
        )


def refs(character_id: str | None, character_name: str | None, bag_id: str | None, bag_name: str | None) -> tuple[Ref, ...]:
    """The refs of a target: its character, its bag, the floor."""
    found = []
    if is_party(character_name):
        found.append(Ref("party"))
    elif character_id or character_name:
        found.append(Ref("bearer", character_id, character_name))
    if is_floor(bag_name):
        found.append(Ref("floor", character_id, None if is_party(character_name) else character_name))
    elif bag_id or bag_name:
        found.append(Ref("bearer", bag_id, bag_name))
    return tuple(found)


class Invalid(Command):
    """An element of a batch that was not understood; only this element is refused, and the others are still decided and answered."""

    operation: str = ""
    refusal: Any
