"""The act Mount: a mount is at least one size larger than its rider (SRD, Mounted Combat)."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    ("rider", "mount", "fits"),
    [("medium", "large", True), ("small", "medium", True), ("medium", "medium", False), ("small", "tiny", False), ("large", "huge", True)],
)
def test_a_mount_is_larger_than_its_rider(ruleset: Ruleset, rider: str, mount: str, fits: bool):
    table = Sandbox(first_world(ruleset))
    table.did("create", name="Mira", character={"classes": ["fighter 3"], "size": rider})
    table.did("create", name="Beast", character={"size": mount, "hpMax": 10, "party": False})
    if fits:
        assert "half of the speed" in table.did("act", "Mira", act="Mount", targets=["Beast"])["text"]
        return
    refused = table.refused("target_unfit", "act", "Mira", act="Mount", targets=["Beast"])
    assert f"or larger; Beast is {mount}" in refused["text"]


def test_two_riders_on_a_mouse_are_both_refused():
    table = Sandbox(first_world("5.1"))
    table.did("create", name="Mouse", character={"size": "tiny", "hpMax": 1, "party": False})
    for name in ("Mira", "Bo"):
        table.did("create", name=name, character={"classes": ["fighter 3"]})
        table.refused("target_unfit", "act", name, act="Mount", targets=["Mouse"])
