"""Scrolls of one spell: named as people write it, read by those who can, cast with the numbers of the spell's level, and used up."""

from typing import Any

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.decision.outcome import Accepted
from rpg_lite.mechanics.acts.act_results import ActResult
from rpg_lite.operations.inventory.use import Use, may_use
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.worlds import GOBLIN, Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure
WIZARD = {"classes": ["wizard 5"], "abilities": {"int": 18}, "spells": {"prepared": ["Shield"], "cantrips": ["Light"]}}


def box_of(ruleset: Ruleset = "5.1", wizard: dict[str, Any] = WIZARD) -> Sandbox:
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="Elara", character=wizard)
    box.accept("create", name="Bo", character={"classes": ["fighter 5"]})
    for n in (1, 2):
        box.accept("create", name=f"Goblin {n}", character={**GOBLIN, "hpMax": 90})
    return box


def scroll(box: Sandbox, spell: str, quantity: int = 1, who: str = "Elara") -> None:
    box.accept("give", who, item=f"Spell Scroll of {spell}", quantity=quantity)


def left(box: Sandbox, who: str = "Elara") -> dict[str, int]:
    return box.bag(who)


def played(outcome: Accepted) -> ActResult:
    return outcome.expect(ActResult)


# ── names ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", ["Spell Scroll of Fireball", "scroll of fireball", "Fireball Scroll", "Spell Scroll (Fireball)"])
@pytest.mark.parametrize("key", ["item", "template"])
def test_a_scroll_is_found_by_its_names(name: str, key: str) -> None:
    box = box_of()
    box.accept("give", "Elara", **{key: name})
    assert left(box) == {"Spell Scroll of Fireball": 1}
    assert played(box.let(1, face=3).accept("use", "Elara", itemName=name, targets=["Goblin 1"])).targets[0].taken == 24


def test_a_spell_is_a_variant_and_a_level_stays_one() -> None:
    box = box_of()
    box.accept("give", "Elara", template="Spell Scroll", variant="fireball")
    box.accept("give", "Elara", template="Spell Scroll", variant="3")
    assert left(box) == {"Spell Scroll of Fireball": 1, "Spell Scroll (3rd level)": 1}


def test_a_misspelled_spell_is_refused_with_the_scroll_that_may_be_meant() -> None:
    refused = box_of().reject("template_unknown", "give", "Elara", item="Scroll of Firebal")
    assert refused.near[0] == "Spell Scroll of Fireball"


# (level, rarity, DC, attack), by the table of the rules
NUMBERS = [
    (0, "common", 13, 5), (1, "common", 13, 5), (2, "uncommon", 13, 5), (3, "uncommon", 15, 7), (4, "rare", 15, 7), (5, "rare", 17, 9),
    (6, "very_rare", 17, 9), (7, "very_rare", 18, 10), (8, "very_rare", 18, 10), (9, "legendary", 19, 11),
]  # fmt: skip


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
@pytest.mark.parametrize(("level", "rarity", "dc", "attack"), NUMBERS)
def test_the_level_of_the_spell_gives_the_numbers(ruleset: Ruleset, level: int, rarity: str, dc: int, attack: int) -> None:
    book = box_of(ruleset).book
    numbers = book.templates["srd:spell_scroll"].scrolls[str(level)]
    assert (numbers.dc, numbers.attack, numbers.cost) == (dc, attack, "action" if ruleset == "5.1" else None)
    for spell in [s for s in book.spell_acts.values() if s.level == level][:3]:
        pick = book.find(f"scroll of {spell.name}")
        item = book.item(pick) if pick else None
        assert item and item.rarity == rarity and item.name == f"Spell Scroll of {spell.name}"
        (cast,) = item.casts
        assert (cast.spell, cast.dc, cast.attack, cast.cost) == (spell.name, dc, attack, numbers.cost)


# ── casting ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@each_row(
    ("operation", "fields"),
    [
        ("cast", {"spell": "Fireball", "with": ["Scroll of Fireball"]}),
        ("cast", {"spell": "Scroll of Fireball"}),
        ("cast", {"spell": "Fireball"}),
        ("act", {"act": "Spell Scroll of Fireball"}),
        ("use", {"itemName": "Spell Scroll of Fireball"}),
    ],
)
def test_each_way_casts_from_the_scroll_and_spends_no_slot(operation: str, fields: dict[str, Any]) -> None:
    box = box_of()
    scroll(box, "Fireball", 2)
    slots = box.did("character", "Elara")["text"]
    told = played(box.let(14, 15, face=4).accept(operation, "Elara", targets=["Goblin 1", "Goblin 2"], **fields))
    assert (told.act, told.dc) == ("Fireball", 15) and "Spell Scroll of Fireball" in left(box)
    assert [(s.what, s.left) for s in told.spent] == [("used up", 1)]
    assert box.did("character", "Elara")["text"] == slots


def test_ones_own_spell_is_cast_from_the_scroll_that_with_names() -> None:
    box = box_of(wizard={**WIZARD, "spells": {"prepared": ["Fireball"]}, "abilities": {"int": 20}})
    scroll(box, "Fireball")
    assert played(box.let(1).accept("cast", "Elara", spell="Fireball", targets=["Goblin 1"])).dc == 16
    told = played(box.let(1).accept("cast", "Elara", spell="Fireball", targets=["Goblin 1"], **{"with": ["Scroll of Fireball"]}))
    assert told.dc == 15 and left(box) == {}


@pytest.mark.parametrize(("ruleset", "dice"), [("5.1", 2), ("5.2", 1)])
def test_a_cantrip_from_an_item_has_the_dice_of_its_caster_level(ruleset: Ruleset, dice: int) -> None:
    box = box_of(ruleset)
    scroll(box, "Fire Bolt")
    told = played(box.let(15, face=3).accept("use", "Elara", itemName="Scroll of Fire Bolt", targets=["Goblin 1"]))
    assert told.targets[0].taken == 3 * dice
    assert told.targets[0].attacks[0].total == 20


def test_undo_gives_the_scroll_back() -> None:
    box = box_of()
    scroll(box, "Fireball")
    outcome = box.let(1).accept("use", "Elara", itemName="Scroll of Fireball", targets=["Goblin 1"])
    assert left(box) == {} and [e.event for e in outcome.events].count("removed") == 1


# ── who may read, and the check ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("who", "spell"), [("Bo", "Fireball"), ("Elara", "Cure Wounds")])
def test_a_scroll_of_another_list_makes_no_sense(who: str, spell: str) -> None:
    box = box_of()
    scroll(box, spell, who=who)
    refused = box.reject("scroll_unreadable", "use", who, itemName=f"Scroll of {spell}", targets=["Goblin 1"])
    assert refused.instead and box.let(1).accept(**{"who": None, **refused.instead}) and left(box, who) == {}


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
@pytest.mark.parametrize(("face", "reads"), [(10, False), (11, True)])  # 4 of intelligence against DC 10 + 5
def test_a_level_too_high_takes_a_check(ruleset: Ruleset, face: int, reads: bool) -> None:
    box = box_of(ruleset)
    scroll(box, "Cone of Cold")
    told = played(box.let(face, 1, face=2).accept("use", "Elara", itemName="Scroll of Cone of Cold", targets=["Goblin 1"]))
    check = told.targets[0].checks[0]
    assert (check.ability, check.dc, check.total, check.passed) == ("int", 15, face + 4, reads)
    assert (told.targets[-1].taken > 0) == reads and left(box) == {}


def test_what_the_spell_refuses_is_refused_before_the_check() -> None:
    box = box_of()
    scroll(box, "Hold Monster")
    box.reject("target_required", "cast", "Elara", spell="Scroll of Hold Monster")
    assert left(box) == {"Spell Scroll of Hold Monster": 1}


def test_a_spell_that_one_casts_takes_no_check() -> None:
    box = box_of()
    scroll(box, "Fireball")
    told = played(box.let(1).accept("use", "Elara", itemName="Scroll of Fireball", targets=["Goblin 1"]))
    assert not told.targets[0].checks


# ── slots and items by wrong words ──────────────────────────────────────────────────────────────────────────────────


@each_row("slot", ["scroll", "highest", "level 12", 0, -1, 10, "10", ""])
def test_a_word_that_is_no_slot_is_refused_with_those_there_are(slot: Any) -> None:
    box = box_of(wizard={**WIZARD, "spells": {"prepared": ["Fireball"]}})
    refused = box.reject("slot_unknown", "cast", "Elara", spell="Fireball", slot=slot, targets=["Goblin 1"])
    assert refused.allowed == (*map(str, range(1, 10)), "pact")


def test_an_item_that_does_not_cast_the_spell_is_no_word_of_with() -> None:
    box = box_of(wizard={**WIZARD, "spells": {"prepared": ["Fireball"]}})
    scroll(box, "Web")
    box.reject("rider_unknown", "cast", "Elara", spell="Fireball", targets=["Goblin 1"], **{"with": ["Scroll of Web"]})


def test_the_charges_of_a_wand_give_its_level() -> None:
    box = box_of()
    box.accept("give", "Elara", template="Wand of Magic Missiles", equip=True)
    cast = {"spell": "Magic Missile", "targets": ["Goblin 1"], "with": ["Wand of Magic Missiles"]}
    assert played(box.let(face=1).accept("cast", "Elara", slot=3, **cast)).targets[0].taken == 5 * 2
    assert played(box.let(face=1).accept("cast", "Elara", **cast)).targets[0].taken == 3 * 2
    box.reject("no_charges_left", "cast", "Elara", slot=4, **cast)


# ── a scroll without a spell ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_scroll_without_a_spell_asks_for_one_and_is_kept(ruleset: Ruleset) -> None:
    box = box_of(ruleset)
    box.accept("give", "Elara", template="Spell Scroll", variant="1")
    name = next(iter(left(box)))
    refused = box.reject("choice_required", "use", "Elara", itemName=name, targets=["Goblin 1"])
    assert "Magic Missile" in refused.allowed and "Fireball" not in refused.allowed
    box.reject("choice_required", "use", "Elara", itemName=name, targets=["Goblin 1"], choice="Fireball")
    assert left(box) == {name: 1}
    told = played(box.let(face=2).accept("use", "Elara", itemName=name, targets=["Goblin 1"], choice="Magic Missile"))
    assert told.act == "Magic Missile" and told.targets[0].taken == 9 and left(box) == {}


def test_a_player_does_not_say_which_spell_a_scroll_holds() -> None:
    box = box_of()
    box.accept("give", "Elara", template="Spell Scroll", variant="1")
    fields = {"operation": "use", "characterName": "Elara", "itemName": "Spell Scroll (1st level)", "choice": "Magic Missile"}
    refused = may_use(Caller("player", "el", None, ("Elara",)), Use.model_validate(fields), box.world, box.book)
    assert refused is not None and refused.code == "scroll_without_spell"
