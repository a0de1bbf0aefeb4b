"""Effects and concentration are known by their cast: what one cast laid ends with it, and what another laid stays."""

import json
from typing import Any

import pytest

from rpg_lite.decision.draft import Draft
from rpg_lite.mechanics.life import concentration
from rpg_lite.mechanics.life.conditions import add_condition, add_effect
from rpg_lite.rules.extensible_words import ANY
from rpg_lite.store.thing_body_schema import Body
from rpg_lite.world.creature_states import Cause, Lasting
from rpg_lite.world.world_model import Thing
from tests.copies import begun
from tests.operations.table import Table, notes
from tests.operations.worlds import ELARA, Sandbox, heroes

pytestmark = pytest.mark.pure


@pytest.fixture
def clerics() -> Sandbox:
    """Elara and Tuck can both bless Thorin."""
    box = heroes()
    box.accept("create", name="Tuck", character={**ELARA, "party": True})
    return box


def effects(box: Sandbox, who: str) -> list[tuple[str, str | None]]:
    return [(e.name, e.cause.source) for e in box.thing(who).creature.effects]


def hurt(box: Sandbox, who: str) -> None:
    """Damage that breaks its concentration."""
    box.let(1).did("damage", who, amount=1, damageType="psychic")
    assert box.thing(who).creature.concentration is None


def test_two_blessings_lie_side_by_side_and_end_by_themselves(clerics: Sandbox):
    for cleric in ("Elara", "Tuck"):
        answer = clerics.did("apply", "Thorin", effect="Bless", source=cleric)
        assert "starts over" not in notes(answer)
    assert effects(clerics, "Thorin") == [("Bless", "Elara"), ("Bless", "Tuck")]
    hurt(clerics, "Elara")
    assert effects(clerics, "Thorin") == [("Bless", "Tuck")]
    hurt(clerics, "Tuck")
    assert effects(clerics, "Thorin") == []


def test_two_blessings_count_once(clerics: Sandbox):
    clerics.did("apply", "Thorin", effect="Bless", source="Elara")
    clerics.did("apply", "Thorin", effect="Bless", source="Tuck")
    assert clerics.did("save", "Thorin", ability="str")["text"].count("1d4") == 1


def test_the_number_says_from_whom_the_same_effect_counts(clerics: Sandbox):
    clerics.did("apply", "Thorin", effect="Shield of Faith", source="Elara")
    clerics.did("apply", "Thorin", effect="Shield of Faith", source="Tuck")
    answer = clerics.did("character", "Thorin", stats=["ac"])
    assert answer["results"][0]["stats"]["ac"]["value"] == 14
    assert "Shield of Faith +2 does not count: same effect from Elara" in answer["text"]
    (lost,) = clerics.did("character", "Thorin", detail="full")["results"][0]["stats"]["ac"]["suppressed"]
    assert lost == {"source": "Shield of Faith", "value": 2, "reason": "same_name", "by": "Elara"}


@pytest.mark.parametrize("first", ["Elara", "Tuck"])
def test_of_two_of_equal_strength_the_longer_counts(clerics: Sandbox, first: str):
    second = "Tuck" if first == "Elara" else "Elara"
    clerics.did("apply", "Thorin", effect="Shield of Faith", source=first, duration="5 minutes")
    clerics.did("apply", "Thorin", effect="Shield of Faith", source=second, duration="10 minutes")
    assert f"same effect from {second}" in clerics.did("character", "Thorin", stats=["ac"])["text"]


def test_the_same_caster_starts_over(clerics: Sandbox):
    clerics.did("apply", "Thorin", effect="Shield of Faith", source="Elara")
    assert "starts over" in notes(clerics.did("apply", "Thorin", effect="Shield of Faith", source="Elara"))
    assert effects(clerics, "Thorin") == [("Shield of Faith", "Elara")]


@pytest.mark.parametrize("effect", ["Bless", "Longstrider"])
def test_one_call_is_one_cast(clerics: Sandbox, effect: str):
    clerics.did("apply", "party", effect=effect, source="Elara")
    (cast,) = {e.cause.cast for name in ("Thorin", "Elara", "Tuck") for e in clerics.thing(name).creature.effects}
    assert cast and cast.startswith("k")


@pytest.mark.parametrize("effect", ["Bless", "Longstrider"])
def test_the_same_command_in_one_payload_is_one_cast(clerics: Sandbox, effect: str):
    each = [{"operation": "apply", "characterName": name, "effect": effect, "source": "Elara"} for name in ("Thorin", "Tuck")]
    assert clerics.send({"batch": each}, "manage_condition")["ok"]
    assert len({e.cause.cast for name in ("Thorin", "Tuck") for e in clerics.thing(name).creature.effects}) == 1


def test_different_casters_in_one_payload_are_two_casts(clerics: Sandbox):
    each = [{"operation": "apply", "characterName": "Thorin", "effect": "Bless", "source": name} for name in ("Elara", "Tuck")]
    assert clerics.send({"batch": each}, "manage_condition")["ok"]
    assert len({e.cause.cast for e in clerics.thing("Thorin").creature.effects}) == 2


def test_concentration_names_its_cast_and_those_on_whom_it_lies(clerics: Sandbox):
    clerics.did("apply", "Thorin", effect="Bless", source="Elara")
    clerics.did("apply", "Tuck", effect="Bless", source="Elara")
    held = clerics.thing("Elara").creature.concentration
    assert held and [*held.on] == [clerics.id("Thorin"), clerics.id("Tuck")]
    assert {held.cast} == {e.cause.cast for name in ("Thorin", "Tuck") for e in clerics.thing(name).creature.effects}


def test_removing_an_effect_ends_every_cast_of_it(clerics: Sandbox):
    for cleric in ("Elara", "Tuck"):
        clerics.did("apply", "Thorin", effect="Bless", source=cleric)
    lift(clerics, effect="Bless")
    assert effects(clerics, "Thorin") == []
    assert clerics.thing("Elara").creature.concentration is clerics.thing("Tuck").creature.concentration is None


def test_removing_it_by_its_source_ends_that_cast_alone(clerics: Sandbox):
    for cleric in ("Elara", "Tuck"):
        clerics.did("apply", "Thorin", effect="Bless", source=cleric)
    lift(clerics, effect="Bless", source="tuck")
    assert effects(clerics, "Thorin") == [("Bless", "Elara")]
    assert clerics.thing("Elara").creature.concentration and not clerics.thing("Tuck").creature.concentration


def lift(box: Sandbox, **what: Any) -> str:
    answer = box.send({"operation": "remove", "characterName": "Thorin", **what}, "manage_condition")
    assert answer["ok"], answer["text"]
    return str(answer["text"])


# ── as an act lays it ───────────────────────────────────────────────────────────────────────────────────────────────


def hold_person(box: Sandbox, caster: str = "Elara", on: str = "Thorin") -> str:
    """A paralysis that lasts as long as its caster concentrates; the id of the cast."""
    draft = Draft(box.world, box._situation(dry=False))
    cast = draft.new_cast_id()
    by = box.thing(caster)
    cause = Cause(caster, by.id, is_magical=True, cast=cast, act="Hold Person", at="0.fail.0", slot=2, dc=15, mod=4)
    concentration.begin(draft, by, "Hold Person", cast)
    add_condition(draft, box.thing(on), "paralyzed", cause, "1 minute", ends_by=["save:turn_end"])
    keep(box, draft)
    return cast


def keep(box: Sandbox, draft: Draft) -> None:
    box._go_on(draft.world)


def entry(box: Sandbox, who: str = "Thorin") -> Lasting:
    (found,) = box.thing(who).creature.conditions
    return found


def test_a_condition_ends_with_the_concentration_of_its_cast(clerics: Sandbox):
    hold_person(clerics)
    clerics.did("apply", "Tuck", condition="paralyzed", source="a ghoul")
    hurt(clerics, "Elara")
    assert clerics.thing("Thorin").creature.conditions == ()
    assert entry(clerics, "Tuck").name == "paralyzed"


def test_two_casts_of_one_condition_end_by_themselves(clerics: Sandbox):
    first, second = hold_person(clerics, "Elara"), hold_person(clerics, "Tuck")
    assert first != second and [c.cause.cast for c in clerics.thing("Thorin").creature.conditions] == [first, second]
    hurt(clerics, "Elara")
    assert entry(clerics).cause.cast == second
    assert "paralyzed" in clerics.did("character", "Thorin")["text"]


def test_a_second_cast_of_one_spell_by_the_same_caster_ends_the_first(clerics: Sandbox):
    hold_person(clerics, on="Thorin")
    hold_person(clerics, on="Tuck")
    assert clerics.thing("Thorin").creature.conditions == () and entry(clerics, "Tuck")


def test_the_entry_keeps_what_its_act_needs_later(clerics: Sandbox):
    cast = hold_person(clerics)
    kept = entry(clerics)
    assert kept.cause == Cause("Elara", clerics.id("Elara"), True, None, cast, "Hold Person", "0.fail.0", 2, 15, 4)
    assert [*kept.span.ends_by] == ["save:turn_end"]


def test_the_caster_is_free_when_the_condition_is_taken_off(clerics: Sandbox):
    hold_person(clerics)
    assert "no longer concentrates on Hold Person" in lift(clerics, condition="paralyzed")
    assert clerics.thing("Elara").creature.concentration is None


def test_a_spell_that_lies_on_nobody_goes_on(clerics: Sandbox):
    draft = Draft(clerics.world, clerics._situation(dry=False))
    concentration.begin(draft, clerics.thing("Elara"), "Fog Cloud", draft.new_cast_id())
    assert concentration.tidy(draft) == []
    keep(clerics, draft)
    clerics.did("advance", duration="1 minute")
    assert clerics.thing("Elara").creature.concentration


@pytest.mark.parametrize("concentrates", [True, False])
def test_a_cast_that_is_ended_takes_off_all_that_it_laid(clerics: Sandbox, concentrates: bool):
    draft = Draft(clerics.world, clerics._situation(dry=False))
    cast, elara, thorin = draft.new_cast_id(), clerics.thing("Elara"), clerics.thing("Thorin")
    if concentrates:
        concentration.begin(draft, elara, "Web", cast)
    for creature in (elara, thorin):
        add_condition(draft, creature, "restrained", Cause("Web", elara.id, cast=cast))
        add_effect(draft, creature, "Longstrider", cause=Cause("Web", elara.id, cast=cast))
        add_effect(draft, creature, "Bless", cause=Cause("Tuck", clerics.id("Tuck"), cast="k1.1"))
    concentration.end_cast(draft, cast, "Web", "it was dispelled")
    now: list[Thing] = [draft.world.things[c.id] for c in (elara, thorin)]
    assert all(
        [e.name for e in c.creature.effects] == ["Bless"] and not c.creature.conditions and not c.creature.concentration for c in now
    )


# ── before casts were known ─────────────────────────────────────────────────────────────────────────────────────────


def older(box: Sandbox) -> None:
    """Bless on Thorin as older versions kept it."""
    thorin, elara = box.thing("Thorin"), box.thing("Elara")
    bless: dict[str, Any] = {"name": "Bless", "source": "Elara", "duration": "1 minute", "ends": 10}
    bodies = {
        thorin.id: {**thorin.body, "effects": [bless]},
        elara.id: {**elara.body, "concentration": {"effect": "Bless", "on": [thorin.id]}},
    }
    things = {id: t.with_body(bodies.get(id, t.body)) for id, t in box.world.things.items()}
    object.__setattr__(box.world, "things", things)


def test_a_concentration_without_a_cast_ends_by_the_name(clerics: Sandbox):
    older(clerics)
    hurt(clerics, "Elara")
    assert effects(clerics, "Thorin") == []


def test_a_concentration_without_a_cast_is_joined(clerics: Sandbox):
    older(clerics)
    clerics.did("apply", "Tuck", effect="Bless", source="Elara")
    hurt(clerics, "Elara")
    assert effects(clerics, "Thorin") == effects(clerics, "Tuck") == []


def test_a_concentration_without_a_cast_leaves_the_casts_of_others(clerics: Sandbox):
    older(clerics)
    clerics.did("apply", "Thorin", effect="Bless", source="Tuck")
    hurt(clerics, "Elara")
    assert effects(clerics, "Thorin") == [("Bless", "Tuck")]


# ── in documents and exports ────────────────────────────────────────────────────────────────────────────────────────


def test_a_sheet_document_keeps_what_means_the_same_elsewhere(clerics: Sandbox):
    hold_person(clerics)
    document = clerics.did("export", "Thorin")["results"][0]["document"]
    written = {"name": "paralyzed", "duration": "1 minute", "source": "Elara", "magical": True, "act": "Hold Person", "at": "0.fail.0"}
    assert document["conditions"] == [{**written, "slot": 2, "dc": 15, "mod": 4, "endsBy": ["save:turn_end"]}]
    document["character"]["name"] = "Twin"
    clerics.did("import", document=document)
    kept = entry(clerics, "Twin")
    assert kept.cause == Cause("Elara", None, True, None, None, "Hold Person", "0.fail.0", 2, 15, 4)
    assert [*kept.span.ends_by] == ["save:turn_end"] and kept.span.ends == 10


def test_a_look_stays_in_the_campaign(clerics: Sandbox):
    """What players may not know is no part of a document, which would be refused with it."""
    draft = Draft(clerics.world, clerics._situation(dry=False))
    add_condition(draft, clerics.thing("Thorin"), "poisoned", Cause("Wand of Woe", look="wand"))
    keep(clerics, draft)
    document = clerics.did("export", "Thorin")["results"][0]["document"]
    document["character"]["name"] = "Twin"
    clerics.did("import", document=document)
    assert entry(clerics, "Twin").cause.source == "Wand of Woe"


@pytest.mark.parametrize("words", [["Save: turn end"], ["x" * 200], ["attack"] * 21])
def test_words_that_end_nothing_are_refused_in_a_document(clerics: Sandbox, words: list[str]):
    document = {"character": {"name": "Twin"}, "conditions": [{"name": "prone", "endsBy": words}]}
    clerics.refused("argument_invalid", "import", document=document)


@pytest.mark.parametrize("key", ["by", "cast", "ends", "until", "look"])
def test_ids_and_the_clock_of_a_campaign_are_refused_in_a_document(clerics: Sandbox, key: str):
    document = {"character": {"name": "Twin"}, "conditions": [{"name": "prone", key: 3 if key == "ends" else "c1.1"}]}
    clerics.refused("argument_invalid", "import", document=document)


def test_the_body_of_an_entry_is_one_that_an_export_may_bring(clerics: Sandbox):
    hold_person(clerics)
    clerics.did("apply", "party", effect="Bless", source="Tuck")
    for name in ("Thorin", "Elara", "Tuck"):
        body = dict(clerics.thing(name).body)
        read = Body.model_validate_json(json.dumps(body), context=ANY)
        assert read.model_dump(mode="json", by_alias=True, exclude_unset=True).keys() == body.keys()


@pytest.mark.parametrize(
    ("spell", "fields", "cost"),
    [("Raise Dead", {"targets": ["Gone"]}, "1 hour"), ("Detect Magic", {"ritual": True}, "10 minutes")],
)
def test_a_cast_of_minutes_waits_for_the_end_of_the_fight(spell: str, fields: dict[str, Any], cost: str) -> None:
    """SRD, Longer Casting Times, Rituals: nobody casts for minutes between two blows; a table that allows it forces it."""
    with begun("5.1") as game:
        table = Table(game)
        table.did("create", name="Mira", character={"classes": ["cleric 9"]})
        table.did("create", name="Gone", character={"hpMax": 9, "party": True})
        table.did("damage", "Gone", amount=99, damageType="fire")
        table.did("start_fight", names=["Mira"])
        before = table.now
        refused = table.refused("takes_too_long", "cast", "Mira", spell=spell, **fields)
        assert cost in refused["text"] and table.now.world == before.world
        table.did("cast", "Mira", spell=spell, force=True, **fields)
        table.did("end_fight")
        told = table.did("cast", "Mira", spell="Detect Magic", ritual=True)["text"]
        assert "takes 10 minutes; the clock has not moved" in told


@pytest.mark.parametrize(
    ("cast", "minutes"),
    [({"spell": "Identify", "ritual": True}, 11), ({"spell": "Identify"}, 1), ({"spell": "Detect Magic", "ritual": True}, 10)],
)
def test_a_long_cast_tells_the_call_for_its_time_and_leaves_the_clock(cast: dict[str, Any], minutes: int) -> None:
    """A ritual takes ten minutes longer than the spell (SRD, Rituals). Others may act meanwhile, so the game master moves the clock."""
    with begun("5.1") as game:
        table = Table(game)
        table.did("create", name="Elara", character={"classes": ["wizard 5"]})
        before = table.now.minutes
        told = table.did("cast", "Elara", **cast)["text"]
        span = f"{minutes} minute{'s' if minutes > 1 else ''}"
        assert f"takes {span}; the clock has not moved (advance with duration {span} moves it)" in told
        assert table.now.minutes == before
        table.did("advance", duration=span)
        assert table.now.minutes == before + minutes
