"""A special speed is a number of its own, or equals another one."""

from tests.rows import each_row
from tests.rules.heroes import Json, change, charm, sheet

EQUAL = change("speed.fly", "raise_to", {"equal_to": "speed.walk"})


@each_row(
    ("changes", "speed"),
    [
        ([change("speed.fly", "raise_to", 60)], {"walk": 30, "fly": 60}),
        ([EQUAL], {"walk": 30, "fly": 30}),
        ([EQUAL, change("speed.walk", "add", 10)], {"walk": 40, "fly": 40}),
        ([EQUAL, change("speed.fly", "raise_to", 60)], {"walk": 30, "fly": 60}),
        ([EQUAL, change("speed.fly", "raise_to", 20)], {"walk": 30, "fly": 30}),
    ],
)
def test_the_better_of_a_fixed_speed_and_an_equal_one_counts(changes: list[Json], speed: Json):
    shown = sheet(charm(*changes))["speed"]
    assert {m: shown.get(m) for m in speed} == speed


def test_a_speed_that_nothing_gives_is_not_shown():
    assert "fly" not in sheet()["speed"]
