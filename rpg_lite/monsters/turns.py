"""The turns of foes, played by the policy: one turn for whoever asks, or all of them up to the next hero in one call of next_turn."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

from rpg_lite.decision.command import Command
from rpg_lite.decision.outcome import Accepted, Called, Notice, Outcome, Rejected
from rpg_lite.decision.situation import Situation
from rpg_lite.meaning.parse import parse
from rpg_lite.mechanics.acts import readied_offers
from rpg_lite.mechanics.acts.available_reactions import MAY_ANSWER
from rpg_lite.mechanics.life.incapacity import SURPRISED
from rpg_lite.mechanics.space.sides import is_ally
from rpg_lite.mechanics.turn import done_acts, ledger, movement
from rpg_lite.monsters import flight, good_ground, policy, rampages
from rpg_lite.monsters.policy import is_standing
from rpg_lite.monsters.way import OPEN, Deed, tool_of
from rpg_lite.operations.action.move import MoveResult
from rpg_lite.operations.action.next_turn import NextTurn, NextTurnResult
from rpg_lite.operations.batch import Decided, Guard, Run
from rpg_lite.operations.request_envelope import Asked
from rpg_lite.rules.dice import roller
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import clock, combat, thing_stats, tools_in_use
from rpg_lite.world.world_model import TURN, Ref, Thing, World

MOST_TURNS: Final = 60
"""The most turns that one call plays: more than a fight has fighters, so only a fight that passes every hero by reaches it."""
MOST_ATTACKS: Final = 8
"""The most attacks that a creature adds to the first one of its action."""
_IDLE: Final = Notice("words_idle", {"texts": (policy.NEAR,)})
"""The note on the one word that the policy adds whether or not the creature fights in packs."""


class Hands(Protocol):
    """Those who play the deeds that the policy chooses."""

    def world(self) -> World:
        """The world after the last deed."""
        ...

    def play_first(self, deeds: Sequence[Deed]) -> bool:
        """Play the first deed that is not refused; whether there is one."""
        ...

    def go_first(self, deeds: Sequence[Deed], *, must_end_well: bool = False) -> bool:
        """Walk the first way that leads on and ends well, in no harmful zone and no deep water; unless it must, at last one that ends ill. Whether there
        is one.
        """
        ...

    def leads_on(self, deed: Deed) -> bool:
        """Whether a walk would not be refused, and end elsewhere."""
        ...

    def waits(self) -> bool:
        """Whether a hero comes first: it may react to what was played, or has fallen."""
        ...


def own_turn(hands: Hands, id: str, book: Rulebook) -> None:
    """Play what is left of the creature's turn: it stands up, goes where it fights best, acts, and takes its bonus action. Whoever has used its action
    where places count has been played, and only its turn ends.
    """
    begun = now = hands.world()
    if _has_been_played(now, id, book):
        return
    hands.play_first(policy.getting_up(now, now.things[id], book))
    if _flees(hands, id, book):
        return
    now = hands.world()
    hands.go_first(policy.closing_in(now, now.things[id], book), must_end_well=True)
    if _opens_a_door(hands, id, book):
        now = hands.world()
        hands.go_first(policy.closing_in(now, now.things[id], book), must_end_well=True)
    _leap(hands, id, book, policy.leaping_in)
    now = hands.world()
    hands.go_first(policy.keeping_off(now, now.things[id], book), must_end_well=True)
    _attack_on(hands, id, book)
    for cost in ("action", "bonus"):
        now = hands.world()
        left = ledger.left(now, id, book)
        if left is not None and (left.actions if cost == "action" else left.bonus) and not hands.waits():
            deeds = policy.deeds(now, now.things[id], book, cost)
            hands.play_first(deeds if cost == "action" else rampages.without_idle(deeds, begun, now, now.things[id], book))
            if cost == "action":
                _come_nearer(hands, id, book)
                _attack_on(hands, id, book)
    _leap(hands, id, book, policy.leaping_off)


def _leap(hands: Hands, id: str, book: Rulebook, leaps: Callable[[World, Thing, Rulebook], list[Deed]]) -> None:
    """Let a creature that has its bonus action make one of these teleports."""
    now = hands.world()
    left = ledger.left(now, id, book)
    if left is not None and left.bonus and not hands.waits():
        hands.play_first(leaps(now, now.things[id], book))


def _has_been_played(now: World, id: str, book: Rulebook) -> bool:
    """Whether the game master has already played the turn of a creature where places count: its action is used, and begun no more."""
    left = ledger.left(now, id, book)
    has_done = left is not None and not left.actions and not left.has_begun
    return has_done and movement.is_measured(now, id) and bool(done_acts.done_in_turn(now, id))


def _flees(hands: Hands, id: str, book: Rulebook) -> bool:
    """Play the turn of a creature in flight; whether it was one, and has nothing else to do."""
    now = hands.world()
    one = now.things[id]
    if not flight.is_in_flight(now, one, book):
        return False
    ways = flight.run(now, one, book)
    deeds = flight.act_of(now, one, book, any(map(hands.leads_on, ways)))
    left = ledger.left(now, id, book)
    if left is not None and left.actions and not hands.waits() and thing_stats.stats_of(now, one, book).can_act:
        hands.play_first(deeds)
    if not hands.waits():
        hands.go_first(flight.run(hands.world(), one, book))
    return bool(deeds)


def _come_nearer(hands: Hands, id: str, book: Rulebook) -> None:
    """Let a creature that has attacked nobody where places count, because none is in reach or in sight, walk to its foes and try again; who still
    attacks nobody dashes, and who does not get nearer dodges.
    """
    if not _has_its_action(hands, id, book):
        return
    now = hands.world()
    hands.go_first(policy.approaches(now, now.things[id], book))
    if _opens_a_door(hands, id, book):
        now = hands.world()
        hands.go_first(policy.approaches(now, now.things[id], book))
    now = hands.world()
    hands.play_first(policy.deeds(now, now.things[id], book))
    if not _has_its_action(hands, id, book):
        return
    now = hands.world()
    has_walked = bool(movement.moved(now, id))
    hands.play_first(policy.general_act(now.things[id], "Dash" if has_walked else "Dodge"))
    if has_walked:
        now = hands.world()
        hands.go_first(policy.approaches(now, now.things[id], book))


def _opens_a_door(hands: Hands, id: str, book: Rulebook) -> bool:
    """Let the creature open the door that parts it from its foes, if one is beside it; whether it does."""
    now = hands.world()
    return hands.play_first(policy.opening(now, now.things[id], book))


def _attack_on(hands: Hands, id: str, book: Rulebook) -> None:
    """Play the attacks that are left of the action, each at the foe who is then the nearest; a hero who may react or has fallen comes first."""
    for _ in range(MOST_ATTACKS):
        now = hands.world()
        further = policy.further_attacks(now, now.things[id], book)
        if not further or hands.waits():
            return
        hands.play_first(further)


def _has_its_action(hands: Hands, id: str, book: Rulebook) -> bool:
    """Whether a creature has a whole action left where places count, somebody to fight, and nobody waits for a hero."""
    now = hands.world()
    left = ledger.left(now, id, book)
    if left is None or not left.actions or left.has_begun or not movement.is_measured(now, id) or hands.waits():
        return False
    one = now.things[id]
    return is_standing(one) and thing_stats.stats_of(now, one, book).can_act and bool(policy.standing_foes(now, one, book))


def end_of_a_turn(hands: Hands, book: Rulebook) -> None:
    """Play the legendary actions that foes take at the end of a hero's turn (SRD, Legendary Actions)."""
    whose = combat.acting(hands.world())
    for fighter in combat.order(hands.world()):
        now = hands.world()
        one = now.things.get(fighter.id)
        if one is not None and fighter.id != whose and is_standing(one) and not is_ally(now, one, book) and not hands.waits():
            hands.play_first(policy.legendary_deeds(now, one, book))


# ── one call ────────────────────────────────────────────────────────────────────────────────────────────────────────


def touches(world: World) -> tuple[Ref, ...]:
    """Everything that the turns of a fight may concern: the fighters with all they carry, their rooms with the people there and whether doors
    open in them, and whoever is bound to them by a spell. `world`: a slice with the fight.
    """
    fighters = [fighter.id for fighter in combat.order(world)]
    around = (ref for id in fighters for ref in (Ref("bearer", id), Ref("people", id), Ref("lights", id)))
    return (Ref("fight"), Ref("party"), Ref("everyone"), Ref("verb", None, tools_in_use.of_the_game(OPEN)), *around, TURN)


@dataclass(frozen=True, slots=True)
class PlayedTurns:
    """The commands that were played in one call, and what came of them."""

    commands: tuple[Command, ...]
    decided: Decided


def play(asked: NextTurn, world: World, situation: Situation, guard: Guard | None = None) -> PlayedTurns:
    """Pass the turn on and play the foes until the next hero, as one deed that one undo takes back.

    It stops earlier when a hero may react, when a hero falls or leaves, and when one side has nobody left. Refuses: no_fight, no_foe_fights,
    no_hero_fights, and what next_turn refuses.
    """
    plain = asked.model_copy(update={"play": None, "seed": None})
    if asked.seed is not None and not situation.dry:
        situation = replace(situation, roll=roller(asked.seed))
    hands = _Table(Run(world, situation, guard), plain, situation.book)
    refusal = _nobody_to_play(world, situation.book)
    if refusal is not None:
        hands.keep(plain, refusal)
        return hands.played()
    acting = hands.acting()
    if acting is None or is_ally(world, acting, situation.book):
        end_of_a_turn(hands, situation.book)
    else:
        own_turn(hands, acting.id, situation.book)
    for _ in range(MOST_TURNS):
        if hands.waits() or hands.is_decided() or not hands.pass_on():
            break
        acting = hands.acting()
        if acting is not None and is_ally(hands.world(), acting, situation.book) and not _sits_out(hands.world(), acting, situation.book):
            break
        if acting is not None and not is_ally(hands.world(), acting, situation.book):
            own_turn(hands, acting.id, situation.book)
    return hands.played()


def _sits_out(world: World, hero: Thing, book: Rulebook) -> bool:
    """Whether the hero's turn passes by itself: it is dead, or surprised, and so neither moves nor acts (SRD 5.1, Surprise)."""
    return thing_stats.is_dead(hero) or (any(entry.name == SURPRISED for entry in hero.creature.effects) and is_standing(hero))


def _nobody_to_play(world: World, book: Rulebook) -> Rejected | None:
    """The refusal of a fight in which nobody can be played, or nobody can be waited for; None where next_turn itself refuses."""
    if clock.fight(world) is None:
        return None
    there = [world.things[fighter.id] for fighter in combat.order(world)]
    sides = {is_ally(world, one, book) for one in there if is_standing(one)}
    if True not in {is_ally(world, one, book) for one in there if not thing_stats.is_dead(one)}:
        return Rejected("no_hero_fights", "play")
    return None if False in sides else Rejected("no_foe_fights", "play")


class _Table:
    """The deeds of one call: each is decided in the world that the one before it left."""

    def __init__(self, run: Run, asked: NextTurn, book: Rulebook) -> None:
        self._run, self._asked, self._book = run, asked, book
        self._commands: list[Command] = []
        self._standing = self._heroes()

    def world(self) -> World:
        return self._run.world

    def acting(self) -> Thing | None:
        return self.world().things.get(combat.acting(self.world()) or "")

    def play_first(self, deeds: Sequence[Deed]) -> bool:
        # What a hero has readied for the last deed comes before the next one.
        return not self.waits() and self._keeps_first(self._tried(deed) for deed in deeds)

    def go_first(self, deeds: Sequence[Deed], *, must_end_well: bool = False) -> bool:
        ill = list[tuple[Command, Accepted]]()
        if self.waits():
            return False
        for tried in filter(None, map(self._tried, deeds)):
            if _leads_on(tried[1]):
                if _ends_well(tried[1], self.world(), self._book):
                    return self._keeps_first([tried])
                ill.append(tried)
        return not must_end_well and self._keeps_first(ill)

    def leads_on(self, deed: Deed) -> bool:
        tried = self._tried(deed)
        return tried is not None and _leads_on(tried[1])

    def _tried(self, deed: Deed) -> tuple[Command, Accepted] | None:
        """A deed with what would come of it; None for one that is refused."""
        parsed = parse(tool_of(deed), deed, self._book.words)
        if not isinstance(parsed, Asked):
            return None
        outcome = self._run.decide(parsed.commands[0])
        return (parsed.commands[0], outcome) if isinstance(outcome, Accepted) else None

    def _keeps_first(self, tried: Iterable[tuple[Command, Accepted] | None]) -> bool:
        for found in filter(None, tried):
            self.keep(*_without_idle_word(*found))
            return True
        return False

    def pass_on(self) -> bool:
        """Pass the turn to the next creature; whether that was not refused."""
        again = self._asked if not any(isinstance(c, NextTurn) for c in self._commands) else self._asked.model_copy(update={"d20": ()})
        outcome = self._run.decide(again)
        self.keep(again, outcome)
        return isinstance(outcome, Accepted)

    def keep(self, command: Command, outcome: Outcome) -> None:
        self._commands.append(command)
        self._run.keep(outcome)

    def waits(self) -> bool:
        return bool(self._fallen() or self._answering())

    def is_decided(self) -> bool:
        """Whether no foe stands, or no hero lives; those who are dying still have turns."""
        return _nobody_to_play(self.world(), self._book) is not None

    def played(self) -> PlayedTurns:
        """The deeds, with the reason at the end if they stop before the turn of a hero."""
        outcomes = self._run.outcomes
        if (refused := next(((c, o) for c, o in zip(self._commands, outcomes, strict=True) if isinstance(o, Rejected)), None)) is not None:
            return PlayedTurns((refused[0],), Decided.of_one(refused[1], self._run.first))
        for n, outcome in enumerate(outcomes[:-1]):
            if isinstance(outcome, Accepted) and isinstance(outcome.result, NextTurnResult):
                outcomes[n] = replace(outcome, result=replace(outcome.result, is_passed=True, card=False))
        last = outcomes[-1] if outcomes else None
        if isinstance(last, Accepted) and (why := self._why_stopped()):
            outcomes[-1] = replace(last, notes=(*last.notes, why))
        return PlayedTurns(tuple(self._commands), self._run.close())

    def _why_stopped(self) -> Notice | None:
        return why_waiting(self._fallen(), self._answering()) or (Notice("foes_stop_alone") if self.is_decided() else None)

    def _heroes(self) -> list[str]:
        return heroes_standing(self.world())

    def _fallen(self) -> list[str]:
        return [id for id in self._standing if id not in self._heroes()]

    def _answering(self) -> list[Called]:
        """The heroes who may react to the last deed."""
        last = self._run.outcomes[-1] if self._run.outcomes else None
        return heroes_asked(last, self.world()) if isinstance(last, Accepted) else []


def heroes_standing(world: World) -> list[str]:
    """The ids of the members of the party who stand in the fight."""
    there = [world.things[fighter.id] for fighter in combat.order(world) if fighter.id in world.things]
    return [one.id for one in there if one.creature.is_member and is_standing(one)]


def heroes_asked(outcome: Accepted, world: World) -> list[Called]:
    """The members of the party who may react to a deed, or have readied something that it may set off."""
    offers = [note for note in outcome.notes if note.code == MAY_ANSWER]
    able = [who for note in offers for who, *_ in note.details["who"]]
    able += [note.details["name"] for note in outcome.notes if note.code in readied_offers.CODES]
    return [who for who in dict.fromkeys(able) if who.id in world.things and world.things[who.id].creature.is_member]


def why_waiting(fallen: Sequence[str], asked: Sequence[Called]) -> Notice | None:
    """The note on the heroes for whom the foes wait: those who have fallen, or those who may react; None if they go on."""
    if fallen:
        return Notice("foes_stop_at_fall", {"names": [Called(id) for id in fallen]})
    return Notice("foes_stop_for_answer", {"names": list(asked)}) if asked else None


def _leads_on(outcome: Accepted) -> bool:
    """Whether a walk ends elsewhere than where it began."""
    return not isinstance(outcome.result, MoveResult) or outcome.result.names[0] != outcome.result.names[1]


def _ends_well(outcome: Accepted, before: World, book: Rulebook) -> bool:
    """Whether a walk ends where the ground is good for the walker."""
    if not isinstance(outcome.result, MoveResult):
        return True
    way = outcome.result.walked
    return good_ground.is_good(before, before.things[way.way.one.id], way.to, book)


def _without_idle_word(command: Command, outcome: Accepted) -> tuple[Command, Accepted]:
    """The deed without the word on which nothing depended: nobody sent it, so nobody is told of it."""
    if _IDLE not in outcome.notes:
        return command, outcome
    left = tuple(word for word in command.words_beside if word != policy.NEAR)
    return command.model_copy(update={"with_": left}), replace(outcome, notes=tuple(note for note in outcome.notes if note != _IDLE))
