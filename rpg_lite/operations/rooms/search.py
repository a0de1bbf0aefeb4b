"""manage_room search: try to find the hidden things of a room."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from pydantic import Field

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Decision, Rejected, Result, Verdict
from rpg_lite.decision.shared_keys import Names
from rpg_lite.mechanics.acts import traps_in_play, triggers
from rpg_lite.mechanics.places import hidden_finds, room_lookup
from rpg_lite.mechanics.places.hidden_finds import ThingOrWay
from rpg_lite.mechanics.places.room_lookup import Placed
from rpg_lite.mechanics.rolls import check_scopes
from rpg_lite.mechanics.rolls.rolls import Seed, mode_of
from rpg_lite.mechanics.rolls.skill_checks import skill_check
from rpg_lite.mechanics.space import sight, stealth
from rpg_lite.mechanics.turn import ledger
from rpg_lite.mechanics.turn.ledger import TurnPrice
from rpg_lite.operations.operation import GM, Operation
from rpg_lite.rules import names
from rpg_lite.rules.acts.words import SEES
from rpg_lite.rules.trap_rules import FINDING, PERCEPTION, FindingSkill
from rpg_lite.vocabulary import SKILL_ABILITY, Mode
from rpg_lite.world import combat, thing_stats
from rpg_lite.world.placed_traps import SetTrap
from rpg_lite.world.world_model import Ref, Thing, World

_WORDS: Final = (SEES, *check_scopes.SENSES)
_SHIFT: Final[dict[Mode, int]] = {"advantage": 5, "normal": 0, "disadvantage": stealth.PASSIVE_AT_DISADVANTAGE}
"""The points that advantage adds to a passive score (SRD, Passive Checks)."""


class Search(Placed):
    """Find hidden things: all, or those within dc; an exit or thing with its own DC uses its own."""

    operation: Literal["search"]
    dc: Annotated[int | None, Field(ge=0, le=40, strict=True, description="For a search (default: find all) or a lock.")] = None
    passive: Annotated[bool, Field(description="No roll.")] = False
    skill: Annotated[FindingSkill, Field(description="Default: perception.")] = PERCEPTION
    with_: Annotated[Names, Field(alias="with", description="sees: the search needs no eyes; or its sense: smell.")] = ()
    seed: Seed = None

    def touches(self) -> tuple[Ref, ...]:
        return (*super().touches(), Ref("party"), Ref("people", *self.who))

    @property
    def finds_hidden(self) -> bool:
        return True

    @property
    def told(self) -> frozenset[str]:
        """The senses that the call names."""
        named = {*map(names.fold, self.with_)}
        return frozenset(sense for sense in check_scopes.SENSES if names.fold(sense) in named)

    @property
    def needs_eyes(self) -> bool:
        """Whether the dark and blindness matter: the word `sees` spares the eyes, and so does another sense."""
        return check_scopes.SIGHT in self.told or not self.with_

    @property
    def kinds(self) -> tuple[str, ...]:
        """The targets of the modifiers that apply to the check."""
        return "check.all", f"check.{SKILL_ABILITY[self.skill]}", f"skill.{self.skill}"


@dataclass(frozen=True, slots=True)
class SearchResult(Result):
    """The finds, the total of each searcher, and the searchers who spend the action of their turn."""

    found: tuple[ThingOrWay, ...]
    told: tuple[tuple[str, int], ...]
    passive: bool
    skill: FindingSkill
    spent: tuple[Called, ...] = ()


def decide_search(command: Search, draft: Draft) -> Verdict:
    """Refuses: floor_unknown, nobody_searches, party_empty, sight_unknown."""
    world, situation = draft.world, draft.situation
    room = room_lookup.room_of(world, command)
    if isinstance(room, Rejected):
        return room
    if strange := next((w for w in command.with_ if names.fold(w) not in map(names.fold, _WORDS)), None):
        return Rejected("sight_unknown", "with", {"word": strange}, allowed=_WORDS)
    sees = command.skill == PERCEPTION
    hidden_traps = list(traps_in_play.unfound(draft, room, command.skill))
    hard = {**(_hard(world, room) if sees else {}), **{_trap_key(t): dc for t, dc in hidden_traps}} if command.dc is None else {}
    there = _searching(world, command, room)
    if isinstance(there, Rejected) and command.dc is not None:
        return there
    there = [] if isinstance(there, Rejected) else there
    who = [c for c in there if _can_search(draft, c, command)]
    if there and not who:
        return Decision.about(room.id, result=SearchResult((), (), command.passive, command.skill))
    if not hard and command.dc is None:
        who = []
        draft.notes.clear()  # nobody has to roll, so nobody's eyes matter
    told = [_perceives(draft, c, command) for c in who]
    hiding = _hiding(draft.world, room)
    for creature, total in zip(who, told, strict=True):
        stealth.search(draft, creature.id, command.skill, total[1])
    triggers.settle(draft)
    is_undecided = situation.dry and bool(draft.events)
    spent = _fighting(there, world) if not command.passive else ()
    out = [Called(id) for id in sorted(hiding - _hiding(draft.world, room))]
    best = max((total for _, total in told), default=None)
    if is_undecided or (best is not None and command.dc is not None and best < command.dc):
        return Decision.about(room.id, result=SearchResult(tuple(out), tuple(told), command.passive, command.skill, spent))
    missed = {id for id, dc in hard.items() if best is not None and best < dc}
    found = (*out, *(hidden_finds.reveal(draft, room, missed) if sees else ()))
    for trap, _ in hidden_traps:
        if _trap_key(trap) not in missed:
            traps_in_play.mark(draft, trap, trap.state.condition, is_found=True)
            draft.note("trap_found", trap=trap.state.name, place=traps_in_play.place_of(trap))
    _tell_other_skills(draft, room, command.skill)
    return Decision.about(room.id, result=SearchResult(found, tuple(told), command.passive, command.skill, spent))


def cost_of_searching(command: Search, decision: Decision, draft: Draft) -> Sequence[TurnPrice]:
    """The action of everybody who searches (SRD, Search)."""
    spent = decision.result.spent if isinstance(decision.result, SearchResult) else ()
    return tuple(TurnPrice(one.id, ledger.SEARCH, "action") for one in spent)


def _tell_other_skills(draft: Draft, room: Thing, skill: FindingSkill) -> None:
    """Note the skills that find the traps for which this search did not look."""
    rules = (traps_in_play.rule_of(draft, trap) for trap, _ in traps_in_play.unfound(draft, room))
    others = {word for rule in rules if rule and rule.detect and skill not in rule.detect.skill for word in rule.detect.skill}
    if others:
        draft.note("search_by_skill", texts=[word for word in FINDING if word in others], searched=skill.capitalize())


def _trap_key(trap: SetTrap) -> str:
    return f"{trap.holder} {trap.key}"


def _hard(world: World, room: Thing) -> dict[str, int]:
    """The hidden things, exits and features with their own DC, and the creatures that hide: id → DC."""
    people = {t.id: stealth.dc_to_find(t) for t in room_lookup.people(world, room.id)}
    return {id: dc for id, dc in (hidden_finds.dcs(world, room) | people).items() if dc is not None}


def _hiding(world: World, room: Thing) -> set[str]:
    return {t.id for t in room_lookup.people(world, room.id) if stealth.dc_to_find(t) is not None}


def _searching(world: World, command: Search, room: Thing) -> list[Thing] | Rejected:
    who = room_lookup.acting(world, command)
    if isinstance(who, Rejected):
        return who
    able = [c for c in who if not thing_stats.is_lost(world, c) and world.room_of(c.id) == room]
    return able or Rejected("nobody_searches", "characterName", {"names": [c.name for c in who], "room": room.name})


def _can_search(draft: Draft, creature: Thing, command: Search) -> bool:
    """Whether the creature has the sense with which it searches; if not, a note says so."""
    if why := check_scopes.failing(draft.stats(creature), command.kinds, command.told - {check_scopes.SIGHT}):
        draft.note("fails_unrolled", name=Called(creature.id), why=why)
        return False
    return not command.needs_eyes or sight.can_search(draft, creature)


def _fighting(who: list[Thing], world: World) -> tuple[Called, ...]:
    """The searchers with a turn in the fight; a search takes an action (SRD, Actions in Combat)."""
    return tuple(Called(creature.id) for creature in who if combat.is_in(world, creature.id))


def _perceives(draft: Draft, creature: Thing, command: Search) -> tuple[str, int]:
    stats = draft.stats(creature)
    hindered = sight.for_search(draft, creature) if command.needs_eyes and command.skill == PERCEPTION else []
    more = [*hindered, *check_scopes.modes(stats, command.kinds, command.told)]
    check_scopes.tell(draft, creature, command.kinds, command.told)
    if command.passive:
        return creature.name, int(stats.passive[command.skill].value) + _SHIFT[mode_of(more)]
    return creature.name, skill_check(draft, creature, command.skill, more=more).total


OPERATION = Operation(
    tool="manage_room",
    model=Search,
    decide=decide_search,
    who=GM,
    cost=cost_of_searching,
    sends="characterName? dc? passive? with? seed?",
    is_verb=True,
    before_all=True,
)
