"""The forms of a familiar: those of the spell, other beasts of challenge rating 0, and those that the Pact of the Chain adds."""

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.rules.challenge_rating_limits import creatures_within, limits_in
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.table import Table
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure
VOLE = {"character": {"name": "Vole", "type": "beast", "cr": 0, "hpMax": 1, "abilities": {"dex": 12}}}
BOAR = {"character": {"name": "Boar", "type": "beast", "cr": 0.25, "hpMax": 11, "abilities": {"dex": 10}}}


def chained(ruleset: Ruleset) -> Sandbox:
    book = rulebook_loading.rulebook(ruleset)
    box = Sandbox(first_world(ruleset), replace(book, creatures=MappingProxyType({**book.creatures, "vole": VOLE, "boar": BOAR})))
    pact = {"pact boon": "pact of the chain"} if ruleset == "5.1" else {"eldritch invocations": ["pact of the chain"]}
    box.accept("create", name="Nyx", character={"classes": ["warlock 5"], "choices": pact})
    box.accept("create", name="Wim", character={"classes": ["wizard 5"]})
    box.accept("give", "Wim", template="Gold Piece", quantity=50)
    return box


@each_row(
    ("ruleset", "form", "fits"),
    [
        ("5.1", "imp", True), ("5.1", "pseudodragon", True), ("5.1", "quasit", True), ("5.1", "sprite", True), ("5.1", "owl", True),
        ("5.1", "skeleton", False), ("5.1", "vole", False),
        ("5.2", "imp", True), ("5.2", "skeleton", True), ("5.2", "sphinx of wonder", True), ("5.2", "sprite", True),
        ("5.2", "venomous snake", True), ("5.2", "crab", True), ("5.2", "vole", True), ("5.2", "boar", False), ("5.2", "wolf", False),
    ],
)  # fmt: skip
def test_the_pact_of_the_chain_adds_forms(ruleset: Ruleset, form: str, fits: bool) -> None:
    box = chained(ruleset)
    if not fits:
        assert (
            "imp"
            in box.refused("choice_required", "act", "Nyx", act="Pact of the Chain", choice={"form": form, "type": "fey"}, force=True)[
                "text"
            ]
        )
        return
    told = box.did("act", "Nyx", act="Pact of the Chain", choice={"form": form, "type": "fey"}, force=True)["text"]
    made = [t.name for t in box.world.things.values() if t.kind == "character" and t.name.casefold() == form]
    in_book = form in box.book.creatures
    assert bool(made) is in_book
    assert in_book or f"{form} is in no file yet: the game master creates it" in told


@each_row(("ruleset", "form", "fits"), [("5.1", "imp", False), ("5.2", "imp", False), ("5.2", "vole", True), ("5.2", "hyena", True), ("5.1", "vole", False)])  # fmt: skip
def test_the_spell_alone_takes_beasts(ruleset: Ruleset, form: str, fits: bool) -> None:
    box = chained(ruleset)
    if fits:
        box.accept("cast", "Wim", spell="Find Familiar", choice={"form": form, "type": "fey"}, force=True)
    else:
        box.refused("choice_required", "cast", "Wim", spell="Find Familiar", choice={"form": form, "type": "fey"}, force=True)


def test_limits_are_a_rating_and_a_type() -> None:
    book = chained("5.2").book
    limits = limits_in("cr<=0:beast")
    assert limits and limits_in("vole") is None
    found = dict(creatures_within(limits, book))
    assert {"vole", "rat", "owl"} <= found.keys() and "wolf" not in found and "lemure" not in found


def test_a_card_says_what_the_limits_mean() -> None:
    assert "beast of challenge rating 0 or lower" in chained("5.2").did("lookup", query="Find Familiar")["text"]


@pytest.mark.parametrize(
    ("ruleset", "choices"),
    [("5.1", {"pact boon": "pact of the chain"}), ("5.2", {"eldritch invocations": ["pact of the chain"]})],
)
@pytest.mark.parametrize("form", ["imp", "pseudodragon", "quasit", "sprite", "owl"])
def test_a_warlock_of_the_chain_casts_the_spell_of_its_pact(ruleset: Ruleset, choices: dict[str, Any], form: str) -> None:
    """Both texts: it learns Find Familiar, with four forms that nobody else has, and spends no slot."""
    with begun(ruleset) as game:
        table = Table(game)
        table.did("create", name="Chained", character={"classes": ["warlock 5"], "choices": choices})
        told = table.did("cast", "Chained", spell="Find Familiar", choice={"form": form, "type": "fey"})["text"]
        assert "Pact of the Chain" in told and form in told.casefold()
        assert "slot" not in str(table.thing("Chained").body.get("spent", ""))
        table.did("create", name="Plain", character={"classes": ["warlock 5"]})
        table.refused("spell_of_another_list", "cast", "Plain", spell="Find Familiar", choice={"form": form, "type": "fey"})


# ── one familiar, which cannot attack ───────────────────────────────────────────────────────────────────────────────


def with_familiar(ruleset: Ruleset, who: str, form: str) -> Sandbox:
    box = chained(ruleset)
    box.accept("create", name="Mug", character={"hpMax": 60, "party": False})
    if who == "Nyx":
        box.accept("act", who, act="Pact of the Chain", choice={"form": form, "type": "fey"})
    else:
        box.accept("cast", who, spell="Find Familiar", choice={"form": form, "type": "fey"})
    return box


def people(box: Sandbox) -> list[str]:
    return sorted(t.name for t in box.world.things.values() if t.kind == "character")


def bonds(box: Sandbox, who: str) -> list[str]:
    return [e.name for e in box.thing(who).creature.effects]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_familiar_cannot_attack(ruleset: Ruleset) -> None:
    box = with_familiar(ruleset, "Wim", "owl")
    refused = box.refused("cannot_attack", "attack", "Owl", targetName="Mug", itemName="Talons")
    assert "Owl cannot attack (Summoned by Find Familiar)" in refused["text"]
    box.refused("cannot_attack", "act", "Owl", act="Talons", targets=["Mug"])
    box.refused("cannot_attack", "act", "Owl", act="Opportunity Attack", targets=["Mug"])
    box.refused("cannot_attack", "act", "Owl", act="Grapple", targets=["Mug"])
    box.accept("attack", "Owl", targetName="Mug", itemName="Talons", force=True)
    box.accept("act", "Owl", act="Dodge")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_familiar_of_the_chain_attacks_in_place_of_its_warlock(ruleset: Ruleset) -> None:
    box = with_familiar(ruleset, "Nyx", "imp")
    box.accept("start_fight", names=["Imp", "Nyx", "Mug"], d20={"Nyx": 18, "Imp": 5, "Mug": 1})
    sting = box.book.creatures["imp"]["character"]["acts"][0]["name"]
    told = box.did("attack", "Imp", targetName="Mug", itemName=sting)["text"]
    assert "Nyx gives up one attack so that Imp attacks" in told
    acts = [(a["by"], a["cost"]) for a in box.world.things["w"].body["fight"]["acts"].values()]
    assert acts == [(box.thing("Nyx").id, "attack"), (box.thing("Imp").id, "reaction")]
    assert "attack 2 this turn; Nyx has 1" in box.did("attack", "Nyx", targetName="Mug")["text"]
    refused = box.refused("attacks_by_reaction", "act", "Imp", act=sting, targets=["Mug"])
    assert "on the turn of Nyx" in refused["text"] and refused["error"]["try"]["operation"] == "attack"
    assert sting not in box.did("next_turn")["text"]
    box.refused("attacks_by_reaction", "attack", "Imp", targetName="Mug", itemName=sting)
    box.accept("end_fight")
    assert "forgoes" not in box.did("attack", "Imp", targetName="Mug", itemName=sting)["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_pact_says_how_its_familiar_attacks(ruleset: Ruleset) -> None:
    box = chained(ruleset)
    assert (
        "in place of one of the warlock's" in box.did("act", "Nyx", act="Pact of the Chain", choice={"form": "imp", "type": "fey"})["text"]
    )


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_familiar_at_0_hit_points_is_gone_with_its_senses(ruleset: Ruleset) -> None:
    box = with_familiar(ruleset, "Wim", "owl")
    box.accept("act", "Wim", act="Familiar: senses")
    assert "Owl is gone" in box.did("damage", "Owl", amount=9, damageType="fire")["text"]
    assert "Owl" not in people(box) and bonds(box, "Wim") == []
    box.refused("act_unknown", "act", "Wim", act="Familiar: senses")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_new_familiar_takes_the_place_of_the_old_one(ruleset: Ruleset) -> None:
    box = with_familiar(ruleset, "Wim", "owl")
    box.accept("cast", "Wim", spell="Find Familiar", choice={"form": "owl", "type": "fey"})
    assert people(box) == ["Mug", "Nyx", "Owl", "Wim"] and bonds(box, "Wim") == ["Find Familiar"]
    box.accept("cast", "Wim", spell="Find Familiar", choice={"form": "rat", "type": "fey"})
    assert people(box) == ["Mug", "Nyx", "Rat", "Wim"] and bonds(box, "Wim") == ["Find Familiar"]


@pytest.mark.stored
@pytest.mark.parametrize("ruleset", RULESETS)
def test_it_takes_its_place_wherever_it_is(ruleset: Ruleset) -> None:
    with begun(ruleset) as game:
        table = Table(game)
        table.did("create", name="Wim", character={"classes": ["wizard 5"], "party": True})
        table.did("give", "Wim", template="Gold Piece", quantity=50)
        table.did("cast", "Wim", spell="Find Familiar", choice={"form": "owl", "type": "fey"}, force=True)
        assert table.send({"operation": "create", "name": "Cave", "direction": "north"}, "manage_room")["ok"]
        assert table.send({"operation": "go", "characterName": "Owl", "direction": "north"}, "manage_room")["ok"]
        table.did("cast", "Wim", spell="Find Familiar", choice={"form": "rat", "type": "fey"}, force=True)
        assert sorted(t.name for t in table.now.things.values() if t.kind == "character") == ["Rat", "Wim"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_familiar_that_is_released_is_gone(ruleset: Ruleset) -> None:
    box = with_familiar(ruleset, "Wim", "owl")
    assert "Owl is gone" in box.did("act", "Wim", act="Familiar: release")["text"]
    assert "Owl" not in people(box) and bonds(box, "Wim") == []
