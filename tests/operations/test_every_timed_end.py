"""Every effect of the data of both rulesets that does something when its time is over, played by the clock: to the round, and not before."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle
from typing import Any, Final, NamedTuple

from rpg_lite.game import Game
from rpg_lite.rules.acts.act import Act, ApplyStep, ChooseStep, EffectModel, IfStep, SaveStep, Step, TableStep
from rpg_lite.rules.acts.plain_steps import EndStep, LoseStep, SayStep
from rpg_lite.rules.acts.steps.hit_points import DamageStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.acts.words import TABLE_WORDS
from rpg_lite.rules.dice import Roller
from rpg_lite.rules.durations import ROUNDS_A_MINUTE
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world.creature_states import LASTING, Lasting
from rpg_lite.world.world_model import Thing
from tests.copies import begun, copy_of
from tests.operations.acts_in_data import FAILS_ALL, PLAIN, Source, class_for, create_hero, owner_of, played, seen, sources
from tests.operations.dice import falling
from tests.operations.table import Table
from tests.rows import each_row

FOREVER: Final = ("permanent", "until_dispelled", None)


class Row(NamedTuple):
    source: Source
    path: str
    step: ApplyStep
    outer: Source | None = None

    @property
    def above(self) -> list[tuple[Step, str]]:
        """The steps on the way to this one, with the part of each that leads on."""
        parts = self.path.split(".")
        steps = self.source.act.steps_by_path
        return [(steps[way], parts[n]) for n in range(1, len(parts)) if (way := ".".join(parts[:n])) in steps]

    @property
    def words(self) -> set[str]:
        """What the `if`s on the way ask for."""
        ifs = [(step.if_, part) for step, part in self.above if isinstance(step, IfStep)]
        opposite = {"willing"} if any("unwilling" in words and part == "else" for words, part in ifs) else set()
        return opposite | {word for words, part in ifs if part == "then" for word in words}

    @property
    def part(self) -> str | None:
        return next((part for step, part in self.above if isinstance(step, ChooseStep)), None)

    @property
    def faces(self) -> dict[str, list[int]]:
        """What the dice of the tables on the way show; the tables before one of them, in the same part, show 1."""
        found, parts = dict[str, list[int]](), self.path.split(".")
        for step, part in self.above:
            if isinstance(step, TableStep):
                found[str(step.table)] = [1] * int(parts[parts.index(part) - 1]) + [int(part.split("-")[0])]
        return found

    def __str__(self) -> str:
        return f"{self.source}-{self.path}"


def rows() -> list[Row]:
    found = {}
    for source in sources("onTimeUp", "onEnd"):
        for act in _acts_within(source.act):
            for path, step in act.steps_by_path.items():
                if isinstance(step, ApplyStep) and (step.on_time_up or step.on_end) and (step.for_ or act.duration) not in FOREVER:
                    row = Row(source._replace(act=act), path, step, None if act is source.act else source)
                    found.setdefault(str(row), row)
    return [*found.values()]


def _acts_within(act: Act) -> Iterator[Act]:
    yield act
    for step in walk(act.steps, inner_acts=False):
        brought = getattr(step, "apply", None) or getattr(step, "zone", None)
        for inner in getattr(brought, "acts", ()):
            yield from _acts_within(inner)


# ── what the end must bring ─────────────────────────────────────────────────────────────────────────────────────────


def certain(steps: Sequence[Step]) -> Iterator[Step]:
    """These steps and those under a failed save, without those that depend on something else."""
    for step in steps:
        yield step
        yield from certain(step.fail) if isinstance(step, SaveStep) else ()


def scene_of(ruleset: Ruleset, of: str, subclass: str | None, kind: str) -> Game:
    """A hero, and somebody who fails every save."""
    table = Table(begun(ruleset))
    create_hero(table, of, subclass)
    _add_foe(table, kind)
    return table.game


def _add_foe(table: Table, kind: str) -> None:
    scores = {**PLAIN, "int": 3} if kind == "beast" else PLAIN
    sheet = {"hpMax": 900, "type": kind, "size": "small", "modifiers": FAILS_ALL, "abilities": scores}
    table.did("create", name="Foe", character=sheet)


class Scene:
    """Whoever lays the effect, and somebody who fails every save."""

    def __init__(self, row: Row) -> None:
        self.row, source = row, row.outer or row.source
        kind = "fiend" if any("target:" in word for word in row.words) else (source.act.only or ("humanoid",))[0]
        if source.kind in ("creature", "item"):
            self.table = Table(begun(source.ruleset))
            self.by = owner_of(self.table, source)
            _add_foe(self.table, kind)
        else:
            subclass = source.of.subclass if source.kind == "feature" else None
            self.table, self.by = Table(copy_of(scene_of, source.ruleset, class_for(source), subclass, kind)), "Mage"

    def lay(self) -> None:
        """Play the act until the effect lies, whatever has to happen before."""
        row, table, more = self.row, self.table, dict[str, Any]()
        if row.outer:
            played(table, self.by, row.outer, targets=["Foe"])
        if row.source.act.name == "Wind Walk: cloud form":  # the cast itself has given it
            table.did("act", self.by, act="Wind Walk: own form")
            self.wait(ROUNDS_A_MINUTE)
        if row.part:
            more["choice"] = {"choice": row.part}
        if said := sorted(row.words & TABLE_WORDS):
            more["with"] = said
        if "slot>=8" in row.words:
            more["slot"] = 8
        table.roll_with(showing(row.faces))
        played(table, self.by, row.source, targets=["Foe"], **more)
        table.roll_with(falling(10, face=1))
        if row.path.startswith("0.zone"):
            table.did("act", "Foe", act="enter", zone=row.source.act.name)
        for _ in range(6 if "retry" in row.path else 0):
            table.did("advance", duration="1 round") if not self.lying() else None

    def wait(self, rounds: int) -> str:
        """Let these rounds pass; what is told."""
        minutes, rest = divmod(rounds, ROUNDS_A_MINUTE)
        times = (f"{minutes} minutes" if minutes else "", f"{rest} rounds" if rest else "")
        return " ".join(self.table.did("advance", duration=time)["text"] for time in times if time)

    def lying(self) -> list[tuple[Thing, Lasting]]:
        """The entries that the step has laid."""
        self.now = seen(self.table)
        every = [(t, entry) for t in self.now.beings.values() for kind in LASTING for entry in t.creature.lasting(kind)]
        return [(t, e) for t, e in every if e.cause.act == self.row.source.act.name and e.cause.at == self.row.path]


def showing(faces: Mapping[str, Sequence[int]]) -> Roller:
    """Dice that show these faces, again and again; a d20 shows 10, and other dice 1."""
    shown = {text: cycle(numbers) for text, numbers in faces.items()}
    return lambda text: falling(10, face=next(shown.get(text, cycle((1,)))))(text)


@each_row("row", rows(), ids=[str(row) for row in rows()])
def test_what_its_end_brings_comes_when_its_time_is_over(row: Row) -> None:
    scene = Scene(row)
    scene.lay()
    (bearer, entry), *_ = scene.lying()
    assert entry.span.ends is not None
    early = scene.wait(entry.span.ends - scene.now.round - 1)
    assert scene.lying()
    before = scene.now.beings[bearer.name]
    told = scene.table.did("advance", duration="1 round")["text"]
    assert not scene.lying(), told
    for step in certain((*row.step.on_time_up, *row.step.on_end)):
        _has_come(scene, step, before, told, early)


def _has_come(scene: Scene, step: Step, before: Thing, told: str, early: str) -> None:
    of = scene.by if step.to == "self" else before.name
    now = scene.now.beings[of]
    match step:
        case SayStep():
            assert step.say in told and step.say not in early
        case ApplyStep(apply=EffectModel() as effect):
            laid = {*effect.conditions, *filter(None, [effect.name])}
            assert laid & scene.now.words_on(of), told
            laid -= {*of_itself.conditions} if isinstance(of_itself := scene.row.step.apply, EffectModel) else set()
            assert not laid & {entry.name for kind in LASTING for entry in before.creature.lasting(kind)}
        case DamageStep():
            assert now.body["hp"] < before.body["hp"], told
        case LoseStep(lose="hp"):
            assert now.body["hp"] == 0
        case LoseStep(lose="tempHp:this"):
            assert before.body.get("tempHp") and not now.body.get("tempHp")
        case EndStep(end="zone"):
            assert "zones" not in now.body
        case EndStep(end=name):
            assert name not in scene.now.words_on(of)


# ── in a fight, and kinds of ends ───────────────────────────────────────────────────────────────────────────────────

TURNS: Final = {"turn_start:source": 2, "turn_end:source": 3, "1 minute": 20}
"""How many turns of a fight of two end until that time is over; the effect is laid in the first of them."""
OF_A_MINUTE: Final = ("Haste", "Banishment")


def in_fights() -> list[Row]:
    """What lasts to the edge of a turn, and some of what lasts for a minute."""
    return [row for row in rows() if "turn" in (row.step.for_ or "") or row.source.act.name in OF_A_MINUTE]


@each_row("row", in_fights(), ids=[str(row) for row in in_fights()])
def test_in_a_fight_it_comes_with_the_turn(row: Row) -> None:
    scene = Scene(row)
    table = scene.table
    table.did("start_fight", names=[scene.by, "Foe"], d20=[20, 1])
    scene.lay()
    (bearer, entry), *_ = scene.lying()
    for _ in range(TURNS[entry.span.duration or ""] - 1):
        table.did("next_turn")
    assert scene.lying()
    before = scene.now.beings[bearer.name]
    told = table.did("next_turn")["text"]
    assert not scene.lying(), told
    for step in certain((*row.step.on_time_up, *row.step.on_end)):
        _has_come(scene, step, before, told, "")


BANISHED: Final = [
    *((ruleset, kind, how, how == "advance") for ruleset in RULESETS for kind in ("fiend", "elemental") for how in ("advance", "end")),
    *((ruleset, "humanoid", how, False) for ruleset in RULESETS for how in ("advance", "end")),
    ("5.1", "aberration", "advance", False),
    ("5.2", "aberration", "advance", True),
]


@each_row(("ruleset", "kind", "how", "is_gone"), BANISHED)
def test_whoever_belongs_to_another_plane_stays_there_after_the_full_minute(ruleset: Ruleset, kind: str, how: str, is_gone: bool) -> None:
    """SRD, Banishment: if the spell ends before a minute has passed, the target reappears; otherwise it does not return."""
    table = Table(begun(ruleset))
    table.did("create", name="Mage", character={"classes": ["wizard 9"], "party": True, "hpMax": 90})
    table.did("create", name="Foe", character={"hpMax": 90, "type": kind, "modifiers": FAILS_ALL})
    table.did("cast", "Mage", spell="Banishment", targets=["Foe"], seed=1, force=True)
    table.did("advance", duration="9 rounds")
    told = (table.did("advance", duration="1 round") if how == "advance" else table.did("end", "Mage", spell="Banishment"))["text"]
    assert ("It is back where it was" in told) != is_gone, told
    assert bool(table.thing("Foe").body.get("effects")) == is_gone
    assert not table.thing("Foe").body.get("conditions")
