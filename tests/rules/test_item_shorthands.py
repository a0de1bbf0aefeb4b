"""Short forms of an item: healing as an effect, and its look to somebody who does not know it."""

from rpg_lite.rules.item_part_models import OnUse
from rpg_lite.rules.items import Item
from rpg_lite.rules.plain_looks import plain_look
from tests.rows import each_row


@each_row(
    ("effect", "dice"),
    [
        ("Heal 2d4+2", "2d4+2"),
        ("Heal 2d4+2 HP", "2d4+2"),
        ("heal 5 hp", "5"),
        ("Heal 2d4 points", None),
        ("Heal 2d4 HP twice", None),
        ("Heal lots HP", None),
        ("Hurt 2d4 HP", None),
        ("Heal", None),
        ("", None),
        (None, None),
    ],
)
def test_an_effect_heals_when_it_is_spelled_as_one(effect: str | None, dice: str | None):
    assert Item(name="Vial", type="consumable", effect=effect).heals == dice


def test_what_use_heals_goes_before_the_words():
    assert Item(name="Vial", type="consumable", effect="Heal 1d4 HP", on_use=OnUse(heal="3d8")).heals == "3d8"


@each_row(
    ("item", "look"),
    [
        ({"name": "Ring of Protection", "type": "wondrous"}, "Ring"),
        ({"name": "Heavy Cloak of Night", "type": "wondrous"}, "Cloak"),
        ({"name": "Sun Blade", "type": "weapon", "base": "Longsword"}, "Longsword"),
        ({"name": "Sun Blade", "type": "weapon"}, "Weapon"),
        ({"name": "Whatever", "type": "wondrous", "slot": "ring1"}, "Ring"),
        ({"name": "Whatever", "type": "wondrous"}, "Strange thing"),
    ],
)
def test_a_look_tells_the_kind_and_not_the_magic(item: dict[str, str], look: str):
    assert plain_look(Item(**item)) == look
