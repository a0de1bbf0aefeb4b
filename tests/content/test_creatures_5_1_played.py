"""Every act of the stat blocks of SRD 5.1 is played, and what their traits do is seen in a world."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.rules import names
from rpg_lite.standalone_act import play
from rpg_lite.vocabulary import Ruleset
from rpg_lite.world import thing_stats
from tests.content.stat_blocks_5_1 import FILES, SHEETS
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure
Json = dict[str, Any]
HERO: Json = {
    "name": "Thorin",
    "type": "humanoid",
    "race": "human",
    "hpMax": 2000,
    "abilities": dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 10),
}
HELD: Json = {"character": HERO, "conditions": ["charmed", "frightened", "prone"]}
UNHEARD = ("no act of this name", "Nothing was chosen", "cannot be kept")
"""What the answer says where an act names or asks for something that is not there."""


def acts_of(raw: Json) -> list[Json]:
    return [*raw["acts"], *(act for feature in raw["features"] for act in feature.get("acts", []))]


def options(steps: list[Json]) -> Iterator[list[str]]:
    for step in steps:
        if "choose" in step:
            yield list(step["choose"])
        for key in ("fail", "pass", "then", "else", "hit"):
            yield from options(step[key]) if isinstance(step.get(key), list) else ()


def choices(act: Json) -> list[dict[str, str] | None]:
    """The choices with which the act is played; one without if it asks for none."""
    written = json.dumps(act["steps"])
    if "{spell}" in written:
        return [{"spell": "Light"}]
    if "amount" in written:
        return [{"choice": "4"}]
    if '"become": "cr' in written:
        return [{"choice": "Black Bear"}]
    found = next(options(act["steps"]), None)
    return [{"choice": word} for word in found] if found else [None]


@pytest.mark.slow
@each_row("name", sorted(FILES))
def test_every_act_is_played(name: str) -> None:
    sheet = SHEETS[names.fold(name)]
    hurt = {**sheet, "character": {**sheet["character"], "hp": max(1, sheet["character"]["hpMax"] - 1)}}  # the unhurt are not healed
    for act in acts_of(FILES[name]):
        whom = (
            []
            if act.get("targets", "self") == "self"
            else [HELD, {**HELD, "character": {**HERO, "name": "Bran"}}][: 1 + (act["targets"] != "1")]
        )
        for choice in choices(act):
            played = play(act["name"], hurt, whom, rulebook_loading.rulebook("5.1"), "high", choice=choice, free=True)
            if act.get("needs"):
                assert played.refused in (None, "target_unfit"), (act["name"], played.refused)
                continue
            assert played.refused is None and played.result, (act["name"], choice, played.refused, played.allowed)
            assert not [text for text in played.result.says if any(word in text for word in UNHEARD)], act["name"]


def lair(*templates: str, ruleset: Ruleset = "5.1") -> Sandbox:
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="Thorin", character={"hpMax": 500, "abilities": {"str": 10, "dex": 10}, "party": True, "type": "humanoid"})
    for template in templates:
        box.accept("create", template=template)
    return box


def hp(box: Sandbox, name: str) -> int:
    stored = box.thing(name).creature.hp
    return 500 if stored is None else stored


@pytest.mark.parametrize(("kind", "face", "left"), [("fire", 20, 1), ("fire", 1, 0), ("radiant", 20, 0)])
def test_undead_fortitude_keeps_one_point(kind: str, face: int, left: int) -> None:
    box = lair("Ogre Zombie")
    box.accept("damage", "Ogre Zombie", amount=80, damageType="cold")
    box.let(face).accept("damage", "Ogre Zombie", amount=10, damageType=kind)  # CON save DC 15
    assert hp(box, "Ogre Zombie") == left


def test_relentless_works_once_between_rests_and_against_small_blows() -> None:
    box = lair("Boar", "Boar")
    box.accept("damage", "Boar", amount=6, damageType="fire")
    box.accept("damage", "Boar", amount=7, damageType="fire")
    assert hp(box, "Boar") == 1
    box.accept("damage", "Boar", amount=1, damageType="fire")
    assert hp(box, "Boar") == 0
    box.accept("damage", "Boar 2", amount=11, damageType="fire")
    assert hp(box, "Boar 2") == 0


def test_a_thinned_swarm_deals_half() -> None:
    box = lair("Swarm of Bats")
    box.let(15, face=4).accept("act", "Swarm of Bats", act="Bites", targets=["Thorin"])
    assert hp(box, "Thorin") == 500 - 8
    box.accept("damage", "Swarm of Bats", amount=11, damageType="fire")
    box.let(15, face=4).accept("act", "Swarm of Bats", act="Bites", targets=["Thorin"])
    assert hp(box, "Thorin") == 500 - 12


@pytest.mark.parametrize("operation", ["act", "attack"])
@pytest.mark.parametrize(
    ("attacker", "weapon", "taken"), [("Deva", "Mace", 8 + 16), ("Iron Golem", "Slam", 19), ("Hill Giant", "Greatclub", 8)]
)
def test_magic_weapons_overcome_resistance(operation: str, attacker: str, weapon: str, taken: int) -> None:
    box = lair("Gargoyle", attacker).let(19, face=4)
    asked = {"act": weapon, "targets": ["Gargoyle"]} if operation == "act" else {"itemName": weapon, "targetName": "Gargoyle"}
    box.accept(operation, attacker, **asked)
    assert hp(box, "Gargoyle") == 52 - taken


def test_blood_frenzy_asks_for_a_wound() -> None:
    box = lair("Hunter Shark")
    box.let(2, 15, face=4).accept("act", "Hunter Shark", act="Bite", targets=["Thorin"])
    assert hp(box, "Thorin") == 500
    box.accept("damage", "Thorin", amount=1, damageType="fire")
    box.let(2, 15, face=4).accept("act", "Hunter Shark", act="Bite", targets=["Thorin"])
    assert hp(box, "Thorin") == 499 - 12


def test_a_lycanthrope_fights_in_its_forms() -> None:
    box = lair("Werewolf")
    box.reject("target_unfit", "act", "Werewolf", act="Bite", targets=["Thorin"])
    box.accept("act", "Werewolf", act="Shapechanger", choice="hybrid")
    box.let(15, 1, 15, face=4).accept("act", "Werewolf", act="Multiattack", targets=["Thorin"], choice="Bite and Claws")
    assert hp(box, "Thorin") == 500 - 6 - 10
    box.accept("act", "Werewolf", act="Shapechanger", choice="wolf")
    box.reject("act_unknown", "act", "Werewolf", act="Spear", targets=["Thorin"])
    box.accept("act", "Werewolf", act="Shapechanger", choice="human")
    box.let(15, face=4).accept("act", "Werewolf", act="Spear", targets=["Thorin"])
    assert box.thing("Werewolf").creature.form is None


def test_a_grapple_ends_by_its_printed_dc() -> None:
    box = lair("Constrictor Snake")
    box.let(15, face=4).accept("act", "Constrictor Snake", act="Constrict", targets=["Thorin"])
    assert {"grappled", "restrained"} <= conditions(box)
    box.let(13).accept("act", "Thorin", act="Break Free")
    assert {"grappled", "restrained"} <= conditions(box)
    box.let(14).accept("act", "Thorin", act="Break Free")
    assert not {"grappled", "restrained"} & conditions(box)


def conditions(box: Sandbox) -> set[str]:
    return {entry.name for entry in box.thing("Thorin").creature.conditions}


def test_a_swallowed_creature_is_burnt_until_the_swallower_dies() -> None:
    box = lair("Giant Toad")
    box.reject("target_unfit", "act", "Giant Toad", act="Swallow", targets=["Thorin"])
    box.let(15, face=4).accept("act", "Giant Toad", act="Bite", targets=["Thorin"])
    box.let(15, 15, face=4).accept("act", "Giant Toad", act="Swallow", targets=["Thorin"])
    assert conditions(box) == {"blinded", "restrained"} and hp(box, "Thorin") == 500 - 2 * 10
    box.let(20, 1, face=4).accept("start_fight", names=["Giant Toad", "Thorin"])
    assert hp(box, "Thorin") == 480 - 12
    box.let(face=4).accept("next_turn")
    box.let(face=4).accept("next_turn")
    assert hp(box, "Thorin") == 480 - 2 * 12
    box.accept("damage", "Giant Toad", amount=39, damageType="fire")
    assert conditions(box) == set()


def test_who_withstands_frightful_presence_is_safe_from_it() -> None:
    box = lair("Adult Red Dragon")
    box.let(19).accept("act", "Adult Red Dragon", act="Frightful Presence", targets=["Thorin"])
    box.let(1).accept("act", "Adult Red Dragon", act="Frightful Presence", targets=["Thorin"])
    assert "frightened" not in conditions(box)


def test_legendary_actions_are_counted() -> None:
    box = lair("Adult Red Dragon").let(15, face=1)
    box.accept("act", "Adult Red Dragon", act="Wing Attack", targets=["Thorin"])
    box.accept("act", "Adult Red Dragon", act="Tail Attack", targets=["Thorin"])
    box.reject("resource_spent", "act", "Adult Red Dragon", act="Detect")


def test_a_mephit_bursts_when_it_dies() -> None:
    box = lair("Ice Mephit")
    box.accept("damage", "Ice Mephit", amount=21, damageType="acid")
    box.let(1, face=8).accept("act", "Ice Mephit", act="Death Burst", targets=["Thorin"])
    assert hp(box, "Thorin") == 500 - 8


def test_a_vampire_drains_and_turns_to_mist() -> None:
    box = lair("Vampire")
    box.accept("damage", "Vampire", amount=50, damageType="fire")
    box.reject("target_unfit", "act", "Vampire", act="Bite", targets=["Thorin"])
    box.let(15, face=4).accept("act", "Vampire", act="Unarmed Strike", targets=["Thorin"], choice="grapple")
    box.let(15, face=4).accept("act", "Vampire", act="Bite", targets=["Thorin"])
    assert (hp(box, "Vampire"), hp(box, "Thorin")) == (94 + 12, 500 - 20)
    box.accept("damage", "Vampire", amount=106, damageType="fire")
    form = box.thing("Vampire").creature.form
    assert form is not None and hp(box, "Vampire") == 1


def test_a_lich_casts_only_cantrips_as_a_legendary_action() -> None:
    box = lair("Lich").let(15, face=4)
    box.accept("act", "Lich", act="Cantrip", targets=["Thorin"], choice={"spell": "Ray of Frost"})
    assert hp(box, "Thorin") == 500 - 4 * 4
    box.reject("choice_required", "act", "Lich", act="Cantrip", targets=["Thorin"], choice={"spell": "Fireball"})


def test_a_priest_strengthens_its_mace() -> None:
    box = lair("Priest")
    box.accept("act", "Priest", act="Divine Eminence", slot=2)
    box.let(15, face=4).accept("act", "Priest", act="Mace", targets=["Thorin"])
    assert hp(box, "Thorin") == 500 - 4 - 4 * 4


def test_a_hot_body_burns_who_strikes_it() -> None:
    box = lair("Azer").let(18, face=4)
    box.accept("attack", "Thorin", targetName="Azer")
    assert hp(box, "Thorin") == 500 - 4


def test_a_charge_asks_for_the_way_before() -> None:
    box = lair("Rhinoceros")
    box.let(15, 1, face=4).accept("act", "Rhinoceros", act="Gore", targets=["Thorin"])
    assert hp(box, "Thorin") == 500 - 13
    box.let(15, 1, face=4).accept("act", "Rhinoceros", act="Gore", targets=["Thorin"], **{"with": ["moved_20"]})
    assert hp(box, "Thorin") == 487 - 13 - 8 and "prone" in conditions(box)


def test_drains_add_up_until_a_rest() -> None:
    box = lair("Wraith", "Shadow")
    for _ in range(2):
        box.let(15, 1, face=2).accept("act", "Wraith", act="Life Drain", targets=["Thorin"])
        box.let(15, face=2).accept("act", "Shadow", act="Strength Drain", targets=["Thorin"])
    assert most_and_strength(box) == (500 - 2 * 11, 10 - 2 * 2)
    box.accept("rest", "Thorin", kind="long")
    assert most_and_strength(box) == (500, 10)


def most_and_strength(box: Sandbox) -> tuple[int, int]:
    thorin = box.thing("Thorin")
    now = thing_stats.stats_of(box.world, thorin, box.book)
    assert now.hp_max is not None
    return now.hp_max.value, now.abilities["str"].value


def test_an_infernal_wound_grows_with_each_hit() -> None:
    box = lair("Bearded Devil")
    box.let(20, 1).accept("start_fight", names=["Bearded Devil", "Thorin"])
    for _ in range(3):
        box.let(15, 1, face=4).accept("act", "Bearded Devil", act="Glaive", targets=["Thorin"])
    before = hp(box, "Thorin")
    box.let(face=4).accept("next_turn")
    assert hp(box, "Thorin") == before - 3 * 4
    box.let(12).accept("act", "Thorin", act="Break Free")  # a Medicine check
    assert box.thing("Thorin").creature.effects == ()


def test_a_harmed_creature_shakes_off_a_charm_and_withstands_it() -> None:
    box = lair("Dryad", "Dryad")
    box.let(1).accept("act", "Dryad", act="Fey Charm", targets=["Thorin"])
    box.let(20).accept("act", "Thorin", act="Fey Charm: harmed")
    assert conditions(box) == set()
    box.let(1).accept("act", "Dryad", act="Fey Charm", targets=["Thorin"])
    assert conditions(box) == set()
    box.let(1).accept("act", "Dryad 2", act="Fey Charm", targets=["Thorin"])
    assert conditions(box) == {"charmed"}


def test_a_gaze_turns_to_stone_at_the_end_of_a_turn() -> None:
    box = lair("Basilisk")
    box.let(20, 1).accept("start_fight", names=["Basilisk", "Thorin"])
    box.let(1).accept("act", "Basilisk", act="Petrifying Gaze", targets=["Thorin"])
    assert conditions(box) == {"restrained"}
    box.let(1).accept("next_turn")
    box.let(1).accept("next_turn")
    assert conditions(box) == {"petrified"}


def test_a_ghost_leaves_the_body_that_it_possesses() -> None:
    box = lair("Ghost")
    box.let(1).accept("act", "Ghost", act="Possession", targets=["Thorin"])
    assert conditions(box) == {"incapacitated"}
    box.accept("act", "Ghost", act="Possession: leave", targets=["Thorin"])
    assert conditions(box) == set() and box.thing("Ghost").creature.effects == ()


def test_a_prone_ankheg_is_easier_to_hit() -> None:
    box = lair("Ankheg")
    box.accept("apply", "Ankheg", condition="prone")
    assert thing_stats.stats_of(box.world, box.thing("Ankheg"), box.book).ac.value == 11
