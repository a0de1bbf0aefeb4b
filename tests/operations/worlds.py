"""A campaign in memory: a whole `World` that is asked as a client asks. Deciders are tested here; no database is opened.

Each command is decided with the part of the world that the store would load for it, and changes the whole world as the store would write it.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from rpg_lite.call import Call
from rpg_lite.content import initial_world, rulebook_loading
from rpg_lite.decision.callers import GM
from rpg_lite.decision.outcome import Accepted, Outcome, Rejected
from rpg_lite.decision.situation import Situation
from rpg_lite.meaning import suggestion_trials
from rpg_lite.meaning.parse import parse
from rpg_lite.mechanics.creature import laid_elsewhere
from rpg_lite.operations import batch
from rpg_lite.operations.batch import Decided
from rpg_lite.operations.request_envelope import Asked
from rpg_lite.rules import dice, names
from rpg_lite.rules.dice import DiceRoll, Roller
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.views import answer_presenter
from rpg_lite.views.answer_presenter import Presenter
from rpg_lite.vocabulary import Ruleset
from rpg_lite.world.atlas import Side
from rpg_lite.world.evolve import evolve_all
from rpg_lite.world.states import Seen
from rpg_lite.world.world_model import Campaign, Exit, Ref, Thing, World
from tests.operations import memory_rows
from tests.operations.dice import let
from tests.operations.table import TOOL_OF, Answer, Sitting, Snapshot

ENDS_WITH_ITS_SOURCE = "what ends with its source is not loaded where the command names the source alone"
"""The reason of tests that fail until a slice holds everybody on whom a creature of it has laid something."""
ZONE_OF_A_BYSTANDER = "a turn of a fight does not load a zone whose caster is not in the fight"

THORIN = {"classes": ["fighter 5"], "race": "dwarf", "abilities": {"str": 16, "dex": 14, "con": 14}}
ELARA = {"classes": ["wizard 5"], "abilities": {"str": 10, "dex": 14, "int": 18}}
GOBLIN = {"hpMax": 7, "abilities": {"dex": 14}}
STURDY_GOBLIN = {**GOBLIN, "hpMax": 50, "party": False}

_WING = {"save": "dex", "dc": 19, "fail": [{"damage": "2d6+6", "type": "bludgeoning"}]}
_ACTS = [
    {"name": "Acid Breath", "cost": "action", "spend": "recharge:5", "targets": "area", "steps": [{"save": "dex", "dc": 18, "fail": [{"damage": "12d8", "type": "acid"}]}]},
    {"name": "Detect", "cost": "legendary", "targets": "self", "steps": [{"say": "It looks around."}]},
    {"name": "Tail Attack", "cost": "legendary", "targets": "1", "steps": [{"attack": 11, "kind": "melee", "hit": [{"damage": "2d8+6", "type": "bludgeoning"}]}]},
    {"name": "Wing Attack", "cost": "legendary", "spend": "legendary:2", "targets": "area", "steps": [_WING]},
]  # fmt: skip
DRAGON: dict[str, Any] = {
    "type": "dragon",
    "hpMax": 195,
    "abilities": {"dex": 14},
    "legendaryActions": 3,
    "legendaryResistance": 3,
    "acts": _ACTS,
}


@cache
def first_world(ruleset: Ruleset = "5.1") -> World:
    """A campaign that begins: Home, the Lobby and the verbs."""
    return evolve_all(World(Campaign("k", "test", ruleset=ruleset)), initial_world.first_world())


class Sandbox(Sitting):
    """A world and its rulebook. Accepted commands change it; each outcome's events must fold into its world."""

    def __init__(self, world: World | None = None, book: Rulebook | None = None, roll: Roller | None = None) -> None:
        self.world = world or first_world()
        self.book = book or rulebook_loading.rulebook(self.world.campaign.ruleset)
        self.roll = roll or dice.roller(1)

    # ── deciding ────────────────────────────────────────────────────────────────────────────────────────────────

    def decide(self, operation: str, who: str | None = None, **fields: Any) -> Outcome:
        """The outcome of one command; the world does not change."""
        payload = {**({"characterName": who} if who else {}), "operation": operation, **fields}
        asked = parse(TOOL_OF[operation], payload, self.book.words)
        if not isinstance(asked, Asked):
            return asked if isinstance(asked, Rejected) else asked[0]
        decided = self._decided(asked)
        (outcome,) = decided.outcomes
        return replace(outcome, world=self._after(decided)) if isinstance(outcome, Accepted) and outcome.events else outcome

    def accept(self, operation: str, who: str | None = None, **fields: Any) -> Accepted:
        """The outcome of a command that must be accepted. The world is the one after it."""
        outcome = self.decide(operation, who, **fields)
        assert isinstance(outcome, Accepted), outcome
        if outcome.events:
            self._go_on(outcome.world)
        return outcome

    def reject(self, code: str, operation: str, who: str | None = None, **fields: Any) -> Rejected:
        """The refusal of a command that must be refused with this code."""
        outcome = self.decide(operation, who, **fields)
        assert isinstance(outcome, Rejected) and outcome.code == code, outcome
        return outcome

    def let(self, *d20s: int, face: int = 1) -> "Sandbox":
        """From now on the dice fall like this."""
        return let(self, *d20s, face=face)

    def roll_with(self, roller: Roller) -> None:
        self.roll = roller

    # ── answering, as the table of a client does ────────────────────────────────────────────────────────────────

    def send(self, payload: Any, tool: str = "manage_inventory", detail: str = "brief") -> Answer:
        answer = self._answer(payload, tool, detail)

        def tries(to: str, instead: Answer) -> Answer:
            return self._answer({**instead, "dryRun": True}, to, "brief")

        return suggestion_trials.led_on(answer, tool, payload, tries, lambda lost: self._slice(lost.touches()), self.book)

    @property
    def now(self) -> Snapshot:
        world = self.world
        rev = world.campaign.rev
        return Snapshot(rev, rev, world.campaign.minutes, dict(world.things), dict(world.equipped), dict(world.exits))

    def _answer(self, payload: Any, tool: str, detail: str) -> Answer:
        asked = parse(tool, payload, self.book.words)
        if not isinstance(asked, Asked):
            return answer_presenter.refusal([asked] if isinstance(asked, Rejected) else asked)
        dry = asked.envelope.dry_run
        decided = self._decided(asked, dry)
        if decided.refused:
            refused = [(n, o) for n, o in enumerate(decided.outcomes) if isinstance(o, Rejected)]
            return answer_presenter.refusal([o for _, o in refused], [f"batch[{n}]." if asked.is_batch else "" for n, _ in refused])
        if decided.events and not dry:
            self._go_on(self._after(decided))
        presenter = Presenter(self.book, (asked.envelope.detail or detail) == "full", dry)
        return presenter.answer(asked.commands, decided, self.world.campaign.rev)

    # ── the slice and the situation ─────────────────────────────────────────────────────────────────────────────

    def _slice(self, refs: Iterable[Ref]) -> World:
        return memory_rows.slice_of(self.world, refs, self.book)

    def _after(self, decided: Decided) -> World:
        """The whole world with what the commands have changed in their slice."""
        return memory_rows.written(self.world, decided.befores[0], decided.world)

    def _decided(self, asked: Asked, dry: bool = False) -> Decided:
        before = self._slice(Call.of(asked, "brief", GM, self.book).refs)
        decided = batch.decide(asked.commands, before, self._situation(dry), asked.envelope.on_error)
        for n, outcome in enumerate(decided.outcomes):
            if isinstance(outcome, Accepted) and outcome.events:
                assert evolve_all(self._with_those_brought(decided.befores[n], outcome.world), outcome.events) == outcome.world
        return decided

    def _with_those_brought(self, before: World, after: World) -> World:
        """The slice with the things that its command has looked up beyond it."""
        brought = {id: self.world.things[id] for id in after.things if id not in before.things and id in self.world.things}
        return before.beside(brought) if brought else before

    def _situation(self, dry: bool) -> Situation:
        world = self.world

        def ways(rooms: Collection[str], side: Side) -> list[Exit]:
            return [w for w in world.exits.values() if (w.from_room if side == "out" else w.to_room) in rooms]

        def sights(rooms: Collection[str], side: Side) -> tuple[list[Exit], Mapping[str, Seen | None]]:
            found = ways(rooms, side)
            beyond = [(w.to_room if side == "out" else w.from_room) for w in found]
            return found, {id: world.things[id].room.seen for id in beyond if id}

        def there(*kinds: str) -> Any:
            return lambda rooms: {t.id: t for t in world.things.values() if t.kind in kinds and t.parent_id in rooms}

        def rooms(ids: Collection[str]) -> Mapping[str, Thing]:
            return {id: world.things[id] for id in ids if id in world.things}

        def bearing(source: str) -> Mapping[str, Thing]:
            return laid_elsewhere.bearers(world, source)

        def room_names(keys: Collection[str]) -> set[str]:
            return {key for t in world.things.values() if t.kind == "room" and (key := names.fold(t.name)) in keys}

        characters = [t.name for t in world.things.values() if t.kind == "character"]
        roll = _unrolled if dry else self.roll
        rev = world.campaign.rev + 1
        return Situation(
            self.book, roll, rev, 0, dry, ways, sights, rooms, there("character"), there("item", "container"), bearing,
            names=lambda: characters, room_names=room_names,
        )  # fmt: skip

    def _go_on(self, world: World) -> None:
        self.world = replace(world, campaign=replace(world.campaign, rev=self.world.campaign.rev + 1))


def _unrolled(text: str) -> DiceRoll:
    return DiceRoll(text, (), dice.bounds(text)[0])


@cache
def _heroes() -> World:
    box = Sandbox()
    box.accept("create", name="Thorin", character=THORIN)
    box.accept("create", name="Elara", character=ELARA)
    return box.world


def heroes() -> Sandbox:
    """Thorin (AC 12, 44 HP, 25 feet) and Elara (AC 12, 22 HP) in one room, with dice that roll 10 and else 1."""
    return Sandbox(_heroes()).let(10)


def with_gear(*templates: str, who: str = "Thorin") -> Sandbox:
    """The heroes, and these things carried by one of them, none of them in use."""
    box = heroes()
    for template in templates:
        box.accept("give", who, template=template)
    return box


def in_a_fight(*, goblin_first: bool = False) -> Sandbox:
    """Thorin with a longsword in hand and a goblin, in a fight: initiative 20 and 1."""
    box = with_gear("Longsword")
    box.accept("equip", "Thorin", itemName="Longsword")
    box.accept("create", name="Goblin", character=GOBLIN)
    order = ["Goblin", "Thorin"] if goblin_first else ["Thorin", "Goblin"]
    box.let(20, 1).accept("start_fight", names=order)
    return box
