"""A charmed creature harms no charmer; nobody strikes at a creature that provokes nothing; a minotaur leaves a maze (SRD, Charmed, Opportunity
Attacks, Disengage, Maze).
"""

from typing import Any, Final

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.decision.callers import Caller
from rpg_lite.game import Game
from rpg_lite.mechanics.acts import allowed_deeds
from rpg_lite.monsters import policy
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world.world_model import Ref
from tests.copies import begun, copy_of, laid_alike
from tests.operations.table import TOOL_OF, Answer, Table
from tests.rows import each_row

Call = tuple[str, dict[str, Any]]
FORCED: Final = "by force, against a rule: charmed by Mage"
HARM: Final[tuple[Call, ...]] = (
    ("attack", {"targetName": "Mage"}),
    ("act", {"act": "Unarmed Strike", "targets": ["Mage"]}),
    ("act", {"act": "Grapple", "targets": ["Mage"]}),
    ("act", {"act": "Shove", "targets": ["Mage"], "choice": "prone"}),
    ("cast", {"spell": "Fire Bolt", "targets": ["Mage"]}),
    ("cast", {"spell": "Magic Missile", "targets": ["Mage"]}),
    ("cast", {"spell": "Fireball", "targets": ["Bran", "Mage"]}),
    ("cast", {"spell": "Web", "targets": ["Mage"], "choice": "x"}),
    ("use", {"itemName": "Wand of Magic Missiles", "targetName": "Mage"}),
    ("act", {"act": "Blast", "targets": ["Mage"], "steps": [{"damage": "1d6", "type": "fire"}]}),
)
DAMAGE: Final = tuple(call for call in HARM if call[1].get("spell") != "Web")
WITHOUT_DAMAGE: Final[tuple[Call, ...]] = (
    ("cast", {"spell": "Blindness/Deafness", "targets": ["Mage"], "choice": "blinded"}),
    ("cast", {"spell": "Hold Person", "targets": ["Mage"]}),
    ("cast", {"spell": "Charm Person", "targets": ["Mage"]}),
)
"""Harm that is no damage: by SRD 5.1 the charmer is spared it, by SRD 5.2 it is not."""
GOOD: Final[tuple[Call, ...]] = (
    ("act", {"act": "Help", "targets": ["Mage"], "choice": "check"}),
    ("cast", {"spell": "Invisibility", "targets": ["Mage"]}),
    ("cast", {"spell": "Haste", "targets": ["Mage"]}),
    ("use", {"itemName": "Potion of Healing", "targetName": "Mage"}),
    ("act", {"act": "Mend", "targets": ["Mage"], "steps": [{"heal": "1d6"}]}),
    (
        "act",
        {
            "act": "Either",
            "targets": ["Mage"],
            "choice": "mend",
            "steps": [{"choose": {"mend": [{"heal": "1d6"}], "hurt": [{"damage": "1d6", "type": "fire"}]}}],
        },
    ),
)


def laid(ruleset: Ruleset) -> Game:
    """Cass can harm and help; Mage, of the party, has charmed nobody yet, and Bran stands beside."""
    game = begun(ruleset)
    table = Table(game)
    table.did(
        "create", name="Mage", character={"classes": ["wizard 9"], "hpMax": 200, "abilities": {"int": 18}, "race": "human", "party": True}
    )
    table.did("create", name="Bran", character={"classes": ["fighter 5"], "hpMax": 200, "race": "human", "party": True})
    table.did(
        "create",
        name="Cass",
        character={
            "classes": ["wizard 9", "warlock 3"],
            "abilities": {"int": 18, "str": 16, "cha": 14},
            "hpMax": 200,
            "race": "human",
            "party": False,
        },
    )
    table.did("update", "Mage", character={"hp": 150})
    for thing in ("Wand of Magic Missiles", "Potion of Healing"):
        table.did("give", "Cass", template=thing)
    table.did("equip", "Cass", itemName="Wand of Magic Missiles")
    return game


@laid_alike
def table_of(ruleset: Ruleset, charmed: bool = True, **by: Any) -> Table:
    table = Table(copy_of(laid, ruleset))
    if charmed:
        table.did("apply", "Cass", **(by or {"condition": "charmed"}), source="Mage")
    return table


@each_row("ruleset, call", [(r, call) for r in RULESETS for call in (*DAMAGE, *WITHOUT_DAMAGE, *GOOD)])
def test_who_is_not_charmed_does_all_of_this(ruleset: Ruleset, call: Call) -> None:
    table_of(ruleset, charmed=False).did(call[0], "Cass", **call[1])


@each_row("ruleset, call", [(r, call) for r in RULESETS for call in DAMAGE])
def test_a_charmed_creature_neither_attacks_nor_damages_its_charmer(ruleset: Ruleset, call: Call) -> None:
    table = table_of(ruleset)
    for is_in_a_fight in (False, True):
        text = table.refused("charmed_by_target", call[0], "Cass", **call[1])["text"]
        assert "Cass is charmed by Mage" in text and ("harms" if ruleset == "5.1" else "damages") in text
        if not is_in_a_fight:
            table.did("start_fight", names=["Cass", "Mage", "Bran"], d20={"Cass": 20, "Mage": 5, "Bran": 1})
    assert FORCED in table.did(call[0], "Cass", force=True, **call[1])["text"]


@each_row("ruleset, call", [(r, call) for r in RULESETS for call in WITHOUT_DAMAGE])
def test_harm_without_damage_is_forbidden_by_the_older_text_alone(ruleset: Ruleset, call: Call) -> None:
    """SRD 5.1: "harmful abilities or magical effects"; SRD 5.2: "damaging abilities or magical effects"."""
    table = table_of(ruleset)
    if ruleset == "5.1":
        table.refused("charmed_by_target", call[0], "Cass", **call[1])
    else:
        table.did(call[0], "Cass", **call[1])


@each_row("ruleset, call", [(r, call) for r in RULESETS for call in GOOD])
def test_a_charmed_creature_may_help_its_charmer(ruleset: Ruleset, call: Call) -> None:
    assert "by force" not in table_of(ruleset).did(call[0], "Cass", **call[1])["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_others_are_attacked_and_proposed(ruleset: Ruleset) -> None:
    table = table_of(ruleset)
    for operation, fields, aimed in (
        ("attack", {"targetName": "Mage"}, {"targetName": "Bran"}),
        ("cast", {"spell": "Fireball", "targets": ["Mage", "Bran"]}, {"targets": ["Bran"]}),
        ("use", {"itemName": "Wand of Magic Missiles", "targetName": "Mage"}, {"targetName": "Bran"}),
    ):
        proposed = table.refused("charmed_by_target", operation, "Cass", **fields)["error"]["try"]
        assert {key: proposed[key] for key in aimed} == aimed, proposed
        assert table.send(proposed, TOOL_OF[operation])["ok"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nobody_is_proposed_where_the_charmer_is_alone(ruleset: Ruleset) -> None:
    table = table_of(ruleset)
    table.did("apply", "Cass", condition="charmed", source="Bran")
    assert "try" not in table.refused("charmed_by_target", "attack", "Cass", targetName="Mage")["error"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_player_hears_no_more_than_the_name_that_it_sent(ruleset: Ruleset) -> None:
    table = Table(copy_of(laid, ruleset))
    table.did("apply", "Bran", condition="charmed", source="Cass")
    payload = {"operation": "attack", "characterName": "Bran", "targetName": "Cass"}
    answer: Answer = table.game.ask(payload, TOOL_OF["attack"], "full", Caller.of("player", ["Bran"]))
    assert answer["error"]["code"] == "charmed_by_target" and "force" not in answer["text"] and "try" not in answer["error"]


@each_row("ruleset, name", [
    (r, name)
    for r in RULESETS
    for name in sorted({e.name for e in rulebook_loading.rulebook(r).effects.values() if "charmed" in e.conditions and "incapacitated" not in e.conditions})
])  # fmt: skip
def test_an_effect_that_charms_binds_by_its_source(ruleset: Ruleset, name: str) -> None:
    table = table_of(ruleset, effect=name)
    table.refused("charmed_by_target", "attack", "Cass", targetName="Mage")
    table.did("attack", "Cass", targetName="Bran")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_charm_without_a_source_and_one_that_does_not_work_bind_nobody(ruleset: Ruleset) -> None:
    table = table_of(ruleset, charmed=False)
    table.did("apply", "Cass", condition="charmed")
    table.did("attack", "Cass", targetName="Mage")
    table = table_of(ruleset)
    table.did("apply", "Cass", effect="Mind Blank")
    table.did("attack", "Cass", targetName="Mage")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_monster_turns_to_another_foe_than_its_charmer(ruleset: Ruleset) -> None:
    table = table_of(ruleset, charmed=False)
    table.did("create", template="Ogre")
    table.did("start_fight", names=["Ogre", "Mage", "Bran"], d20={"Ogre": 20, "Mage": 15, "Bran": 1})
    assert table.id("Mage") in deeds_of(table, "Ogre")
    table.did("apply", "Ogre", condition="charmed", source="Mage")
    assert table.id("Mage") not in deeds_of(table, "Ogre") and table.id("Bran") in deeds_of(table, "Ogre")


def deeds_of(table: Table, who: str) -> str:
    game = table.game
    world = game.store.read(game.campaign.id, lambda at: at.load([Ref("party"), Ref("people"), Ref("fight")], game.book))
    return str(policy.deeds(world, world.things[table.id(who)], game.book))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_older_deed_that_somebody_answers_stays_played(ruleset: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_of(ruleset)
    table.did("start_fight", names=["Cass", "Mage"], d20={"Cass": 20, "Mage": 1})
    with monkeypatch.context() as older:
        older.setattr(allowed_deeds, "RULES_OF_A_NEW_DEED", ())
        table.did("attack", "Cass", targetName="Mage", d20=[10])
    text = table.did("cast", "Mage", spell="Shield", answer=True)["text"]
    assert "Cass attacks Mage" in text, text


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_answer_is_a_deed_of_its_own(ruleset: Ruleset) -> None:
    """Cass, charmed by Mage, answers its blow with no Hellish Rebuke."""
    table = table_of(ruleset)
    table.did("start_fight", names=["Mage", "Cass"], d20={"Mage": 20, "Cass": 1})
    table.did("attack", "Mage", targetName="Cass", d20=[20])
    table.refused("charmed_by_target", "cast", "Cass", spell="Hellish Rebuke", answer=True)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_reaction_against_the_charmer_is_not_offered(ruleset: Ruleset) -> None:
    for charmed in (False, True):
        table = table_of(ruleset, charmed)
        table.send({"operation": "create", "name": "Hall", "direction": "north"}, "manage_room")
        table.did("start_fight", names=["Mage", "Cass"], d20={"Mage": 20, "Cass": 1})
        text = table.send({"operation": "go", "characterName": "Mage", "direction": "north"}, "manage_room")["text"]
        assert ("Cass (Opportunity Attack)" in text) is not charmed, text


# ── opportunity attacks ─────────────────────────────────────────────────────────────────────────────────────────────────


def strike_at(table: Table, who: str, **more: Any) -> Answer:
    return table.ask("act", "Bran", act="Opportunity Attack", targets=[who], **more)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_disengage_prevents_opportunity_attacks_until_the_turn_is_over(ruleset: Ruleset) -> None:
    table = table_of(ruleset, charmed=False)
    table.did("start_fight", names=["Cass", "Bran"], d20={"Cass": 20, "Bran": 1})
    table.did("act", "Cass", act="Disengage")
    refused = table.refused("provokes_nothing", "act", "Bran", act="Opportunity Attack", targets=["Cass"])
    assert "Cass has taken Disengage" in refused["text"] and "Bran keeps its reaction" in refused["text"]
    assert "by force" in strike_at(table, "Cass", force=True)["text"]
    table.did("next_turn")
    table.did("next_turn")
    assert strike_at(table, "Cass")["ok"]


CREATURES: Final = [
    (r, one["character"]["name"])
    for r in RULESETS
    for one in rulebook_loading.rulebook(r).creatures.values()
    for feature in one["character"].get("features", ())
    if isinstance(feature, dict) and any(m.get("value") == "provokes_no_opportunity_attacks" for m in feature.get("modifiers", ()))
]


@each_row("ruleset, name", CREATURES)
def test_a_creature_that_never_provokes_is_not_struck(ruleset: Ruleset, name: str) -> None:
    table = table_of(ruleset, charmed=False)
    table.did("create", template=name, name="It")
    table.did("start_fight", names=["It", "Bran"], d20={"It": 20, "Bran": 1})
    refused = table.refused("provokes_nothing", "act", "Bran", act="Opportunity Attack", targets=["It"])
    assert "Disengage" not in refused["text"]


def test_there_are_such_creatures() -> None:
    assert {name for _, name in CREATURES} >= {"Deer", "Rat"}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whether_somebody_leaves_by_flying_only_the_table_knows(ruleset: Ruleset) -> None:
    table = table_of(ruleset, charmed=False)
    table.did("create", template="Owl", name="It")
    table.did("start_fight", names=["It", "Bran"], d20={"It": 20, "Bran": 1})
    assert strike_at(table, "It")["ok"]


# ── a maze ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


@each_row("ruleset, name, leaves", [("5.1", "Minotaur", True), ("5.1", "Ogre", False), ("5.2", "Ogre", False)])
def test_a_minotaur_leaves_a_maze_without_a_check(ruleset: Ruleset, name: str, leaves: bool) -> None:
    """SRD 5.1, Maze; the text of SRD 5.2 spares nobody the check."""
    table = table_of(ruleset, charmed=False)
    table.did("create", template=name, name="It")
    table.did("cast", "Mage", spell="Maze", targets=["It"], force=True)
    text = table.did("act", "It", act="Break Free", d20=() if leaves else [1])["text"]
    assert ("stays as it is" not in text) == leaves
    assert ("Maze" not in [e.name for e in table.now.things[table.id("It")].creature.effects]) == leaves
