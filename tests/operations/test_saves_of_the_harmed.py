"""`harmed` asks about the one target: a creature that takes no damage makes no save for it (SRD, Heat Metal)."""

import pytest

from rpg_lite.mechanics.acts.act_results import ActResult
from rpg_lite.vocabulary import Ruleset
from tests.operations.casters import lies_on, opened
from tests.operations.dice import falling

pytestmark = pytest.mark.pure


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_whoever_is_immune_to_fire_need_not_drop_the_heated_metal(ruleset: Ruleset) -> None:
    box = opened(ruleset)
    box.did("update", "Goblin 1", character={"immunities": ["fire"]})
    told = box.accept("cast", "Fern", spell="Heat Metal", targets=["Goblin 1", "Goblin 2"]).expect(ActResult)
    assert sum(len(target.saves) for target in told.targets) == 1
    assert ("Heat Metal: held" in lies_on(box, "Goblin 1"), "Heat Metal: held" in lies_on(box, "Goblin 2")) == (False, True)
    again = box.accept("act", "Fern", act="Heat Metal: again", targets=["Goblin 1"]).expect(ActResult)
    assert not any(target.saves for target in again.targets)


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
@pytest.mark.parametrize(("face", "holds"), [(20, False), (1, True)])
def test_the_save_against_heated_metal_spares_no_damage(ruleset: Ruleset, face: int, holds: bool) -> None:
    box = opened(ruleset)
    box.roll_with(falling(face, face=3))
    for told in (
        box.accept("cast", "Fern", spell="Heat Metal", targets=["Goblin 1"]).expect(ActResult),
        box.accept("act", "Fern", act="Heat Metal: again", targets=["Goblin 1"]).expect(ActResult),
    ):
        (target,) = [t for t in told.targets if t.saves]
        assert target.taken == 6 and target.saves[0].passed is not holds
        assert ("Heat Metal: held" in lies_on(box, "Goblin 1")) is holds


def test_each_target_of_an_act_is_asked_for_its_own_damage() -> None:
    box = opened()
    box.did("update", "Goblin 1", character={"immunities": ["fire"]})
    steps = [{"damage": "5", "type": "fire"}, {"if": ["harmed"], "then": [{"apply": "prone"}]}]
    box.did("act", "Elara", steps=steps, targets=["Goblin 1", "Goblin 2"])
    assert ("prone" in lies_on(box, "Goblin 1"), "prone" in lies_on(box, "Goblin 2")) == (False, True)
