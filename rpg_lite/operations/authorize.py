"""Rights: the game master may do everything; a player may do anything within the reach of the player's characters; a viewer sees what
players see.

Any other caller has to pass three checks: the role has the operation and sends no key that is reserved for the game master (`sent_by`), the
command is within reach in the world as players see it (`may`), and the rules allow it in that world. Only a command that passes is decided
in the world as it is. These checks know no secret, so their refusals cannot reveal one.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from pydantic.alias_generators import to_camel

from rpg_lite.decision.callers import Caller, standing_oneself
from rpg_lite.decision.command import Command, Invalid
from rpg_lite.decision.outcome import Outcome, Rejected
from rpg_lite.decision.situation import Situation, no_names
from rpg_lite.decision.targets import id_or_name
from rpg_lite.mechanics.turn import turn_rules
from rpg_lite.operations import hidden_stat_blocks, names_with_commas, unseen_names
from rpg_lite.operations.names_to_ids import by_id, own_by_id
from rpg_lite.operations.operation import Loop
from rpg_lite.operations.registry import READ_ONLY, WHO
from rpg_lite.operations.role_table import decrees, list_allowed, right_of
from rpg_lite.rules import dice
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import combat
from rpg_lite.world.world_model import World

# ── the right to send ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def sent_by(caller: Caller, command: Command, tries: bool = False) -> Command | Rejected:
    """The command as the role may send it: with an answer to read aloud if the command offers one, and for the caller's character if the
    caller has only one.

    `tries`: whether the outcome may be reported without taking effect.
    """
    if caller.is_gm or isinstance(command, Invalid):
        return command
    right, rights = right_of(caller.role, type(command)), WHO[type(command)]
    if right == "never":
        return Rejected(
            "not_allowed", "operation", {"role": caller.role, "operation": command.operation}, allowed=list_allowed(caller.role)
        )
    if decreed := next((key for key in decrees(type(command)) if command.says(key)), None):
        field = to_camel(decreed)
        return Rejected("gm_decides", field, {"role": caller.role, "field": field})
    if command.wants_advantage:
        return Rejected("mode_is_given", "mode")
    if tries and rights.is_found_by_doing:
        return Rejected("found_by_doing", "operation", {"operation": command.operation})
    is_of_own = right == "own" or rights.is_seen_from or rights.is_of_own
    return (_with_own(caller, command) if is_of_own else command).aloud()


def read_aloud(command: Command) -> Command:
    """The command of a game master who plays in front of everybody: nobody there may ask for what players do not know."""
    if type(command) in READ_ONLY and command.says("everything"):
        return Invalid(refusal=Rejected("gm_decides", "everything", {"role": "player", "field": "everything"}))
    return command.aloud()


def sign(caller: Caller, command: Command) -> Command:
    """Credit a game master's words to nobody in the world unless a speaker is named; if the game master plays in front of everybody, credit
    them to the party.
    """
    return command.sign() if caller.sees_all else command


def _with_own(caller: Caller, command: Command) -> Command:
    """A caller with one character need not name it; a caller with several looks around from the place of the first one."""
    is_clear = len(caller.characters) == 1 or (caller.characters and WHO[type(command)].is_seen_from)
    return command.acted_by(*id_or_name(caller.characters[0])) if is_clear and command.lacks_actor else command


# ── the reach of the caller ────────────────────────────────────────────────────────────────────────────────────────────


def may(caller: Caller, command: Command, seen: World, book: Rulebook) -> Rejected | None:
    """The refusal if the command is out of this caller's reach, in the world as players see it.

    A game master who plays in front of everybody reads no further than a player of the whole party.
    """
    if caller.sees_all or isinstance(command, Invalid):
        return None
    rights = WHO[type(command)]
    reads_as_player = type(command) in READ_ONLY and rights.player != "never"
    reach = rights.reach_aloud if caller.is_gm and not reads_as_player else rights.reach
    return reach(caller, command, seen, book)


# ── deciding ────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Guard:
    """Decide for one caller: first in the world as players see it; then, if the command passes and changes something, in the real one.

    A caller to whom nothing is forbidden reads in the world as players see it; changes are decided in the real one, but nobody can use a
    thing that players cannot see.
    """

    caller: Caller
    sees: Callable[[World], World] = field(repr=False)

    def __call__(self, decide: Loop, command: Command, world: World, situation: Situation) -> Outcome:
        seen = self.sees(world)
        outcome = self._decide(decide, names_with_commas.rejoin(command, seen), seen, world, situation)
        if self.caller.is_gm or not isinstance(outcome, Rejected):
            return outcome
        return unseen_names.without(outcome, command, self.caller, seen)

    def _decide(self, decide: Loop, command: Command, seen: World, world: World, situation: Situation) -> Outcome:
        if not self.caller.is_gm:
            strangers = hidden_stat_blocks.of_strangers(self.caller, seen, situation.book)
            # who sits at the table walks with everybody; a client elsewhere must not move the clock of the others
            stands = not self.caller.shared
            command, situation = self._of_own(command, seen), replace(
                situation, clock_stands=stands, strangers=strangers, keeps_turns=True, watched=_watched(self.caller, seen)
            )
        if not self.caller.sees_all:
            situation = replace(situation, unmeasured=hidden_stat_blocks.unmeasured(self.caller, seen))
        if refused := may(self.caller, command, seen, situation.book):
            return refused
        meant = by_id(command, seen, situation.book)
        if type(command) in READ_ONLY or situation.dry:
            known = _as_it_looks(seen, situation) if situation.dry else seen
            hides = situation.dry and not self.caller.sees_all
            return decide(meant, known, replace(situation, names=no_names, hides_others=hides))
        if self.caller.is_gm:
            return _before_all(decide, meant, seen, world, situation)
        before_eyes = decide(meant, _as_it_looks(seen, situation), _trial(situation))
        return before_eyes if isinstance(before_eyes, Rejected) else _decide_unseen(decide, meant, seen, world, situation)

    def _of_own(self, command: Command, seen: World) -> Command:
        owned = {t.id for t in seen.things.values() if self.caller.owns(seen, t)} if self.caller.characters else set()
        return own_by_id(command, seen, lambda who: who.id in owned)


def _watched(caller: Caller, seen: World) -> frozenset[str] | None:
    """The rooms that a caller with characters sees; None for one who sees what the party does."""
    return frozenset(standing_oneself(caller, seen)) if caller.characters else None


def _as_it_looks(seen: World, situation: Situation) -> World:
    """The world of a trial: nothing in it depends on what its caller does not know of strangers."""
    return hidden_stat_blocks.unmeasured_world(
        hidden_stat_blocks.veiled(seen, situation.strangers, situation.book), situation.unmeasured, situation.book
    )


def _trial(situation: Situation) -> Situation:
    """A situation for testing whether something is refused: no dice are rolled."""
    return replace(situation, dry=True, names=no_names, roll=lambda text: dice.DiceRoll(text, (), dice.bounds(text)[0]))


def _before_all(decide: Loop, command: Command, seen: World, world: World, situation: Situation) -> Outcome:
    """Decide for an unrestricted caller: only the operation's own limits apply, and nobody can use an unseen thing."""
    before_eyes = decide(command, seen, _trial(situation))
    done = _decide_unseen(decide, command, seen, world, situation)
    refused = isinstance(before_eyes, Rejected) and (isinstance(done, Rejected) or before_eyes.code.endswith("_unknown"))
    return before_eyes if refused else done


def _decide_unseen(decide: Loop, command: Command, seen: World, world: World, situation: Situation) -> Outcome:
    """Decide in the world as it is. A refusal is reworded, because the caller could not see the obstacle."""
    outcome = decide(command, world, situation)
    return _retold(outcome, command, seen) if isinstance(outcome, Rejected) else outcome


def _retold(refused: Rejected, command: Command, seen: World) -> Rejected:
    """Reword the refusal for a caller who sees only this world. A bearer who tries to take a cursed thing off does feel the curse."""
    slot, thing = refused.details.get("slot"), seen.things.get(command.thing[0] or "")
    if refused.code in turn_rules.OF_OWN_TURN or (refused.code in turn_rules.OF_OTHERS and combat.acting(seen) in seen.things):
        return refused  # the turn is played in front of everybody
    if refused.code == "target_unseen":
        return refused  # whoever does not see somebody knows it
    if refused.code == "answer_blocked":
        return Rejected("answer_too_late", "answer")  # without the revs, which may be of what only the game master has seen
    if refused.code == "attunement_limit":
        bearer = seen.things.get(command.actor[0] or "")
        told = {
            "name": thing.name if thing else "that",
            "bearer": bearer.name if bearer else "who wears it",
            "limit": refused.details["limit"],
        }
        return Rejected(refused.code, refused.field, told)
    if refused.code == "item_cursed":
        worn = next(
            (seen.things[row.thing_id] for row in seen.equipped.values() if slot and row.slot == slot and row.thing_id in seen.things),
            thing,
        )
        return Rejected(refused.code, refused.field, {"name": worn.name if worn else "what is worn there"})
    return Rejected("nobody_knows_why", None, {"name": thing.name if thing else "that"})
