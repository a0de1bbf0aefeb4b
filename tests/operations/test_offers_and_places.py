"""Small answers that must be true: who is present, who stands, what a reaction answers, and choices on which something depends."""

from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.acts import target_requirements
from rpg_lite.mechanics.acts.wish_and_casting import Casting
from rpg_lite.rules.acts.act import Act, ApplyStep, SaveStep, ZoneStep
from rpg_lite.rules.acts.plain_steps import BecomeStep, DoStep, EndStep, MoveStep
from rpg_lite.rules.acts.steps.hit_points import DamageStep, HealStep, TempHpStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.vocabulary import Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import falling
from tests.operations.table import Table, notes
from tests.rows import each_row

BOTH: list[tuple[Ruleset]] = [("5.1",), ("5.2",)]


@laid_alike
def laid(ruleset: Ruleset, *classes: str) -> Table:
    table = Table(begun(ruleset))
    scores = dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 16)
    table.did("create", name="Hero", character={"classes": list(classes), "abilities": scores})
    table.did("create", name="Foe", character={"hpMax": 200, "party": False})
    return table


# ── present or not (SRD, Banishment; Maze) ──────────────────────────────────────────────────────────────────────────


@each_row(("ruleset", "spell"), [(r, s) for r in ("5.1", "5.2") for s in ("Banishment", "Maze")])
def test_a_banished_creature_is_listed_as_banished(ruleset: Ruleset, spell: str) -> None:
    table = laid(ruleset, "wizard 17")
    table.roll_with(falling(1))
    table.did("cast", "Hero", spell=spell, targetName="Foe", force=True)
    assert "Foe (banished)" in table.did("look")["text"]
    row = next(line for line in table.did("who")["text"].splitlines() if "Foe" in line)
    assert "banished" in row
    found = table.game.ask({"operation": "who"}, "read_campaign", "full")["results"][0]["people"]
    assert {p["name"]: p.get("banished", False) for p in found} == {"Hero": False, "Foe": True}
    assert table.send({"operation": "remove", "characterName": "Foe", "effect": spell}, "manage_condition")["ok"]
    assert "banished" not in table.did("look")["text"] + table.did("who")["text"]


# ── whoever travels stands (SRD, Prone) ─────────────────────────────────────────────────────────────────────────────


def rooms(table: Table) -> None:
    assert table.send({"operation": "create", "name": "Hall", "direction": "north"}, "manage_room")["ok"]


@each_row(("ruleset",), BOTH)
def test_a_prone_hero_stands_up_to_travel(ruleset: Ruleset) -> None:
    table = laid(ruleset, "fighter 5")
    rooms(table)
    table.did("apply", "Hero", condition="prone")
    answer = table.did("go", direction="north")
    assert "No longer prone: Hero" in answer["text"]
    assert not table.thing("Hero").creature.conditions


@each_row(("ruleset",), BOTH)
def test_in_a_fight_nobody_stands_up_unasked(ruleset: Ruleset) -> None:
    table = laid(ruleset, "fighter 5")
    rooms(table)
    table.did("start_fight", names=["Hero", "Foe"])
    table.did("apply", "Hero", condition="prone")
    table.did("go", "Hero", direction="north", force=True)
    assert [c.name for c in table.thing("Hero").creature.conditions] == ["prone"]


# ── a reaction answers something (SRD, Reactions) ───────────────────────────────────────────────────────────────────


@each_row(
    ("ruleset", "of", "spell", "answers"),
    [
        (r, *row)
        for r in ("5.1", "5.2")
        for row in (("wizard 9", "Shield", "a hit"), ("warlock 9", "Hellish Rebuke", "damage"), ("wizard 9", "Feather Fall", "a fall"))
    ],
)
def test_a_reaction_that_answers_nothing_says_so(ruleset: Ruleset, of: str, spell: str, answers: str) -> None:
    table = laid(ruleset, of)
    more = {"targetName": "Foe"} if spell != "Shield" else {}
    told = notes(table.did("cast", "Hero", spell=spell, **more))
    assert f"{spell} answers {answers}" in told and "this call answers none" in told
    assert "answers none" not in notes(table.did("cast", "Hero", spell=spell, force=True, **more))


def test_an_answer_and_an_opportunity_attack_say_nothing_of_it() -> None:
    table = laid("5.2", "warlock 9")
    table.roll_with(falling(19, face=3))
    table.did("attack", "Foe", targetName="Hero")
    assert "answers none" not in table.did("cast", "Hero", spell="Hellish Rebuke", answer=True)["text"]
    assert "answers none" not in table.did("act", "Hero", act="Opportunity Attack", targetName="Foe")["text"]


# ── acts for their own user (SRD, Rage; Second Wind; Armor of Shadows …) ────────────────────────────────────────────

OF_OTHERS = {"Greater Divine Intervention", "Whispers of the Grave"}
"""Acts of the user that bring a spell with targets of its own."""


def of_their_user(book: Rulebook) -> dict[str, Act]:
    """The acts of features that aim at nobody, change a creature or play another act, and are at nobody's disposal but their user's."""
    every = (act for feature in book.features.values() for act in getattr(feature, "acts", ()))
    own = {act.name: act for act in every if act.targets == "self" and act.range in (None, "self") and not act.when}
    steps = {name: list(walk(act.steps, inner_acts=False)) for name, act in own.items()}
    changing = (ApplyStep, HealStep, TempHpStep, EndStep, SaveStep, DamageStep, MoveStep, BecomeStep, DoStep)
    aimed = {n for n, s in steps.items() if any(isinstance(x, changing) and not getattr(x, "to", None) for x in s)}
    return {n: own[n] for n in sorted(aimed) if not any(isinstance(x, ZoneStep) for x in steps[n])}


@each_row(("ruleset",), BOTH)
def test_a_feature_of_its_user_alone_refuses_others(ruleset: Ruleset) -> None:
    """Every such act of both rulesets; whoever has no such feature borrows it, since the refusal comes before what it costs."""
    table = laid(ruleset, "wizard 17")
    acts, foe = of_their_user(table.game.book), table.thing("Foe")
    assert len(acts) > 30 and OF_OTHERS.isdisjoint(acts)
    for act in acts.values():
        cast = Casting("x", act, "hero", 0, 10, 5, 3, {})
        refused = target_requirements.wrong_targets(cast, [foe])
        assert isinstance(refused, Rejected) and refused.code == "only_for_itself", act.name


@each_row(
    ("ruleset", "of", "act"),
    [
        ("5.1", "barbarian 5", "Rage"), ("5.2", "barbarian 5", "Rage"), ("5.1", "fighter 5", "Second Wind"), ("5.1", "monk 7", "Step of the Wind"),
        ("5.1", "monk 7", "Patient Defense"), ("5.2", "rogue 5", "Cunning Action"), ("5.1", "druid 5", "Wild Shape"),
    ],
)  # fmt: skip
def test_the_refusal_leads_to_the_user(ruleset: Ruleset, of: str, act: str) -> None:
    table = laid(ruleset, of)
    word = {"Wild Shape": "Wolf", "Step of the Wind": "Dash", "Cunning Action": "Dash"}.get(act)
    choice = {"choice": word} if word else {}
    answer = table.refused("only_for_itself", "act", "Hero", act=act, targetName="Foe", force=True, **choice)
    assert "targetName" not in answer["error"]["try"]
    table.did("act", "Hero", act=act, targetName="Hero", force=True, **choice)


def test_whoever_sleeps_is_shaken_awake_by_another() -> None:
    table = laid("5.1", "wizard 5")
    table.did("cast", "Hero", spell="Hold Person", targetName="Foe", force=True)
    assert table.ask("act", "Hero", act="Shake Awake", targetName="Foe", force=True).get("error", {}).get("code") != "only_for_itself"


# ── a choice on which something depends (SRD 5.1, Flame Strike) ─────────────────────────────────────────────────────


@each_row(
    ("choice", "slot", "dealt"),
    [
        (None, 5, "12 fire and 12 radiant"),
        (None, 6, "15 fire and 12 radiant"),
        ("fire", 7, "18 fire and 12 radiant"),
        ("radiant", 7, "12 fire and 18 radiant"),
    ],
)
def test_flame_strike_asks_for_no_choice_and_takes_one(choice: str | None, slot: int, dealt: str) -> None:
    table = laid("5.1", "cleric 17")
    table.roll_with(falling(1, face=3))
    told = table.did("cast", "Hero", spell="Flame Strike", slot=slot, targets=["Foe"], **({"choice": choice} if choice else {}))["text"]
    assert dealt in told and "offers no choice" not in told


def test_half_of_what_a_condition_decides_is_dealt_after_a_passed_save() -> None:
    table = laid("5.1", "cleric 17")
    table.roll_with(falling(20, face=3))
    assert "6 fire and 6 radiant" in table.did("cast", "Hero", spell="Flame Strike", targets=["Foe"])["text"]
