"""A fault in the steps of a call is told as whole as one in the acts of a sheet: the place, the mistake and what the place takes."""

from typing import Any

from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

STEPS: dict[str, list[Any]] = {
    "a key of another game": [{"save": "dex", "dc": 12, "success": "half"}],
    "two faults": [{"save": "dex", "dc": 12, "fail": [{"damage": "1d6", "tpe": "fire"}], "success": "half"}],
    "no step word": [{"sve": "dex"}],
    "an inner step without a word": [{"save": "dex", "dc": 12, "fail": [{"hurts": "3d8"}]}],
}


@each_row("steps", [*STEPS.values()], ids=[*STEPS])
def test_improvised_steps_and_steps_of_a_sheet_are_refused_in_the_same_words(steps: list[Any]) -> None:
    box = Sandbox(first_world("5.2"))
    box.accept("create", name="Bo", character={"classes": ["fighter 3"]})
    improvised = box.refused("act_invalid", "act", "Bo", act="improvise", steps=steps, targets=["Bo"])["text"]
    act = {"name": "Burst", "cost": "action", "targets": "1", "steps": steps}
    kept = box.ask("update", "Bo", character={"acts": [act]})["text"]
    words = kept.partition(" Nothing was changed.")[0].removeprefix("Refused: ").replace("character.acts[0].", "")
    assert words.startswith("steps[0]") and words in improvised, (words, improvised)
