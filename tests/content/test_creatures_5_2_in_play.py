"""What the acts and traits of stat blocks do at the table (SRD 5.2, Monsters A–Z, Animals)."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.content.builtin_creatures import CreatureFiles
from rpg_lite.mechanics.acts.act_results import ActResult
from rpg_lite.rules.rulebook import Rulebook
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure


@cache
def book() -> Rulebook:
    return replace(rulebook_loading.rulebook("5.2"), creatures=CreatureFiles(Path("data/creatures/5.2"), "5.2"))


def table(creature: str) -> Sandbox:
    box = Sandbox(first_world("5.2"), book())
    box.accept("create", name="Thorin", character={"type": "humanoid", "hpMax": 300, "party": True, "abilities": {"dex": 10, "con": 10}})
    box.accept("create", template=creature)
    return box


def hurt(box: Sandbox, creature: str, damage: int, kind: str = "force") -> None:
    box.accept("act", "Thorin", steps=[{"damage": str(damage), "type": kind}], targets=[creature])


def hp(box: Sandbox, creature: str = "Thorin") -> int | None:
    return box.thing(creature).creature.hp


@each_row(
    ("face", "damage", "kind", "left"),
    [(17, 15, "cold", 1), (16, 15, "cold", 0), (20, 15, "radiant", 0), (20, 18, "fire", 1), (19, 18, "fire", 0)],
)
def test_a_zombie_stays_up_on_a_save_of_five_and_the_damage(face: int, damage: int, kind: str, left: int) -> None:
    box = table("Zombie").let(face)
    hurt(box, "Zombie", damage, kind)
    assert hp(box, "Zombie") == left


def test_a_bloodied_boar_has_advantage_and_a_bloodied_swarm_bites_less() -> None:
    box = table("Boar")
    modes = []
    for _ in range(2):
        (target,) = box.let(10, 10).accept("act", "Boar", act="Gore", targets=["Thorin"]).expect(ActResult).targets
        modes.append(target.attacks[0].mode)
        hurt(box, "Boar", 8)
    assert modes == ["normal", "advantage"]
    box = table("Swarm of Bats")
    lost = []
    for _ in range(2):
        before = hp(box) or 0
        box.let(15, face=4).accept("act", "Swarm of Bats", act="Bites", targets=["Thorin"])
        lost.append(before - (hp(box) or 0))
        hurt(box, "Swarm of Bats", 12, "slashing")
    assert lost == [8, 4]


def test_a_vampire_regains_the_necrotic_damage_of_its_bite() -> None:
    box = table("Vampire")
    hurt(box, "Vampire", 100)
    box.let(1, face=2).accept("act", "Vampire", act="Bite", targets=["Thorin"])
    assert (hp(box, "Vampire"), hp(box)) == (95 + 6, 300 - 6 - 6)
    (drained,) = box.thing("Thorin").creature.lasting("effects")
    assert drained.document["modifiers"] == [{"target": "hp_max", "op": "add", "value": -6}]


def test_what_is_swallowed_is_held_no_more_but_restrained() -> None:
    box = table("Behir")
    box.let(1, face=1).accept("act", "Behir", act="Constrict", targets=["Thorin"])
    assert {"grappled", "restrained"} <= {one.name for one in box.thing("Thorin").creature.lasting("conditions")}
    box.let(1, face=1).accept("act", "Behir", act="Swallow", targets=["Thorin"])
    assert {one.name for one in box.thing("Thorin").creature.lasting("conditions")} == {"blinded", "restrained"}


def test_only_who_is_held_is_swallowed_and_only_who_lies_is_trampled() -> None:
    table("Behir").reject("target_unfit", "act", "Behir", act="Swallow", targets=["Thorin"])
    box = table("Elephant")
    box.reject("target_unfit", "act", "Elephant", act="Trample", targets=["Thorin"])
    box.accept("apply", "Thorin", condition="prone")
    box.let(1, face=1).accept("act", "Elephant", act="Trample", targets=["Thorin"])
    assert hp(box) == 300 - 8


def test_a_breath_recharges_and_legendary_acts_are_counted() -> None:
    box = table("Adult Red Dragon")
    box.let(1, face=1).accept("act", "Adult Red Dragon", act="Fire Breath", targets=["Thorin"])
    assert hp(box) == 300 - 17
    box.reject("resource_spent", "act", "Adult Red Dragon", act="Fire Breath", targets=["Thorin"])
    for _ in range(3):
        box.let(1).accept("act", "Adult Red Dragon", act="Pounce", targets=["Thorin"])
    box.reject("resource_spent", "act", "Adult Red Dragon", act="Pounce", targets=["Thorin"])


def test_who_withstands_a_song_is_spared_by_the_next() -> None:
    box = table("Harpy")
    for face in (20, 1):
        box.let(face).accept("act", "Harpy", act="Luring Song", targets=["Thorin"])
    assert [one.name for one in box.thing("Thorin").creature.lasting("effects")] == ["Spared by Luring Song"]


def test_a_gaze_petrifies_in_two_steps() -> None:
    box = table("Basilisk")
    box.let(20, 1).accept("start_fight", names=["Basilisk", "Thorin"])
    box.let(1).accept("act", "Basilisk", act="Petrifying Gaze", targets=["Thorin"])
    seen = [[one.name for one in box.thing("Thorin").creature.lasting("conditions")]]
    for _ in range(2):
        box.let(1).accept("next_turn")
        seen.append([one.name for one in box.thing("Thorin").creature.lasting("conditions")])
    assert seen == [["restrained"], ["restrained"], ["petrified"]]


def test_a_magmin_bursts_only_when_it_is_dead() -> None:
    box = table("Magmin")
    box.reject("not_dead_yet", "act", "Magmin", act="Death Burst", targets=["Thorin"])
    hurt(box, "Magmin", 60)
    box.let(1, face=1).accept("act", "Magmin", act="Death Burst", targets=["Thorin"])
    assert hp(box) == 300 - 2


def test_a_golem_turns_its_element_into_hit_points() -> None:
    box = table("Clay Golem")
    hurt(box, "Clay Golem", 50)
    before = hp(box, "Clay Golem") or 0
    hurt(box, "Clay Golem", 12, "acid")
    assert hp(box, "Clay Golem") == before + 12
