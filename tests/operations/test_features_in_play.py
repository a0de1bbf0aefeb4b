"""Features of classes and species as they are played, each with the numbers of the two texts."""

from typing import Any, Final

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.mechanics.acts.act_results import ActResult
from rpg_lite.mechanics.acts.weapon_attack import AttackResult
from rpg_lite.rules.character_document import CharacterDocument
from rpg_lite.rules.derived_sheet import sheet_of
from rpg_lite.rules.dice import DiceRoll
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world import thing_stats
from rpg_lite.world.events import Rolled
from tests.copies import begun
from tests.operations import high_heroes
from tests.operations.dice import falling
from tests.operations.high_heroes import Scale, fight, who
from tests.operations.table import Table, chronicle
from tests.operations.worlds import Sandbox
from tests.rows import each_row

pytestmark = pytest.mark.pure
SCORES: Final = {"str": 16, "dex": 14, "con": 14, "int": 8, "wis": 16, "cha": 18}
"""Modifiers +3, +2, +2, -1, +3, +4."""


LOW: Final = Scale(SCORES, 60, 100)


def table(ruleset: Ruleset, **heroes: Any) -> Sandbox:
    return high_heroes.table(ruleset, LOW, **heroes)


def effects(box: Sandbox, name: str) -> list[str]:
    return [entry.name for entry in who(box, name).creature.lasting("effects")]


def played(box: Sandbox, act: str, by: str, **fields: Any) -> ActResult:
    return box.accept("act", by, act=act, **fields).expect(ActResult)


def round_of(box: Sandbox) -> None:
    """Every turn of a round of two passes; it is the first one's turn again."""
    for _ in range(2):
        box.accept("next_turn")


# ── rage ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def raging(ruleset: Ruleset) -> Sandbox:
    box = table(ruleset, Grok={"classes": ["barbarian 3"], "choices": {"subclass": "berserker"}})
    fight(box, "Grok", "Foe")
    played(box, "Rage", "Grok", **({"with": ["Frenzy"]} if ruleset == "5.1" else {}))
    return box


def test_a_rage_of_5_1_ends_with_the_turn_in_which_nothing_was_struck() -> None:
    box = raging("5.1")
    box.accept("next_turn")
    assert effects(box, "Grok") == []


def test_a_reaction_keeps_a_rage_of_5_1_and_does_not_extend_one_of_5_2() -> None:
    """An attack since the last turn counts, on whomever's turn it was made (SRD 5.1); 5.2 asks for one in the turn itself."""
    for ruleset, lasts in (("5.1", True), ("5.2", False)):
        box = raging(ruleset)  # type: ignore[arg-type]
        box.accept("attack", "Grok", targetName="Foe")
        box.accept("next_turn")
        box.accept("attack", "Grok", targetName="Foe")
        box.accept("next_turn")
        box.accept("next_turn")
        assert ("Rage" in effects(box, "Grok")) is lasts, ruleset


def test_damage_keeps_a_rage_of_5_1_and_does_not_extend_one_of_5_2() -> None:
    for ruleset, lasts in (("5.1", True), ("5.2", False)):
        box = raging(ruleset)  # type: ignore[arg-type]
        box.accept("attack", "Grok", targetName="Foe")
        box.accept("next_turn")
        box.accept("damage", "Grok", amount=5, damageType="fire")
        round_of(box)
        assert ("Rage" in effects(box, "Grok")) is lasts, ruleset


def test_a_rage_of_5_2_lasts_to_the_end_of_the_next_turn() -> None:
    box = raging("5.2")
    round_of(box)
    assert effects(box, "Grok") == ["Rage"]
    box.accept("next_turn")
    assert effects(box, "Grok") == []


@pytest.mark.parametrize(
    "deed",
    [
        {"operation": "act", "act": "Extend Rage"},
        {"operation": "attack", "targetName": "Foe"},
        {"operation": "act", "act": "Shove", "targets": ["Foe"], "choice": "push"},
    ],
    ids=["bonus action", "attack", "save"],
)
def test_a_rage_of_5_2_is_extended(deed: dict[str, Any]) -> None:
    """By an attack roll, a save that an enemy makes, or a bonus action, for another round each."""
    box = raging("5.2")
    for _ in range(3):
        round_of(box)
        answer = box.send({"characterName": "Grok", **deed}, "execute_action")
        assert answer["ok"], answer["text"]
    box.accept("next_turn")
    assert effects(box, "Grok") == ["Rage"]
    round_of(box)
    assert effects(box, "Grok") == []


def test_who_ends_a_frenzied_rage_is_exhausted() -> None:
    box = raging("5.1")
    assert effects(box, "Grok") == ["Rage", "Frenzy"]
    played(box, "End Rage", "Grok")
    assert effects(box, "Grok") == []
    assert [(c.name, c.level) for c in who(box, "Grok").creature.lasting("conditions")] == [("exhaustion", 1)]


# ── whose numbers count ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.stored
@pytest.mark.parametrize(("level", "die"), [(1, 6), (5, 8), (10, 10), (15, 12)])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_inspiration_is_the_die_of_the_bard_and_goes_when_it_is_rolled(ruleset: Ruleset, level: int, die: int) -> None:
    """For a fighter, and for a bard of a lower level."""
    with begun(ruleset=ruleset) as game:
        held = Table(game)
        for name, classes in (("Bran", f"bard {level}"), ("Pip", "bard 1")):
            held.did("create", name=name, character={"classes": [classes], "abilities": SCORES})
        held.did("act", "Bran", act="Bardic Inspiration", targets=["Pip"])
        held.roll_with(falling(5))
        held.did("check", "Pip", ability="dex", dc=25)
        held.did("act", "Pip", act="Inspired", answer=True)
        assert [e.dice for e in chronicle(game)[-6:] if isinstance(e, Rolled) and "d20" not in e.dice] == [f"1d{die}"]
        held.refused("act_unknown", "act", "Pip", act="Inspired")


@each_row(
    ("ruleset", "act", "fields", "first", "dc"),
    [
        ("5.1", "Turn Undead", {}, "wizard 1", 14),
        ("5.2", "Turn Undead", {}, "wizard 1", 14),
        ("5.2", "Divine Spark", {"choice": "radiant"}, "bard 1", 14),
        ("5.2", "Divine Spark", {"choice": "radiant"}, "fighter 1", 14),
    ],
)
def test_the_dc_of_a_feature_is_that_of_its_class(ruleset: Ruleset, act: str, fields: dict[str, Any], first: str, dc: int) -> None:
    """Of a cleric with WIS 16 at character level 6, whatever the first class casts with."""
    box = table(ruleset, Cle={"classes": [first, "cleric 5"]})
    assert {s.dc for t in played(box, act, "Cle", targets=["Foe"], **fields).targets for s in t.saves} == {dc}


def test_an_invocation_casts_with_the_numbers_of_the_warlock() -> None:
    box = table("5.1", War={"classes": ["wizard 1", "warlock 5"], "choices": {"eldritch invocations": ["thief of five fates"]}})
    result = played(box, "Thief of Five Fates", "War", targets=["Foe"])
    assert {s.dc for t in result.targets for s in t.saves} == {8 + 3 + 4}


def test_lands_aid_heals_one_creature() -> None:
    box = table("5.2", Dru={"classes": ["druid 3"], "choices": {"subclass": "land"}})
    played(box, "Land's Aid", "Dru", targets=["Foe"])
    played(box, "Land's Aid: flowers", "Dru", targets=["Dru"])
    box.reject("act_unknown", "act", "Dru", act="Land's Aid: flowers", targets=["Dru"])


# ── what triggers ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_fiends_warlock_gains_points_by_a_kill(ruleset: Ruleset) -> None:
    """The Charisma modifier and the warlock level."""
    box = table(ruleset, War={"classes": ["warlock 5"], "choices": {"subclass": "fiend"}})
    box.accept("update", "Foe", character={"hp": 1})
    box.accept("attack", "War", targetName="Foe")
    assert who(box, "War").creature.temp_hp == 4 + 5


@pytest.mark.parametrize(("face", "hit"), [(2, False), (15, True)])
def test_steady_aim_is_for_one_attack_hit_or_miss(face: int, hit: bool) -> None:
    box = table("5.2", Rog={"classes": ["rogue 3"]})
    fight(box, "Rog", "Foe")
    played(box, "Steady Aim", "Rog")
    box.let(face)
    found = [box.accept("attack", "Rog", targetName="Foe").expect(AttackResult) for _ in range(2)]
    assert [(a.hit, a.mode) for a in found] == [(hit, "advantage"), (hit, "normal")]


def test_a_miss_shows_the_invisible() -> None:
    """The spell ends with an attack roll, whatever comes of it."""
    box = table("5.1", Wiz={"classes": ["wizard 3"]})
    box.accept("cast", "Wiz", spell="Invisibility", targets=["Wiz"])
    box.let(2).accept("attack", "Wiz", targetName="Foe")
    assert who(box, "Wiz").creature.lasting("conditions") == ()


# ── the dice of weapons ─────────────────────────────────────────────────────────────────────────────────────────────


def dealt(ruleset: Ruleset, weapon: str, face: int, d20: int = 12, **hero: Any) -> tuple[int, list[str]]:
    """The damage of one hit, every die of which shows this face, and the damage dice that fell. STR +3."""
    box = table(ruleset, Hero={"classes": ["fighter 1"], **hero})
    if weapon:
        box.accept("give", "Hero", template=weapon, equip=True)
        box.accept("give", "Hero", template="Arrow")
    outcome = box.let(d20, face=face).accept("attack", "Hero", targetName="Foe")
    fell = [e.dice for e in outcome.events if isinstance(e, Rolled) and e.for_ == "damage"]
    return sum(d.points for d in outcome.expect(AttackResult).dealt), fell


GREAT: Final = {"choices": {"fighting style": "great weapon fighting"}}


@each_row(
    ("ruleset", "weapon", "face", "points", "fell"),
    [
        ("5.1", "Greatsword", 1, 2 + 3, ["2d6", "2d6"]),  # both fall again, and the new roll counts even if it is a 1
        ("5.1", "Greatsword", 2, 4 + 3, ["2d6", "2d6"]),
        ("5.1", "Greatsword", 3, 6 + 3, ["2d6"]),
        ("5.1", "Longsword", 1, 1 + 3, ["1d8"]),  # in one hand
        ("5.1", "Longbow", 1, 1 + 2, ["1d8"]),  # two hands, but at range
        ("5.2", "Greatsword", 1, 6 + 3, ["2d6"]),  # each counts as 3
        ("5.2", "Greatsword", 2, 6 + 3, ["2d6"]),
        ("5.2", "Greatsword", 3, 6 + 3, ["2d6"]),
        ("5.2", "Longsword", 1, 1 + 3, ["1d8"]),
    ],
)
def test_great_weapon_fighting_helps_low_dice(ruleset: Ruleset, weapon: str, face: int, points: int, fell: list[str]) -> None:
    assert dealt(ruleset, weapon, face, **GREAT) == (points, fell)


def test_a_versatile_weapon_in_two_hands_is_a_great_one() -> None:
    box = table("5.2", Hero={"classes": ["fighter 1"], **GREAT})
    box.accept("give", "Hero", template="Longsword")
    box.accept("equip", "Hero", itemName="Longsword", grip="two")
    result = box.let(12, face=1).accept("attack", "Hero", targetName="Foe").expect(AttackResult)
    assert sum(d.points for d in result.dealt) == 3 + 3


@each_row(
    ("weapon", "d20", "points", "fell"),
    [
        ("Greatsword", 20, 4 * 2 + 2 + 3, ["2d6", "2d6", "1d6"]),
        ("Greataxe", 20, 2 * 2 + 2 + 3, ["1d12", "1d12", "1d12"]),
        ("Greatsword", 12, 4 + 3, ["2d6"]),
        ("Longbow", 20, 4 + 2, ["1d8", "1d8"]),  # with melee weapons alone
    ],
)
def test_a_half_orc_rolls_one_more_die_on_a_critical_hit(weapon: str, d20: int, points: int, fell: list[str]) -> None:
    assert dealt("5.1", weapon, 2, d20, race="half-orc") == (points, fell)


@pytest.mark.parametrize(
    ("d20", "shown", "points"),
    [
        (12, [3, 9, 5], [9 + 3, 5 + 3]),
        (20, [4, 5, 1, 6, 2, 3], [4 + 5 + 3, 2 + 3 + 3]),  # all dice of the critical hit, once more: 4 + 5 or 1 + 6
        (20, [4, 1, 1, 6, 2, 3], [1 + 6 + 3, 2 + 3 + 3]),
    ],
)
def test_a_savage_attacker_takes_the_better_of_two_rolls_once_a_turn(d20: int, shown: list[int], points: list[int]) -> None:
    box = table("5.2", Hero={"classes": ["fighter 5"], "background": "Soldier"})
    box.accept("give", "Hero", template="Greataxe", equip=True)
    fight(box, "Hero", "Foe")
    faces = iter(shown)

    def roll(text: str) -> DiceRoll:
        face = d20 if "d20" in text else next(faces)
        return DiceRoll(text, (face,), face + (6 if "d20" in text else 0))

    box.roll_with(roll)
    found = [box.accept("attack", "Hero", targetName="Foe").expect(AttackResult) for _ in range(2)]
    assert [sum(d.points for d in a.dealt) for a in found] == points


@each_row(
    ("ruleset", "deed", "weapon", "face", "points", "fell"),
    [
        ("5.1", {"act": "Opportunity Attack"}, "Greatsword", 1, 2 + 3, ["2d6", "2d6"]),
        ("5.2", {"act": "Opportunity Attack"}, "Greatsword", 1, 6 + 3, ["2d6"]),
        ("5.2", {"act": "Opportunity Attack"}, "Longsword", 1, 1 + 3, ["1d8"]),
        ("5.2", {"spell": "True Strike", "choice": {"type": "weapon", "kind": "melee"}, "force": True}, "Greatsword", 1, 6 + 4, ["2d6"]),
    ],
)
def test_a_great_weapon_counts_in_acts_and_spells_too(
    ruleset: Ruleset, deed: dict[str, Any], weapon: str, face: int, points: int, fell: list[str]
) -> None:
    """The texts speak of any attack with a melee weapon: one of an act or a spell is one, too."""
    box = table(ruleset, Hero={"classes": ["fighter 1"], **GREAT})
    box.accept("give", "Hero", template=weapon, equip=True)
    outcome = box.let(15, face=face).accept("cast" if "spell" in deed else "act", "Hero", targetName="Foe", **deed)
    assert [e.dice for e in outcome.events if isinstance(e, Rolled) and e.for_ == "damage"] == fell
    assert 100 - (who(box, "Foe").creature.hp or 0) == points


def test_a_savage_attacker_of_an_act_uses_up_the_better_roll_of_the_turn() -> None:
    box = table("5.2", Hero={"classes": ["fighter 5"], "background": "Soldier"})
    box.accept("give", "Hero", template="Greataxe", equip=True)
    fight(box, "Hero", "Foe")
    faces = iter([3, 9, 5])

    def roll(text: str) -> DiceRoll:
        face = 12 if "d20" in text else next(faces)
        return DiceRoll(text, (face,), face + (6 if "d20" in text else 0))

    box.roll_with(roll)
    first = box.accept("act", "Hero", act="Opportunity Attack", targetName="Foe")
    second = box.accept("attack", "Hero", targetName="Foe").expect(AttackResult)
    fell = [e.total for e in first.events if isinstance(e, Rolled) and e.for_ == "damage"]
    assert (fell, sum(d.points for d in second.dealt)) == ([3, 9], 5 + 3)


# ── species ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("ruleset", "race"), [("5.1", "half-orc"), ("5.2", "orc")])
def test_relentless_endurance_keeps_one_point_once_between_long_rests(ruleset: Ruleset, race: str) -> None:
    box = table(ruleset, Orc={"classes": ["fighter 1"], "race": race})
    box.accept("damage", "Orc", amount=45, damageType="fire")
    assert (who(box, "Orc").creature.hp, who(box, "Orc").creature.lasting("conditions")) == (1, ())
    box.accept("damage", "Orc", amount=5, damageType="fire")
    assert who(box, "Orc").creature.hp == 0
    box.accept("heal", "Orc", amount=60)
    box.accept("damage", "Orc", amount=60, damageType="fire")
    assert who(box, "Orc").creature.hp == 0
    box.accept("heal", "Orc", amount=60)
    box.accept("rest", "Orc", kind="long")
    box.accept("damage", "Orc", amount=60, damageType="fire")
    assert who(box, "Orc").creature.hp == 1


def test_no_endurance_outlasts_a_death_outright() -> None:
    box = table("5.1", Orc={"classes": ["fighter 1"], "race": "half-orc"})
    box.accept("damage", "Orc", amount=90, damageType="fire")
    assert who(box, "Orc").creature.hp == 0


@each_row(
    ("ruleset", "race", "level", "dice", "kind", "ability"),
    [
        ("5.1", "black dragonborn", 1, "2d6", "acid", "dex"),
        ("5.1", "blue dragonborn", 5, "2d6", "lightning", "dex"),
        ("5.1", "brass dragonborn", 6, "3d6", "fire", "dex"),
        ("5.1", "bronze dragonborn", 10, "3d6", "lightning", "dex"),
        ("5.1", "copper dragonborn", 11, "4d6", "acid", "dex"),
        ("5.1", "gold dragonborn", 15, "4d6", "fire", "dex"),
        ("5.1", "green dragonborn", 16, "5d6", "poison", "con"),
        ("5.1", "red dragonborn", 20, "5d6", "fire", "dex"),
        ("5.1", "silver dragonborn", 1, "2d6", "cold", "con"),
        ("5.1", "white dragonborn", 1, "2d6", "cold", "con"),
        ("5.2", "green dragonborn", 4, "1d10", "poison", "dex"),
        ("5.2", "white dragonborn", 5, "2d10", "cold", "dex"),
        ("5.2", "brass dragonborn", 10, "2d10", "fire", "dex"),
        ("5.2", "black dragonborn", 11, "3d10", "acid", "dex"),
        ("5.2", "blue dragonborn", 17, "4d10", "lightning", "dex"),
    ],
)
def test_a_dragonborn_breathes_as_its_dragon(ruleset: Ruleset, race: str, level: int, dice: str, kind: str, ability: str) -> None:
    box = table(ruleset, Drake={"classes": [f"fighter {level}"], "race": race})
    result = played(box, "Breath Weapon", "Drake", targets=["Foe"])
    (target,) = result.targets
    bonus = 2 + (level - 1) // 4
    assert [(t.dice, t.type) for t in result.thrown] == [(dice, kind)]
    assert [(s.ability, s.dc) for s in target.saves] == [(ability, 8 + bonus + 2)]
    most = 1 if ruleset == "5.1" else bonus
    assert [(s.was, s.left) for s in result.spent] == [(most, most - 1)]


@each_row(
    ("race", "shape"),
    [("brass dragonborn", "line"), ("red dragonborn", "cone"), ("black dragonborn", "line"), ("white dragonborn", "cone")],
)
def test_the_shape_of_a_breath_is_that_of_the_dragon(race: str, shape: str) -> None:
    document = CharacterDocument(classes=("fighter 1",), race=race)
    acts = {a.name: a for rule in sheet_of(document, rulebook_loading.rulebook("5.1")).feature_rules for a in rule.acts}
    area = acts["Breath Weapon"].area
    assert area is not None and (area.shape, area.ft) == (shape, {"line": "30", "cone": "15"}[shape])


@each_row(
    ("race", "act", "level", "number", "was", "now"),
    [
        ("red dragonborn", "Draconic Flight", 5, "speed.fly", None, 30),
        ("dwarf", "Stonecunning", 1, "sense.tremorsense", None, 60),
        ("hill goliath", "Large Form", 5, "speed.walk", 35, 45),
        ("orc", "Adrenaline Rush", 1, "speed.walk", 30, 60),
    ],
)
def test_an_act_of_a_species_changes_the_number_of_the_text(
    race: str, act: str, level: int, number: str, was: int | None, now: int
) -> None:
    box = table("5.2", Hero={"classes": [f"fighter {level}"], "race": race})
    stats = [thing_stats.stats_of(box.world, who(box, "Hero"), box.book)]
    played(box, act, "Hero")
    stats.append(thing_stats.stats_of(box.world, who(box, "Hero"), box.book))
    kind, _, key = number.partition(".")
    values = [(s.speed if kind == "speed" else s.senses).get(key) for s in stats]  # type: ignore[attr-defined]
    assert [v.value if v else None for v in values] == [was, now]


@pytest.mark.parametrize(("race", "act"), [("red dragonborn", "Draconic Flight"), ("fire goliath", "Large Form")])
def test_an_act_of_level_5_is_not_there_before(race: str, act: str) -> None:
    box = table("5.2", Hero={"classes": ["fighter 4"], "race": race})
    box.reject("act_unknown", "act", "Hero", act=act)


def test_adrenaline_gives_temporary_points() -> None:
    box = table("5.2", Orc={"classes": ["fighter 5"], "race": "orc"})
    played(box, "Adrenaline Rush", "Orc")
    assert who(box, "Orc").creature.temp_hp == 3


@pytest.mark.parametrize(
    ("race", "rider", "dice", "kind"), [("fire goliath", "Fire's Burn", "1d10", "fire"), ("frost goliath", "Frost's Chill", "1d6", "cold")]
)
def test_a_goliath_strikes_as_its_giant(race: str, rider: str, dice: str, kind: str) -> None:
    box = table("5.2", Hero={"classes": ["fighter 1"], "race": race})
    outcome = box.let(15, face=4).accept("attack", "Hero", targetName="Foe", **{"with": [rider]})
    assert [(d.type, d.points) for d in outcome.expect(AttackResult).dealt][1:] == [(kind, 4)]
    assert [e.dice for e in outcome.events if isinstance(e, Rolled) and e.for_ == "damage"] == [dice]


@pytest.mark.parametrize(("race", "sleeps"), [("elf", False), ("human", True)])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_magic_puts_an_elf_to_sleep(ruleset: Ruleset, race: str, sleeps: bool) -> None:
    """By its ancestry in 5.1, by its trance in 5.2; nor does it take of the hit points of the spell in 5.1."""
    hero = {"classes": ["fighter 1"], "race": race, "hp": 3}
    box = table(ruleset, Wiz={"classes": ["wizard 3"]}, Hero=hero)
    result = box.let(1, face=2).accept("cast", "Wiz", spell="Sleep", targets=["Hero"]).expect(ActResult)
    assert any(t.conditions for t in result.targets) is sleeps
    assert ("Hero is immune to Sleep." in result.says) is not sleeps


# ── choices that train ──────────────────────────────────────────────────────────────────────────────────────────────


@each_row(
    ("ruleset", "hero", "choice", "skills"),
    [
        ("5.1", {"classes": ["bard 3"]}, {"subclass": "lore", "bonus proficiencies": ["arcana", "nature", "stealth"]}, 3),
        ("5.2", {"classes": ["bard 3"]}, {"subclass": "lore", "bonus proficiencies": ["arcana", "nature", "stealth"]}, 3),
        ("5.2", {"classes": ["barbarian 3"]}, {"primal knowledge": "nature"}, 1),
        ("5.2", {"classes": ["fighter 1"], "race": "elf"}, {"keen senses": "insight"}, 1),
        ("5.2", {"classes": ["fighter 1"], "race": "human"}, {"skillful": "arcana"}, 1),
        ("5.1", {"classes": ["fighter 1"], "race": "half-elf"}, {"skill versatility": ["arcana", "stealth"]}, 2),
        ("5.2", {"classes": ["fighter 1"]}, {"skilled": ["arcana", "stealth", "disguise kit"]}, 2),
    ],
)
def test_a_choice_of_a_feature_trains(ruleset: Ruleset, hero: dict[str, Any], choice: dict[str, Any], skills: int) -> None:
    document = CharacterDocument(**hero, choices=choice)
    sheet = sheet_of(document, rulebook_loading.rulebook(ruleset))
    assert [n for n in sheet.skills.values() if n == 1] == [1] * skills
    assert ("disguise kit" in {m.value for m in sheet.modifiers if m.target == "proficiency.tool"}) is ("skilled" in choice)


# ── strikes of later levels ─────────────────────────────────────────────────────────────────────────────────────────


@each_row(
    ("ruleset", "classes", "choices", "told", "dice"),
    [
        ("5.1", "paladin 11", {}, (), []),  # a fist is no melee weapon
        ("5.2", "paladin 11", {}, (), ["1d8"]),
        ("5.2", "paladin 10", {}, (), []),
        ("5.1", "cleric 8", {"subclass": "life"}, ("Divine Strike",), ["1d8"]),
        ("5.1", "cleric 14", {"subclass": "life"}, ("Divine Strike",), ["2d8"]),
    ],
)
def test_a_holy_strike_is_radiant(ruleset: Ruleset, classes: str, choices: dict[str, Any], told: tuple[str, ...], dice: list[str]) -> None:
    box = table(ruleset, Hero={"classes": [classes], "choices": choices})
    outcome = box.let(15, face=4).accept("attack", "Hero", targetName="Foe", **{"with": [*told]})
    assert [e.dice for e in outcome.events if isinstance(e, Rolled) and e.for_ == "damage"] == dice
    assert [d.type for d in outcome.expect(AttackResult).dealt][1:] == ["radiant"] * len(dice)


@pytest.mark.parametrize(("level", "face", "critical"), [(3, 19, True), (3, 18, False), (14, 18, False), (15, 18, True)])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_champion_is_critical_in_acts_too(ruleset: Ruleset, level: int, face: int, critical: bool) -> None:
    box = table(ruleset, Hero={"classes": [f"fighter {level}"], "choices": {"subclass": "champion"}})
    box.let(face)
    assert box.accept("attack", "Hero", targetName="Foe").expect(AttackResult).critical is critical
    assert [a.critical for a in played(box, "Unarmed Strike", "Hero", targets=["Foe"]).targets[0].attacks] == [critical]
