"""The rules that forbid a creature a deed, asked in one place: before an attack, an act, a spell and the use of a thing, and before a reaction is
offered.

Each rule here makes the deed impossible, so the deed is refused; with `force` the game master plays it anyway, and the answer says so. What a turn
costs is not asked here, because it forbids nothing: `turn/ledger.py` notes what exceeds a turn.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.occasions import only_changes_deed
from rpg_lite.decision.outcome import Called, Rejected
from rpg_lite.mechanics.acts import charmed_creatures, costs
from rpg_lite.mechanics.attack import familiar_attacks
from rpg_lite.mechanics.fight import leaving_fights
from rpg_lite.mechanics.life import incapacity
from rpg_lite.mechanics.turn import ledger, readied
from rpg_lite.rules import creature_flags, names
from rpg_lite.rules.acts.act import Act, ApplyStep, EffectModel
from rpg_lite.rules.acts.plain_steps import MoveStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.acts.words import HALF_MOVE
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.world import combat, flagged_effects, mounts, thing_stats
from rpg_lite.world.world_model import Thing

ATTACK: Final = "attack"
_WEAPON_ATTACK: Final = "Attack"
"""The name of an attack that is no act."""
_LEAVES_REACH: Final = "leaves_reach"


@dataclass(frozen=True, slots=True)
class Attempt:
    """What a creature is about to do. `act`: None for an attack with a weapon; `is_spell`: whether it casts; `choice`: the choices of the call;
    `sent`: the call, from which a refusal makes the one that it proposes; `called`, `paid`: the name and the cost of a deed that is no act.
    """

    draft: Draft
    who: Thing
    act: Act | None = None
    whom: Sequence[Thing] = ()
    is_spell: bool = False
    choice: Mapping[str, str] = field(default_factory=dict)
    sent: Mapping[str, Any] = field(default_factory=dict)
    called: str = _WEAPON_ATTACK
    paid: str = ATTACK

    @property
    def name(self) -> str:
        return self.called if self.act is None else self.act.name

    @property
    def cost(self) -> str:
        return self.paid if self.act is None else self.act.cost

    @property
    def kind(self) -> str:
        """The part of a turn that pays; a casting of minutes takes the action of each turn (SRD, Longer Casting Times)."""
        return "action" if self.cost.endswith(_LONG) else self.cost.partition(":")[0]

    @property
    def stats(self) -> EffectiveStats:
        return self.draft.stats(self.who)

    @property
    def is_replayed(self) -> bool:
        """Whether an earlier deed is played again, because somebody has answered it; an answer itself is a deed of its own."""
        situation = self.draft.situation
        return situation.answers is None and bool(situation.fallen or situation.altered)


Ban = Callable[[Attempt], Iterator[str]]
"""A rule by which flags forbid deeds of a kind: the reasons that hold now."""
Rule = Callable[[Attempt], Rejected | None]

# ── what flags forbid ───────────────────────────────────────────────────────────────────────────────────────────────────

_LONG: Final = ("minute", "minutes", "hour", "hours")
"""The last words of costs that take an action on each turn of their duration (SRD, Longer Casting Times)."""
_OF_COST: Final[Mapping[str, tuple[str, ...]]] = {
    "action": (creature_flags.NO_ACTIONS, creature_flags.DODGE_ONLY),
    "attack": (creature_flags.NO_ACTIONS, creature_flags.DODGE_ONLY),
    "bonus": (creature_flags.NO_BONUS_ACTIONS,),
    "reaction": (creature_flags.NO_REACTIONS,),
    "legendary": (creature_flags.NO_ACTIONS,),
}
"""Part of a turn → the flags that forbid everything, or nearly everything, that it pays for."""
_OWN_ACTIONS: Final = ("action", "attack")
_OF_SPELLS: Final = (creature_flags.NO_SPELLS, creature_flags.NO_CASTING)
_OPPORTUNITY: Final = "Opportunity Attack"
_DODGE: Final = "Dodge"
_IN_FLIGHT: Final = frozenset(("Dash", _DODGE))
_FLIGHT: Final = "flees: only Dash, acts that free it, or Dodge where it cannot move"


def _by_cost(a: Attempt) -> Iterator[str]:
    """No action, bonus action or reaction for a creature that an effect denies it (SRD, Slow, Command, Stinking Cloud); only Dodge for one that
    a curse wears down (SRD 5.2, Bestow Curse).
    """
    for flag in _OF_COST.get(a.kind, ()):
        if flag in a.stats.flags and not (flag == creature_flags.DODGE_ONLY and a.name == _DODGE):
            yield flag


def _by_readiness(a: Attempt) -> Iterator[str]:
    """Nothing readied for a creature without reactions, because what it has readied takes the reaction (SRD, Ready)."""
    if (
        not (a.is_spell or a.is_replayed)
        and creature_flags.NO_REACTIONS in a.stats.flags
        and readied.takes_reaction(a.draft.world, a.who.id, a.cost)
    ):
        yield creature_flags.NO_REACTIONS


def _by_magic(a: Attempt) -> Iterator[str]:
    """No spell in a rage, in mist, in most beasts' forms, or without a mind for it (SRD, Rage, Gaseous Form, Wild Shape, Feeblemind). The reason
    names the form or the effect.
    """
    for flag in _OF_SPELLS if a.is_spell else ():
        if flag not in a.stats.flags:
            continue
        form, book = a.who.creature.form, a.draft.situation.book
        by = [entry.name for entry in a.who.creature.effects if flagged_effects.gives(entry, flag, book)]
        yield f"{flag} in the form of {form.creature}" if form and flag == creature_flags.NO_CASTING else f"{flag}: {by[0]}" if by else flag


def _by_shock(a: Attempt) -> Iterator[str]:
    """No Opportunity Attack for a creature that has lost only these (SRD 5.2, Shocking Grasp)."""
    if a.name == _OPPORTUNITY and creature_flags.NO_OPPORTUNITY_ATTACKS in a.stats.flags:
        yield creature_flags.NO_OPPORTUNITY_ATTACKS


def _by_flight(a: Attempt) -> Iterator[str]:
    """Only Dash, an attempt to get free, or Dodge for a creature that flees (SRD, Turn Undead)."""
    frees = a.act is not None and a.act.frees
    if creature_flags.FLEES in a.stats.flags and a.kind in _OWN_ACTIONS and a.name not in _IN_FLIGHT and not frees:
        yield _FLIGHT


def _by_list(a: Attempt) -> Iterator[str]:
    """Only the actions that a form allows; attacks have bans of their own (SRD, Wind Walk)."""
    if a.kind == "action":
        for flag in a.stats.flags:
            if flag.startswith(creature_flags.ONLY_ACTS):
                allowed = flag.removeprefix(creature_flags.ONLY_ACTS).split("|")
                if names.fold(a.name) not in map(names.fold, allowed):
                    yield f"only {' or '.join(allowed)}"


BANS: Final[tuple[Ban, ...]] = (
    _by_cost,  # the widest first, because the first reason is told: who takes no actions at all need not hear of spells
    _by_readiness,
    _by_magic,
    _by_shock,
    _by_flight,
    _by_list,  # the narrowest last: it says what is left
)
"""The rules of flags, in the order in which their reasons are told."""

# ── what is refused ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _unable(a: Attempt) -> Rejected | None:
    """Nothing for the dead and the incapacitated (SRD, Incapacitated), but for what changes an own roll and takes no action (SRD, Legendary
    Resistance, Indomitable).
    """
    if a.act is not None and a.act.cost == "free" and only_changes_deed(a.act) and not thing_stats.is_dead(a.who):
        return None
    return incapacity.cannot_act(a.who, a.stats)


def _speedless(a: Attempt) -> Rejected | None:
    """Nothing that takes movement for a creature without speed, unless something carries it (SRD, Being Prone)."""
    if a.cost != HALF_MOVE or any(speed.value for speed in a.stats.speed.values()) or mounts.is_carried(a.who):
        return None
    why = [c for c in a.stats.conditions_active if c != incapacity.PRONE] or ["speed 0"]
    return Rejected("cannot_move", "characterName", {"name": a.who.name, "why": why})


def _banned(a: Attempt) -> Rejected | None:
    """Nothing that a flag forbids, except what ends the form that forbids it (SRD 5.2, Vampire: Shape-Shift) and what a creature may begin
    although it is surprised (SRD 5.1, Feral Instinct).
    """
    found = [why for ban in BANS for why in ban(a)]
    if not found or _begins_although_surprised(a) or _is_of_own_form(a, found):
        return None
    return Rejected("cannot_act", "characterName", {"name": a.who.name, "why": found[0].replace("_", " "), "until": "forced"})


def _is_of_own_form(a: Attempt, forbidden: Sequence[str]) -> bool:
    """Whether nothing forbids the act but the form that the same act gave, and that it ends (SRD 5.2, Vampire: Shape-Shift)."""
    laid = a.who.creature.effects
    own = [entry.cause.by == a.who.id and entry.cause.act == a.name for entry in laid]
    flags = [{m["value"] for m in entry.document.get("modifiers", ()) if m["target"] == "flag"} for entry in laid]
    granted = set().union(*(given for given, is_own in zip(flags, own, strict=True) if is_own))
    others = set().union(*(given for given, is_own in zip(flags, own, strict=True) if not is_own))
    return granted.issuperset(forbidden) and others.isdisjoint(forbidden)


def _begins_although_surprised(a: Attempt) -> bool:
    """Whether the surprised creature may play this act before anything else, which ends its surprise (SRD 5.1, Feral Instinct)."""
    is_surprised = any(entry.name == incapacity.SURPRISED for entry in a.who.creature.effects)
    return is_surprised and f"{creature_flags.ACTS_WHEN_SURPRISED}{names.fold(a.name)}" in a.stats.flags


def _in_strange_armor(a: Attempt) -> Rejected | None:
    """No spell in armor without training (SRD, Armor)."""
    if not a.is_spell or creature_flags.CANNOT_CAST not in a.stats.flags:
        return None
    return Rejected("cannot_cast", "characterName", {"name": a.who.name})


def _attackless(a: Attempt) -> Rejected | None:
    """No attack for a familiar, for mist and for the hopeless (SRD, Find Familiar, Gaseous Form, Symbol)."""
    world, book = a.draft.world, a.draft.situation.book
    if a.act is None:
        return familiar_attacks.refuse(world, a.who, a.stats, book)
    return familiar_attacks.refuse_act(world, a.who, a.stats, a.act, book, a.whom)


_OF_A_MOUNT: Final = frozenset(("dash", "disengage", "dodge"))
"""The folded names of what its rider can order."""


def _ridden(a: Attempt) -> Rejected | None:
    """Only Dash, Disengage and Dodge for a controlled mount, on its own turn and on its rider's turn (SRD, Controlling a Mount). A rider that
    cannot act controls nothing (SRD 5.2, Find Steed).
    """
    if a.cost not in _OWN_ACTIONS or names.fold(a.name) in _OF_A_MOUNT:
        return None
    world, rider = a.draft.world, mounts.rider_of(a.draft.world, a.who)
    if rider is None or combat.acting(world) not in (a.who.id, rider.id) or not a.draft.stats(rider).can_act:
        return None
    return Rejected("mount_is_controlled", "characterName", {"name": a.who.name, "rider": rider.name})


def _charmed(a: Attempt) -> Rejected | None:
    """No attack on the charmer, and nothing harmful aimed at it (SRD, Charmed)."""
    return charmed_creatures.refuse(a.draft, a.who, a.act, a.whom, a.choice, a.sent) if a.whom else None


def _unprovoked(a: Attempt) -> Rejected | None:
    """No Opportunity Attack on a creature that provokes none: by Disengage, by a trait, or on a mount that has disengaged (SRD, Opportunity
    Attacks, Mounted Combat). An answer to a walk has been provoked by it.
    """
    if a.act is None or _LEAVES_REACH not in a.act.when or a.draft.situation.answers is not None:
        return None
    for one in a.whom:
        legs = leaving_fights.on_whose_legs(a.draft.world, one)
        if creature_flags.PROVOKES_NOTHING in a.draft.stats(legs).flags:
            is_told = any(entry.name == _DISENGAGE for entry in legs.creature.effects)
            why = f"{legs.name} has taken {_DISENGAGE}" if is_told else f"{legs.name} moves away without provoking any"
            return Rejected("provokes_nothing", "targets", {"name": one.name, "by": a.who.name, "why": why})
    return None


_DISENGAGE: Final = "Disengage"


def _shackled(a: Attempt) -> Rejected | None:
    """No teleport and no step to the Ethereal Plane for a creature that is bound to this place (SRD, Dimensional Shackles)."""
    moved = _moved_between_places(a)
    bound = next((one for one in moved if creature_flags.NO_TELEPORT in a.draft.stats(one).flags), None)
    if bound is None:
        return None
    by = [entry.name for entry in bound.creature.effects if creature_flags.NO_TELEPORT in str(entry.document.get("modifiers", ""))]
    return Rejected("cannot_teleport", "targets" if bound.id != a.who.id else "characterName", {"name": bound.name, "why": by or ["bound"]})


def _moved_between_places(a: Attempt) -> list[Thing]:
    """The creatures that the act takes from place to place without a way between."""
    found: list[Thing] = []
    act = a.act
    for step in walk(act.steps, inner_acts=False) if act else ():
        leaves = isinstance(step, MoveStep) and step.how == "teleport"
        if isinstance(step, ApplyStep) and isinstance(step.apply, EffectModel):
            leaves = creature_flags.ETHEREAL in step.apply.flags
        if act and leaves:
            found += [a.who] if step.to == "self" or act.targets == "self" else a.whom
    return found


def _through_a_body(a: Attempt) -> Rejected | None:
    """Nothing from outside reaches a creature inside another, and nothing from inside whoever is outside, but for the two themselves: total cover
    (SRD, Cover; Behir: Swallow; Gelatinous Cube: Engulf).
    """
    bodies = {one.id: _body_around(a, one) for one in (a.who, *a.whom) if one.creature.effects}
    if not any(bodies.values()):
        return None
    around = bodies.get(a.who.id)
    for one in a.whom:
        other = bodies.get(one.id)
        if one.id != a.who.id and around != other and one.id != around and a.who.id != other:
            hidden, body = (one, other) if other else (a.who, around)
            holder = a.draft.world.things.get(body or "")
            details = {"name": one.name, "hidden": hidden.name, "body": holder.name if holder else "another creature"}
            return Rejected("inside_another", "targets", details)
    return None


def _body_around(a: Attempt, one: Thing) -> str | None:
    """The creature around this one; an act for the undead alone reaches a ghost in the body that it possesses (SRD, Ghost)."""
    now = a.draft.world.things.get(one.id, one)
    body = flagged_effects.body_around(a.draft.world, now, a.draft.situation.book)
    is_for_undead = a.act is not None and (a.act.only == _UNDEAD or any(word == f"target:{_UNDEAD[0]}" for word in a.act.needs))
    return None if body and is_for_undead and creature_flags.INSIDE_CONTROLLED in a.draft.stats(now).flags else body


_UNDEAD: Final = ("undead",)


RULES: Final[tuple[Rule, ...]] = (
    _unable,  # first, because it outlasts every other reason: the dead need no word on what they may do
    _speedless,
    _banned,
    _in_strange_armor,
    _attackless,  # after the bans: mist that may do nothing but Dash hears that, and not only that it may not attack
    _ridden,
)
"""The rules about the creature itself, in the order in which their refusals are told. An answer may change whether they hold, so that an
earlier deed that is played again can fail by them.
"""
RULES_OF_A_NEW_DEED: Final[tuple[Rule, ...]] = (
    _through_a_body,
    _charmed,  # about the targets, so after what holds whomever the deed is aimed at
    _unprovoked,
    _shackled,
)
"""The rules about the creature and its targets. No answer changes them, so that a deed that was played once is never refused by them."""


def refuse(a: Attempt) -> Rejected | None:
    """The refusal of a deed by the first rule that forbids it.

    Refuses: attacks_by_reaction, cannot_act, cannot_attack, cannot_cast, cannot_move, cannot_teleport, charmed_by_target, inside_another, mount_is_controlled,
    provokes_nothing.
    """
    rules = RULES if a.is_replayed else (*RULES, *RULES_OF_A_NEW_DEED)
    return next((refusal for rule in rules if (refusal := rule(a))), None)


def is_beyond(draft: Draft, who: Thing, called: str, cost: str) -> bool:
    """Whether a creature cannot do something for which its turn pays and which is no act: search, pick a lock, handle a thing (SRD, Gaseous Form)."""
    attempt = Attempt(draft, who, called=called, paid=cost)
    handles = incapacity.handles_nothing(who, attempt.stats, "characterName") if called == ledger.HANDLE else None
    return (_unable(attempt) or _banned(attempt) or handles) is not None


def refuse_unforced(a: Attempt, is_forced: bool) -> Rejected | None:
    """The refusal of a deed that a rule forbids; where the game master forces it, a note instead, which names the rule."""
    refused = refuse(a)
    if refused is None or not is_forced:
        return refused
    why = refused.details.get("why") or costs.tell_reason(refused)
    a.draft.note("played_against_a_rule", name=Called(a.who.id), why=why if isinstance(why, str) else ", ".join(why))
    return None
