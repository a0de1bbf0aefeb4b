"""The condition or effect that a command names, and its target creatures."""

from collections.abc import Mapping
from typing import Annotated, Final, TypeVar

from pydantic import Field
from rapidfuzz import fuzz

from rpg_lite.decision import targets
from rpg_lite.decision.command import Command, refs
from rpg_lite.decision.outcome import Rejected
from rpg_lite.rules import names
from rpg_lite.rules.conditions import MOST_EXHAUSTION
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world.world_model import Ref, Thing, World

MOST_LIKE: Final = 5
MISSPELT = 80
"""The percentage of letters that a misspelled condition or effect shares with the correct name: "turned" is not "stunned"."""


STATES: Final[Mapping[str, frozenset[str]]] = {
    "state_dying": frozenset(("dying",)),
    "state_dead": frozenset(("dead", "killed", "slain", "death")),
    "state_concentrating": frozenset(("concentrating", "concentration", "concentrate")),
    "state_hidden": frozenset(("hidden", "hiding", "hide", "stealthed", "stealth")),
    "state_bloodied": frozenset(("bloodied", "wounded")),
}
"""Words for states that are not conditions and have calls of their own, each with its refusal."""


class AfflictionCommand(Command):
    character_id: str | None = None
    character_name: Annotated[str | None, Field(description='Name; "party" means the whole party.')] = None
    condition: Annotated[str | None, Field(description="A condition: grappled, poisoned, exhaustion …")] = None
    effect: Annotated[str | None, Field(description="A spell or potion that changes numbers: Bless, Haste …")] = None
    level: Annotated[int | None, Field(ge=1, le=MOST_EXHAUSTION, strict=True, description="Of exhaustion; default 1.")] = None
    source: Annotated[str | None, Field(description="The cause or the caster; remove: only what comes from it.")] = None

    def touches(self) -> tuple[Ref, ...]:
        return refs(self.character_id, self.character_name, None, None)


C = TypeVar("C", bound=AfflictionCommand)


def with_whole_source(command: C, world: World) -> C:
    """Complete the name of the source creature if only a part was given; other sources stay as written."""
    if not command.source or list(world.find_named(command.source)):
        return command
    found = targets.character(world, None, command.source, "source")
    return command.model_copy(update={"source": found.name}) if isinstance(found, Thing) else command


def what_is_meant(command: AfflictionCommand, book: Rulebook) -> str | Rejected:
    """The condition or effect that the word means, in the spelling of the rulebook."""
    if bool(command.condition) == bool(command.effect):
        return Rejected("one_of_required", "condition", allowed=("condition", "effect"))
    if command.level is not None and names.fold(command.condition or "") != "exhaustion":
        return Rejected("level_unfit", "level", {"name": command.condition or command.effect})
    if command.condition:
        return book.condition(command.condition) or _unknown_condition(command.condition, book)
    rule = book.effect(command.effect or "")
    known = [r.name for r in book.effects.values()]
    if rule:
        return rule.name
    wanted = (command.effect or "").casefold()
    like = [n for n in known if _is_like(wanted, n.casefold())]
    near = tuple(sorted(like, key=lambda n: -fuzz.ratio(wanted, n.casefold()))[:MOST_LIKE])
    return Rejected("effect_unknown", "effect", {"wanted": command.effect}, near)


def _is_like(wanted: str, name: str) -> bool:
    """Whether the word is a misspelling, a part or the start of the name: "Hex" is not "Heroism", "drowning" is not "Dragon Wings"."""
    return fuzz.ratio(wanted, name) > MISSPELT or {*wanted.split()} <= {*name.split()} or (len(wanted) > 3 and name.startswith(wanted))


def _unknown_condition(wanted: str, book: Rulebook) -> Rejected:
    """The refusal for a state that has a call of its own, or else for an unknown condition, with similar names."""
    key = names.fold(wanted)
    if state := next((state for state, called in STATES.items() if key in called), None):
        return Rejected(state, "condition", {"wanted": wanted})
    known = tuple(book.conditions)
    near = tuple(n for n in known if fuzz.ratio(key, n) >= MISSPELT or (len(key) > 3 and n.startswith(key)))
    return Rejected("condition_unknown", "condition", {"wanted": wanted}, near, known)
