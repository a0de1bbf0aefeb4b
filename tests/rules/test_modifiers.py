"""The fold, and modifiers that files may not have."""

import pytest
from pydantic import TypeAdapter, ValidationError

from rpg_lite.rules.breakdown import fold, line
from rpg_lite.rules.modifiers import Modifier, ModifierField, Source
from rpg_lite.rules.predicates import holds, unknown_words
from rpg_lite.vocabulary import CONDITIONS
from tests.rows import each_row
from tests.rules.heroes import attuned, change, charm, sheet

FIELD = TypeAdapter(ModifierField)


def change_of(op, value, name="Ring", layer="equipment", **more):
    return Modifier("ability.str", op, value, source=Source(layer, name.lower(), name), **more)


BASE = (line("base", "STR", "ability.str", "base", 16),)
HAMMER = change_of("add", 4, "Hammer", cap=30)
BELT, GAUNTLETS = change_of("raise_to", 21, "Belt"), change_of("raise_to", 19, "Gauntlets")


@each_row(
    ("claim", "changes", "value"),
    [
        ("nothing changes nothing", [], 16),
        ("base takes the highest", [change_of("base", 18), change_of("base", 20, "Robe")], 20),
        ("a lower base changes nothing", [change_of("base", 13)], 16),
        ("a set value replaces what is lower", [BELT], 21),
        ("a set value never lowers", [change_of("raise_to", 12)], 16),
        ("of two set values the higher counts", [BELT, GAUNTLETS], 21),
        ("additions add", [change_of("add", 2), change_of("add", -1, "Curse")], 17),
        ("set comes before add", [HAMMER, BELT], 25),
        ("a cap ends the addition", [change_of("add", 2, cap=17)], 17),
        ("a cap never lowers", [change_of("add", 2, cap=12)], 16),
        ("a cap is of its own addition", [change_of("add", 2, "Stone", cap=17), change_of("add", 3)], 20),
        ("capped additions come first", [change_of("add", 3, "A"), change_of("add", 2, "Z", cap=20)], 21),
        ("multiplication comes after addition", [change_of("mul", 2), change_of("add", 1)], 34),
        ("halves are rounded down", [change_of("mul", 0.5), change_of("add", 1)], 8),
        ("rounding happens once", [change_of("mul", 0.5), change_of("mul", 0.5, "B"), change_of("add", 3)], 4),
        ("two doublings multiply", [change_of("mul", 2), change_of("mul", 2, "B")], 64),
        ("a floor raises what is lower", [change_of("min", 20)], 20),
        ("a floor does not add", [change_of("min", 15)], 16),
        ("a floor comes after multiplication", [change_of("min", 10), change_of("mul", 0.5)], 10),
        ("zero wins over everything", [change_of("zero", True), BELT, HAMMER, change_of("mul", 2), change_of("min", 20)], 0),
        ("a boost raises what is set", [GAUNTLETS, change_of("boost_raise", 4, "Hammer", cap=30)], 23),
        ("a boost alone does nothing", [change_of("boost_raise", 4, "Hammer")], 16),
        ("a boost is for the sources that it names", [BELT, change_of("boost_raise", 4, "Hammer", from_sources=("Gauntlets",))], 21),
        ("a boost ends at its cap", [change_of("raise_to", 29, "Storm"), change_of("boost_raise", 4, "Hammer", cap=30)], 30),
        ("the boosted value is compared", [BELT, GAUNTLETS, change_of("boost_raise", 4, "Hammer", from_sources=("Gauntlets",))], 23),
    ],
)
def test_the_fold(claim, changes, value):
    assert fold(changes, BASE).value == value
    assert fold(list(reversed(changes)), BASE) == fold(changes, BASE), "the order in which changes come does not matter"


@each_row(
    ("claim", "changes", "lost"),
    [
        ("a lower set value", [BELT, GAUNTLETS], [("Gauntlets", 19, "lower")]),
        ("a set value below the base", [change_of("raise_to", 12)], [("Ring", 12, "lower")]),
        ("what a cap cuts off", [change_of("add", 2, cap=17)], [("Ring", 2, "capped")]),
        ("a floor that is reached already", [change_of("min", 15)], [("Ring", 15, "lower")]),
    ],
)
def test_what_does_not_count_is_kept_with_its_reason(claim, changes, lost):
    assert [(s.modifier.source.name, s.modifier.value, s.reason) for s in fold(changes, BASE).suppressed] == lost


def test_the_lines_are_the_modifiers_themselves():
    assert fold([HAMMER, BELT], BASE).lines == (*BASE, BELT, HAMMER)


def test_a_capped_line_shows_what_it_added():
    assert [m.value for m in fold([change_of("add", 2, cap=17)], BASE).lines] == [16, 1]


def test_a_value_that_is_no_number_yet_is_our_own_fault():
    with pytest.raises(TypeError):
        fold([change_of("add", "n")], BASE)


# ── in a file ───────────────────────────────────────────────────────────────────────────────────────────────────────


@each_row(
    ("written", "says"),
    [
        (change("ac", "add", 1, source={"layer": "base", "id": "x", "name": "x"}), "the program fills in source"),
        (change("armor_class", "add", 1), "unknown target 'armor_class'"),
        (change("speed.hover", "add", 1), "unknown target"),
        (change("ability.str", "set", 19), "ability.str does not take op 'set'; allowed: add, boost_raise, min, raise_to"),
        (change("hp_max", "raise_to", 40), "hp_max does not take op 'raise_to'"),
        (change("resist", "add", 1), "allowed: grant, remove"),
        (change("ac", "plus", 1), "Input should be"),
        (change("ac", "add", 1, bonus=2), "Unexpected keyword"),
        (change("ac", "add", "lots of it"), "add takes a number or n, the quantity of the use"),
        (change("ac", "add", True), "add takes a number"),
        (change("ac", "add", 0.5), "add takes a number"),
        (change("ac", "add"), "add takes a number"),
        (change("ac", "mul", True), "mul takes a whole number or 0.5"),
        (change("ac", "mul", False), "mul takes a whole number or 0.5"),
        (change("speed.walk", "mul", 1.5), "value"),
        (change("save.all", "add_dice", "some"), "is not dice"),
        (change("save.all", "add_dice", 4), "add_dice takes dice"),
        (change("save.all", "add_dice", "1d0"), "dice"),
        (change("resist", "grant", "fier"), "resist takes one of acid, all, bludgeoning"),
        (change("condition_immunity", "grant", "sleepy"), "condition_immunity takes one of blinded"),
        (change("proficiency.skill", "grant", "lore"), "takes one of"),
        (change("flag", "grant", 3), "grant takes a word"),
        (change("save.dex", "advantage", 2), "advantage takes no value"),
        (change("speed.all", "zero", 5), "zero takes no value"),
        (change("ac", "base", {"base": 13, "ad": ["dex"]}), "ad"),
        (change("speed.fly", "raise_to", {"equal_to": "speed.wlak"}), "speed.wlak"),
    ],
)
def test_a_modifier_that_is_not_understood_is_refused(written, says):
    with pytest.raises(ValidationError) as refused:
        FIELD.validate_python(written)
    assert says in str(refused.value)


@each_row(
    "written",
    [
        change("ac", "raise_to", {"equal_to": "speed.walk"}),
        change("ac", "add", {"base": 1, "add": ["wis"]}),
        change("ability.str", "raise_to", {"base": 19}),
        change("save.all", "add", {"equal_to": "ac"}),
        change("speed.walk", "add", {"base": 5}),
        change("hp_max", "add", {"equal_to": "ability.con"}),
    ],
)
def test_what_a_file_may_say_can_be_computed(written):
    try:
        FIELD.validate_python(written)
    except ValidationError:
        return
    sheet(charm(written), hpMax=10)


@each_row(
    ("written", "field", "value"),
    [
        (change("speed.walk", "mul", "half"), "value", 0.5),
        (change("ability.str", "add", 2, cap=20), "cap", 20),
        (change("damage.weapon", "extra_dice", "1d6", damageType="fire"), "damage_type", "fire"),
        (change("damage.weapon", "extra_dice", "1d6", damage_type="fire"), "damage_type", "fire"),
        (change("save.dex", "advantage"), "value", None),
        (change("save.all", "add_dice", "-1d4"), "value", "-1d4"),
        (change("ac", "add", "n"), "value", "n"),
    ],
)
def test_a_modifier_may_be_written_so(written, field, value):
    assert getattr(FIELD.validate_python(written), field) == value


@each_row(
    ("predicates", "facts", "hold"),
    [
        ([], "", True),
        (["no_armor"], "no_armor", True),
        (["no_armor"], "wearing_armor", False),
        (["not no_armor"], "wearing_armor", True),
        (["held|worn"], "worn", True),
        (["class:cleric|paladin"], "class:paladin", True),
        (["not race:dwarf|elf"], "race:elf", False),
        (["no_armor", "no_shield"], "no_armor", False),
    ],
)
def test_predicates(predicates, facts, hold):
    assert holds(predicates, set(facts.split())) is hold


def test_a_word_that_nobody_can_make_true_is_found():
    assert unknown_words(["no_armour", "not worn", "hood_up", "n>=2", "race:orc", "poisoned"], ["hood_up"], CONDITIONS) == ["no_armour"]
    assert unknown_words(["dazed"], [], (*CONDITIONS, "dazed")) == unknown_words(["dazed"], [], None) == []


# ── several sources of one name ─────────────────────────────────────────────────────────────────────────────────────


def bonus(value, target="ac", **more):
    return {"name": "Song", "modifiers": [change(target, "add", value, **more)]}


def test_the_same_name_counts_once_and_the_most_potent_wins():
    shown = sheet(effects=[bonus(1), bonus(3)])
    assert shown["ac"] == 13
    assert shown["breakdown"]["ac"]["suppressed"] == [{"source": "Song", "value": 1, "reason": "same_name"}]


def test_dice_of_one_name_are_weighed_by_their_average():
    songs = [{"name": "Song", "modifiers": [change("save.all", "add_dice", dice)]} for dice in ("1d8", "2d6")]
    assert sheet(effects=songs)["dice"] == {"save.all": ["2d6"]}


def test_the_modifiers_of_one_source_never_suppress_each_other():
    assert sheet(effects=[{"name": "Song", "modifiers": [change("ac", "add", 1), change("ac", "add", 2)]}])["ac"] == 13


def test_each_target_is_judged_by_itself():
    shown = sheet(effects=[bonus(3), {"name": "Song", "modifiers": [change("ac", "add", 1), change("save.all", "add", 2)]}])
    assert (shown["ac"], shown["saves"]["dex"]) == (13, 2)


def test_the_best_of_a_family_counts():
    assert sheet(effects=["Half cover", "Three-quarters cover"])["ac"] == 15


def test_different_names_add_up():
    ring, cloak, stone = attuned("Ring of Protection"), attuned("Cloak of Protection"), attuned("Ioun Stone of Protection")
    assert sheet(ring, cloak, stone)["ac"] == 13


@pytest.mark.parametrize(
    ("one", "other", "shown"),
    [
        (change("ac", "add", 2), change("ac", "add", -2), "ac"),
        (change("resist", "grant", "fire"), change("resist", "grant", "cold"), "resistances"),
        (change("save.dex", "advantage"), change("save.dex", "disadvantage"), "saveModes"),
    ],
)
def test_which_of_equally_potent_sources_of_one_name_counts_does_not_depend_on_their_order(one, other, shown):
    songs = [{"name": "Song", "modifiers": [m]} for m in (one, other)]
    assert sheet(effects=songs)[shown] == sheet(effects=songs[::-1])[shown]


def test_a_flag_that_is_nearly_one_of_ours_is_a_fault() -> None:
    """Otherwise it would be told to the game master and would change nothing."""
    with pytest.raises(ValidationError, match="did you mean no_reactions"):
        FIELD.validate_python({"target": "flag", "op": "grant", "value": "no_reaction"})
    for own in ("no_reactions", "smells_of_fish", "images:3", "no_fall_damage:20"):
        FIELD.validate_python({"target": "flag", "op": "grant", "value": own})
