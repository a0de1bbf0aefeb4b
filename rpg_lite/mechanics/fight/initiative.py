"""Initiative: one roll for each creature or group of identical creatures, faces from the table, surprise, and the places of newcomers and of those
who act on another's initiative (SRD, Combat).
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final

from pydantic import BeforeValidator, Field

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.hand_rolled_faces import FacesOnTheTable
from rpg_lite.decision.outcome import Called, Rejected
from rpg_lite.decision.state_changes import change
from rpg_lite.mechanics.life.incapacity import SURPRISED
from rpg_lite.mechanics.rolls import physical_dice
from rpg_lite.mechanics.rolls.physical_dice import Face
from rpg_lite.mechanics.rolls.rolls import d20, mode_of
from rpg_lite.mechanics.space import auras
from rpg_lite.rules import creature_flags, names
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.stats import on_roll
from rpg_lite.vocabulary import Mode
from rpg_lite.world import body_paths, clock, combat, effect_expiry
from rpg_lite.world.creature_states import NO_CAUSE, Lasting, Span
from rpg_lite.world.effect_expiry import Instant
from rpg_lite.world.fight_states import Fighter
from rpg_lite.world.world_model import WORLD_ID, Thing

ANYBODY: Final = ""
"""The key of faces that name nobody; they are used in the order of the rolls."""


def _by_name(written: Any) -> Any:
    """Faces by the name of the creature or the group; a plain list names nobody."""
    listed = {ANYBODY: written} if isinstance(written, list | tuple | int) else written
    return {k: [v] if isinstance(v, int) else v for k, v in listed.items()} if isinstance(listed, Mapping) else written


Hands = Annotated[
    Mapping[str, tuple[Face, ...]],
    BeforeValidator(_by_name),
    Field(description='Faces that lie on the table, in the order of names or {"Thorin": 14}.'),
]


@dataclass(frozen=True, slots=True)
class InitiativeGroup:
    """Creatures that roll initiative together: one by itself, or several identical ones."""

    members: tuple[Thing, ...]
    bonus: int
    mode: Mode

    @property
    def called(self) -> str:
        """The name of the one creature, or the number and the common name of the group."""
        first = self.members[0]
        return first.name if len(self.members) == 1 else f"{len(self.members)} × {_kind(first)}"


def roll(
    draft: Draft, fighters: Sequence[Thing], surprised: Collection[str], hands: Mapping[str, Sequence[int]]
) -> list[Fighter] | Rejected:
    """Roll for these creatures. Faces that name a creature or a group are for its roll alone.

    Refuses: face_of_nobody, face_too_high.
    """
    groups = _groups(draft, fighters, surprised, hands)
    known = {names.fold(word) for group in groups for word in _words(group)}
    for name in hands:
        if name != ANYBODY and names.fold(name) not in known:
            return Rejected("face_of_nobody", "d20", {"name": name}, allowed=tuple(_words(group)[0] for group in groups))
    found: list[Fighter] = []
    draft.faces = FacesOnTheTable.laid(hands.get(ANYBODY, ()), "initiative ") or draft.faces
    general = draft.faces
    for group in groups:
        own = _faces_of(group, hands)
        draft.faces = None if own else general
        draft.faces = FacesOnTheTable.laid(own, "initiative ") or draft.faces
        found += _rolled(draft, group, surprised)
        if own and (refusal := physical_dice.unfit(draft)):
            return refusal
    draft.faces = general
    if refusal := physical_dice.unfit(draft):
        return refusal
    draft.faces = None
    return found


def roll_together(draft: Draft, newcomers: Sequence[Thing], key: str) -> list[Fighter]:
    """One roll for identical creatures that come into a fight together. `key`: distinguishes these dice from others in this command."""
    stats = draft.stats(newcomers[0])
    group = InitiativeGroup(tuple(newcomers), stats.initiative.value, mode_of(on_roll.of_initiative(stats).modes))
    return list(_rolled(draft, group, (), key))


def _rolled(draft: Draft, group: InitiativeGroup, surprised: Collection[str], key: str = "") -> Iterator[Fighter]:
    stats = draft.stats(group.members[0])
    total = d20(
        draft, group.bonus, group.mode, on_roll.of_initiative(stats).dice, f"initiative {group.called}", key=key, flags=stats.flags
    ).total
    for one in group.members:
        yield Fighter.make(one.id, total, one.id in surprised)


def _groups(
    draft: Draft, fighters: Sequence[Thing], surprised: Collection[str], hands: Mapping[str, Sequence[int]]
) -> list[InitiativeGroup]:
    """Identical creatures outside the party roll once; a creature whose faces are given by its own name rolls by itself."""
    alone = {names.fold(name) for name in hands}
    found: dict[tuple[object, ...], InitiativeGroup] = {}
    for one in fighters:
        stats = draft.stats(one)
        mode = _mode(draft, one, surprised)
        by_itself = one.creature.is_member or one.id in hands or (names.fold(one.name) in alone and names.fold(one.name) != _kind_key(one))
        key = (one.id,) if by_itself else (_kind_key(one), one.creature.sheet.text, stats.initiative.value, mode)
        before = found[key].members if key in found else ()
        found[key] = InitiativeGroup((*before, one), stats.initiative.value, mode)
    return list(found.values())


def _mode(draft: Draft, one: Thing, surprised: Collection[str]) -> Mode:
    """Surprise gives disadvantage (SRD 5.2, Surprise)."""
    of_surprise = [m for m in _changes_by_surprise(draft) if m.target == "initiative"] if one.id in surprised else []
    stats = draft.stats(one)
    reached = [m for m in auras.reaching(draft, one, stats) if m.target == auras.INITIATIVE and not m.scope]
    auras.tell(draft, one, reached, "initiative")
    auras.remind(draft, one, (auras.INITIATIVE,))
    return mode_of([*on_roll.of_initiative(stats).modes, *auras.modes(reached), *of_surprise])


def _faces_of(group: InitiativeGroup, hands: Mapping[str, Sequence[int]]) -> Sequence[int]:
    own = {names.fold(word) for word in _words(group)}
    return next((faces for name, faces in hands.items() if name != ANYBODY and names.fold(name) in own), ())


def _words(group: InitiativeGroup) -> list[str]:
    """The names under which faces for the roll of this group are given."""
    first = group.members[0]
    return [first.name, first.id] if len(group.members) == 1 else [_kind(first)]


def _kind(one: Thing) -> str:
    """The name without a number: Goblin 3 is a Goblin."""
    return one.name.rstrip("0123456789 ") or one.name


def _kind_key(one: Thing) -> str:
    return names.fold(_kind(one))


# ── surprise ────────────────────────────────────────────────────────────────────────────────────────────────────────


def can_be_surprised(draft: Draft, ids: Collection[str]) -> list[str]:
    """The creatures among these that can be surprised; a note names the others."""
    never = [id for id in ids if creature_flags.CANNOT_BE_SURPRISED in draft.stats(draft.world.things[id]).flags]
    if never:
        draft.note("cannot_be_surprised", names=[Called(id) for id in never])
    return [id for id in ids if id not in never]


def _changes_by_surprise(draft: Draft) -> Sequence[Modifier]:
    rule = draft.situation.book.effect(SURPRISED)
    return rule.modifiers if rule else ()


def surprise(draft: Draft, ids: Collection[str]) -> None:
    """Take away the first turn of these creatures, and their reaction until it ends (SRD 5.1, Surprise)."""
    only_rolls = all(m.target == "initiative" for m in _changes_by_surprise(draft))
    if ids and only_rolls:
        draft.note("surprised_at_the_roll", names=[Called(id) for id in ids])
    elif ids:
        draft.note("surprised_for_a_turn", names=[Called(id) for id in ids])
    for id in () if only_rolls else ids:
        at = Instant.of(draft.world)
        assert at.fight is not None
        ends, until = effect_expiry.this_turn(at) if at.fight.whose.id == id else effect_expiry.coming(effect_expiry.TURN_END, id, at)
        creature = draft.world.things[id]
        entry = Lasting.make(SURPRISED, Span(None, ends, until), NO_CAUSE)
        change(draft, creature, body_paths.EFFECTS, [*creature.creature.effects, entry])


def place(draft: Draft, entry: Fighter) -> tuple[int, int, str, str]:
    """The sort key of a place in the order: the higher total comes first; ties go to the higher DEX. A creature that has left the game
    keeps its place.
    """
    fighter = draft.world.things.get(entry.id)
    dex = draft.stats(fighter).abilities["dex"].value if fighter else 0
    return (-entry.initiative, -dex, fighter.name if fighter else "", entry.id)


def add(draft: Draft, coming: Sequence[Fighter]) -> list[Fighter]:
    """Put newcomers in their places by their initiative; return them in that order. The current turn stays the same."""
    on = clock.fight(draft.world)
    assert on is not None
    order, new = list(on.order), sorted(coming, key=lambda entry: place(draft, entry))
    for entry in new:
        before = (n for n, other in enumerate(order) if place(draft, entry) < place(draft, other))
        order.insert(next(before, len(order)), entry)
    _write(draft, order, on.order[on.turn])
    return new


def add_after(draft: Draft, leader: str, ids: Sequence[str]) -> None:
    """Put creatures right after the one that leads them, with its initiative (SRD 5.2, summoned creatures)."""
    on = clock.fight(draft.world)
    assert on is not None
    order = list(on.order)
    at = next(n for n, entry in enumerate(order) if entry.id == leader)
    order[at + 1 : at + 1] = [Fighter.make(id, order[at].initiative) for id in ids]
    _write(draft, order, on.order[on.turn])


def put_after(draft: Draft, leader: str, id: str, is_surprised: bool = False) -> Fighter:
    """Put a creature right after the one that leads it, with its initiative, from wherever it was in the order."""
    on = clock.fight(draft.world)
    assert on is not None
    ahead = next(entry for entry in on.order if entry.id == leader)
    before = next((entry for entry in on.order if entry.id == id), None)
    now = Fighter.make(id, ahead.initiative, before.is_surprised if before else is_surprised)
    order = [entry for entry in on.order if entry.id != id]
    order.insert(order.index(ahead) + 1, now)
    _write(draft, order, now if on.whose.id == id else on.order[on.turn])
    return now


def _write(draft: Draft, order: Sequence[Fighter], current: Fighter) -> None:
    change(draft, draft.world.things[WORLD_ID], body_paths.FIGHT_ORDER, order)
    change(draft, draft.world.things[WORLD_ID], body_paths.FIGHT_TURN, order.index(current))


def leader_of(creature: Thing) -> str | None:
    """The creature whose initiative this one shares: the source of the latest effect that says so."""
    return next((entry.cause.by for entry in reversed(creature.creature.effects) if _shares(entry)), None)


def _shares(entry: Lasting) -> bool:
    changes = entry.document["modifiers"] if entry.has_modifiers else ()
    return any(change.get("value") == creature_flags.SHARES_INITIATIVE for change in changes)


def among(draft: Draft, coming: Sequence[Thing]) -> dict[str, str]:
    """Creature → its leader, for those newcomers whose leader comes with them or fights already, and has an initiative of its own."""
    leaders = {one.id: leader for one in coming if (leader := leader_of(one))}
    ids = {one.id for one in coming}
    return {
        id: leader
        for id, leader in leaders.items()
        if leader not in leaders and (leader in ids or combat.is_in(draft.world, leader))
    }  # fmt: skip


def beside_leaders(order: Sequence[Fighter], led: Mapping[str, str], surprised: Collection[str]) -> list[Fighter]:
    """The order with each of these creatures right after its leader."""
    found: list[Fighter] = []
    for entry in order:
        found += [entry, *(Fighter.make(id, entry.initiative, id in surprised) for id, leader in led.items() if leader == entry.id)]
    return found


def follow(draft: Draft, leader: str, creature: str) -> None:
    """Put a creature right after its leader if the leader is in the fight; note its initiative (SRD, Controlling a Mount)."""
    if combat.is_in(draft.world, leader):
        now = put_after(draft, leader, creature)
        draft.note("shares_initiative", name=Called(creature), leader=Called(leader), initiative=now.initiative)
