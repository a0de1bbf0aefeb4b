"""Attunement: the conditions for it, and the reasons why other magic does not work."""

from rpg_lite.rules import attunement
from rpg_lite.rules.character_document import CharacterDocument
from rpg_lite.rules.derived_sheet import sheet_of
from tests.rows import each_row
from tests.rules.heroes import attuned, book, charm, sheet

RING, CLOAK, STONE, BELT = (
    attuned("Ring of Protection"),
    attuned("Cloak of Protection"),
    attuned("Ioun Stone of Protection"),
    attuned("Belt of Hill Giant Strength"),
)


def item(name, **more):
    return book().item(book().find(name))


def who(**given):
    return sheet_of(CharacterDocument.model_validate(given), book())


@each_row(
    ("claim", "name", "given", "at_hand", "unmet"),
    [
        ("no prerequisite", "Ring of Protection", {}, [], None),
        ("the class", "Robe of the Archmagi", {"classes": ["wizard 5"]}, [], None),
        ("another class", "Robe of the Archmagi", {"classes": ["fighter"]}, [], "class sorcerer or warlock or wizard"),
        ("one of two classes", "Robe of the Archmagi", {"classes": ["fighter 1", "Wizard 1"]}, [], None),
        ("a spellcaster", "Wand of Fireballs", {"classes": ["bard"]}, [], None),
        ("no spellcaster", "Wand of Fireballs", {"classes": ["rogue"]}, [], "a spellcaster"),
        ("a spellcaster by the sheet", "Wand of Fireballs", {"classes": ["rogue"], "spellcaster": True}, [], None),
        ("the race", "Dwarven Thrower", {"race": "hill dwarf"}, [], None),
        ("another race", "Dwarven Thrower", {"race": "elf"}, [], "race dwarf"),
        ("the alignment", "Talisman of Pure Good", {"alignment": "lawful good"}, [], None),
        ("another alignment", "Talisman of Pure Good", {"alignment": "chaotic evil"}, [], "alignment good"),
        ("what must be at hand", "Hammer of Thunderbolts", {}, ["Gauntlets of Ogre Power", "Belt of Hill Giant Strength"], None),
        ("half of it", "Hammer of Thunderbolts", {}, ["Gauntlets of Ogre Power"], "Giant Strength as well"),
        (
            "a potion is no belt",
            "Hammer of Thunderbolts",
            {},
            ["Gauntlets of Ogre Power", "Potion of Hill Giant Strength"],
            "Giant Strength as well",
        ),
    ],
)
def test_prerequisites(claim, name, given, at_hand, unmet):
    assert attunement.unmet(item(name), who(**given), [item(n) for n in at_hand]) == unmet


@each_row(
    ("claim", "name", "others", "refusal"),
    [
        ("the first", "Ring of Protection", [], None),
        ("the third", "Ring of Protection", ["Cloak of Protection", "Amulet of Health"], None),
        ("the fourth", "Ring of Protection", ["Cloak of Protection", "Amulet of Health", "Ring of Warmth"], "attunement_limit"),
        ("a second copy", "Ring of Protection", ["Ring of Protection"], "attunement_duplicate"),
        ("another stone", "Ioun Stone of Agility", ["Ioun Stone of Protection"], None),
        ("the prerequisite is asked first", "Robe of the Archmagi", ["Robe of the Archmagi"], "attunement_prerequisite"),
    ],
)
def test_refused(claim, name, others, refusal):
    assert attunement.refusal_of(item(name), [item(n) for n in others], who(), limit=3) == refusal


def test_magic_sleeps_until_it_is_attuned():
    shown = sheet("Ring of Protection")
    assert shown["ac"] == 10
    assert shown["breakdown"]["ac"]["suppressed"] == [{"source": "Ring of Protection", "value": 1, "reason": "not_attuned"}]
    assert sheet(RING)["ac"] == 11


def test_the_mundane_part_of_sleeping_armour_works():
    assert sheet("Armor of Invulnerability")["ac"] == 18
    assert sheet("Armor of Invulnerability")["scopedModes"] == []


def test_what_needs_no_attunement_works_while_the_rest_sleeps():
    assert sheet("Hammer of Thunderbolts")["attacks"]["Hammer of Thunderbolts"]["toHit"] == 3


def test_the_fourth_is_refused_in_list_order_and_the_rest_computed():
    shown = sheet(RING, CLOAK, STONE, BELT)
    assert shown["errors"] == ["attunement_limit"]
    assert (shown["ac"], shown["abilities"]["str"]) == (13, 10)


def test_attune_order_says_which_three():
    shown = sheet(RING, CLOAK, STONE, BELT, attuneOrder=["Belt of Hill Giant Strength", "Ring of Protection", "Cloak of Protection"])
    assert shown["errors"] == ["attunement_limit"]
    assert (shown["ac"], shown["abilities"]["str"]) == (12, 21)


def test_the_limit_is_a_policy():
    assert sheet(RING, CLOAK, STONE, BELT, policy={"attunementLimit": 4})["errors"] == []


def test_a_second_copy_is_refused_and_does_not_count():
    shown = sheet(RING, RING)
    assert (shown["ac"], shown["errors"]) == (11, ["attunement_duplicate"])


def test_a_refused_one_takes_no_place():
    robe = attuned("Robe of the Archmagi")
    assert sheet(robe, RING, CLOAK, STONE, classes=["fighter"])["errors"] == ["attunement_prerequisite"]


def test_what_is_carried_counts_too():
    luck = {"item": "Stone of Good Luck", "attuned": True}
    assert sheet(carried=[luck])["saves"]["dex"] == 1
    assert sheet(RING, CLOAK, STONE, carried=[luck])["errors"] == ["attunement_limit"]


def test_what_must_be_worn_does_nothing_in_the_pack():
    shown = sheet(carried=[RING])
    assert shown["breakdown"]["ac"]["suppressed"] == [{"source": "Ring of Protection", "value": 1, "reason": "not_worn"}]


def test_attuned_means_nothing_to_what_asks_for_no_attunement():
    assert sheet(RING, CLOAK, STONE, attuned("Longsword"), charm() | {"attuned": True})["errors"] == []


def test_the_same_item_by_its_own_word_is_a_copy():
    twins = [charm(slot=s, requiresAttunement=True, sameItemAs="the One Ring") | {"attuned": True} for s in ("ring1", "neck")]
    assert sheet(*twins)["errors"] == ["attunement_duplicate"]
