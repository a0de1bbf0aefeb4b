"""Every zone of the data of both rulesets, played: whatever its triggers say happens to whoever enters, begins or ends a turn there, and then only."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from rpg_lite.game import Game
from rpg_lite.rules.acts.act import ApplyStep, EffectModel, IfStep
from rpg_lite.rules.acts.steps.hit_points import DamageStep
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, copy_of
from tests.operations.acts_in_data import FAILS_ALL, PLAIN, class_for, create_hero, owner_of, played, seen
from tests.operations.dice import falling
from tests.operations.table import Answer, Table
from tests.operations.zones_in_data import CHOICES, OF_TYPE, Row, rows
from tests.rows import each_row

SHORT: Final = {
    "5.1-Ice Storm-1": 4,
    "5.2-Ice Storm-1": 4,
    "5.1-Kraken-Ink Cloud-0": 4,
    "5.1-Oil-Burning Oil-0": 7,
    "5.2-Oil-Burning Oil-0": 7,
    "5.1-Wand of Wonder-Wonder-0.31-33.0": 3,
}
"""The turns of whoever is in the fight, of three creatures, after which a zone of a round or two is gone."""


# ── what a trigger must bring ───────────────────────────────────────────────────────────────────────────────────────


class Brought(NamedTuple):
    """What a trigger brings to whoever fails every save: harm, conditions and effects."""

    harms: bool
    words: frozenset[str]


def certain(steps: Sequence[StepModel]) -> Iterator[StepModel]:
    """These steps and those under a failed save, without those that depend on something else."""
    for step in steps:
        yield step
        if not isinstance(step, IfStep):
            yield from certain(getattr(step, "fail", ()) or ())


def brought(row: Row, event: str) -> Brought:
    found = [step for trigger in row.model.on if trigger.on == event for step in certain(trigger.then)]
    laid = [step.apply for step in found if isinstance(step, ApplyStep) and step.to != "other" and isinstance(step.apply, EffectModel)]
    words = {word for effect in laid for word in effect.conditions or filter(None, [effect.name])}
    return Brought(any(isinstance(step, DamageStep) for step in found), frozenset(words))


# ── the table ───────────────────────────────────────────────────────────────────────────────────────────────────────


def scene_of_a_caster(ruleset: Ruleset, of: str, subclass: str | None, kind: str) -> Game:
    table = Table(begun(ruleset))
    create_hero(table, of, subclass)
    _add_others(table, "Mage", kind)
    return table.game


def _add_others(table: Table, by: str, kind: str) -> None:
    for name in ("In", "Out"):
        sheet = {"abilities": PLAIN, "hpMax": 2000, "type": kind, "modifiers": FAILS_ALL}
        table.did("create", name=name, character=sheet)
    table.did("start_fight", names=[by, "In", "Out"], d20=[20, 10, 1])


class Scene:
    """A fight: whoever lays the zone, somebody inside, and somebody outside."""

    def __init__(self, row: Row) -> None:
        self.row, source, kind = row, row.outer or row.source, OF_TYPE.get(row.source.owner, "humanoid")
        self.by, self.act = "Mage", row.source.act.name
        if source.kind in ("spell", "feature"):
            self.table = Table(copy_of(scene_of_a_caster, source.ruleset, class_for(source), source.of and source.of.subclass, kind))
        else:
            self.table = Table(begun(source.ruleset))
            self.by = owner_of(self.table, source)
            _add_others(self.table, self.by, kind)
        self.look()

    def look(self) -> None:
        """What is there now, with which the next look is compared."""
        self.now = seen(self.table)

    def lay(self) -> Answer:
        row, of = self.row, self.row.source
        known = CHOICES.get(of.owner) or CHOICES.get(f"{of.owner} {of.ruleset}", {})
        choice = {**(known if row.outer is None else {}), **({"choice": row.part} if row.part else {})}
        more: dict[str, Any] = {"choice": choice} if choice else {}
        if row.source.owner == "Wand of Wonder":
            self.table.roll_with(falling(10, face=int(row.path.split(".")[1].split("-")[0])))
        if row.outer:
            played(self.table, self.by, row.outer, **({"choice": known} if known else {}))
            self.look()
        told = played(self.table, self.by, row.source, targets=["In"], **more)
        self.table.roll_with(falling(10, face=2))
        return told

    @property
    def zones(self) -> list[dict[str, Any]]:
        """Those that this act had laid when the test last looked."""
        return [z for z in self.now.beings[self.by].body.get("zones", {}).values() if z["at"] == self.row.path and z["act"] == self.act]

    def moved(self, who: str, how: str) -> Answer:
        return self.table.did("act", who, act=how, zone=self.act)

    def check(self, who: str, event: str | None, told: Answer) -> None:
        """Whether what the event must bring, and nothing else, has happened to this creature since the last look."""
        before, words, text = self.now.hp(who), self.now.words_on(who), f"{event}: {told['text']}"
        self.look()
        lost, now = before - self.now.hp(who), self.now.words_on(who)
        if event not in self.row.events:
            assert lost == 0 and now - words <= self.held, text
            return
        must = brought(self.row, event or "")
        assert lost > 0 or not must.harms, text
        assert must.words <= now, text

    @property
    def held(self) -> set[str]:
        """What lies on whoever is inside."""
        effect = self.row.model.apply
        return {effect.name or self.act, *effect.conditions} if effect else set()

    def lies_on(self, who: str) -> bool:
        """Whether what lies on those inside lay on this creature when the test last looked."""
        return self.held <= self.now.words_on(who)

    @property
    def rounds_left(self) -> int | None:
        ends = self.zones[0].get("ends")
        return None if ends is None else ends - self.now.round


@each_row("row", rows(), ids=[str(row) for row in rows()])
def test_a_zone_brings_what_it_says_when_it_says(row: Row) -> None:
    scene = Scene(row)
    told = scene.lay()
    if row.is_alone:
        scene.check("In", None, told)
    scene.look()
    table = scene.table
    assert len(scene.zones) == 1, told["text"]
    if scene.now.beings["In"].id not in scene.zones[0].get("inside", ()):
        scene.check("In", "enter", scene.moved("In", "enter"))
    assert scene.lies_on("In")
    if not row.is_like_another:
        scene.check("In", "turn_start", table.did("next_turn"))
        scene.check("In", "turn_end", table.did("next_turn"))
        scene.check("Out", "enter", scene.moved("Out", "enter"))
        assert scene.lies_on("Out")
        scene.check("Out", "leave", scene.moved("Out", "leave"))
        assert not scene.held & scene.now.words_on("Out")
        scene.check("Out", None, table.did("next_turn"))
    if row.is_short:
        _end_in_the_fight(scene)
    elif row.is_like_another:
        scene.check("In", "leave", scene.moved("In", "leave"))
        assert not scene.held & scene.now.words_on("In")
    else:
        _end(scene)


def _end(scene: Scene) -> None:
    """The zone lasts as long as it says, to the round, and what it holds on those inside ends with it."""
    table = scene.table
    table.did("end_fight")
    scene.moved("In", "leave")
    scene.look()
    assert not scene.held & scene.now.words_on("In")
    if (rounds := scene.rounds_left) is None:
        return
    table.did("advance", duration=f"{rounds - 1} rounds")
    scene.moved("In", "enter")
    scene.look()
    assert scene.lies_on("In")
    table.did("advance", duration="1 round")
    scene.look()
    assert not scene.zones and not scene.held & scene.now.words_on("In")
    scene.check("In", None, table.did("advance", duration="3 rounds"))


def _end_in_the_fight(scene: Scene) -> None:
    """The zone is gone after as many turns as it says, counted from that in which it was laid."""
    turns, most = 3, SHORT[f"{scene.row.source}-{scene.row.path}"]
    while scene.zones and turns < 9:
        scene.table.did("next_turn")
        scene.look()
        turns += 1
    assert turns == most, turns


# ── kinds of zones ──────────────────────────────────────────────────────────────────────────────────────────────────

OF_A_PLACE: Final = ("Cloudkill", "Silence", "Stinking Cloud", "Moonbeam")
WITH_ITS_CASTER: Final = ("Spirit Guardians", "Antimagic Field")


def company(ruleset: Ruleset) -> Game:
    """A caster with a friend and a foe, beside an empty room."""
    table = Table(begun(ruleset))
    create_hero(table, "cleric 20")
    for name, is_member in (("Pip", True), ("Foe", False)):
        sheet = {"abilities": PLAIN, "hpMax": 2000, "type": "humanoid", "party": is_member, "modifiers": FAILS_ALL}
        table.did("create", name=name, character=sheet)
    table.send({"operation": "create", "name": "Vault", "fromName": "Lobby", "direction": "east", "minutes": 0}, "manage_room")
    return table.game


def inside(table: Table, spell: str) -> set[str]:
    now = table.now
    zones = [zone for t in now.things.values() if t.kind == "character" for zone in t.creature.zones.values() if zone.act == spell]
    assert zones, spell
    return {now.things[id].name for zone in zones for id in zone.inside}


@each_row(("ruleset", "spell"), [(ruleset, spell) for ruleset in RULESETS for spell in OF_A_PLACE])
def test_whoever_goes_to_another_room_has_left_the_zone(ruleset: Ruleset, spell: str) -> None:
    table = Table(copy_of(company, ruleset))
    table.did("cast", "Mage", spell=spell, targets=["Pip", "Foe"], force=True)
    before, rev = table.now.world, table.rev
    table.did("go", "Pip", direction="east")
    assert inside(table, spell) == {"Foe"}
    assert seen(table).words_on("Pip") == frozenset()
    hp = table.hp("Pip")
    table.did("advance", duration="1 round")
    assert table.hp("Pip") == hp
    table.did("undo", toRev=rev)
    assert table.now.world == before


@each_row(("ruleset", "spell"), [(ruleset, spell) for ruleset in RULESETS for spell in WITH_ITS_CASTER])
def test_a_zone_that_moves_with_its_caster_keeps_those_who_come_along(ruleset: Ruleset, spell: str) -> None:
    table = Table(copy_of(company, ruleset))
    choice = {"choice": "radiant"} if spell == "Spirit Guardians" else {}
    table.did("cast", "Mage", spell=spell, targets=["Pip", "Foe"], force=True, **choice)
    table.did("go", names=["Mage", "Pip"], direction="east")
    assert inside(table, spell) == {"Pip"}
    assert spell not in seen(table).words_on("Foe")
    table.did("go", "Pip", direction="west")
    assert inside(table, spell) == set()
    assert spell not in seen(table).words_on("Pip")


@each_row("ruleset", RULESETS)
def test_a_hut_ends_when_its_caster_leaves_it(ruleset: Ruleset) -> None:
    """SRD, Tiny Hut: the spell ends if you leave its area."""
    table = Table(copy_of(scene_of_a_caster, ruleset, "wizard 20", None, "humanoid"))
    table.did("cast", "Mage", spell="Tiny Hut", force=True)
    table.did("act", "In", act="enter", zone="Tiny Hut")
    table.did("act", "In", act="leave", zone="Tiny Hut")
    assert inside(table, "Tiny Hut") == {"Mage"}
    table.did("act", "Mage", act="leave", zone="Tiny Hut")
    assert "zones" not in table.thing("Mage").body and not seen(table).words_on("Mage")


OF_ONE_NAME: Final = ("Moonbeam", "Flaming Sphere", "Insect Plague", "Oil")


@each_row(("ruleset", "owner"), [(ruleset, owner) for ruleset in RULESETS for owner in OF_ONE_NAME])
def test_two_zones_of_one_name_harm_once(ruleset: Ruleset, owner: str) -> None:
    """SRD, Combining Magical Effects, Combining Spell Effects; Oil: this damage only once per turn."""
    scene = Scene(next(one for one in rows() if (one.source.ruleset, one.source.owner) == (ruleset, owner)))
    table, lost = scene.table, list[int]()
    create_hero(table, class_for(scene.row.source), name="Other Mage")
    table.did("give", "Other Mage", template="Oil")
    for by in ("Mage", "Other Mage"):
        played(table, by, scene.row.source, targets=["Out"])
        table.roll_with(falling(1, face=2))
        scene.look()
        for _ in range(3):
            table.did("next_turn")
        lost.append(scene.now.hp("Out") - table.hp("Out"))
    assert lost[0] == lost[1] > 0
    assert sum(len(thing.body.get("zones", ())) for thing in table.now.things.values()) == 2


LIGHTS: Final = (("Continual Flame", None, True), ("Continual Flame", 3, False), ("Light", None, True), ("Daylight", None, False))


@each_row(("spell", "slot", "is_dispelled"), LIGHTS)
def test_the_darkness_of_a_darkmantle_dispels_light_of_level_2(spell: str, slot: int | None, is_dispelled: bool) -> None:
    """SRD 5.1, Darkmantle: the spell creating the light is dispelled; its own darkness is no spell."""
    table = Table(copy_of(scene_of_a_caster, "5.1", "cleric 20", None, "humanoid"))
    table.did("create", template="Darkmantle")
    table.did("cast", "Mage", spell=spell, force=True, **({"slot": slot} if slot else {}))
    told = table.did("act", "Darkmantle", act="Darkness Aura", force=True)["text"]
    mage = table.thing("Mage").creature
    assert (spell not in {z.act for z in mage.zones.values()} | {e.name for e in mage.effects}) == is_dispelled, told
    assert "zones" in table.thing("Darkmantle").body
