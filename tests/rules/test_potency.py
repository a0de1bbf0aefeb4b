"""The strength of a change compared with similar ones."""

from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.stats.modifier_sorting import potency
from tests.rows import each_row


@each_row(
    ("op", "value", "weight"),
    [
        ("add", 2, 2),
        ("add", -3, 3),
        ("mul", 0.5, 0.5),
        ("add_dice", "1d4", 2.5),
        ("add_dice", "2d6", 7),
        ("extra_dice", "1d8", 4.5),
        ("grant", "Elvish", 1),
        ("advantage", True, 1),
        ("advantage", None, 1),
    ],
)
def test_numbers_weigh_what_they_are_and_dice_their_average(op: str, value: object, weight: float):
    assert potency(Modifier("attack", op, value)) == weight  # type: ignore[arg-type]
