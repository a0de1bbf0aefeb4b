"""Laws of answers: a deed that is played again without a change is the same deed, and one undo takes back an answer whole."""

from collections.abc import Iterator
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rpg_lite.game import Game
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world.world_model import WORLD_ID
from tests.act_commands import EVERYBODY, HEROES, MONSTERS, SCORES, acts, attacks, casts
from tests.copies import begun, copy_of
from tests.examples import examples, seconds
from tests.operations.table import Table

pytestmark = pytest.mark.timeout(seconds())
FLINCH: Final[dict[str, Any]] = {
    "name": "Flinch", "cost": "reaction", "when": ["attacked", "damaged", "fall"], "steps": [{"answer": {"reduce": 0}}],
}  # fmt: skip
WAVER: Final[dict[str, Any]] = {
    "name": "Waver",
    "cost": "free",
    "when": ["save_failed", "miss", "check"],
    "steps": [{"answer": {"add": 0}}],
}
UNFIT: Final = {"answer_beyond", "answer_unfit", "answer_unseen", "nothing_to_answer", "cannot_act", "target_dead"}
"""What may keep somebody from answering; that the deed would be another one is none of it."""


def _opened(ruleset: Ruleset) -> Game:
    """Everybody has two answers that change nothing, and nobody counts reactions, because no fight is on."""
    game = begun(ruleset)
    table = Table(game)
    for name in EVERYBODY:
        character = {**HEROES.get(name, {"hpMax": 60}), "abilities": SCORES, "party": name in HEROES, "acts": [FLINCH, WAVER]}
        table.did("create", name=name, character=character)
    for name, weapon in (("Thorin", "Longsword"), ("Pip", "Rapier")):
        table.did("give", name, template=weapon, equip=True)
    return game


@pytest.fixture(params=RULESETS)
def ruleset(request: pytest.FixtureRequest) -> Iterator[Ruleset]:
    yield request.param


@settings(max_examples=examples(40), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(data=st.data())
def test_a_deed_played_again_is_the_same_deed(ruleset: Ruleset, data: st.DataObject) -> None:
    asked = data.draw(st.lists(st.one_of(casts(ruleset), acts(ruleset), attacks, attacks), min_size=3, max_size=6))
    with copy_of(_opened, ruleset) as game:
        table = Table(game)
        for operation, who, fields in asked:
            done = table.ask(operation, who, **{"seed": 7, **fields})
            if not done["ok"]:
                continue
            before = table.now
            for name in {who, fields.get("targetName") or who, *fields.get("targets", ())}:
                for act in ("Flinch", "Waver"):
                    answered = table.ask("act", name, act=act, answer=True, rev=done["rev"])
                    assert answered["ok"] or answered["error"]["code"] in UNFIT, answered["text"]
                    assert table.now.world == before.world, (operation, who, fields, name, act)


@settings(max_examples=examples(30), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(d20=st.integers(1, 20), seed=st.integers(0, 99), who=st.sampled_from(MONSTERS), force=st.booleans())
def test_a_shield_changes_the_blow_or_only_itself(ruleset: Ruleset, d20: int, seed: int, who: str, force: bool) -> None:
    with copy_of(_opened, ruleset) as game:
        table = Table(game)
        table.did("start_fight", names=["Elara", *MONSTERS])
        whole = table.hp("Elara")
        struck = table.did("attack", who, targetName="Elara", d20=[d20], seed=seed)
        hurt, before = table.hp("Elara"), table.now
        answered = table.ask("cast", "Elara", spell="Shield", answer=True, **({"force": True} if force else {}))
        if "a miss" in struck["text"]:
            assert answered["error"]["code"] == "answer_unfit" and table.now == before
            return
        assert answered["ok"]
        after = table.now
        assert table.hp("Elara") == (whole if "a miss" in answered["text"] else hurt)
        if "a miss" not in answered["text"]:
            changed = {id for id, thing in after.things.items() if before.things.get(id) != thing}
            assert changed == {table.id("Elara"), WORLD_ID}
            body, was = dict(table.thing("Elara").body), dict(before.things[table.id("Elara")].body)
            for key in ("effects", "spent"):
                assert body.pop(key, None) != was.pop(key, None)
            assert body == was
        table.did("undo")
        assert table.now.world == before.world
