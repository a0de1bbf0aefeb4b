"""What a ritual or another casting of minutes applies lasts from the end of the casting on (SRD, Longer Casting Times, Rituals)."""

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.mechanics.turn import ledger
from rpg_lite.rules import durations
from rpg_lite.rules.acts.act import Spell
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world import clock
from tests.operations.act_table import CASTERS
from tests.operations.casters import lies_on
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure


def seated(ruleset: Ruleset) -> Sandbox:
    box = Sandbox(first_world(ruleset))
    for of in CASTERS:
        box.accept("create", name=of, character={"classes": [f"{of} 17"], "party": True})
    box.accept(
        "create",
        name="Umber",
        character={"hpMax": 300, "type": "humanoid", "modifiers": [{"target": "save.all", "op": "add", "value": -50}]},
    )
    return box


def slow(ruleset: Ruleset, ritual: bool) -> list[Spell]:
    """The spells with a duration in minutes or more that are rituals, or that take a minute or more."""
    book = rulebook_loading.rulebook(ruleset)
    every = {s.name: s for word in book.spells if (s := book.spell(word)) and s.duration and durations.parse(s.duration)}
    return [s for s in every.values() if (s.ritual if ritual else ledger.takes_long(s.cost))]


def spans(box: Sandbox) -> list[int]:
    """The rounds in which everything that lies on a creature ends."""
    people = [t.creature for t in box.world.things.values() if t.kind == "character"]
    found = [e.span for one in people for kind in ("conditions", "effects") for e in one.lasting(kind)]
    found += [z.span for one in people for z in one.zones.values()]
    return [span.ends for span in found if span.ends is not None]


@pytest.mark.parametrize("ritual", [True, False])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_time_of_a_spell_runs_while_it_is_cast(ruleset: Ruleset, ritual: bool) -> None:
    fresh, seen = seated(ruleset), 0
    for spell in slow(ruleset, ritual):
        box = Sandbox(fresh.world)
        who = next(c for c in CASTERS if c in spell.classes)
        span = durations.parse(spell.duration or "")
        cost = durations.parse(spell.cost) if ledger.takes_long(spell.cost) else None
        takes = (cost.minutes(int(cost.count)) if cost else 0) + (10 if ritual else 0)
        answer = box.ask("cast", who, spell=spell.name, targets=["Umber"], ritual=ritual, force=True)
        if not answer["ok"] or not (ends := spans(box)) or span is None or not span.count.isdigit():
            continue
        seen += 1
        whole = (takes + span.minutes(int(span.count))) * durations.ROUNDS_A_MINUTE
        assert max(ends) - clock.now(fresh.world) == whole, (spell.name, answer["text"])
    assert seen >= 3


@pytest.mark.parametrize("spell", ["Detect Magic", "Silence"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_ritual_outlasts_its_casting(ruleset: Ruleset, spell: str) -> None:
    box = seated(ruleset)
    who = "cleric"
    box.did("cast", who, spell=spell, ritual=True)
    told = box.did("advance", duration="10 minutes")["text"]
    assert "ends" not in told and spans(box), told
    box.did("advance", duration="10 minutes")
    assert not [end for end in spans(box) if end > clock.now(box.world)]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_cast_of_an_action_begins_at_once(ruleset: Ruleset) -> None:
    box = seated(ruleset)
    box.did("cast", "cleric", spell="Detect Magic")
    assert "Detect Magic" in lies_on(box, "cleric")
    assert "Detect Magic on cleric ends" in box.did("advance", duration="10 minutes")["text"]
