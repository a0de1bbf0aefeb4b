"""Forms that creatures take: what counts, what stays, and what ends them (SRD, Wild Shape, Polymorph, Shape-Shifting)."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rpg_lite
from rpg_lite.content import rulebook_loading
from rpg_lite.store.thing_body_schema import Body
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world import thing_stats
from tests.examples import examples
from tests.operations.table import Table
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure
SCORES = {"str": 8, "dex": 12, "con": 14, "int": 10, "wis": 16, "cha": 11}
HAWK = {
    "character": {
        "name": "Hawk", "type": "beast", "cr": 0, "hpMax": 1, "abilities": {"str": 5, "dex": 16}, "speed": {"walk": 10, "fly": 60}, "features": [],
    }
}  # fmt: skip
PIKE = {"character": {**HAWK["character"], "name": "Pike", "speed": {"walk": 0, "swim": 40}}}


def druid(ruleset: Ruleset, level: int = 4, **more: Any) -> Sandbox:
    """Mira, a druid, and an ogre; the book has a bird and a fish besides."""
    book = rulebook_loading.rulebook(ruleset)
    book = replace(book, creatures={**book.creatures, "hawk": HAWK, "pike": PIKE})
    box = Sandbox(first_world(ruleset), book)
    box.accept("create", name="Mira", character={"classes": [f"druid {level}"], "race": "elf", "abilities": SCORES, **more})
    box.accept("create", name="Ogre", character={"hpMax": 200, "abilities": {"con": 16}})
    return box


def mira(box: Sandbox) -> Any:
    return box.thing("Mira")


def stats(box: Sandbox, name: str = "Mira") -> Any:
    return thing_stats.stats_of(box.world, box.thing(name), box.book)


def hurt(box: Sandbox, points: int) -> None:
    box.accept("damage", "Mira", amount=points, damageType="slashing")


def shaped(ruleset: Ruleset, level: int = 4, form: str = "Wolf", **more: Any) -> Sandbox:
    box = druid(ruleset, level, **more)
    box.accept("act", "Mira", act="Wild Shape", choice=form)
    return box


# ── what counts ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_body_is_the_beasts_and_the_mind_the_druids(ruleset: Ruleset) -> None:
    now = stats(shaped(ruleset))
    wolf = {"5.1": {"str": 12, "dex": 15, "con": 12}, "5.2": {"str": 14, "dex": 15, "con": 12}}[ruleset]
    assert {a: b.value for a, b in now.abilities.items()} == {**SCORES, **wolf}
    assert now.speed["walk"].value == 40
    assert [a.name for a in now.attacks] == ["Bite"]


@pytest.mark.parametrize(("ruleset", "hp", "most", "temporary"), [("5.1", 11, 11, 0), ("5.2", 31, 31, 4)])
def test_hit_points(ruleset: Ruleset, hp: int, most: int, temporary: int) -> None:
    """5.1: those of the beast; 5.2: the druid's own, and temporary ones as many as its level."""
    now = stats(shaped(ruleset))
    assert (now.hp, now.hp_max.value, now.temp_hp) == (hp, most, temporary)


@pytest.mark.parametrize(("ruleset", "darkvision", "types"), [("5.1", None, {"beast"}), ("5.2", 60, {"humanoid"})])
def test_senses_are_the_beasts_and_5_2_keeps_the_type(ruleset: Ruleset, darkvision: int | None, types: set[str]) -> None:
    box = shaped(ruleset)
    found = stats(box).senses.get("darkvision")
    assert (found.value if found else None) == darkvision
    sheet = thing_stats.sheet(mira(box), box.book)
    assert ({sheet.creature_type} if sheet.creature_type else {"humanoid"}) == types


@pytest.mark.parametrize(("ruleset", "keeps"), [("5.1", True), ("5.2", False)])
def test_5_2_keeps_no_traits_of_the_species(ruleset: Ruleset, keeps: bool) -> None:
    own, box = druid(ruleset), shaped(ruleset)
    own_scopes = {m.scope for m in stats(own).scoped if m.target == "save.all"}
    assert own_scopes, "an elf is steeled against charms"
    assert (own_scopes <= {m.scope for m in stats(box).scoped if m.target == "save.all"}) is keeps


@pytest.mark.parametrize("ruleset", RULESETS)
def test_languages_stay(ruleset: Ruleset) -> None:
    assert set(stats(druid(ruleset)).languages) == set(stats(shaped(ruleset)).languages)


@each_row(
    ("ruleset", "level", "stealth", "perception"),
    [("5.1", 4, 4, 5), ("5.1", 9, 6, 7), ("5.2", 4, 4, 5), ("5.2", 9, 6, 7)],
)
def test_skills_of_both_with_the_higher_bonus(ruleset: Ruleset, level: int, stealth: int, perception: int) -> None:
    """The wolf's Stealth is +4 and its Perception less than the druid's, who is as wise as before."""
    box = shaped(ruleset, level, proficiencies={"skills": {"perception": 1}})
    assert (stats(box).skills.values["stealth"].value, stats(box).skills.values["perception"].value) == (stealth, perception)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_higher_bonus_of_the_stat_block_counts(ruleset: Ruleset) -> None:
    """A druid with little wisdom perceives as the wolf does: +3 in 5.1, +5 in 5.2."""
    box = shaped(ruleset, abilities={**SCORES, "wis": 6})
    assert stats(box).skills.values["perception"].value == {"5.1": 3, "5.2": 5}[ruleset]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("level", [2, 8, 20])
def test_the_bite_hits_as_the_stat_block_prints(ruleset: Ruleset, level: int) -> None:
    (bite,) = stats(shaped(ruleset, level)).attacks
    assert (bite.to_hit.value, bite.damage_bonus.value) == (4, 2)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_improvements_of_the_body_stay_behind(ruleset: Ruleset) -> None:
    box = shaped(ruleset, choices={"asi": [{"level": 4, "str": 1, "wis": 1}]})
    now = stats(box).abilities
    assert (now["str"].value, now["wis"].value) == ({"5.1": 12, "5.2": 14}[ruleset], 17)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_gear_merges_and_comes_back(ruleset: Ruleset) -> None:
    box = druid(ruleset)
    box.accept("give", "Mira", item="Shield")
    box.accept("equip", "Mira", itemName="Shield")
    armed = stats(box).ac.value
    box.accept("act", "Mira", act="Wild Shape", choice="Wolf")
    assert stats(box).ac.value == {"5.1": 13, "5.2": 12}[ruleset]
    assert [t.name for t in box.world.bag_of(mira(box).id)] == ["Shield"]
    box.accept("act", "Mira", act="Leave Wild Shape")
    assert stats(box).ac.value == armed


def test_what_has_merged_cannot_be_used() -> None:
    box = druid("5.1")
    box.accept("give", "Mira", item="Potion of Healing")
    box.accept("act", "Mira", act="Wild Shape", choice="Wolf")
    box.reject("merged_into_form", "use", "Mira", itemName="Potion of Healing")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_spells_before_level_18(ruleset: Ruleset) -> None:
    box = shaped(ruleset)
    box.reject("cannot_act", "cast", "Mira", spell="Cure Wounds", targets=["Mira"])
    box.accept("act", "Mira", act="Leave Wild Shape")
    box.accept("cast", "Mira", spell="Cure Wounds", targets=["Mira"], force=True)
    old = shaped(ruleset, 18)
    old.accept("update", "Mira", character={"hp": 5})
    old.accept("cast", "Mira", spell="Cure Wounds", targets=["Mira"])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_concentration_goes_on(ruleset: Ruleset) -> None:
    box = druid(ruleset)
    box.accept("cast", "Mira", spell="Faerie Fire", targets=["Ogre"])
    held = mira(box).creature.concentration
    box.accept("act", "Mira", act="Wild Shape", choice="Wolf")
    assert mira(box).creature.concentration == held is not None


def test_the_beast_strikes_with_its_own_weapon_and_its_lines() -> None:
    box = shaped("5.1").let(19, face=2)
    text = box.send({"operation": "attack", "characterName": "Mira", "targetName": "Ogre"}, "execute_action")["text"]
    assert "with Bite: 23" in text and "Bite: STR save DC 11" in text
    assert box.accept("act", "Mira", act="Bite", targets=["Ogre"]).result


@pytest.mark.parametrize("ruleset", RULESETS)
def test_own_hit_dice_heal_no_hit_points_of_a_form(ruleset: Ruleset) -> None:
    """5.1 gives the hit dice of the beast, which no file counts; 5.2 keeps the druid's."""
    box = shaped(ruleset)
    hurt(box, 5)
    if ruleset == "5.1":
        box.reject("hit_dice_too_many", "rest", "Mira", kind="short", hitDice=1)
    else:
        box.accept("rest", "Mira", kind="short", hitDice=1)
        assert mira(box).creature.spent["hit_die_d8"] == 1


# ── what may be chosen ──────────────────────────────────────────────────────────────────────────────────────────────


@each_row(
    ("ruleset", "level", "form", "code"),
    [
        ("5.1", 2, "Warhorse", "form_unfit"), ("5.1", 4, "Warhorse", None), ("5.1", 7, "Brown Bear", "form_unfit"),
        ("5.1", 8, "Brown Bear", None), ("5.1", 3, "Pike", "form_unfit"), ("5.1", 4, "Pike", None),
        ("5.1", 7, "Hawk", "form_unfit"), ("5.1", 8, "Hawk", None), ("5.1", 20, "Ogre", "form_unfit"), ("5.1", 20, "Phoenix", "form_unknown"),
        ("5.1", 20, None, "form_required"), ("5.1", 20, "Swarm of Rats", "form_unfit"), ("5.2", 20, "Swarm of Rats", "form_unfit"),
        ("5.2", 2, "Warhorse", "form_unfit"), ("5.2", 4, "Warhorse", None), ("5.2", 7, "Brown Bear", "form_unfit"),
        ("5.2", 8, "Brown Bear", None), ("5.2", 2, "Pike", None), ("5.2", 7, "Hawk", "form_unfit"), ("5.2", 8, "Hawk", None),
        ("5.2", 20, "Giant Phoenix", "form_unknown"),
    ],
)  # fmt: skip
def test_the_table_of_beast_shapes(ruleset: Ruleset, level: int, form: str | None, code: str | None) -> None:
    box = druid(ruleset, level)
    call = {"act": "Wild Shape", **({"choice": form} if form else {})}
    if code is None:
        box.accept("act", "Mira", **call)
        assert mira(box).creature.form.creature == form
        return
    told = box.reject(code, "act", "Mira", **call)
    assert told.allowed and form not in told.allowed
    assert mira(box).creature.spent == {}
    again = {k: v for k, v in (told.instead or {}).items() if k not in ("operation", "characterName")}
    box.accept("act", "Mira", **again)


def test_the_game_master_may_force_a_form_of_the_book() -> None:
    box = druid("5.1", 2)
    box.accept("act", "Mira", act="Wild Shape", choice="Brown Bear", force=True)
    assert stats(box).hp_max.value == 34
    box.reject("form_unknown", "act", "Mira", act="Wild Shape", choice="Phoenix", force=True)


@pytest.mark.parametrize(("ruleset", "level", "limits"), [
    ("5.1", 2, {"maxCr": 0.25, "fly": False}), ("5.2", 4, {"maxCr": 0.5, "fly": False}), ("5.1", 8, {"maxCr": 1, "fly": True}),
])  # fmt: skip
def test_the_sheet_tells_the_limits(ruleset: Ruleset, level: int, limits: dict[str, Any]) -> None:
    answer = druid(ruleset, level).send({"operation": "character", "characterName": "Mira"}, "read_campaign", "full")
    (act,) = [a for a in answer["results"][0]["acts"] if a["name"] == "Wild Shape"]
    assert act["limits"] == limits


@pytest.mark.parametrize(("query", "told"), [
    ("Wild Shape", "takes the form of a beast (CR by level)"), ("Polymorph", "takes the form of a beast (at most its own CR)"),
])  # fmt: skip
def test_a_card_tells_which_forms(query: str, told: str) -> None:
    assert told in druid("5.2").send({"operation": "lookup", "query": query}, "read_campaign")["text"]


# ── what ends it ────────────────────────────────────────────────────────────────────────────────────────────────────


@each_row(("damage", "hp", "is_wolf"), [(10, 1, True), (11, 27, False), (15, 23, False), (38, 0, False), (64, 0, False), (65, 0, False)])
def test_excess_damage_carries_over_in_5_1(damage: int, hp: int, is_wolf: bool) -> None:
    box = shaped("5.1", hpMax=27)
    hurt(box, damage)
    kept = mira(box).creature
    assert (kept.hp, kept.form is not None, kept.is_dead) == (hp, is_wolf, damage == 65)
    assert ("unconscious" in stats(box).conditions_active) is (hp == 0)


def test_damage_goes_through_temporary_points_to_the_druid_in_5_2() -> None:
    box = shaped("5.2")
    hurt(box, 14)
    assert (stats(box).hp, stats(box).temp_hp, mira(box).creature.form is None) == (21, 0, False)
    hurt(box, 21)
    assert (mira(box).creature.hp, mira(box).creature.form) == (0, None)


def test_own_hit_points_wait_in_5_1() -> None:
    box = druid("5.1")
    hurt(box, 9)
    box.accept("act", "Mira", act="Wild Shape", choice="Wolf")
    hurt(box, 4)
    box.accept("act", "Mira", act="Leave Wild Shape")
    assert stats(box).hp == 31 - 9


@each_row(("ruleset", "condition", "ends"), [
    ("5.1", "unconscious", True), ("5.1", "stunned", False), ("5.2", "unconscious", True), ("5.2", "stunned", True), ("5.2", "prone", False),
])  # fmt: skip
def test_a_condition_ends_it(ruleset: Ruleset, condition: str, ends: bool) -> None:
    box = shaped(ruleset)
    box.accept("apply", "Mira", condition=condition)
    assert (mira(box).creature.form is None) is ends


@pytest.mark.parametrize("ruleset", RULESETS)
def test_time_ends_it(ruleset: Ruleset) -> None:
    """Half the level in hours."""
    box = shaped(ruleset, 4)
    box.accept("advance", duration="119 minutes")
    assert mira(box).creature.form
    box.accept("advance", duration="1 minute")
    assert mira(box).creature.form is None and stats(box).hp == 31


@pytest.mark.parametrize("ruleset", RULESETS)
def test_death_ends_it(ruleset: Ruleset) -> None:
    box = shaped(ruleset)
    hurt(box, 500)
    assert mira(box).creature.form is None and mira(box).creature.is_dead and mira(box).creature.hp == 0


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_game_master_takes_the_effect_away(ruleset: Ruleset) -> None:
    box = shaped(ruleset)
    assert box.send({"operation": "remove", "characterName": "Mira", "effect": "Wild Shape: Wolf"}, "manage_condition")["ok"]
    assert mira(box).creature.form is None and stats(box).hp == 31


@pytest.mark.parametrize("ruleset", RULESETS)
def test_another_shape_replaces_it(ruleset: Ruleset) -> None:
    box = shaped(ruleset)
    hurt(box, 3)
    box.accept("act", "Mira", act="Wild Shape", choice="Mastiff")
    assert mira(box).creature.form.creature == "Mastiff"
    assert [e.name for e in mira(box).creature.effects] == ["Wild Shape: Mastiff"]
    box.accept("act", "Mira", act="Leave Wild Shape")
    assert stats(box).hp == 31
    box.reject("target_unfit", "act", "Mira", act="Leave Wild Shape")


# ── how it is kept and shown ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_form_is_shown_and_undone(ruleset: Ruleset) -> None:
    with rpg_lite.open_campaign(":memory:", ruleset=ruleset) as game:
        table = Table(game)
        table.did("create", name="Mira", character={"classes": ["druid 4"], "abilities": SCORES})
        before = table.now.world
        answer = table.did("act", "Mira", act="Wild Shape", choice="wolf")
        assert answer["results"][0]["form"] == "Wolf" and "takes the form of a Wolf" in answer["text"]
        Body.model_validate_json(json.dumps(dict(table.thing("Mira").body)))
        party = table.did("party")
        assert "in the form of a Wolf" in party["text"]
        left = table.did("act", "Mira", act="Leave Wild Shape")
        assert left["results"][0]["form"] is None and "no longer a Wolf" in left["text"]
        table.did("undo")
        assert "in the form of a Wolf" in table.did("character", "Mira")["text"]
        table.did("undo", rev=answer["rev"])
        assert table.now.world == before


def test_a_sheet_document_is_the_druids_own() -> None:
    box = shaped("5.1")
    document = box.send({"operation": "export", "characterName": "Mira"}, "manage_character")["results"][0]["document"]
    assert document["character"]["hp"] == 31 and "effects" not in document and document["character"]["abilities"] == SCORES


def test_a_stat_block_that_is_lost_shows_the_creature_itself() -> None:
    box = druid("5.1", 8)
    box.accept("act", "Mira", act="Wild Shape", choice="Pike")
    box.book = rulebook_loading.rulebook("5.1")
    assert stats(box).abilities["str"].value == SCORES["str"]


@settings(max_examples=examples(60), deadline=None)
@given(
    st.sampled_from(RULESETS),
    st.lists(st.sampled_from(("shape", "leave", "hurt", "heal", "stun", "wait", "free", "rest")), max_size=8),
    st.lists(st.integers(1, 40), min_size=8, max_size=8),
)
def test_no_form_outlives_its_effect_and_none_is_left_behind(ruleset: Ruleset, deeds: list[str], amounts: list[int]) -> None:
    """Whatever happens: a form and its effect come and go together, and without one the true numbers count."""
    box = druid(ruleset)
    own = {a: b.value for a, b in stats(box).abilities.items()}
    calls = {
        "shape": lambda n: ("act", {"act": "Wild Shape", "choice": ("Wolf", "Mastiff")[n % 2]}),
        "leave": lambda n: ("act", {"act": "Leave Wild Shape"}),
        "hurt": lambda n: ("damage", {"amount": n, "damageType": "cold"}),
        "heal": lambda n: ("heal", {"amount": n}),
        "stun": lambda n: ("apply", {"condition": "stunned"}),
        "free": lambda n: ("cast", {"spell": "Longstrider", "targets": ["Mira"]}),
        "wait": lambda n: ("advance", {"duration": f"{n * 5} minutes"}),
        "rest": lambda n: ("rest", {"kind": "short"}),
    }
    for deed, amount in zip(deeds, amounts, strict=False):
        verb, call = calls[deed](amount)
        outcome = box.decide(verb, "Mira", **call)
        if hasattr(outcome, "events"):
            box._go_on(outcome.world)
        kept = mira(box).creature
        assert (kept.form is None) == all(not e.name.startswith("Wild Shape: ") for e in kept.effects)
        now = stats(box)
        assert 0 <= (now.hp or 0) <= now.hp_max.value
        if kept.form is None:
            assert {a: b.value for a, b in now.abilities.items()} == own
            assert now.hp_max.value == 31


# ── Polymorph ───────────────────────────────────────────────────────────────────────────────────────────────────────


def changed(ruleset: Ruleset, target: str, form: str, *d20s: int, **more: Any) -> Any:
    """A wizard of level 9 casts it on the druid of level 4 or on the ogre, of challenge rating 2; the save shows the first face."""
    box = druid(ruleset)
    box.accept("create", name="Elara", character={"classes": ["wizard 9"], "abilities": {"int": 18}})
    box.accept("update", "Ogre", character={"cr": 2, "type": "giant"})
    box.let(*(d20s or (1,)))
    return box, box.decide("cast", "Elara", spell="Polymorph", targets=[target], choice=form, **more)


def polymorphed(ruleset: Ruleset, target: str = "Ogre", form: str = "Wolf", **more: Any) -> Sandbox:
    box, outcome = changed(ruleset, target, form, **{"with": ["unwilling"], **more})
    box._go_on(outcome.world)
    return box


@pytest.mark.parametrize("ruleset", RULESETS)
def test_polymorph_replaces_the_mind_too(ruleset: Ruleset) -> None:
    box = polymorphed(ruleset, "Mira")
    wolf = {"5.1": [12, 15, 12, 3, 12, 6], "5.2": [14, 15, 12, 3, 12, 6]}[ruleset]
    assert [b.value for b in stats(box).abilities.values()] == wolf
    assert thing_stats.sheet(mira(box), box.book).spell_slots.slots == ()
    box.reject("not_a_caster", "cast", "Mira", spell="Cure Wounds", targets=["Mira"])
    box.reject("act_unknown", "act", "Mira", act="Wild Shape", choice="Wolf")


@pytest.mark.parametrize(("ruleset", "hp", "temporary"), [("5.1", 11, 0), ("5.2", 200, 11)])
def test_polymorph_gives_hit_points_of_the_form(ruleset: Ruleset, hp: int, temporary: int) -> None:
    now = stats(polymorphed(ruleset), "Ogre")
    assert (now.hp, now.temp_hp) == (hp, temporary)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_polymorph_ends_with_the_hit_points_of_the_form_and_so_does_the_concentration(ruleset: Ruleset) -> None:
    box = polymorphed(ruleset)
    box.accept("damage", "Ogre", amount=10, damageType="cold")
    assert box.thing("Ogre").creature.form and box.thing("Elara").creature.concentration
    box.accept("damage", "Ogre", amount=4, damageType="cold")
    kept = box.thing("Ogre").creature
    assert (kept.form, kept.hp, kept.temp_hp) == (None, 200 - 3, None)
    assert box.thing("Elara").creature.concentration is None


@pytest.mark.parametrize("ruleset", RULESETS)
def test_polymorph_ends_with_the_concentration(ruleset: Ruleset) -> None:
    box = polymorphed(ruleset)
    box.accept("apply", "Elara", condition="stunned")
    kept = box.thing("Ogre").creature
    assert (kept.form, kept.hp, kept.temp_hp) == (None, 200, None)


@each_row(("ruleset", "with_", "face", "forms"), [
    ("5.1", ["unwilling"], 20, False), ("5.1", ["willing"], 20, True), ("5.1", [], 20, False), ("5.1", ["unwilling"], 1, True), ("5.2", [], 20, False), ("5.2", [], 1, True),
])  # fmt: skip
def test_polymorph_asks_for_a_save(ruleset: Ruleset, with_: list[str], face: int, forms: bool) -> None:
    """In 5.1 of the unwilling, in 5.2 of everybody."""
    _, outcome = changed(ruleset, "Ogre", "Wolf", face, **{"with": with_})
    ogre = next(t for t in outcome.world.things.values() if t.name == "Ogre")
    assert (ogre.creature.form is not None) is forms


@each_row(("target", "form", "code"), [
    ("Ogre", "Brown Bear", None), ("Ogre", "Elephant", "form_unfit"), ("Mira", "Elephant", None), ("Ogre", "Troll", "form_unfit"),
    ("Ogre", "Griffin", "form_unknown"), ("Ogre", "Hawk", None),
])  # fmt: skip
def test_polymorph_goes_up_to_the_rating_or_the_level_of_its_target(target: str, form: str, code: str | None) -> None:
    _, outcome = changed("5.1", target, form)
    assert getattr(outcome, "code", None) == code


def test_a_shapechanger_keeps_its_shape() -> None:
    box, _ = changed("5.1", "Ogre", "Wolf")
    box.accept("update", "Ogre", character={"tags": ["shapechanger"]})
    box.accept("cast", "Elara", spell="Polymorph", targets=["Ogre"], choice="Wolf")
    assert box.thing("Ogre").creature.form is None


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_kept_score_keeps_its_increases(ruleset: Ruleset) -> None:
    """WIS 15 with 2 points of level 4 stays 17 in the form (SRD, Animal Shapes: the mental scores are its own)."""
    box = Sandbox(first_world(ruleset))
    choices = {"asi": [{"level": 4, "wis": 2}]}
    box.accept("create", name="Fern", character={"classes": ["druid 17"], "abilities": {"wis": 15, "str": 8}, "choices": choices})
    assert box.number("Fern", "abilities.wis") == 17
    box.accept("cast", "Fern", spell="Animal Shapes", targets=["Fern"], choice="Wolf")
    assert box.number("Fern", "abilities.wis") == 17 and box.number("Fern", "abilities.str") > 8
