"""A spell that takes a creature "that you can see" is not cast at one that its caster does not see (SRD, Hold Person, Magic Missile, Blinded, Invisible)."""

from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.decision.callers import Caller
from rpg_lite.rules.acts.words import SEES
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.act_table import CASTERS
from tests.operations.dice import let
from tests.operations.table import Answer, Table

BOTH = {
    "Animal Friendship", "Animal Messenger", "Animal Shapes", "Bane", "Banishment", "Blight", "Blindness/Deafness", "Chain Lightning",
    "Charm Person", "Command", "Compulsion", "Disintegrate", "Dominate Beast", "Dominate Monster", "Dominate Person", "Enlarge/Reduce",
    "Enthrall", "Eyebite", "Finger of Death", "Flesh to Stone", "Geas", "Harm", "Haste", "Heal", "Healing Word", "Hideous Laughter",
    "Hold Monster", "Hold Person", "Hunter's Mark", "Imprisonment", "Irresistible Dance", "Levitate", "Magic Missile", "Mass Heal",
    "Mass Healing Word", "Mass Suggestion", "Maze", "Modify Memory", "Phantasmal Killer", "Polymorph", "Power Word Kill",
    "Power Word Stun", "Sacred Flame", "Seeming", "Suggestion", "Telekinesis", "Teleport", "True Polymorph",
}  # fmt: skip
ONLY: dict[Ruleset, set[str]] = {
    "5.1": {
        "Divine Word", "Feeblemind", "Poison Spray", "Prayer of Healing", "Vicious Mockery", "Water Breathing", "Water Walk", "Wind Walk",
    },
    "5.2": {
        "Befuddlement", "Charm Monster", "Dissonant Whispers", "Hex", "Mind Spike", "Phantasmal Force", "Power Word Heal",
    },
}  # fmt: skip
"""The spells whose text names targets that the caster can see."""


def sighted(ruleset: Ruleset) -> set[str]:
    return BOTH | ONLY[ruleset]


@laid_alike
def seated(ruleset: Ruleset) -> Table:
    """A caster of level 17 of each class, and a stranger."""
    table = Table(begun(ruleset))
    for of in CASTERS:
        table.did(
            "create", name=of, character={"classes": [f"{of} 17"], "party": True, "abilities": {"dex": 18, "int": 18, "wis": 18, "cha": 18}}
        )
    table.did("create", name="Umber", character={"hpMax": 90, "type": "humanoid"})
    return let(table, 10)


def caster_of(ruleset: Ruleset, spell: str) -> str:
    found = rulebook_loading.rulebook(ruleset).spell(spell)
    return next(c for c in CASTERS if found and c in found.classes)


def cast(table: Table, ruleset: Ruleset, spell: str, **more: Any) -> Answer:
    """The answer to a dry run at Umber, with the choices that its refusals propose."""
    call: Answer = {"spell": spell, "targets": ["Umber"], "dryRun": True, **more}
    for _ in range(4):
        answer = table.ask("cast", caster_of(ruleset, spell), **call)
        proposed = (answer.get("error") or {}).get("try") or {}
        if code(answer) == "form_required":
            call["choice"] = {**call.get("choice", {}), "form": answer["error"]["allowed"][0]}
        elif "choice" in proposed:
            call["choice"] = proposed["choice"]
        elif code(answer) == "choice_required":
            call["choice"] = {"choice": answer["error"]["allowed"][0]}
        else:
            break
    return answer


def code(answer: Answer) -> str:
    return "" if answer["ok"] else str(answer["error"]["code"])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_spells_that_take_what_is_seen_are_these(ruleset: Ruleset) -> None:
    book = rulebook_loading.rulebook(ruleset)
    every = [s for word in book.spells if (s := book.spell(word))]
    assert {s.name for s in every if SEES in s.needs and not s.when} == sighted(ruleset)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_each_of_them_is_refused_at_the_invisible(ruleset: Ruleset) -> None:
    table = seated(ruleset)
    table.did("apply", "Umber", condition="invisible")
    for spell in sorted(sighted(ruleset)):
        assert code(cast(table, ruleset, spell)) in ("target_unseen", "target_unfit"), spell
    for spell in ("Hold Person", "Magic Missile", "Polymorph", "Sacred Flame"):
        told = cast(table, ruleset, spell)
        assert code(told) == "target_unseen" and "invisible" in told["text"] and "force true" in told["text"]
        assert cast(table, ruleset, spell, force=True)["ok"]
        assert cast(table, ruleset, spell, **{"with": ["sees"]})["ok"]
    for spell in ("Fireball", "Fire Bolt", "Cure Wounds", "Bless", "Dispel Magic"):
        assert code(cast(table, ruleset, spell)) != "target_unseen", spell


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_blinded_take_only_themselves(ruleset: Ruleset) -> None:
    table = seated(ruleset)
    for who in ("wizard", "cleric"):
        table.did("apply", who, condition="blinded")
    for spell in ("Hold Person", "Magic Missile", "Polymorph", "Sacred Flame"):
        assert code(cast(table, ruleset, spell)) == "target_unseen"
    table.did("cast", "wizard", spell="Haste", targets=["wizard"])
    table.did("update", "wizard", character={"senses": {"blindsight": 30}})
    assert cast(table, ruleset, "Hold Person")["ok"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whoever_sees_the_invisible_casts_at_it(ruleset: Ruleset) -> None:
    table = seated(ruleset)
    table.did("apply", "Umber", condition="invisible")
    table.did("cast", "wizard", spell="See Invisibility")
    assert cast(table, ruleset, "Hold Person")["ok"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_darkness_hides_and_a_torch_of_a_friend_shows(ruleset: Ruleset) -> None:
    table = seated(ruleset)
    assert table.send({"operation": "update", "bagName": "floor", "light": "dark"}, "manage_room")["ok"]
    assert code(cast(table, ruleset, "Hold Person")) == "target_unseen"
    table.did("give", "bard", template="Torch")
    table.did("use", "bard", itemName="Torch")
    assert cast(table, ruleset, "Hold Person")["ok"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_player_is_told_what_its_hero_does_not_see_and_pays_nothing(ruleset: Ruleset) -> None:
    table = seated(ruleset)
    table.did("start_fight", names=["wizard", "Umber"])
    table.did("apply", "Umber", condition="invisible")
    before = table.now
    call = {"operation": "cast", "characterName": "wizard", "spell": "Hold Person", "targets": ["Umber"]}
    for dry in (True, False):
        told = table.game.ask({**call, "dryRun": dry}, "execute_action", "brief", Caller.of("player", ["wizard"]))
        assert code(told) == "target_unseen" and "force" not in told["text"], told["text"]
    assert table.now == before


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_item_that_casts_it_needs_sight_too(ruleset: Ruleset) -> None:
    table = seated(ruleset)
    table.did("give", "wizard", template="Wand of Magic Missiles", equip=True)
    table.did("apply", "Umber", condition="invisible")
    told = table.ask("use", "wizard", itemName="Wand of Magic Missiles", targetName="Umber")
    assert code(told) == "target_unseen", told["text"]
