"""Who may do what: the game master everything, a player what the own characters can do, a viewer what players see.

Whoever is not the game master is asked three things: whether the role has the operation at all and sends nothing with it that
is the game master's (`sent_by`), whether it is within reach in the world as players see it (`may`), and whether the rules have
it in that world. Only what passes is decided as it really is. So no refusal of the first three can tell a secret: it was
made without any.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final

from pydantic.alias_generators import to_camel

from rpg_lite.operations import consent, targets
from rpg_lite.operations.action.attack import Attack
from rpg_lite.operations.action.next_turn import NextTurn
from rpg_lite.operations.action.roll import Roll
from rpg_lite.operations.campaign.exits import Exits
from rpg_lite.operations.campaign.journal import Journal
from rpg_lite.operations.campaign.who import Who
from rpg_lite.operations.inventory.attune import Attune
from rpg_lite.operations.inventory.equip import Equip
from rpg_lite.operations.inventory.transfer import Transfer
from rpg_lite.operations.inventory.unattune import Unattune
from rpg_lite.operations.inventory.unequip import Unequip
from rpg_lite.operations.inventory.use import Use
from rpg_lite.operations.inventory.view import View
from rpg_lite.operations.mechanics.journal_entries import EntryCommand
from rpg_lite.operations.names_to_ids import by_id, own_by_id
from rpg_lite.operations.operation import Decider
from rpg_lite.operations.outcome import Accepted, Outcome, Rejected, Situation
from rpg_lite.operations.parse import Invalid
from rpg_lite.operations.registry import READ_ONLY
from rpg_lite.operations.role_table import allowed, right_of
from rpg_lite.operations.rooms import lock, unlock
from rpg_lite.operations.rooms.close import Close
from rpg_lite.operations.rooms.go import Go
from rpg_lite.operations.rooms.lock import Lock
from rpg_lite.operations.rooms.look import Look
from rpg_lite.operations.rooms.map import Map
from rpg_lite.operations.rooms.open import Open
from rpg_lite.operations.rooms.route import Route
from rpg_lite.operations.rooms.unlock import Unlock
from rpg_lite.operations.targets import Command
from rpg_lite.rules import dice, names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.vocabulary import Role
from rpg_lite.world import bearers, clock, combat
from rpg_lite.world.things import FIRST_ROOM_ID, Ref, Thing, World, made


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks. `characters`: ids of the own ones, or names, each of which means one of the party; `campaign`: the only one that there is for
    this caller.

    `aloud`: a game master's seat before everybody's eyes. It may do everything, and is shown and told what players know.
    """

    role: Role = "gm"
    name: str = ""
    campaign: str | None = None
    characters: tuple[str, ...] = ()
    aloud: bool = False

    @property
    def is_gm(self) -> bool:
        return self.role == "gm"

    @property
    def sees_all(self) -> bool:
        return self.is_gm and not self.aloud

    @property
    def sight(self) -> tuple[str, ...]:
        """Equal for two who are shown the same."""
        return (self.role, *(["aloud"] if self.aloud else []), *self.characters)

    def owns(self, world: World, thing: Thing) -> bool:
        """By id. A name, letter by letter, stands for the id of the oldest of the party who bears it: nobody is owned for being called so.

        The party is in the world, as `touches` asks.
        """
        return thing.kind == "character" and thing.id in {*self.characters, *self._bound(world)}

    def _bound(self, world: World) -> Iterator[str]:
        party = sorted(targets.party_of(world), key=made)
        yield from (next((t.id for t in party if names.tidy(t.name) == called), "") for called in map(names.tidy, self.characters))

    def touches(self) -> tuple[Ref, ...]:
        """What tells what this caller sees: the party and the own characters, with the rooms where they stand and who is there."""
        if self.sees_all:
            return ()
        own = [targets.id_or_name(c) for c in self.characters]
        around = (Ref("people", *who) for who in own or [(None, None)])
        return (Ref("party"), *(Ref("bearer", *who) for who in own), *around, Ref("fight"))


GM: Final = Caller()

_DECREES: Final = ("everything", "at_rev", "seed", "force")
"""Arguments of any operation that are the game master's word."""
_SEEN_FROM: Final = (Look, Who, Exits, Map, Route)
"""What is looked at from where somebody stands: a player who names nobody from where the own character does."""
_OF_A_LOCK: Final = {Lock: ("key_name", "dc"), Unlock: ("dc",)}
_HANDS: Final = (Use, Equip, Unequip, Attune, Unattune, Transfer, Open, Close, Lock, Unlock)


# ── what is sent ────────────────────────────────────────────────────────────────────────────────────────────────────


def sent_by(caller: Caller, command: Command, tries: bool = False) -> Command | Rejected:
    """The command as the role may send it: read aloud where there is a choice, for the own character where it is the only one.

    `tries`: it may be told and then not happen.
    """
    if caller.is_gm or isinstance(command, Invalid):
        return command
    right = right_of(caller.role, type(command))
    if right == "never":
        return Rejected("not_allowed", "operation", {"role": caller.role, "operation": command.operation}, allowed=allowed(caller.role))
    if tries and isinstance(command, Go | Open | Unlock | NextTurn):
        return Rejected("found_by_doing", "operation", {"operation": command.operation})
    decrees = (*_DECREES, *_OF_A_LOCK.get(type(command), ()))
    if decreed := next((d for d in decrees if getattr(command, d, None) not in (None, False)), None):
        field = to_camel(decreed)
        return Rejected("gm_decides", field, {"role": caller.role, "field": field})
    if getattr(command, "mode", None) == "advantage":
        return Rejected("mode_is_given", "mode")
    stands = _only_own(caller, command) if right == "own" or (isinstance(command, _SEEN_FROM) and caller.characters) else {}
    return aloud(command).model_copy(update=stands)


def aloud(command: Command) -> Command:
    """Read aloud, where there is a choice."""
    return command.model_copy(update={"for_players": True}) if "for_players" in type(command).model_fields else command


def signed(caller: Caller, command: Command) -> Command:
    """The game master's words are nobody's in the world, unless they say whose; a seat before everybody's eyes speaks for the party."""
    if not caller.sees_all or not isinstance(command, EntryCommand) or command.character_id or command.character_name:
        return command
    return command.model_copy(update={"character_name": targets.GAME_MASTER})


def _only_own(caller: Caller, command: Command) -> dict[str, Any]:
    """Who has one character need not say so; who looks around from several looks from the first.

    A chest is named without anyone; whose hand reaches into it is asked later.
    """
    key = "character_name"
    named = [getattr(command, k, None) for k in (key, "character_id", "bag_id", "names")]
    bag = getattr(command, "bag_name", None)
    inside_a_bag = isinstance(command, Transfer) and bag and not targets.is_floor(bag)
    several = len(caller.characters) != 1 and not isinstance(command, _SEEN_FROM)
    if several or key not in type(command).model_fields or any(named) or inside_a_bag:
        return {}
    id, name = targets.id_or_name(caller.characters[0])
    return {"character_id": id} if id else {key: name}


# ── what is within reach ────────────────────────────────────────────────────────────────────────────────────────────


def may(caller: Caller, command: Command, seen: World, book: Rulebook) -> Rejected | None:
    """Why it is out of this caller's reach, in the world as players see it."""
    if caller.is_gm or isinstance(command, Invalid):
        return None
    if right_of(caller.role, type(command)) == "reads":
        return _may_read(caller, command, seen, book)
    match command:
        case Transfer():
            return _may_transfer(caller, command, seen, book)
        case NextTurn():
            return _on_turn(caller, seen)
        case Roll():
            return None
        case Go() if command.names:
            walking = [targets.character(seen, *targets.id_or_name(name), f"names[{n}]") for n, name in enumerate(command.names)]
            not_own = next((r for n, who in enumerate(walking) if (r := _own(caller, who, f"names[{n}]", seen))), None)
            return not_own or next((r for who in walking if (r := _stands_by(seen, who))), None)
        case Journal():
            if command.actor_name is None or targets.is_master(command.actor_name):
                return None
            return _own(caller, targets.character(seen, *targets.id_or_name(command.actor_name), "actorName"), "actorName", seen)
        case EntryCommand() if command.is_masters:
            return Rejected("not_yours", "characterName", {"name": command.character_name}, allowed=caller.characters)
        case Attack():
            who = targets.character(seen, command.character_id, command.character_name, "characterName")
            target = targets.character(seen, command.target_id, command.target_name, "targetName")
            return _own(caller, who, "characterName", seen) or _beside(seen, who, target, "targetName") or _on_turn(caller, seen, who)
    return _may_act(caller, command, seen, book)


def _may_act(caller: Caller, command: Command, seen: World, book: Rulebook) -> Rejected | None:
    """With an own character, on what that one carries or what stands in the same room."""
    if isinstance(command, targets.Targeted):
        bag = targets.bag(seen, command, book)
        if refused := _own(caller, _bearer(seen, bag), "bagName" if command.bag_id or command.bag_name else "characterName", seen):
            return refused
        return (
            _may_use(caller, command, seen, bag, book) if isinstance(command, Use) else _in_turn(caller, command, seen, _bearer(seen, bag))
        )
    id, name = getattr(command, "character_id", None), getattr(command, "character_name", None)
    who = targets.character(seen, id, name, "characterName")
    if refused := _own(caller, who, "characterName", seen):
        return refused
    bag_id, bag_name = getattr(command, "bag_id", None), getattr(command, "bag_name", None)
    if bag_id or (bag_name and not targets.is_floor(bag_name)):
        if refused := _beside(seen, who, targets.any_bag(seen, bag_id, bag_name, "bagName", book), "bagName"):
            return refused
    if isinstance(command, Lock) and (refused := lock.lock_out_of_hand(seen, command, book)):
        return refused
    if isinstance(command, Unlock) and (refused := unlock.unlock_out_of_hand(seen, command, book)):
        return refused
    return _in_turn(caller, command, seen, who)


def _may_use(caller: Caller, command: Use, seen: World, bag: Thing | Rejected, book: Rulebook) -> Rejected | None:
    """Whoever it is used on stands there, and is asked first."""
    if command.target_id or command.target_name:
        target = targets.character(seen, command.target_id, command.target_name, "targetName")
        if refused := _beside(seen, bag, target, "targetName"):
            return refused
        if isinstance(bag, Thing) and isinstance(target, Thing) and not caller.owns(seen, target):
            if refused := consent.refused(command, seen, bag, target, book):
                return refused
    return _in_turn(caller, command, seen, _bearer(seen, bag))


def _in_turn(caller: Caller, command: Command, seen: World, who: Thing | Rejected | None) -> Rejected | None:
    """What takes a hand waits for the turn in a fight (SRD: an action, or the one free interaction of a turn); nobody walks off beside it."""
    if isinstance(command, Go):
        return _stands_by(seen, who)
    return _on_turn(caller, seen, who) if isinstance(command, _HANDS) else None


def _may_transfer(caller: Caller, command: Transfer, seen: World, book: Rulebook) -> Rejected | None:
    """Out of own bags, from the floor or out of a chest where an own character stands; to somebody or something there."""
    bag = targets.bag(seen, command, book)
    if isinstance(bag, Rejected):
        return bag
    bearer = _bearer(seen, bag)
    if isinstance(bearer, Thing) and bearer.kind == "character" and (refused := _own(caller, bearer, "characterName", seen)):
        return refused
    hands = [t for t in seen.things.values() if caller.owns(seen, t) and _room(seen, t) == _room(seen, bag)]
    if not hands:
        return Rejected("out_of_reach", "bagName", {"name": bag.name})
    hand = next((t for t in hands if t.id == combat.acting(seen)), hands[0])
    if waits := _in_turn(caller, command, seen, bearer if isinstance(bearer, Thing) and bearer.kind == "character" else hand):
        return waits
    if targets.is_floor(command.to_name) and not command.to_id:
        return None
    if command.to_character_id or command.to_character_name:
        to = targets.character(seen, command.to_character_id, command.to_character_name, "toCharacterName")
        return _beside(seen, hands[0], to, "toCharacterName")
    if not (command.to_id or command.to_name):
        return None  # the rules ask where to
    to = targets.any_bag(seen, command.to_id, command.to_name, "toName", book, hands[0])
    if isinstance(to, Thing) and to.kind != "character" and isinstance(holder := _bearer(seen, to), Thing) and holder.kind == "character":
        return _own(caller, holder, "toName", seen)
    return _beside(seen, hands[0], to, "toName")


def _may_read(caller: Caller, command: Command, seen: World, book: Rulebook) -> Rejected | None:
    """Of the party what it has, of the others what lies before everybody's eyes."""
    if isinstance(command, View):
        bag = targets.bag(seen, command, book)
        bearer = _bearer(seen, bag)
        if isinstance(bearer, Rejected):
            return bearer
        known = is_known(caller, bearer) if bearer.kind == "character" else _room(seen, bearer) in standing(caller, seen)
        return None if known else Rejected("out_of_sight", "bagName", {"name": bearer.name})
    if isinstance(command, Look) and command.is_elsewhere:
        room = targets.room(seen, command.bag_id, command.bag_name, "bagName")
        if isinstance(room, Rejected):
            return room
        return None if room.id in standing(caller, seen) else Rejected("out_of_sight", "bagName", {"name": room.name})
    id, name = getattr(command, "character_id", None), getattr(command, "character_name", None)
    if not (id or name) or (targets.is_party(name) and not id):
        return None
    who = targets.character(seen, id, name, "characterName")
    if isinstance(who, Rejected):
        return who
    return None if is_known(caller, who) else Rejected("out_of_sight", "characterName", {"name": who.name})


def standing(caller: Caller, world: World) -> set[str]:
    """The rooms that the party and the own characters have before their eyes. Who plays alone begins in the first room."""
    found = {room for t in world.things.values() if t.kind == "character" and is_known(caller, t) and (room := _room(world, t))}
    return found or ({FIRST_ROOM_ID} if caller.is_gm else found)


def is_known(caller: Caller, who: Thing) -> bool:
    """Of the party, or an own one: whoever is owned by name is of the party."""
    return who.id in caller.characters or who.creature.is_member


def whose_entries(caller: Caller, outcome: Outcome) -> tuple[str, ...] | None:
    """Whose entries of the journal are read: a player's own characters', before everybody those of the party as well; None: everybody's."""
    if caller.sees_all or not isinstance(outcome, Accepted):
        return None
    world = outcome.world
    people = (t for t in world.things.values() if t.kind == "character")
    return tuple(sorted(t.id for t in people if caller.owns(world, t) or (caller.is_gm and is_known(caller, t))))


def is_awake_stranger(caller: Caller, world: World, who: Thing) -> bool:
    """Whether it is a stranger who is awake: nobody looks into the pockets of the living."""
    return who.kind == "character" and not is_known(caller, who) and not bearers.is_lost(world, who)


def _own(caller: Caller, who: Thing | Rejected, field: str, seen: World) -> Rejected | None:
    if isinstance(who, Rejected):
        return who
    return None if caller.owns(seen, who) else Rejected("not_yours", field, {"name": who.name}, allowed=caller.characters)


def _beside(seen: World, one: Thing | Rejected, other: Thing | Rejected, field: str) -> Rejected | None:
    if isinstance(one, Rejected) or isinstance(other, Rejected):
        return one if isinstance(one, Rejected) else other if isinstance(other, Rejected) else None
    return None if _room(seen, one) == _room(seen, other) else Rejected("out_of_reach", field, {"name": other.name})


def _on_turn(caller: Caller, seen: World, who: Thing | Rejected | None = None) -> Rejected | None:
    """In a fight, whose turn it is; out of one there is nobody to wait for."""
    fight = clock.fight(seen)
    if fight is None:
        return None
    on = seen.things.get(fight.whose.id)
    if on is not None and caller.owns(seen, on) and (who is None or who == on):
        return None
    if refused := _stands_by(seen, who):
        return refused
    return Rejected("not_your_turn", "operation", {"name": on.name if on else "somebody out of sight"})


def _stands_by(seen: World, who: Thing | Rejected | None) -> Rejected | None:
    """Whoever is in the room of a fight and not in its order has no turn in it, and acts when it joins."""
    if not isinstance(who, Thing) or who.kind != "character" or combat.is_in(seen, who.id) or not _room(seen, who):
        return None
    return Rejected("not_in_the_fight", "operation", {"name": who.name}) if combat.room_id(seen) == _room(seen, who) else None


def _bearer(world: World, bag: Thing | Rejected) -> Thing | Rejected:
    """Who carries the bag; of what nobody carries the thing itself."""
    return bag if isinstance(bag, Rejected) or bag.kind == "character" else world.bearer_of(bag.id) or bag


def _room(world: World, thing: Thing) -> str | None:
    if thing.kind == "room":
        return thing.id
    room = world.room_of(thing.id)
    return room.id if room else None


# ── deciding ────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Guard:
    """Decides for one caller: first in the world as players see it, then, for what passes and changes something, as it is.

    Whom nobody forbids anything only reads in the world as players see it.
    """

    caller: Caller
    sees: Callable[[World], World] = field(repr=False)

    def __call__(self, decide: Decider, command: Command, world: World, situation: Situation) -> Outcome:
        seen = self.sees(world)
        if not self.caller.is_gm:
            command = self._of_own(command, seen)
            if refused := may(self.caller, command, seen, situation.book):
                return refused
            situation = replace(situation, clock_stands=True)
        meant = by_id(command, seen, situation.book)
        if type(command) in READ_ONLY or situation.dry:
            return decide(meant, seen, situation)
        if self.caller.is_gm:
            return _before_all(self.caller, decide, meant, seen, world, situation)
        before_eyes = decide(meant, seen, _trial(situation))
        return before_eyes if isinstance(before_eyes, Rejected) else _done(decide, meant, seen, world, situation)

    def _of_own(self, command: Command, seen: World) -> Command:
        owned = {t.id for t in seen.things.values() if self.caller.owns(seen, t)} if self.caller.characters else set()
        return own_by_id(command, seen, lambda who: who.id in owned)


def _trial(situation: Situation) -> Situation:
    """To ask only whether something is refused: no die falls for that."""
    return replace(situation, dry=True, roll=lambda text: dice.DiceRoll(text, (), dice.bounds(text)[0]))


def _before_all(caller: Caller, decide: Decider, command: Command, seen: World, world: World, situation: Situation) -> Outcome:
    """By one whom nobody forbids anything: strangers who are awake keep what they have, and nothing is done with what nobody sees."""
    if isinstance(command, Transfer):
        bearer = _bearer(seen, targets.bag(seen, command, situation.book))
        if isinstance(bearer, Thing) and is_awake_stranger(caller, seen, bearer):
            return Rejected("out_of_sight", "bagName", {"name": bearer.name})
    before_eyes = decide(command, seen, _trial(situation))
    done = _done(decide, command, seen, world, situation)
    refused = isinstance(before_eyes, Rejected) and (isinstance(done, Rejected) or before_eyes.code.endswith("_unknown"))
    return before_eyes if refused else done


def _done(decide: Decider, command: Command, seen: World, world: World, situation: Situation) -> Outcome:
    """Decided on the world as it is. What stands in the way there was not to be seen: no word of that refusal is passed on."""
    outcome = decide(command, world, situation)
    return _retold(outcome, command, seen) if isinstance(outcome, Rejected) else outcome


def _retold(refused: Rejected, command: Command, seen: World) -> Rejected:
    """The refusal in the words of those who see only this. A curse is felt by whoever would take the thing off."""
    slot, thing = refused.details.get("slot"), seen.things.get(getattr(command, "item_id", None) or "")
    if refused.code == "attunement_limit":
        bearer = seen.things.get(getattr(command, "character_id", None) or "")
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
