"""All that a creature or an item can do stands in the text of its card, in English, at a length that a model can afford."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

import pytest

from rpg_lite.content.rulebook_loading import rulebook
from rpg_lite.decision.callers import Caller
from rpg_lite.rules import book_search, names
from rpg_lite.rules.plain_looks import plain_look
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.views import book_cards
from rpg_lite.vocabulary import RULESETS, SKILLS, Ruleset
from tests.copies import begun
from tests.operations.table import Table
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row
from tests.views import printed_facts
from tests.views.printed_facts import Fact

FULL, BRIEF, OF_AN_ITEM = 450, 150, 150
LONG_CREATURES: dict[Ruleset, set[str]] = {
    "5.1": {
        "Ancient Copper Dragon",
        "Ancient Gold Dragon",
        "Ghost",
        "Horned Devil",
        "Kraken",
        "Mummy Lord",
        "Solar",
        "Tarrasque",
        "Vampire",
        "Vampire, Bat Form",
        "Vampire, Mist Form",
    },
    "5.2": {"Aboleth", "Djinni", "Kraken", "Lich", "Mummy Lord", "Night Hag", "Tarrasque", "Vampire"},
}
"""Stat blocks with more text than 450 tokens hold, in the shorter words already."""
LONG_ITEMS: dict[Ruleset, set[str]] = {
    "5.1": {
        "Apparatus of the Crab",
        "Bag of Beans",
        "Bag of Devouring",
        "Berserker Axe",
        "Burnt Othur Fumes",
        "Candle of Invocation",
        "Cube of Force",
        "Deck of Illusions",
        "Deck of Many Things",
        "Drow Poison",
        "Efreeti Bottle",
        "Hammer of Thunderbolts",
        "Helm of Brilliance",
        "Manual of Golems",
        "Mirror of Life Trapping",
        "Necklace of Prayer Beads",
        "Oathbow",
        "Orb of Dragonkind",
        "Pale Tincture",
        "Pipes of the Sewers",
        "Potion of Poison",
        "Ring of Shooting Stars",
        "Robe of Eyes",
        "Robe of Useful Items",
        "Rod of Alertness",
        "Rod of Lordly Might",
        "Sphere of Annihilation",
        "Staff of Charming",
        "Staff of Power",
        "Staff of Thunder and Lightning",
        "Staff of the Magi",
        "Staff of the Python",
        "Staff of the Woodlands",
        "Talisman of Ultimate Evil",
        "Wand of Wonder",
    },
    "5.2": {
        "Amulet of the Planes",
        "Apparatus of the Crab",
        "Bag of Beans",
        "Bag of Devouring",
        "Berserker Axe",
        "Burnt Othur Fumes",
        "Candle of Invocation",
        "Deck of Illusions",
        "Deck of Many Things",
        "Demon Armor",
        "Efreeti Bottle",
        "Energy Bow",
        "Hammer of Thunderbolts",
        "Hat of Many Spells",
        "Helm of Brilliance",
        "Ioun Stone",
        "Manual of Golems",
        "Mirror of Life Trapping",
        "Necklace of Prayer Beads",
        "Oathbow",
        "Orb of Dragonkind",
        "Pale Tincture",
        "Pipes of the Sewers",
        "Potion of Gaseous Form",
        "Quarterstaff of the Acrobat",
        "Ring of Shooting Stars",
        "Robe of Useful Items",
        "Rod of Alertness",
        "Rod of Lordly Might",
        "Shield of the Cavalier",
        "Sphere of Annihilation",
        "Spider's Sting",
        "Staff of Charming",
        "Staff of Power",
        "Staff of Thunder and Lightning",
        "Staff of the Magi",
        "Staff of the Python",
        "Staff of the Woodlands",
        "Thunderous Greatclub",
        "Wand of Wonder",
    },
}
"""Items with tables, many acts or many spells: nothing is left out of their cards."""


def tokens(text: str) -> float:
    return len(json.dumps(text, ensure_ascii=False).encode()) / 3.5


def cards(kind: book_search.EntryKind, book: Rulebook, full: bool = True) -> dict[str, str]:
    return {e.name: book_cards.card_text(e, (), book, full) for e in book_search.entries(kind, book)}


def untold(facts: list[Fact], card: str) -> list[Fact]:
    return [fact for fact in dict.fromkeys(facts) if not fact.is_told(card)]


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_full_card_tells_every_name_and_number_of_a_stat_block(ruleset: Ruleset):
    book = rulebook(ruleset)
    found = cards("creature", book)
    assert len(found) >= 330
    missing = {}
    for name, card in found.items():
        facts = list(printed_facts.of_creature(book.creatures[names.fold(name)]["character"]))
        assert len(facts) > 8, name
        missing[name] = untold(facts, card)
    assert {name: facts for name, facts in missing.items() if facts} == {}


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_full_card_tells_every_name_and_number_of_an_item(ruleset: Ruleset):
    book, missing, counted = rulebook(ruleset), {}, 0
    for name, card in cards("item", book).items():
        pick = book.find(name)
        item = book.item(pick) if pick else None
        assert item, name
        facts = list(printed_facts.of_item(item.model_dump(mode="json", by_alias=True, exclude_defaults=True)))
        counted += len(facts)
        missing[name] = untold(facts, card)
    assert {name: facts for name, facts in missing.items() if facts} == {} and counted > 1_500


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("kind", ["creature", "item", "spell", "feature", "condition", "act", "trap"])
def test_no_card_speaks_in_the_words_of_files(ruleset: Ruleset, kind: book_search.EntryKind):
    book = rulebook(ruleset)
    said = {
        name: found for name, card in cards(kind, book).items() if (found := printed_facts.program_words(card, _of_calls(name, kind, book)))
    }
    assert said == {}


def _of_calls(name: str, kind: str, book: Rulebook) -> set[str]:
    """The words that a call about the entry takes: skills, the id of a template, and the facts that an item lets the table state."""
    pick = book.find(name) if kind == "item" else None
    item = book.item(pick) if pick else None
    own = (
        {
            pick.template,
            *item.toggles,
            *(a.id for a in item.activated),
            *(part for m in (*item.passive, *(item.on_use.modifiers if item.on_use else ())) for tag in m.scope for part in tag.split(":")),
        }
        if pick and item
        else set()
    )
    return {*SKILLS, *own}


DATA_LIKE: Final = tuple(
    re.compile(pattern)
    for pattern in (
        r"[|]", r"(?im)(?:^|[;:(] )one of:", r"(?im)(?:^|[;:.] )itself: ", r"(?im)(?:^|[;:.] )an effect(?=[;,.)]|$)", r"(?i)\bzone of \d", r"; else:", r"\bcaster targets\b",
        r"(?m)(?:^|[;(]) ?(?:str|dex|con|int|wis|cha|acid|cold|fire|lightning|poison|thunder): ", r"\b(?:floor|ceil|min|max)\(", r" × 0\.5\b",
    )
)  # fmt: skip
"""Forms of a list of keys and values, of names that say nothing, and of a formula."""
MOST_REPEATED: Final = 3


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("kind", ["creature", "item", "spell", "feature", "condition", "act", "trap"])
def test_a_card_is_written_in_sentences(ruleset: Ruleset, kind: book_search.EntryKind):
    """Neither lists of keys nor the same clause over and over stand in a card."""
    told = {name: [m[0] for pattern in DATA_LIKE for m in pattern.finditer(card)] for name, card in cards(kind, rulebook(ruleset)).items()}
    assert {name: found for name, found in told.items() if found} == {}


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_card_of_a_spell_says_a_clause_once(ruleset: Ruleset):
    """Options, moments and branches that say the same are told together; a clause comes back only where a sentence of the spell repeats it."""
    often: dict[str, dict[str, int]] = {}
    for name, card in cards("spell", rulebook(ruleset)).items():
        clauses = Counter(part.strip() for part in re.split(r"[;:.()]", card) if len(part.strip()) >= 32)
        often[name] = {clause: n for clause, n in clauses.items() if n > MOST_REPEATED}
    assert {name: found for name, found in often.items() if found and name not in REPEATING} == {}


REPEATING: Final = {
    "Hallow", "Reverse Gravity", "Scrying", "Shillelagh", "Teleport", "Wind Walk",
}  # fmt: skip
"""Spells whose sentences of play say the same for several of their options."""


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS)
def test_cards_keep_to_their_length_and_none_is_cut(ruleset: Ruleset):
    book = rulebook(ruleset)
    creatures, items = cards("creature", book), cards("item", book)
    assert {name for name, card in creatures.items() if tokens(card) > FULL} == LONG_CREATURES[ruleset]
    assert {name for name, card in items.items() if tokens(card) > OF_AN_ITEM} == LONG_ITEMS[ruleset]
    whole = [*creatures.values(), *items.values(), *cards("spell", book).values(), *cards("feature", book).values()]
    assert [card for card in whole if "…" in card or "Send detail full." in card] == []
    short = [*cards("creature", book, full=False).values(), *cards("item", book, full=False).values()]
    assert [card for card in short if tokens(card) > BRIEF] == []


@each_row(
    ("text", "of", "line", "is_told"),
    [
        ("5", "", "reach 15 ft", False), ("15", "", "reach 15 ft", True), ("4d6", "Bite", "Claw: 4d6", False), ("4d6", "Bite", "Bite: 4d6 cold", True),
        ("2d6+3", "", "12d6+3", False), ("0.5", "", "0.5 mile", True), ("Bite", "", "bites", True), ("Bite", "", "frostbite", False),
    ],
)  # fmt: skip
def test_a_fact_is_told_only_by_itself(text: str, of: str, line: str, is_told: bool):
    assert Fact(text, of).is_told(line) == is_told


@pytest.mark.parametrize(
    "card",
    [
        "for turn_end:source",
        "needs self:rage",
        "immune grant spell<=9",
        "speed.swim at least",
        "gains {n} slots",
        "amountd6",
        "poisoned for permanent",
    ],
)
def test_words_of_files_are_noticed(card: str):
    assert printed_facts.program_words(card)


PARTS: list[tuple[Ruleset, str, str, tuple[str, ...]]] = [
    ("5.1", "creature", "Lich", ("STR 11", "Speaks Common", "Legendary Resistance 3/day", "from nonmagical attacks", "advantage", "against turning", "level 1 (4 slots)", "2 (3) Acid Arrow")),
    ("5.1", "creature", "Werewolf", ("Immune to bludgeoning, piercing, slashing from nonmagical attacks except silvered",)),
    ("5.1", "creature", "Air Elemental", ("Resists bludgeoning, piercing, slashing from nonmagical attacks",)),
    ("5.1", "creature", "Troll", ("advantage on Perception checks by smell", "heals 10", "unless acid or fire damaged it since its last turn")),
    ("5.1", "creature", "Archmage", ("resists all from spells", "at will Disguise Self, Invisibility", "Dagger / Dagger (ranged): melee +6, reach 5 ft or range 20/60 ft: 1d4+2 piercing")),
    ("5.2", "creature", "Goblin Boss", ("Reactions:", "when attacked", "Bonus actions:", "either Disengage or Hide", "if it has advantage: 1d4")),
    ("5.1", "item", "Bead of Force", ("DEX save DC 15 or 5d4 force", "range 60 ft, sphere 10 ft", "1 minute")),
    ("5.1", "item", "Staff of Striking", ("Striking 3, on a melee hit (3 charges): 3d6 force", "10 charges, 1d6+4 back at dawn", "needs attunement")),
    ("5.1", "item", "Berserker Axe", ("when damaged unless Berserk is active: WIS DC 15", "disadvantage on attacks with other weapons")),
    ("5.1", "item", "Javelin of Lightning", ("4d6 lightning",)),
    ("5.2", "spell", "Banishment", ("CHA save", "incapacitated")),
    ("5.1", "spell", "Alter Self", ("swimming speed equal to its speed", "breathes water")),
]  # fmt: skip


@each_row(("ruleset", "kind", "name", "parts"), PARTS)
def test_a_card_reads_as_english(ruleset: Ruleset, kind: str, name: str, parts: tuple[str, ...]):
    text = Sandbox(first_world(ruleset)).did("lookup", query=name, kind=kind, detail="full")["text"]
    assert [part for part in parts if part not in text] == [], text


def test_an_item_is_told_alike_wherever_it_is_asked_for():
    table = Sandbox(first_world("5.1"))
    table.did("create", name="Pip", character={"party": True})
    table.did("give", "Pip", item="Bead of Force")
    part = "DEX save DC 15 or 5d4 force"
    assert part in table.did("lookup", query="Bead of Force", detail="full")["text"]
    assert part in table.did("item", query="Bead of Force", detail="full")["text"]
    assert part in table.did("examine", name="Bead of Force")["text"]


@each_row(
    ("ruleset", "name", "parts"),
    [
        ("5.1", "Archmage", ("Level 5 (7 slots of level 5 or higher left): Cone of Cold", "Invisibility (at will)")),
        ("5.2", "Lich", ("Level 3: Animate Dead", "Finger of Death (1 of 1 without a slot)")),
        ("5.2", "Adult Red Dragon", ("Fireball",)),
    ],
)
def test_the_spells_of_a_monster_are_listed(ruleset: Ruleset, name: str, parts: tuple[str, ...]):
    table = Sandbox(first_world(ruleset))
    table.did("create", name="Velor", template=name)
    text = table.did("character", "Velor", stats=["spells"])["text"]
    assert [part for part in parts if part not in text] == [] and "(0 slots" not in text


def test_the_sheet_of_a_living_monster_tells_its_traits_and_acts():
    table = Sandbox(first_world("5.1"))
    table.did("create", name="Balor", template="Balor")
    text = table.did("character", "Balor", detail="full")["text"]
    parts = (
        "Magic Resistance: advantage on saves against spells and magic.",
        "20d6 fire",
        "STR save DC 20 or pulled 25 ft",
        "Magic Weapons: its attacks are magical.",
    )
    assert [part for part in parts if part not in text] == []


# ── players ─────────────────────────────────────────────────────────────────────────────────────────────────────────

ANN = Caller(role="player", name="ann", characters=("Mira",))


@pytest.fixture
def cellar() -> Iterator[Table]:
    """Mira with an axe and a bead that nobody has identified, and an ogre behind the hill whom she has not met."""
    with begun("5.1") as game:
        table = Table(game)
        table.did("create", name="Mira", character={"party": True, "abilities": {"str": 16}})
        table.did("give", "Mira", template="Berserker Axe", base="Greataxe")
        table.did("give", "Mira", template="Bead of Force", identified=False)
        game.ask({"operation": "create", "name": "Den", "direction": "north"}, tool="manage_room")
        table.did("create", name="Grul", template="Ogre", roomName="Den")
        yield table


ALOUD = Caller(aloud=True)
"""A game master in front of everybody, who reads only what players know, and who may look closely at things."""


def told(table: Table, payload: dict[str, object], detail: str, tool: str = "read_campaign", caller: Caller = ALOUD) -> str:
    return str(table.game.ask({**payload, "detail": detail}, tool=tool, caller=caller))


@pytest.mark.parametrize("detail", ["brief", "full"])
def test_a_player_learns_nothing_of_an_item_that_nobody_has_identified(cellar: Table, detail: str):
    item = rulebook("5.1").templates["srd:bead_of_force"].item
    look = told(cellar, {"operation": "view", "characterName": "Mira"}, detail, "manage_inventory", ANN)
    seen = told(cellar, {"operation": "examine", "name": plain_look(item)}, detail)
    assert "'ok': True" in seen and plain_look(item) in look
    assert [word for word in ("5d4", "Throw the Bead", "Bead of Force") if word in seen + look] == []
    assert "5d4" in str(cellar.game.ask({"operation": "examine", "name": "Bead of Force"}, tool="read_campaign"))


@pytest.mark.parametrize("detail", ["brief", "full"])
def test_a_player_learns_a_curse_only_by_bearing_it(cellar: Table, detail: str):
    axe = next(t.name for t in cellar.now.things.values() if t.parent_id == cellar.id("Mira") and "Bead" not in t.name)
    words = ("WIS", "wis", "goes berserk", "other weapons")
    before = told(cellar, {"operation": "examine", "name": axe}, detail)
    assert "'ok': True" in before and [word for word in words if word in before] == [] and "'cursed'" not in before
    assert "goes berserk" in str(cellar.game.ask({"operation": "examine", "name": axe}, tool="read_campaign"))
    cellar.did("equip", "Mira", itemName=axe)
    assert "goes berserk" in told(cellar, {"operation": "examine", "name": axe}, detail)


@pytest.mark.parametrize("detail", ["brief", "full"])
@pytest.mark.parametrize("payload", [{"operation": "character", "characterName": "Grul"}, {"operation": "examine", "name": "Grul"}])
def test_a_player_learns_nothing_of_a_creature_that_she_has_not_met(cellar: Table, payload: dict[str, object], detail: str):
    answer = told(cellar, payload, detail, caller=ANN)
    assert "'ok': False" in answer and "Greatclub" not in answer and "2d8" not in answer
