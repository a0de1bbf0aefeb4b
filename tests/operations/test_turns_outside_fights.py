"""Time that passes outside a fight brings what its turns and its hours bring, in the program itself and for every entry of both rulesets."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.mechanics.time import turns_outside_fights
from rpg_lite.rules.acts.act import Act, ApplyStep, EffectModel, Trigger, ZoneStep
from rpg_lite.rules.acts.plain_steps import SayStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.vocabulary import ABILITIES, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.table import Table

RULESETS: tuple[Ruleset, ...] = ("5.1", "5.2")
EDGES = ("turn_start", "turn_end")
WEAK = {"hpMax": 1000, "race": "human", "modifiers": [{"target": "save.all", "op": "add", "value": -50}]}
ABLE = dict.fromkeys(ABILITIES, 18)


@laid_alike
def at_a_table(ruleset: Ruleset, seed: int = 1) -> Table:
    return Table(begun(ruleset, seed))


def create(table: Table, name: str, **character: Any) -> None:
    written = {"abilities": dict.fromkeys(ABILITIES, 10), "hpMax": 100, "party": False, **character}
    table.did("create", name=name, character=written)


def advance(table: Table, duration: str) -> str:
    return str(table.did("advance", duration=duration)["text"])


def cast(table: Table, spell: str, whom: str, **more: Any) -> None:
    table.did("cast", "Mage", spell=spell, targets=[whom], force=True, **more)


def triggers_of(act: Act) -> Iterator[Trigger]:
    """What the effects and zones of an act bring."""
    for step in walk(act.steps):
        yield from step.apply.on if isinstance(step, ApplyStep) and isinstance(step.apply, EffectModel) else ()
        yield from step.zone.on if isinstance(step, ZoneStep) else ()


def does_more_than_tell(trigger: Trigger) -> bool:
    return any(not isinstance(step, SayStep) for step in walk(trigger.then, inner_acts=False))


# ── every spell whose effect or zone does something in a turn ───────────────────────────────────────────────────────

CHOICES = {
    "Bestow Curse": {"curse": "turns"},
    "Command": "grovel",
    "Contagion": "mindfire",
    "Control Water": "whirlpool",
    "Forbiddance": {"type": "radiant", "kind": "fey"},
    "Hallow": "fear",
    "Spirit Guardians": "radiant",
}
OTHERWISE = {
    "Aura of Life": "it waits for somebody at 0 hit points",
    "Conjure Elemental": "the spirit holds nobody yet",
    "Blink": "half of its rolls do nothing",
    "Bestow Curse": "its turns are lost and nothing changes",
    "Forbiddance": "it meets no human",
    "Symbol": "it waits until somebody triggers it",
}
"""The spells that the row of all others does not show; they have tests of their own, or the text says that nothing happens to this target."""


def timely_spells() -> list[Any]:
    found = []
    for ruleset in RULESETS:
        for spell in rulebook_loading.rulebook(ruleset).spell_acts.values():
            if any(t.on in EDGES and does_more_than_tell(t) for t in triggers_of(spell)) and spell.name not in OTHERWISE:
                found.append(pytest.param(ruleset, spell.name, id=f"{ruleset}-{spell.name}"))
    return found


@pytest.mark.parametrize(("ruleset", "spell"), timely_spells())
def test_a_round_brings_what_a_turn_under_the_spell_brings(ruleset: Ruleset, spell: str) -> None:
    found = rulebook_loading.rulebook(ruleset).spell(spell)
    assert found is not None
    table = at_a_table(ruleset)
    create(table, "Mage", classes=[f"{found.classes[0]} 20"], abilities=ABLE)
    create(table, "Foe", **WEAK)
    table.did("damage", "Foe", amount=100, damageType="slashing")
    cast(table, spell, "Foe", seed=1, **({"choice": CHOICES[spell]} if spell in CHOICES else {}))
    told = advance(table, "1 round")
    assert re.search(rf"{spell}[\w ]*( \(\d+ times\))?: ", told), told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_aura_of_life_raises_the_fallen(ruleset: Ruleset) -> None:
    if rulebook_loading.rulebook(ruleset).spell("Aura of Life") is None:
        return
    table = at_a_table(ruleset)
    create(table, "Mage", classes=["cleric 9"], party=True)
    create(table, "Pip", classes=["rogue 3"], party=True)
    cast(table, "Aura of Life", "Pip")
    table.did("damage", "Pip", amount=100, damageType="slashing")
    assert "regains 1 hit point" in advance(table, "1 round")
    assert table.hp("Pip") == 1


# ── every creature that regenerates ─────────────────────────────────────────────────────────────────────────────────


def regenerating() -> list[Any]:
    """The stat blocks with a feature that restores hit points at the start of a turn."""
    rows = []
    for ruleset in RULESETS:
        for key, row in rulebook_loading.rulebook(ruleset).creatures.items():
            features = row["character"].get("features", ())
            if any(
                t.get("on") == "turn_start" and '"heal"' in json.dumps(t, default=dict)
                for f in features
                for t in f.get("on", ())
                if not isinstance(t, str)
            ):
                rows.append(pytest.param(ruleset, row.get("name", key), id=f"{ruleset}-{key}"))
    return rows


@pytest.mark.parametrize(("ruleset", "name"), regenerating())
def test_it_regenerates_by_its_turns_up_to_its_maximum(ruleset: Ruleset, name: str) -> None:
    table = at_a_table(ruleset)
    made = str(table.did("create", template=name)["text"]).partition(" (")[0]
    most = table.hp(made)
    table.did("update", made, character={"hp": most // 2})
    low = table.hp(made)
    advance(table, "1 round")
    once = table.hp(made)
    assert once > low
    advance(table, "1 round")
    assert table.hp(made) == min(most, once + once - low)
    advance(table, "1 day")
    assert table.hp(made) == most
    assert "regains" not in advance(table, "1 day")


def test_a_troll_that_lies_at_0_hit_points_rises_by_its_turn() -> None:
    table = at_a_table("5.1")
    table.did("create", template="Troll")
    table.did("damage", "Troll", amount=84, damageType="slashing")
    advance(table, "1 round")
    assert table.hp("Troll") == 10


# ── saves that are repeated, damage that goes on, effects that strife keeps ─────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
def test_saves_are_repeated_until_one_passes(ruleset: Ruleset) -> None:
    table = at_a_table(ruleset)
    create(table, "Mage", classes=["wizard 9"])
    create(table, "Foe", race="human", modifiers=[{"target": "save.wis", "op": "add", "value": 12}])
    cast(table, "Hold Person", "Foe", d20=[1])
    advance(table, "1 minute")
    assert not table.thing("Foe").body.get("conditions")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_who_cannot_pass_stays_held_until_the_time_is_over(ruleset: Ruleset) -> None:
    table = at_a_table(ruleset)
    create(table, "Mage", classes=["wizard 9"])
    create(table, "Foe", **WEAK)
    cast(table, "Hold Person", "Foe", seed=1)
    assert "paralyzed (9 times): WIS save" in advance(table, "9 rounds")
    assert table.thing("Foe").body["conditions"]
    advance(table, "1 round")
    assert not table.thing("Foe").body.get("conditions")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_flesh_turns_to_stone_in_the_minute_that_passes(ruleset: Ruleset) -> None:
    table = at_a_table(ruleset)
    create(table, "Mage", classes=["wizard 13"])
    create(table, "Foe", **WEAK)
    cast(table, "Flesh to Stone", "Foe", seed=1)
    assert "petrified" in advance(table, "1 minute")
    advance(table, "2 hours")
    assert "petrified" in str(table.thing("Foe").body["conditions"])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_second_burn_of_an_acid_arrow_comes_once(ruleset: Ruleset) -> None:
    table = at_a_table(ruleset)
    create(table, "Mage", classes=["wizard 9"])
    create(table, "Foe")
    cast(table, "Acid Arrow", "Foe", d20=[15])
    first = table.hp("Foe")
    assert "acid damage" in advance(table, "1 minute")
    second = table.hp("Foe")
    assert first - 8 <= second <= first - 2
    advance(table, "1 minute")
    assert table.hp("Foe") == second


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_rage_ends_with_an_idle_turn(ruleset: Ruleset) -> None:
    table = at_a_table(ruleset)
    create(table, "Oda", classes=["barbarian 5"], party=True)
    table.did("act", "Oda", act="Rage")
    assert "Rage on Oda ends" in advance(table, "1 round")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_who_is_swallowed_is_digested_by_the_turns_of_another(ruleset: Ruleset) -> None:
    table = at_a_table(ruleset)
    table.did("create", template="Giant Toad")
    create(table, "Pip", hpMax=300, size="small", modifiers=[{"target": "ac", "op": "add", "value": -5}])
    table.did("act", "Giant Toad", act="Bite", targets=["Pip"], d20=[19])
    table.did("act", "Giant Toad", act="Swallow", targets=["Pip"], force=True, seed=1)
    before = table.hp("Pip")
    assert "acid damage" in advance(table, "2 rounds")
    assert before - 36 <= table.hp("Pip") <= before - 6


@pytest.mark.parametrize(
    ("ruleset", "creature", "act"),
    [("5.1", "Fire Elemental", "Touch"), ("5.2", "Fire Elemental", "Burn"), ("5.1", "Magmin", "Touch"), ("5.2", "Magmin", "Touch")],
)
def test_whoever_burns_puts_the_fire_out_by_its_action_if_it_can_act(ruleset: Ruleset, creature: str, act: str) -> None:
    for can_act in (True, False):
        table = at_a_table(ruleset)
        table.did("create", template=creature)
        create(table, "Foe", **WEAK)
        table.did("act", creature, act=act, targets=["Foe"], d20=[19], seed=1)
        if not can_act:
            table.did("apply", "Foe", condition="incapacitated")
        told = advance(table, "5 rounds")
        assert ("Break Free: Foe: Burning ends." in told) == can_act, told
        assert ("Burning (5 times)" in told) != can_act


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whoever_is_squeezed_tries_to_get_out_in_each_turn(ruleset: Ruleset) -> None:
    table = at_a_table(ruleset)
    create(table, "Mage", classes=["wizard 5"])
    create(
        table,
        "Foe",
        hpMax=400,
        abilities=ABLE,
        modifiers=[{"target": "save.all", "op": "add", "value": -50}, {"target": "ac", "op": "add", "value": -9}],
    )
    rug = "Rug of Smothering" if ruleset == "5.1" else "Animated Rug of Smothering"
    table.did("create", template=rug)
    chosen = {"choice": "grapple"} if ruleset == "5.2" else {}
    table.did("act", rug, act="Smother", targets=["Foe"], d20=[19], seed=1, **chosen)
    assert table.thing("Foe").body["conditions"]
    advance(table, "1 minute")
    assert not table.thing("Foe").body.get("conditions")


@pytest.mark.parametrize(("ruleset", "act"), [("5.1", "Blood Drain"), ("5.2", "Proboscis")])
def test_whoever_is_drained_in_the_turns_of_another_frees_itself_and_the_dead_are_drained_no_more(ruleset: Ruleset, act: str) -> None:
    for strong in (True, False):
        table = at_a_table(ruleset)
        table.did("create", template="Stirge")
        create(table, "Pip", hpMax=60 if strong else 20, modifiers=[{"target": "ac", "op": "add", "value": -5}])
        table.did("act", "Stirge", act=act, targets=["Pip"], d20=[15], seed=1)
        if not strong:
            table.did("apply", "Pip", condition="unconscious")
        told = advance(table, "1 hour")
        assert ("Break Free: Pip: " in told) == strong
        assert bool(table.thing("Pip").body.get("dead")) != strong
        assert "turns were played" not in advance(table, "8 hours")


def test_the_dying_are_told_as_they_are_when_the_time_is_over() -> None:
    table = at_a_table("5.1")
    create(table, "Mage", classes=["cleric 13"], party=True)
    create(table, "Pip", classes=["rogue 3"], party=True)
    cast(table, "Regenerate", "Pip")
    table.did("damage", "Pip", amount=table.hp("Pip"), damageType="fire")
    told = str(table.did("rest", "Mage", kind="short")["text"])
    assert "Dying while time passes" not in told
    assert table.hp("Pip") > 0


# ── what falls due by the clock ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("ruleset", "creature", "act"),
    [
        ("5.1", "Mummy", "Rotting Fist"),
        ("5.2", "Mummy", "Rotting Fist"),
        ("5.1", "Mummy Lord", "Rotting Fist"),
        ("5.2", "Mummy Lord", "Rotting Fist"),
        ("5.1", "Otyugh", "Bite"),
        ("5.1", "Death Dog", "Bite"),
        ("5.2", "Death Dog", "Bite"),
        ("5.1", "Giant Rat (Diseased)", "Bite"),
    ],
)
def test_a_day_under_a_curse_or_a_disease_takes_its_points(ruleset: Ruleset, creature: str, act: str) -> None:
    table = at_a_table(ruleset)
    made = str(table.did("create", template=creature)["text"]).partition(" (c")[0]
    create(table, "Foe", **WEAK)
    advance(table, "5 hours")
    table.did("act", made, act=act, targets=["Foe"], d20=[19, 1])
    most = table.number("Foe", "hpMax")
    advance(table, "23 hours")
    assert table.number("Foe", "hpMax") == most
    advance(table, "1 hour")
    once = table.number("Foe", "hpMax")
    assert most - 18 <= once < most
    advance(table, "3 days")
    assert table.number("Foe", "hpMax") <= once - 3


@pytest.mark.parametrize(("ruleset", "spell"), [("5.1", "Feeblemind"), ("5.2", "Befuddlement")])
def test_a_broken_mind_saves_again_every_30_days(ruleset: Ruleset, spell: str) -> None:
    table = at_a_table(ruleset)
    create(table, "Mage", classes=["wizard 17"])
    create(table, "Foe", **WEAK)
    cast(table, spell, "Foe", seed=1)
    assert "INT save" not in advance(table, "29 days")
    assert "INT save" in advance(table, "2 days")
    table.did("update", "Foe", character={"modifiers": [{"target": "save.all", "op": "add", "value": 50}]})
    advance(table, "30 days")
    assert spell not in table.did("character", "Foe")["text"]


# ── the same time in parts; undo; bounds ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("whole", "parts"),
    [
        ("10 rounds", ("3 rounds", "7 rounds")),
        ("2 minutes", ("1 minute", "5 rounds", "5 rounds")),
        ("1 hour", ("1 round", "59 minutes", "9 rounds")),
    ],
)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_time_in_parts_brings_what_the_whole_brings(ruleset: Ruleset, whole: str, parts: tuple[str, ...]) -> None:
    def played(*times: str) -> tuple[dict[str, Any], int]:
        table = at_a_table(ruleset, 7)
        create(table, "Mage", classes=["wizard 17"], abilities=ABLE)
        table.did("create", template="Troll")
        create(table, "Foe", race="human", hpMax=400)
        create(table, "Other", race="human", hpMax=400)
        table.did("damage", "Troll", amount=60, damageType="slashing")
        cast(table, "Acid Arrow", "Other", d20=[18])
        cast(table, "Phantasmal Killer", "Foe", d20=[2])
        for time in times:
            advance(table, time)
        return {t.name: t.body for t in table.now.things.values() if t.kind == "character"}, table.now.minutes

    assert played(whole) == played(*parts)


def test_one_undo_takes_back_all_that_the_time_brought() -> None:
    table = at_a_table("5.1")
    create(table, "Mage", classes=["wizard 9"])
    create(table, "Foe", hpMax=400)
    cast(table, "Cloudkill", "Foe")
    before = table.now
    assert "Cloudkill (4 times)" in advance(table, "4 rounds")
    table.did("undo")
    assert (table.now.world, table.now.minutes) == (before.world, before.minutes)


def test_a_rehearsed_hour_plays_nothing() -> None:
    table = at_a_table("5.1")
    table.did("create", template="Troll")
    table.did("damage", "Troll", amount=60, damageType="slashing")
    before = table.now
    table.did("advance", duration="1 hour", dryRun=True)
    assert table.now == before


def test_an_endless_struggle_is_cut_short_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns_outside_fights, "MOST_STEPS", 5)
    table = at_a_table("5.1")
    create(table, "Mage", classes=["wizard 9"])
    create(table, "Foe", hpMax=9000)
    cast(table, "Cloudkill", "Foe")
    told = advance(table, "1 minute")
    assert "Cloudkill (5 times)" in told
    assert "5 turns were played" in told


def test_a_million_days_pass_in_one_call() -> None:
    table = at_a_table("5.1")
    table.did("create", template="Mummy")
    create(table, "Foe", **WEAK)
    table.did("act", "Mummy", act="Rotting Fist", targets=["Foe"], d20=[19, 1])
    told = advance(table, "1000000 days")
    assert "Foe is dead: a hit point maximum of 0." in told
    assert "turns were played" not in told


def test_what_only_fights_bring_waits_for_one() -> None:
    table = at_a_table("5.2")
    create(table, "Rik", classes=["fighter 10"], choices={"subclass": "champion"}, party=True)
    table.did("create", template="Clay Golem")
    table.did("damage", "Clay Golem", amount=80, damageType="force")
    told = advance(table, "1 hour")
    assert "Heroic Inspiration" not in told
    assert "berserk" not in told.lower()
    table.did("start_fight", names=["Rik", "Clay Golem"], d20=[20, 1])
    assert "Heroic Inspiration" in table.did("character", "Rik")["text"]


def test_nobody_dead_takes_a_turn() -> None:
    table = at_a_table("5.1")
    create(table, "Mage", classes=["wizard 9"])
    create(table, "Foe", hpMax=5)
    cast(table, "Cloudkill", "Foe")
    table.did("damage", "Foe", amount=50, damageType="slashing")
    assert "Cloudkill" not in advance(table, "1 minute")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whoever_enters_again_outside_a_fight_meets_the_zone_again(ruleset: Ruleset) -> None:
    table = at_a_table(ruleset)
    create(table, "Mage", classes=["cleric 5"])
    create(table, "Foe", **WEAK)
    cast(table, "Zone of Truth", "Foe")
    assert "CHA save" in table.did("act", "Foe", act="enter", zone="Zone of Truth", seed=1)["text"]
    caster = table.thing("Mage").body["zones"]
    assert [zone["inside"] for zone in caster.values()] == [[table.id("Foe")]]
    table.did("start_fight", names=["Mage", "Foe"], d20=[20, 1])
    assert "all are inside already" in table.did("act", "Foe", act="enter", zone="Zone of Truth")["text"]
