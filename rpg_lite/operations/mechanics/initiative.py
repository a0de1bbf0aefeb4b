"""Initiative: one roll for each creature or group of identical creatures, faces from the table, and surprise (SRD, Combat)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final

from pydantic import BeforeValidator, Field

from rpg_lite.operations.draft import Draft
from rpg_lite.operations.hand_rolled_faces import FacesOnTheTable
from rpg_lite.operations.mechanics import auras, physical_dice
from rpg_lite.operations.mechanics.incapacity import SURPRISED
from rpg_lite.operations.mechanics.physical_dice import Face
from rpg_lite.operations.mechanics.rolls import d20, mode_of
from rpg_lite.operations.mechanics.state_changes import change
from rpg_lite.operations.outcome import Called, Rejected
from rpg_lite.rules import creature_flags, names
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.stats import on_roll
from rpg_lite.vocabulary import Mode
from rpg_lite.world import body_paths, effect_expiry
from rpg_lite.world.creature_states import NO_CAUSE, Lasting, Span
from rpg_lite.world.effect_expiry import Instant
from rpg_lite.world.fight_states import Fighter
from rpg_lite.world.world_model import Thing

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
