"""Which near names are the wanted one misspelt or the same kind of thing, and what may be made up."""

from rpg_lite.content import rulebook_loading
from rpg_lite.mechanics.items.new_things import alike, plain_item
from tests.rows import each_row


@each_row(
    ("wanted", "near", "kept"),
    [
        ("sword", ("Sun Sword", "Shield"), ("Sun Sword",)),
        ("torhc", ("Torch", "Tent"), ("Torch",)),
        ("rusty lantern", ("Hooded Lantern", "Rusty Nail"), ("Hooded Lantern",)),
        ("spoon", ("Sponge Cake", "Shield"), ()),
    ],
)
def test_a_shared_kind_or_a_misspelling_is_enough(wanted: str, near: tuple[str, ...], kept: tuple[str, ...]):
    assert alike(wanted, near) == kept


@each_row(
    ("name", "kind"),
    [
        ("silver goblet", "treasure"),
        ("wooden spoon", "adventuring_gear"),
        ("glowing sword", None),
        ("potion", None),
        ("ring of power", None),
    ],
)
def test_plain_things_are_made_up_and_things_of_the_rules_are_not(name: str, kind: str | None):
    made = plain_item(name, rulebook_loading.rulebook())
    assert (made or {}).get("type") == kind
