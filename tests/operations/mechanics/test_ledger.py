"""Whatever is spent and recovered, the ledger never runs below nothing or above the maximum, and undoing returns it."""

from hypothesis import given
from hypothesis import strategies as st

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected
from rpg_lite.decision.situation import Situation
from rpg_lite.mechanics.life import resources
from tests.operations.worlds import Sandbox

WHAT = ("slot_1", "slot_3", "slot_9", "pact", "rage", "second wind", "hit_die_d6", "Ki v2.0")
STEPS = st.lists(st.tuples(st.sampled_from(WHAT), st.integers(-2, 4)), max_size=20)
HERO = {"classes": ["wizard 5", "warlock 3", "barbarian 2", "fighter 1"], "resources": {"Ki v2.0": {"max": 4, "recharge": "dawn"}}}


@given(STEPS)
def test_the_ledger_holds(steps: list[tuple[str, int]]) -> None:
    sandbox = Sandbox()
    sandbox.did("create", name="Mara", character=HERO)
    draft = Draft(sandbox.world, Situation(sandbox.book, sandbox.roll))
    mara = sandbox.thing("Mara")
    for what, n in steps:
        before = draft.world
        if n <= 0:
            resources.recover(draft, mara, what, -n)
        elif isinstance(resources.spend(draft, mara, what, n), Rejected):
            assert draft.world == before, "a refusal changes nothing"
        sheet = resources.sheet_now(draft, mara)
        assert sheet.spent == dict(draft.world.things[mara.id].creature.spent)
        assert all(n > 0 for n in sheet.spent.values())
        assert all(s.left is None or s.max is None or 0 <= s.left <= s.max for s in sheet.resources.values())
    for what in WHAT:
        resources.recover(draft, mara, what)
    assert draft.world.things[mara.id] == mara
