"""The economy of a turn: its action with attacks, its bonus action, its reaction, and things that may happen once in a turn (SRD, Your
Turn).

A second action, or one attack too many, is played and noted: the table may have a reason. A game without a game master refuses it.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Overspent, What
from rpg_lite.mechanics.turn import done_acts, granted_moves, movement, readied
from rpg_lite.mechanics.turn.readied import GOES_OFF, go_off, may_be
from rpg_lite.rules import creature_flags, names
from rpg_lite.rules.acts import multiattack
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.acts.words import HALF_MOVE
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.vocabulary import Movement
from rpg_lite.world import clock, mounts, thing_stats
from rpg_lite.world.creature_states import Lasting
from rpg_lite.world.fight_states import Fight
from rpg_lite.world.world_model import Thing, World


def whose_turn_instead(world: World, who: str, act: Act) -> str | None:
    """The id of the creature that is on, if the act takes a bonus action and the fight is not at the turn of the creature that plays it."""
    on = clock.fight(world)
    if on is None or act.cost != "bonus" or all(f.id != who for f in on.members) or on.whose.id == who:
        return None
    return on.whose.id


LEGENDARY: Final = "legendary"
INTERACTION: Final = "interaction"
WEAPON: Final = "weapon"
"""The cost of taking a weapon in hand or out of it: where the policy says so, a part of an attack, and else an interaction."""
OF_A_TURN: Final = ("action", "attack", "bonus", "move", HALF_MOVE, INTERACTION, WEAPON)
"""The costs that a creature pays on its own turn."""
HASTED: Final = "Hasted action"
"""The act with which an effect marks its action as used."""
HANDLE: Final = "Handle a thing"
"""The act with which a fight remembers that a thing was drawn, stowed, taken, handed over, opened or worked."""
USE_AN_OBJECT: Final = ("Use an Object", "Utilize")
"""The common act of each ruleset with which a creature handles one more thing."""
HASTED_ACTS: Final = frozenset(("Dash", "Disengage", "Hide", HANDLE, *USE_AN_OBJECT))
"""The acts for which the action of Haste can be used, besides one attack (SRD, Haste)."""
_DASH: Final = "Dash"
RIDE: Final = "Ride"
"""The name under which a fight remembers the walk of a creature that another one carries."""
SEARCH: Final = "Search"
_LONG: Final = ("minute", "minutes", "hour", "hours")
_WORDS: Final[Mapping[str, What]] = {
    "action": "action",
    "bonus": "bonus action",
    "reaction": "reaction",
    "move": "movement",
    HALF_MOVE: "movement",
}


@dataclass(frozen=True, slots=True)
class TurnPrice:
    """The cost of a deed for the turn of a creature. `act`: the name under which the fight remembers it; `cost`: as an act writes it
    ("action", "bonus", "10 minutes"), `interaction` or `weapon`.
    """

    who: str
    act: str
    cost: str


@dataclass(frozen=True, slots=True)
class TurnLeft:
    """The remaining actions of a creature's turn, the attacks that these and the current action allow, the bonus action, and the reaction
    of the round.
    """

    actions: int
    attacks: int
    bonus: bool
    reaction: bool
    hasted: bool = False
    """Whether one of the actions is that of Haste: one attack, or one of a few acts."""
    feet: Mapping[str, int] | None = None
    """Mode of movement → the feet that are left in it, for a rider those of its mount; None while it has all of its own."""
    has_begun: bool = False
    """Whether it has made some but not all of its attacks."""

    @property
    def most_feet(self) -> int | None:
        """The feet that are left in its fastest mode; None while it has all of them."""
        return None if self.feet is None else max(self.feet.values())

    @property
    def words(self) -> tuple[str, ...]:
        """The parts that are left, in words: "1 action", "bonus action"."""
        counts = tuple(f"{n} {word}{'' if n == 1 else 's'}" for n, word in ((self.actions, "action"), (self.attacks, "attack")) if n)
        rest = tuple(word for has, word in ((self.bonus, "bonus action"), (self.reaction, "reaction")) if has)
        return counts + rest + ((f"{self.most_feet} ft of movement",) if self.most_feet else ())


def takes_long(cost: str) -> bool:
    """Whether something of this cost takes longer than a turn."""
    return cost.rpartition(" ")[2] in _LONG


def spend(draft: Draft, price: TurnPrice) -> None:
    """Remember an act in a fight; note it if it exceeds what the turn allows. A readied act outside the turn takes the reaction."""
    on, who, act = clock.fight(draft.world), price.who, price.act
    if on is None or all(f.id != who for f in on.members):
        return
    kind = _kind(draft, who, act, price.cost)
    if (
        may_be(kind)
        and thing_stats.spell_of(draft.world.things[who], act, draft.situation.book) is None
        and (readied := go_off(draft, who))
    ):
        done_acts.remember(draft, who, GOES_OFF)
        kind = readied
    budget = _budget(on, draft.world, who, draft.situation.book)
    if kind in (INTERACTION, WEAPON):
        kind = _interaction(draft, who, kind, budget)
    if kind in OF_A_TURN and on.whose.id != who:
        draft.overspend(Overspent(who, "turn", Called(on.whose.id)))
    elif takes_long(kind):
        draft.overspend(Overspent(who, "time", act=act, time=kind))
    elif act == HASTED and budget.uses_haste:
        draft.overspend(Overspent(who, "action of Haste"))
    elif kind == "attack":
        _count_attack(draft, who, budget)
    elif kind in _WORDS and (_is_spent(budget, kind, act) or (kind == HALF_MOVE and _has_walked_too_far(draft, who))):
        draft.overspend(Overspent(who, _WORDS[kind] if price.cost not in (INTERACTION, WEAPON) else "interaction"))
        if kind == "action" and budget.hasted and not budget.uses_haste and act not in HASTED_ACTS:
            draft.note("haste_gives_no_such_action", name=Called(who), act=act)
    elif kind == "action" and budget.weapons and budget.with_one_more(act).things > budget.most_things:
        draft.overspend(Overspent(who, "interaction"))  # weapons were handled with attacks that will not come
    elif kind in ("action", "bonus") and price.cost in (INTERACTION, WEAPON):
        draft.note("interaction_by_action", name=Called(who), what=_WORDS[kind])
    elif kind == LEGENDARY:
        _note_legendary(draft, on, who)
    _note_flight(draft, who, act, kind)
    done_acts.record(draft, who, act, kind)


def _has_walked_too_far(draft: Draft, who: str) -> bool:
    """Whether less than half of the speed is left, where places count."""
    world, book = draft.world, draft.situation.book
    on = clock.fight(world)
    if on is None or not movement.is_measured(world, who):
        return False
    own = _own_feet(world, who, _budget(on, world, who, book), book)
    return own.get("walk", 0) < movement.speeds(world, world.things[who], book).get("walk", 0) // 2


def _interaction(draft: Draft, who: str, kind: str, budget: "_Budget") -> str:
    """The part of the turn that pays for handling a thing: one thing a turn is free, and a further one takes the action, for quick hands
    the bonus action (SRD, Other Activity on Your Turn; SRD 5.2, Interacting with Things). In 5.2, each attack of the turn, made or to
    come, also takes one weapon in hand or out of it (SRD 5.2, Attack).
    """
    if kind == WEAPON and draft.situation.book.policy.drawing == "with_attack" and budget.weapons < budget.most_attacks:
        return WEAPON
    if budget.things < budget.most_things:
        return INTERACTION
    return cost_by_hand(draft, draft.world.things[who], creature_flags.QUICK_HANDS)


def _note_flight(draft: Draft, who: str, act: str, kind: str) -> None:
    """Note a deed of a creature that must flee if it can move; only the table knows whether it can (SRD, Fear)."""
    if creature_flags.MUST_FLEE in draft.stats(draft.world.things[who]).flags and kind in ("action", "attack") and act != _DASH:
        draft.note("must_flee", name=Called(who))


def _note_legendary(draft: Draft, on: Fight, who: str) -> None:
    """Note a legendary action in the creature's own turn, or a second one at the end of the same turn (SRD, Legendary Actions)."""
    if on.whose.id == who:
        draft.note("legendary_in_own_turn", name=Called(who))
    elif _count_done(on, who, LEGENDARY):
        draft.note("legendary_again", name=Called(who), whose=Called(on.whose.id))


def _count_attack(draft: Draft, who: str, budget: "_Budget") -> None:
    """Note an attack beyond those of the action (SRD, Extra Attack)."""
    if not budget.most_attacks:
        draft.overspend(Overspent(who, "action"))
    elif budget.attacks >= budget.most_attacks:
        draft.overspend(Overspent(who, "attacks", number=budget.attacks + 1, most=budget.most_attacks))


def _kind(draft: Draft, who: str, act: str, cost: str) -> str:
    """The kind of a cost; an act that is part of a Multiattack costs one attack of it."""
    kind = cost.split(":")[0]
    sheet = thing_stats.sheet(draft.world.things[who], draft.situation.book)
    return "attack" if kind == "action" and names.fold(act) in multiattack.attacks_of(sheet.acts).acts else kind


def cost_by_hand(draft: Draft, who: Thing, quick: str) -> str:
    """The cost of work that takes an action; a bonus action, as long as the turn has one, for somebody with this flag."""
    turn = left(draft.world, who.id, draft.situation.book)
    return "bonus" if turn is not None and turn.bonus and quick in draft.stats(who).flags else "action"


def left(world: World, who: str, book: Rulebook) -> TurnLeft | None:
    """The actions that the creature has left; None outside a fight."""
    on = clock.fight(world)
    if on is None or all(f.id != who for f in on.members):
        return None
    budget = _budget(on, world, who, book)
    return TurnLeft(
        0
        if (budget.is_either and budget.bonus) or budget.has_moved_instead
        else max(0, budget.most_actions - budget.actions_used) + (budget.hasted and not budget.uses_haste),
        max(0, budget.most_attacks - budget.attacks),
        not _is_spent(budget, "bonus"),
        not _is_spent(budget, "reaction"),
        budget.hasted and not budget.uses_haste,
        _feet(world, who, budget, book),
        0 < budget.attacks < budget.most_attacks,
    )


def _feet(world: World, who: str, budget: "_Budget", book: Rulebook) -> Mapping[str, int] | None:
    if not (budget.is_carried or budget.moves or budget.half_moves or budget.walked or budget.has_acted_instead):
        return None
    if movement.is_measured(world, who):
        return {str(mode): feet for mode, feet in _measured_feet(world, who, budget, book).items()}
    speeds = thing_stats.stats_of(world, world.things[who], book).speed
    return {mode: speed.value * budget.halves_left // budget.halves for mode, speed in speeds.items()}


def things_left(world: World, who: str, book: Rulebook) -> int:
    """The number of things that a fighter may still handle for nothing in the current turn (SRD 5.1, Other Activity on Your Turn)."""
    on = clock.fight(world)
    if on is None:
        return 0
    budget = _budget(on, world, who, book)
    return max(0, budget.most_things - budget.things)


def feet_left(world: World, who: str, book: Rulebook) -> Mapping[Movement, int]:
    """The feet that a fighter has left in the current turn in each mode, where places count."""
    on = clock.fight(world)
    assert on is not None
    return _measured_feet(world, who, _budget(on, world, who, book), book)


def _measured_feet(world: World, who: str, budget: "_Budget", book: Rulebook) -> Mapping[Movement, int]:
    if budget.is_carried:
        return _feet_of_mount(world, who, book)
    own = _own_feet(world, who, budget, book)
    if not granted_moves.has_any(world, who):
        return own
    on = clock.fight(world)
    waits = on is not None and on.whose.id != who and not readied.is_ready(world, who)  # on another's turn it has what was given alone
    return {
        mode: (0 if waits else feet) + granted_moves.left(world, world.things[who], mode, book).feet for mode, feet in own.items()
    }


def _own_feet(world: World, who: str, budget: "_Budget", book: Rulebook) -> Mapping[Movement, int]:
    """The feet that are left of the movement of its turn, without those that acts gave. A controlled mount has what its rider has left of it."""
    if budget.is_carried:
        return _feet_of_mount(world, who, book)
    rider = mounts.rider_of(world, world.things[who])
    if rider is not None and creature_flags.CONTROLLED_MOUNT in thing_stats.stats_of(world, world.things[who], book).flags:
        return _feet_of_mount(world, rider.id, book)
    if budget.has_acted_instead:
        return dict.fromkeys(movement.speeds(world, world.things[who], book), 0)
    dashes, halves = movement.dashes(world, world.things[who]), budget.half_moves
    return {
        mode: movement.left(speed, dashes, halves, budget.walked) for mode, speed in movement.speeds(world, world.things[who], book).items()
    }


def _feet_of_mount(world: World, rider: str, book: Rulebook) -> Mapping[Movement, int]:
    """The feet that are left to whoever rides: those of its mount, with the Dash of the mount, less what it has ridden; its own steps before it
    mounted take nothing from the mount (SRD 5.1 and 5.2, Mounted Combat).
    """
    legs, on = mounts.mount_of(world, world.things[rider]) or world.things[rider], clock.fight(world)
    assert on is not None
    # Its turn is that of its rider: what it walks in the turn that it still has of its own is the same movement.
    since = done_acts.own_turn(on, rider)
    now = [a for a in on.acts if (a.round, a.turn) >= since or (a.by == legs.id and a.round == on.round)]
    ridden = sum(a.feet for a in now if a.by == legs.id or (a.by == rider and a.act == RIDE))
    return {mode: movement.left(speed, movement.dashes(world, legs), 0, ridden) for mode, speed in movement.speeds(world, legs, book).items()}


@dataclass(frozen=True, slots=True)
class _Budget:
    """The acts done in the current turn, and those that the turn allows. `actions`: the acts other than attacks; `light`: those among them
    for which the action of Haste can be used; `each`: the attacks of one Attack action; `hasted`: whether the action of Haste is available;
    `moves`: the walks out of a room, one for the movement of the turn and one for each of the `dashes`; `half_moves`: acts that take half
    of the speed; `is_carried`: whether the creature rides, so that `moves` are those of its mount; `interactions`: the things handled for free; `weapons`: those handled as part of an attack; `most_things`: those that may be handled for free or with the act for that; `most_in_turn`: the attacks that a spell leaves the
    turn; `is_either`: whether the turn has an action or a bonus action, and not both (SRD, Slow); `is_one_of_three`: whether that shuts out movement, too
    (SRD 5.2, Devious Strikes, Abjure Foes); `walked`: the feet moved where places count, which no half counts.
    """

    actions: int
    light: int
    attacks: int
    bonus: int
    reactions: int
    most_actions: int
    most_bonus: int
    each: int
    more_attacks: int
    hasted: bool
    moves: int
    dashes: int
    half_moves: int
    is_carried: bool
    interactions: int
    weapons: int
    most_things: int
    most_in_turn: int | None = None
    is_either: bool = False
    is_one_of_three: bool = False
    walked: int = 0

    @property
    def has_moved_instead(self) -> bool:
        """Whether it has moved, where that leaves the turn no action and no bonus action. A rider sits still."""
        return self.is_one_of_three and not self.is_carried and bool(self.moves or self.half_moves or self.walked)

    @property
    def has_acted_instead(self) -> bool:
        """Whether it has acted, where that leaves the turn no movement."""
        return self.is_one_of_three and bool(self.actions_used or self.bonus)

    @property
    def halves(self) -> int:
        """The halves of the speed in the movement of the turn."""
        return 2 * (1 + (0 if self.is_carried else self.dashes))

    @property
    def halves_left(self) -> int:
        """The halves that are left; for a rider, those of its mount."""
        if self.has_acted_instead and not self.is_carried:
            return 0
        return max(0, self.halves - 2 * self.moves - (0 if self.is_carried else self.half_moves))

    @property
    def things(self) -> int:
        """The things handled that no attack pays for."""
        return self.interactions + max(0, self.weapons - self.most_attacks)

    @property
    def most_attacks(self) -> int:
        """The maximum number of attacks: those of all actions that were not used for anything else; the action of Haste allows one."""
        if (self.is_either and self.bonus) or self.has_moved_instead:
            return 0
        most = max(0, self.most_actions - self._taken_off) * self.each + self._of_haste + self.more_attacks
        return most if self.most_in_turn is None else min(most, self.most_in_turn)

    @property
    def _taken_off(self) -> int:
        """The actions other than attacks for which the action of Haste was not used."""
        return self.actions - (1 if self.hasted and self.light else 0)

    @property
    def _of_haste(self) -> int:
        return 1 if self.hasted and not self.light else 0

    @property
    def uses_haste(self) -> bool:
        """Whether the acts of the turn need the action of Haste, which must fit one of them."""
        fits = self.light > 0 or self.attacks > self.more_attacks
        return self.hasted and fits and self._used(0, 0) > self.most_actions

    @property
    def actions_used(self) -> int:
        """The actions used, without that of Haste; each Attack action counts from its first attack."""
        ways = [self._used(0, 0)]
        if self.hasted and ways[0] > self.most_actions:
            ways += [self._used(1, 0)] if self.light else []
            ways += [self._used(0, 1)] if self.attacks > self.more_attacks else []
        return min(ways)

    def _used(self, light: int, attacks: int) -> int:
        """The actions used if the action of Haste paid for this many acts and attacks."""
        return self.actions - light - (-max(0, self.attacks - attacks - self.more_attacks) // self.each)

    def with_one_more(self, act: str) -> "_Budget":
        """The same count after one more action other than an attack."""
        return replace(self, actions=self.actions + 1, light=self.light + (act in HASTED_ACTS))


def _budget(on: Fight, world: World, who: str, book: Rulebook) -> _Budget:
    """Count the actions of the current turn, and the reactions since the creature's own turn began. It may take one action and one bonus
    action, and those that it gained in the turn (SRD, Action Surge).
    """
    own, acts = done_acts.own_turn(on, who), [*done_acts.of(on, who)]
    reactions = sum(a.cost == "reaction" and (a.round, a.turn) >= own for a in acts)
    now = [a for a in acts if (a.round, a.turn) == (on.round, on.moment)]
    done = Counter(a.cost for a in now)
    more = {cost: done[_word_gained(cost)] for cost in OF_A_TURN}
    sheet = thing_stats.sheet(world.things[who], book)
    laid = world.things[who].creature.effects
    is_slow = any(_brings(e, (creature_flags.ONE_ATTACK,), book) for e in laid)
    each = 1 if is_slow else max(sheet.attacks_per_action, multiattack.attacks_of(sheet.acts).count)
    light, carried = sum(a.cost == "action" and a.act in HASTED_ACTS for a in now), mounts.is_carried(world.things[who])
    is_hasted = any(_brings(e, (creature_flags.HASTED_ACTION,), book) for e in laid) and all(a.act != HASTED for a in now)
    return _Budget(
        done["action"], light, done["attack"], done["bonus"], reactions, 1 + more["action"], 1 + more["bonus"], each, more["attack"], is_hasted,
        sum(a.cost == "move" and not a.feet and (a.act == RIDE) == carried for a in now), sum(a.act == _DASH for a in now), done[HALF_MOVE], carried, done[INTERACTION], done[WEAPON], 1 + sum(a.act in USE_AN_OBJECT for a in now),
        1 if is_slow and book.ruleset == "5.1" else None, any(_brings(e, creature_flags.ACTION_OR_BONUS, book) for e in laid),
        any(_brings(e, (creature_flags.ONE_OF_THREE,), book) for e in laid), sum(a.feet for a in now if a.cost != movement.GRANTED),
    )  # fmt: skip


def _brings(entry: Lasting, flags: Collection[str], book: Rulebook) -> bool:
    """Whether the effect changes the turn by one of these flags: by its own changes, or by its entry in the rulebook."""
    if entry.has_modifiers:
        return any(m.get("value") in flags for m in entry.document["modifiers"])
    rule = book.effect(entry.name)
    return rule is not None and any(m.value in flags for m in rule.modifiers)


def _is_spent(budget: _Budget, kind: str, act: str = "") -> bool:
    if kind == "action":
        after = budget.with_one_more(act)
        return after.actions_used > after.most_actions or (budget.is_either and budget.bonus > 0) or budget.has_moved_instead
    if kind == "move":
        return not budget.halves_left
    if kind == HALF_MOVE:  # getting on or off takes the creature's own movement, whatever its mount still has
        own = replace(budget, is_carried=False, moves=0) if budget.is_carried else budget
        return not own.halves_left
    if kind == "bonus":
        return budget.bonus >= budget.most_bonus or (budget.is_either and budget.actions_used > 0) or budget.has_moved_instead
    return budget.reactions > 0


def _count_done(on: Fight, who: str, cost: str) -> int:
    """Count how often the creature did something at this cost in the current turn."""
    return sum(a.cost == cost and (a.round, a.turn) == (on.round, on.moment) for a in done_acts.of(on, who))


def _word_gained(kind: str) -> str:
    return f"gained:{kind}"


def gain(draft: Draft, who: str, act: str, kind: str, count: int) -> None:
    """Add this many actions or bonus actions to the current turn."""
    for _ in range(count):
        done_acts.record(draft, who, act, _word_gained(kind))
