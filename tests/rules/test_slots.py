"""Slots for an item, and the items that must make room for it."""

from rpg_lite.rules import equipment_slots
from rpg_lite.rules.equipment_slots import Worn
from rpg_lite.rules.items import Item
from rpg_lite.rules.policy import Policy
from tests.rows import each_row
from tests.rules.heroes import at, attuned, book, sheet

BARE = {"coin": "treasure", "lute": "tool", "rope": "adventuring_gear", "hat": "wondrous"}


def item(name):
    if name in BARE:
        return Item.model_validate({"name": name, "type": BARE[name]})
    pick = book().find(name)
    return book().item(pick)


def worn(slot, name, **more):
    thing = item(name)
    two_handed = thing.weapon_stats is not None and "two_handed" in thing.weapon_stats.properties
    return Worn(name, thing, slot, two_handed=two_handed, **more)


@each_row(
    ("name", "allowed"),
    [
        ("Longsword", ("mainhand", "offhand")),
        ("Shield", ("offhand", "mainhand")),
        ("Animated Shield", ("offhand",)),
        ("Plate Armor", ("armor",)),
        ("Arrow", ("quiver",)),
        ("Ring of Protection", ("ring1", "ring2")),
        ("Ioun Stone of Agility", ("orbit1", "orbit2", "orbit3")),
        ("Cloak of Protection", ("cloak",)),
        ("Hammer of Thunderbolts", ("mainhand", "offhand")),
        ("Potion of Healing", ()),
        ("coin", ()),
        ("hat", ()),
    ],
)
def test_allowed_for(name, allowed):
    assert equipment_slots.allowed_for(item(name)) == allowed


@each_row(
    ("name", "word", "fits"),
    [
        ("Longsword", "offhand", True),
        ("Longsword", "armor", False),
        ("Plate Armor", "mainhand", False),
        ("Shield", "mainhand", True),
        ("Shield", "armor", False),
        ("Ring of Protection", "ring", True),
        ("Ring of Protection", "ring2", True),
        ("Ring of Protection", "neck", False),
        ("Potion of Healing", "mainhand", True),
        ("Potion of Healing", "armor", False),
        ("rope", "offhand", True),
        ("lute", "head", False),
    ],
)
def test_fits(name, word, fits):
    assert equipment_slots.fits(item(name), word) is fits


RINGS = [worn("ring1", "Ring of Protection"), worn("ring2", "Ring of Swimming")]


@each_row(
    ("claim", "name", "word", "others", "slot"),
    [
        ("the main hand first", "Longsword", None, [], "mainhand"),
        ("two light weapons take two hands", "Dagger", None, [worn("mainhand", "Shortsword")], "offhand"),
        ("a heavy hand is replaced", "Longsword", None, [worn("mainhand", "Dagger")], "mainhand"),
        ("both hands full: the main hand", "Dagger", None, [worn("mainhand", "Dagger"), worn("offhand", "Shortsword")], "mainhand"),
        ("a shield goes into the off hand", "Shield", None, [worn("offhand", "Dagger")], "offhand"),
        ("what is named is meant", "Longsword", "offhand", [], "offhand"),
        ("the next free ring", "Ring of Protection", None, RINGS[:1], "ring2"),
        ("the next free ring by its word", "Ring of Protection", "ring", RINGS[:1], "ring2"),
        ("no free ring", "Ring of Warmth", None, RINGS, None),
        ("a named ring is replaced", "Ring of Warmth", "ring1", RINGS, "ring1"),
        ("armour replaces armour", "Plate Armor", None, [worn("armor", "Chain Shirt")], "armor"),
        ("nowhere to go", "hat", None, [], None),
        ("a thing without a place may be held", "rope", "mainhand", [], "mainhand"),
    ],
)
def test_choose(claim, name, word, others, slot):
    assert equipment_slots.choose(item(name), word, others, Policy()) == slot


@each_row(
    ("claim", "coming", "others", "leaves"),
    [
        ("a two-hander frees the shield hand", worn("mainhand", "Greatsword"), [worn("offhand", "Shield")], ["Shield"]),
        (
            "a two-hander frees both hands",
            worn("mainhand", "Maul"),
            [worn("mainhand", "Club"), worn("offhand", "Dagger")],
            ["Club", "Dagger"],
        ),
        ("a shield frees a two-hander", worn("offhand", "Shield"), [worn("mainhand", "Greatsword")], ["Greatsword"]),
        ("a shield leaves the sword", worn("offhand", "Shield"), [worn("mainhand", "Longsword")], []),
        ("a grip of two needs the other hand", worn("mainhand", "Longsword", grip="two"), [worn("offhand", "Shield")], ["Shield"]),
        ("a grip of one does not", worn("mainhand", "Longsword", grip="one"), [worn("offhand", "Shield")], []),
        ("a second shield replaces the first", worn("mainhand", "Shield"), [worn("offhand", "Animated Shield")], ["Animated Shield"]),
        ("a shield that floats needs no hand", worn("mainhand", "Maul"), [worn("offhand", "Animated Shield", free_hands=True)], []),
        ("armour frees armour", worn("armor", "Plate Armor"), [worn("armor", "Chain Shirt"), worn("mainhand", "Club")], ["Chain Shirt"]),
        ("a ring frees only its finger", worn("ring1", "Ring of Warmth"), RINGS, ["Ring of Protection"]),
        ("nothing leaves for itself", worn("mainhand", "Club"), [worn("mainhand", "Club")], []),
        ("nothing in the way", worn("head", "hat"), RINGS, []),
    ],
)
def test_freed_by(claim, coming, others, leaves):
    assert sorted(w.item.name for w in equipment_slots.freed_by(coming, others)) == leaves


@each_row(
    ("claim", "held", "hands"),
    [
        ("one hand", worn("mainhand", "Longsword"), 1),
        ("in both hands", worn("mainhand", "Longsword", grip="two"), 2),
        ("two-handed", worn("mainhand", "Greatsword"), 2),
        ("a shield", worn("offhand", "Shield"), 1),
        ("a floating shield", worn("offhand", "Shield", free_hands=True), 0),
        ("a ring", RINGS[0], 0),
    ],
)
def test_hands_of(claim, held, hands):
    assert equipment_slots.hands_of(held) == hands


@each_row(
    ("claim", "equipped", "errors"),
    [
        ("a sword and a shield", ["Longsword", "Shield"], []),
        ("two daggers", ["Dagger", "Dagger"], []),
        ("two rings", ["Ring of Swimming", "Ring of Warmth"], []),
        ("three rings", ["Ring of Swimming", "Ring of Warmth", "Ring of Jumping"], ["slot_taken"]),
        ("two suits of armour", ["Plate Armor", "Chain Shirt"], ["slot_taken"]),
        ("a taken ring means the next", [at("ring1", "Ring of Swimming"), at("ring1", "Ring of Warmth")], []),
        ("a two-hander and a shield", ["Greatsword", "Shield"], ["not_enough_hands"]),
        ("a grip of two and a shield", [{"item": "Longsword", "grip": "two"}, "Shield"], ["not_enough_hands"]),
        ("a shield that floats and a two-hander", ["Greatsword", attuned("Animated Shield", active=["animate"])], []),
        ("two shields", ["Shield", at("mainhand", "Shield")], ["second_shield_ignored"]),
        ("what nobody knows", ["Sword of Nowhere"], ["unknown_item"]),
    ],
)
def test_a_document_states_a_situation_and_is_not_repaired(claim, equipped, errors):
    assert sheet(*equipped)["errors"] == errors


def test_there_are_two_places_for_rings():
    rings = ["Ring of Swimming", "Ring of Warmth", "Ring of Jumping"]
    assert sheet(*rings)["errors"] == ["slot_taken"]
