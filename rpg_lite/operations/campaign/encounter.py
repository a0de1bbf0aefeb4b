"""read_campaign encounter: how hard creatures are for the party and how much experience they bring; or random creatures of the wanted difficulty."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final, Literal

from pydantic import BeforeValidator, Field

from rpg_lite.decision.callers import Caller, is_known
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Result, Verdict
from rpg_lite.decision.situation import Situation
from rpg_lite.mechanics.places import room_lookup
from rpg_lite.mechanics.places.room_lookup import Placed, Several
from rpg_lite.mechanics.rolls.rolls import Seed
from rpg_lite.mechanics.space import sides
from rpg_lite.mechanics.space.sides import CountedFoes
from rpg_lite.operations.operation import GM, Operation, free
from rpg_lite.rules import book_search, dice, dice_expressions, encounter_generator, encounters, names
from rpg_lite.rules.encounter_generator import Kind
from rpg_lite.rules.encounters import Difficulty, PartyStrength
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import combat, thing_stats
from rpg_lite.world.world_model import Ref, Thing, World

MOST_KINDS: Final = 20
MOST_OF_A_KIND: Final = 1000
HIGHEST_SEED: Final = 1000
_BY_RATING: Final = "cr "
Number = Annotated[int, Field(ge=1, le=MOST_OF_A_KIND, strict=True)]


def _count_names(sent: Any) -> Any:
    """Read a name, or a list, as the creatures with their numbers: ["Ogre", {"template": "Orc", "count": 3}] is {"Ogre": 1, "Orc": 3}."""
    listed = [sent] if isinstance(sent, str) else sent
    if not isinstance(listed, list | tuple) or not listed:
        return sent
    found = Counter[str]()
    for entry in listed:
        match entry:
            case str(name):
                found[name] += 1
            case {"template": str(name), **more} | {"name": str(name), **more} if more.keys() <= {"count"}:
                number = more.get("count", 1)
                if type(number) is not int:
                    return sent
                found[name] += number
            case _:
                return sent
    return dict(found)


class Encounter(Several, Placed):
    """Difficulty and XP of creatures for the party; filter and difficulty: random ones.
    A random encounter makes nothing and is not recorded; its answer names the `seed` that finds it again. SRD 5.1 prints no thresholds or
    multipliers, so those in common use apply. Party members with a challenge rating and no class do not count, nor do their allies.
    """

    operation: Literal["encounter"]
    creatures: Annotated[
        dict[str, Number] | None,
        BeforeValidator(_count_names),
        Field(min_length=1, max_length=MOST_KINDS, description='{"Ogre": 2, "CR 3": 1}; default: those in the room.'),
    ] = None
    in_lair: Annotated[bool, Field(description="The named creatures are in their lair.")] = False
    filter: Annotated[str | None, Field(max_length=200, description='"cr <= 2 undead".')] = None
    difficulty: Annotated[str | None, Field(max_length=names.LONGEST_KEY, description="hard, deadly; 5.2: moderate, high.")] = None
    seed: Seed = None

    @property
    def is_random(self) -> bool:
        return self.filter is not None or self.difficulty is not None

    @property
    def is_of_the_room(self) -> bool:
        return self.creatures is None and not self.is_random

    @property
    def hears_calls(self) -> bool:
        """Without a seed, each call finds another random encounter."""
        return self.is_random and self.seed is None

    def touches(self) -> tuple[Ref, ...]:
        if not self.is_of_the_room:
            return self.everybody()
        at = (self.bag_id, self.bag_name) if self.is_elsewhere else self.first
        return (*self.everybody(), *super().touches(), Ref("people", *at), Ref("fight"))


@dataclass(frozen=True, slots=True)
class EncounterResult(Result):
    """The difficulty of the creatures for these characters. `companions`: the party members who do not count; `seed`: the seed of a random
    encounter.
    """

    found: Difficulty
    party: tuple[tuple[str, int], ...]
    creatures: CountedFoes
    companions: tuple[str, ...] = ()
    seed: int | None = None


def decide_encounter(command: Encounter, draft: Draft) -> Verdict:
    """Measure the named creatures, or those in the room, or random ones.

    Refuses: cr_unknown, difficulty_unknown, encounter_none, floor_unknown, foe_unknown, lair_of_nobody, lookup_unknown, names_of_heroes, names_without_levels, nobody_to_fight,
    not_in_the_room, one_of_required, party_empty, party_has_no_levels, seed_of_nothing.
    """
    world, situation = draft.world, draft.situation
    if command.creatures is not None and command.is_random:
        instead = _again(command, filter=None, difficulty=None, seed=None)
        return Rejected("one_of_required", "creatures", allowed=("creatures", "filter or difficulty"), instead=instead)
    if command.seed is not None and not command.is_random:
        instead = _again(command, creatures=None, difficulty=situation.book.encounters.usual)
        return Rejected("seed_of_nothing", "seed", instead=instead)
    if command.in_lair and command.creatures is None:
        return Rejected("lair_of_nobody", "inLair", instead=_again(command, inLair=None))
    who = room_lookup.together(world, command)
    if isinstance(who, Rejected):
        return _names_of_heroes(who, command, situation.book) if who.code == "character_unknown" and command.names else who
    characters, companions = sides.split_party(sides.living(who))
    if not characters:
        return _nobody_measured(command, companions)
    book = situation.book
    levels = tuple((c.name, thing_stats.true_sheet(c, book).level) for c in characters)
    party = PartyStrength.of([level for _, level in levels], book.encounters)
    seed = _seed(command, situation) if command.is_random else None
    counted = _random(command, party, seed, book) if seed is not None else _counted(command, world, book, {c.id for c in who})
    if isinstance(counted, Rejected):
        return counted
    found = encounters.difficulty(book.encounters, party, counted.worths)
    return Decision.about(result=EncounterResult(found, levels, counted, tuple(c.name for c in companions), seed))


def _nobody_measured(command: Encounter, companions: Sequence[Thing]) -> Rejected:
    """The refusal of an encounter for nobody with levels; foes that the call names where heroes belong are measured without the names."""
    if not companions:
        return Rejected("party_empty", "names")
    if not command.names:
        return sides.no_levels(companions, "names")
    return Rejected("names_without_levels", "names", {"names": [c.name for c in companions]}, instead=_again(command, names=None))


def _names_of_heroes(refused: Rejected, command: Encounter, book: Rulebook) -> Rejected:
    """The refusal of an unknown name, which says where the foes go; for a creature of the book, with the call that measures it."""
    wanted = str(refused.details["wanted"])
    kind = _of_the_book(wanted, book, command.in_lair)
    others = [name for name in command.names if names.fold(name) != names.fold(wanted)]
    foe = {**(command.creatures or {}), kind.name: 1} if isinstance(kind, Kind) else None
    instead = _again(command, names=others or None, creatures=foe) if foe and not command.is_random else None
    return Rejected("names_of_heroes", refused.field, refused.details, refused.near, refused.allowed, instead)


# ── given creatures ─────────────────────────────────────────────────────────────────────────────────────────────────


def _counted(command: Encounter, world: World, book: Rulebook, friends: Collection[str]) -> CountedFoes | Rejected:
    return _in_the_room(command, world, book, friends) if command.creatures is None else _named(command, command.creatures, book)


def _named(command: Encounter, wanted: Mapping[str, int], book: Rulebook) -> CountedFoes | Rejected:
    numbers: dict[Kind, int] = {}
    for name, n in wanted.items():
        kind = _rated(name, book) if names.fold(name).startswith(_BY_RATING) else _of_the_book(name, book, command.in_lair)
        if isinstance(kind, Rejected):
            return _with_likeliest(kind, command, name, wanted)
        numbers[kind] = numbers.get(kind, 0) + n
    return CountedFoes(sides.by_worth(numbers.items()))


def _with_likeliest(refused: Rejected, command: Encounter, name: str, wanted: Mapping[str, int]) -> Rejected:
    """The refusal with a call that has the nearest creature in place of the unknown one."""
    if not refused.near:
        return refused
    meant = {(refused.near[0] if called == name else called): n for called, n in wanted.items()}
    return replace(refused, instead=_again(command, creatures=meant))


def _rated(name: str, book: Rulebook) -> Kind | Rejected:
    """A creature of which only the rating is known: "CR 1/4"."""
    cr, known = book_search.rating_in(name), book.encounters.xp
    if cr is None or cr not in known:
        closest = min(known, key=lambda row: abs(row - (cr or 0)))
        return Rejected("cr_unknown", "creatures", {"wanted": name}, (f"CR {book_search.rating(closest)}",) if cr is not None else ())
    return Kind(f"CR {book_search.rating(cr)}", cr, book.encounters.worth(cr))


def _of_the_book(name: str, book: Rulebook, in_lair: bool) -> Kind | Rejected:
    """A creature of the book; some creatures are worth more in their lair (SRD 5.2, Legendary Creatures)."""
    written = book.creatures.get(names.fold(name))
    worth = book.encounters.worth_of(written["character"]) if written else None
    if written and in_lair:
        worth = written["character"].get("inLair", {}).get("xp", worth)
    if written is None or worth is None:
        known = [e.name for e in book_search.entries("creature", book)]
        return Rejected("foe_unknown", "creatures", {"wanted": name, "ruleset": book.ruleset}, tuple(names.nearest_alike(name, known)))
    return Kind(written["character"]["name"], written["character"]["cr"], worth)


def _in_the_room(command: Encounter, world: World, book: Rulebook, friends: Collection[str]) -> CountedFoes | Rejected:
    """The fighters in the room, if there is a fight; or else everybody alive there who is not with the party. `friends`: the ids of
    the creatures for which the encounter is measured.
    """
    room = room_lookup.room_of(world, command)
    if isinstance(room, Rejected):
        return room
    there = [t for t in sides.living(sides.foes_in(world, room, book)) if t.id not in friends]
    fighting = {e.id for e in combat.order(world)}
    fighters = [t for t in there if t.id in fighting]
    counted = sides.count(fighters or there, book.encounters)
    if not counted.kinds:
        told = {"room": room.name, "unrated": list(counted.unrated)}
        return Rejected("nobody_to_fight", "creatures", told, instead=_again(command, difficulty=book.encounters.usual))
    return counted


# ── random creatures ────────────────────────────────────────────────────────────────────────────────────────────────


def _seed(command: Encounter, situation: Situation) -> int:
    """The given seed, or a new one with which a call finds the same answer again."""
    return command.seed if command.seed is not None else situation.roll(f"1d{HIGHEST_SEED}").total


def _random(command: Encounter, party: PartyStrength, seed: int, book: Rulebook) -> CountedFoes | Rejected:
    table = book.encounters
    description, asked = encounter_generator.read_wish(command.filter or "", table)
    wanted = table.known_word(command.difficulty) if command.difficulty is not None else asked or table.usual
    if wanted is None:
        instead = _again(command, difficulty=table.usual)
        return Rejected("difficulty_unknown", "difficulty", {"wanted": command.difficulty}, allowed=table.words, instead=instead)
    pool = encounter_generator.kinds(description, book)
    if not pool:
        near = book_search.near(description, "creature", book)
        told = {"wanted": description, "what": "creature", "holds": book_search.holdings(book)}
        return Rejected("lookup_unknown", "filter", told, near, instead=_again(command, filter=near[0]) if near else None)
    roll = dice.roller(seed)
    group = encounter_generator.random_group(
        pool, party, wanted, table, lambda n: roll(f"1d{min(n, dice_expressions.MOST_FACES)}").total - 1
    )
    return CountedFoes(sides.by_worth(group)) if group else _none(command, pool, party, wanted, book)


def _none(command: Encounter, pool: list[Kind], party: PartyStrength, wanted: str, book: Rulebook) -> Rejected:
    """The refusal if no number of the creatures is as hard as wanted; it names the creatures that come closest."""
    ((kind, n),) = encounter_generator.nearest(pool, party, wanted, book.encounters)
    is_like = encounters.difficulty(book.encounters, party, [(kind.xp, n)]).word
    told = {"wanted": wanted, "many": n, "name": kind.name, "word": is_like}
    instead = _again(command, filter=None, difficulty=None, seed=None, creatures={kind.name: n})
    return Rejected("encounter_none", "filter", told, instead=instead)


def may_measure(caller: Caller, command: Encounter, seen: World, book: Rulebook) -> Rejected | None:
    """If the answer is read aloud, allow creatures from the book, but not ratings or levels of strangers.

    Refuses: out_of_sight.
    """
    who, room = room_lookup.together(seen, command), room_lookup.room_of(seen, command)
    there = sides.foes_in(seen, room, book) if command.is_of_the_room and isinstance(room, Thing) else []
    stranger = next((t for t in (*(who if isinstance(who, list) else ()), *there) if not is_known(caller, t)), None)
    if stranger is None:
        return None
    instead = _again(command, names=None, difficulty=book.encounters.usual) if command.is_of_the_room else None
    return Rejected("out_of_sight", "creatures" if stranger in there else "names", {"name": stranger.name}, instead=instead)


def _again(command: Encounter, **changes: object) -> dict[str, Any]:
    """The command with these keys changed; None leaves a key out."""
    sent = {**command.model_dump(by_alias=True, exclude_unset=True), **changes}
    return {key: value for key, value in sent.items() if value is not None}


OPERATION = Operation(
    tool="read_campaign",
    model=Encounter,
    decide=decide_encounter,
    who=replace(GM, reach_aloud=may_measure),
    cost=free,
    sends="names? creatures? inLair? bagName? filter? difficulty? seed?",
    reads=True,
)
