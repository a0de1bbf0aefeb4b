"""read_campaign lookup: cards of the printed book, lists of names, near names, and nothing of the campaign."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from rpg_lite.content.rulebook_loading import rulebook
from rpg_lite.decision.callers import Caller
from rpg_lite.rules import book_search, names
from rpg_lite.rules.acts.act import Spell
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.views import book_cards
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.table import Table, tokens
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

CARDS = [
    ("Fireball", ("level 3 evocation (sorcerer, wizard)", "Action", "range 150 ft", "sphere 20 ft", "V S M", "DEX save", "8d6 fire (+1d6 per higher slot)", "half")),
    ("fire bolt spell", ("evocation cantrip", "Ranged spell attack", "1d10 fire")),
    ("Hold Person", ("concentration up to 1 minute", "WIS save", "paralyzed")),
    ("Troll", ("large giant", "CR 5", "AC 15", "HP 84", "STR 18", "Multiattack (Bite; Claw × 2)", "1d6+4 piercing")),
    ("Plate Armor", ("heavy armor, AC 18",)),
    ("blinded", ("Blinded: condition", "Disadvantage on attacks")),
    ("paralyzed", ("includes incapacitated",)),
    ("exhaustion", ("Each level adds", "6: dead")),
    ("Rage", ("barbarian level 1 feature", "bonus action", "rage")),
    ("Hide", ("Hide: action", "There is also an item of this name: send kind.")),
    ("Dodge", ("Dodge: action", "advantage on DEX saves")),
    ("Sneak Attack", ("(sneak attack)d6 damage of the weapon", "Sneak attack: 1 from level 1, 2 from level 3")),
    ("Turn Undead", ("of at most the destroy CR: dies",)),
    ("Destroy Undead", ("Destroy CR: 0.5 from level 5, 1 from level 8",)),
    ("Opportunity Attack", ("Melee weapon attack.",)),
    ("Life Domain", ("Life Domain: cleric subclass", "1: Bonus Proficiency, Disciple of Life", "Always prepared: 1: Bless, Cure Wounds")),
    ("domains", ("Life Domain: cleric subclass",)),
    ("school of evocation", ("wizard subclass", "Sculpt Spells")),
    ("Cleric", ("hit die d8", "saves WIS and CHA", "Subclasses: Life Domain", "5: Destroy Undead")),
]  # fmt: skip


@pytest.mark.parametrize(("query", "parts"), CARDS, ids=[query for query, _ in CARDS])
def test_a_card_says_what_the_entry_is(table: Table, query: str, parts: tuple[str, ...]):
    text = table.did("lookup", query=query)["text"]
    assert [part for part in parts if part not in text] == []


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("kind", [k for k in book_search.KINDS if k != "item"])
def test_every_card_is_short(ruleset: Ruleset, kind: book_search.EntryKind):
    book = rulebook(ruleset)
    found = book_search.entries(kind, book)
    assert found
    for entry in found:
        text = book_cards.card_text(entry, (), book)
        assert text.startswith(entry.name) and len(text.encode()) <= book_cards.MOST_BYTES, text
        assert book_cards.card_json(entry, book)["name"] == entry.name


@pytest.mark.parametrize("query", ["Fireball", "Troll", "exhaustion", "Rage", "Dodge", "wizard", "level 3", "weapon"])
def test_an_answer_costs_at_most_150_tokens(table: Table, query: str):
    assert tokens(table.send({"operation": "lookup", "query": query}, "read_campaign")) <= 150


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_card_of_every_creature_costs_at_most_150_tokens(ruleset: Ruleset):
    """Also those of Lich, Archmage, Kraken and Pit Fiend, whose blocks are the longest; each still says AC, hit points and what it does."""
    table = Sandbox(first_world(ruleset))
    for document in rulebook(ruleset).creatures.values():
        answer = table.did("lookup", query=document["character"]["name"], kind="creature")
        assert tokens(answer) <= 150 and "AC " in answer["text"], answer["text"]


TWELVE = ("Bite", "Claw", "Tail", "Wing", "Horn", "Spit", "Gaze", "Roar", "Crush", "Rend")


def dragon(where: Path) -> Rulebook:
    """A book with a creature of twelve acts, of which no card can hold every step."""
    hit = [{"damage": "2d10+8", "type": "piercing"}, {"damage": "2d6", "type": "fire"}]
    acts: list[dict[str, Any]] = [
        {"name": name, "cost": "action", "targets": "1", "steps": [{"attack": 14, "kind": "melee", "reach": 10, "hit": hit}]}
        for name in TWELVE
    ]
    acts.append({"name": "Multiattack", "cost": "action", "targets": "any", "steps": [{"do": "Bite"}, {"do": "Claw", "times": 2}]})
    breath = [{"save": "dex", "dc": 21, "fail": [{"damage": "18d6", "type": "fire"}], "pass": "half"}]
    acts.append(
        {
            "name": "Fire Breath",
            "cost": "legendary",
            "spend": "legendary:1",
            "targets": "area",
            "area": {"shape": "cone", "ft": 60},
            "steps": breath,
        }
    )
    abilities = {"str": 27, "dex": 10, "con": 25, "int": 16, "wis": 13, "cha": 21}
    made = {"name": "Dragon of Everything", "type": "dragon", "size": "huge", "cr": 17, "hpMax": 256, "hitDice": "19d12+133", "level": 17, "speed": {"walk": 40, "climb": 40, "fly": 80},
            "abilities": abilities, "senses": {"blindsight": 60, "darkvision": 120}, "legendaryActions": 3, "immunities": ["fire"],
            "proficiencies": {"saves": ["dex", "con", "wis", "cha"], "skills": {"perception": 2, "stealth": 1}}, "acts": acts}  # fmt: skip
    (where / "creatures").mkdir()
    (where / "creatures" / "dragon.json").write_text(json.dumps({"character": made}), "utf-8")
    return rulebook("5.1", where)


def test_a_card_of_twelve_acts_names_each_of_them_and_is_short(tmp_path: Path):
    book = dragon(tmp_path)
    assert not book.faults
    (entry,) = book_search.exact("Dragon of Everything", "creature", book)
    text = book_cards.card_text(entry, (), book)
    assert len(text.encode()) <= book_cards.MOST_BYTES and text.endswith("\nSend detail full.")
    assert [name for name in (*TWELVE, "Multiattack", "Fire Breath", "Legendary (3)", "AC ", "HP 256", "fly 80") if name not in text] == []
    assert "+14" not in text and "18d6" not in text
    assert len(book_cards.card_json(entry, book)["creature"]["acts"]) == 12


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_card_of_a_creature_breaks_off(ruleset: Ruleset):
    """A creature with much to tell has a shorter line for each act, and says where the rest is."""
    book = rulebook(ruleset)
    cards = [book_cards.card_text(e, (), book) for e in book_search.entries("creature", book)]
    assert [card for card in cards if card.endswith("…")] == []


def test_a_card_says_the_worth_of_a_rating_even_if_the_file_does_not(table: Table):
    assert "CR 2 (450 XP)" in table.did("lookup", query="Ogre")["text"]
    assert table.did("lookup", query="Ogre", detail="full")["results"][0]["creature"]["xp"] == 450


FILTERS = [
    ("wizard level 3", None, ("Fireball", "Counterspell"), ("Aid", "Magic Missile")),
    ("3rd-level wizard spells", None, ("Fireball",), ("Magic Missile",)),
    ("level 2 concentration", None, ("Hold Person", "Moonbeam"), ("Aid",)),
    ("ritual bard", None, ("Comprehend Languages",), ("Fireball",)),
    ("wizard cantrips", None, ("Fire Bolt",), ("Fireball",)),
    ("cleric spells level 1-2", None, ("Bless", "Aid"), ("Death Ward",)),
    ("cr 5 giant", None, ("Troll",), ("Wolf",)),
    ("beasts cr 1/4", None, ("Wolf",), ("Troll",)),
    ("cr ≤ 1/4 beasts", None, ("Wolf", "Giant Rat"), ("Brown Bear", "Skeleton")),
    ("dragons that fly", None, ("Young Red Dragon",), ("Troll",)),
    ("flying creatures cr 10", None, ("Young Red Dragon",), ("Wolf",)),
    ("cr 1 climbing", None, ("Brown Bear", "Giant Spider"), ("Wolf",)),
    ("wizard level 3 fly", None, ("Fly",), ("Fireball", "Young Red Dragon")),
    ("cr 3+", None, ("Troll",), ("Wolf",)),
    ("barbarian", "feature", ("Rage",), ("Second Wind",)),
    ("conditions", None, ("Blinded", "Prone"), ("Bless",)),
    ("wall", "spell", (), ("Plate Armor",)),
]


@each_row(("query", "kind", "there", "missing"), FILTERS, ids=[row[0] for row in FILTERS])
def test_words_describe_entries(query: str, kind: book_search.EntryKind | None, there: tuple[str, ...], missing: tuple[str, ...]):
    names = {e.name for e in book_search.matching(query, kind, rulebook("5.1"))}
    assert {*there} <= names and not {*missing} & names


def test_a_list_is_cut_with_a_count_and_whole_in_full(table: Table):
    text = table.did("lookup", query="wizard", kind="spell")["text"]
    whole = table.send({"operation": "lookup", "query": "wizard", "kind": "spell"}, "read_campaign", "full")["results"][0]["found"]
    assert text.startswith(f"{len(whole)} spells: ") and " more; narrow the query." in text
    assert {"kind": "spell", "name": "Fireball", "level": 3} in whole


def test_full_detail_gives_a_creature_with_its_keys(table: Table):
    shown = table.send({"operation": "lookup", "query": "troll"}, "read_campaign", "full")["results"][0]["creature"]
    assert (shown["ac"], shown["hp"], shown["cr"], shown["type"], shown["ruleset"]) == (15, 84, 5, "giant", "5.1")
    assert shown["speed"] == {"walk": 30} and shown["skills"].keys() == {"perception"} and shown["abilities"]["str"] == 18
    assert [(a["name"], a["section"]) for a in shown["acts"]] == [
        ("Keen Smell", "trait"),
        ("Regeneration", "trait"),
        ("Multiattack", "action"),
        ("Bite", "action"),
        ("Claw", "action"),
    ]


def test_a_name_of_several_kinds_says_so_and_kind_chooses(table: Table):
    assert "There is also an item of this name: send kind." in table.did("lookup", query="Shield")["text"]
    assert "AC +2" in table.did("lookup", query="Shield", kind="item")["text"]


def test_an_unknown_name_is_refused_with_near_ones(table: Table):
    refused = table.refused("lookup_unknown", "lookup", query="Firebald")
    assert "Fireball" in refused["error"]["near"]


def test_a_creature_of_the_campaign_is_not_in_the_book(table: Table):
    table.did("create", name="Zorblax the Unseen", character={"hpMax": 99})
    assert "Zorblax" not in str(table.refused("lookup_unknown", "lookup", query="Zorblax the Unseen", kind="creature")["error"].get("near"))


@pytest.mark.parametrize("role", ["player", "viewer"])
def test_everybody_may_ask(table: Table, role: str):
    answer = table.game.ask({"operation": "lookup", "query": "Troll"}, "read_campaign", caller=Caller(role=role, name="mira"))
    assert answer["ok"] and "AC 15" in answer["text"]


@pytest.mark.parametrize("query", ["grappling hooks rules", "Mind Flayer", "cr 7 undead"])
def test_what_the_book_does_not_hold_is_refused_with_what_it_holds(table: Table, query: str):
    text = table.refused_whole("lookup_unknown", {"operation": "lookup", "query": query}, "read_campaign")["text"]
    creatures = len(rulebook("5.1").creatures)
    assert creatures > 25 and f"spells, {creatures} creatures," in text and "not the full text of the rules" in text


def test_a_rating_that_nothing_has_leads_to_the_nearest(table: Table):
    answer = table.refused_whole("lookup_unknown", {"operation": "lookup", "query": "cr 7 undead"}, "read_campaign")
    assert answer["error"]["near"]


def test_the_example_of_the_instructions_finds_something(table: Table):
    assert {"Skeleton", "Zombie"} <= {e["name"] for e in table.did("lookup", query="cr 1/4 undead", detail="full")["results"][0]["found"]}


# ── words of the rules ──────────────────────────────────────────────────────────────────────────────────────────────


TERMS: list[tuple[Ruleset, str, str]] = [
    ("5.2", "Vex", "advantage on one more attack"), ("5.2", "topple", "CON save or falls prone; the DC is 8 + your proficiency bonus"),
    ("5.2", "Sap", "attacks with disadvantage once"), ("5.2", "Nick", "instead of a bonus action"), ("5.2", "Cleave", "at most 5 feet from the first"),
    ("5.2", "Graze", "A miss still deals"), ("5.2", "Push", "10 feet straight away"), ("5.2", "mastery", "cleave, graze, nick, push, sap, slow, topple, vex"),
    ("5.1", "cover", "+2 to AC and DEX saves; three-quarters cover: +5"), ("5.2", "half cover", "+2 to AC and DEX saves"),
    ("5.1", "long rest", "half of all hit dice"), ("5.2", "long rest", "all hit points and hit dice"), ("5.2", "short rest", "At least 1 hour"),
    ("5.1", "grappled", "Grappled: condition"), ("5.2", "grappled", "Grappled: condition"), ("5.1", "surprise", "cannot move or act"),
    ("5.2", "surprised", "initiative with disadvantage"), ("5.2", "Magic Initiate", "Two cantrips and a level 1 spell"),
    ("5.2", "death save", "Three successes make the creature stable"), ("5.2", "bloodied", "half its hit points or fewer"),
]  # fmt: skip


@each_row(("ruleset", "query", "part"), TERMS)
def test_a_word_of_the_rules_has_a_card(ruleset: Ruleset, query: str, part: str) -> None:
    box = Sandbox(first_world(ruleset), rulebook(ruleset))
    assert part in box.did("lookup", query=query)["text"]


def test_masteries_belong_to_the_newer_rules() -> None:
    assert "Vex" in {e.name for e in book_search.entries("rule", rulebook("5.2"))}
    assert "Vex" not in {e.name for e in book_search.entries("rule", rulebook("5.1"))}


@each_row(
    ("query", "words"),
    [
        ("Second Wind", "1d10+fighter level"), ("Eldritch Blast", "1, 2 from level 5, 3 from level 11, 4 from level 17"),
        ("Healing Word", "2d4+casting modifier"), ("Sneak Attack", "(sneak attack)d6"), ("Lay on Hands", "heals the amount"),
    ],
)  # fmt: skip
def test_formulas_read_as_words(query: str, words: str) -> None:
    assert words in Sandbox(first_world("5.2"), rulebook("5.2")).did("lookup", query=query)["text"]


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("kind", [k for k in book_search.KINDS if k != "item"])
def test_no_card_shows_a_raw_formula(ruleset: Ruleset, kind: book_search.EntryKind) -> None:
    book = rulebook(ruleset)
    for entry in book_search.entries(kind, book):
        text = book_cards.card_text(entry, (), book)
        assert not set("{}[]") & set(text) or kind == "rule", text


# ── everyday questions ──────────────────────────────────────────────────────────────────────────────────────────────


ASKED = {
    ("raise the dead", "bring back to life", "how do I bring Aldo back to life?", "revive", "resurrect", "Can we bring him back from the dead?"):
        ("Revivify (level 3", "Raise Dead (5", "True Resurrection (9"),
    ("lift a curse", "How can I lift the curse?", "remove the curse from my sword", "break the curse", "get rid of a curse", "cursed"):
        ("Remove Curse (level 3)", "Greater Restoration (5)"),
    ("what does this ring do", "What does this ring do?", "identify the ring", "is this magical", "what is this potion?"):
        ("Identify (level 1, ritual)", "manage_inventory identify"),
    ("scry", "scry on the baron", "spy on someone", "eavesdrop on them", "watch someone"): ("Scrying (5)", "Clairvoyance (level 3)"),
}  # fmt: skip


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("query", "parts"), [(query, parts) for queries, parts in ASKED.items() for query in queries])
def test_a_question_in_everyday_words_finds_a_way(ruleset: Ruleset, query: str, parts: tuple[str, ...]) -> None:
    answer = Sandbox(first_world(ruleset), rulebook(ruleset)).did("lookup", query=query)
    assert [part for part in parts if part not in answer["text"]] == []
    assert tokens(answer) <= 220


@each_row(
    ("query", "card"),
    [("Raise Dead", "level 5 necromancy"), ("Remove Curse", "level 3 abjuration"), ("Identify", "level 1"), ("Scrying", "level 5")],
)
def test_the_name_of_a_spell_stays_its_own(query: str, card: str) -> None:
    assert card in Sandbox(first_world("5.2"), rulebook("5.2")).did("lookup", query=query)["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_each_spell_that_an_answer_names_is_in_the_book(ruleset: Ruleset) -> None:
    """With the level that it says."""
    book = rulebook(ruleset)
    for name in ("Raising the Dead", "Lifting a Curse", "Identifying a Thing", "Watching from Afar"):
        told = re.findall(r"((?:[A-Z][a-z]+(?: the)? ?)+) \((?:level )?(\d)", book.terms[names.fold(name)].text)
        assert len(told) >= 2
        assert {(spell, spell_level(book.spell(spell))) for spell, _ in told} == {(spell, int(level)) for spell, level in told}


def spell_level(spell: Spell | None) -> int | None:
    return spell.level if spell else None


@pytest.mark.parametrize(
    ("query", "parts"),
    [
        ("elf", ("Elf: species; medium, speed 30 ft, darkvision 60 ft", "Traits:", "fey ancestry", "Languages: common, elvish")),
        ("hill dwarf", ("Hill dwarf: species; has everything that a dwarf has",)),
        ("tiefling", ("Hellish Rebuke from level 3",)),
        ("grappling", ("Grappling: ", "Athletics", "act Escape")),
        ("legendary actions", ("after the turn of another creature",)),
    ],
)
def test_species_and_rules_of_the_fight_have_cards(table: Table, query: str, parts: tuple[str, ...]):
    text = table.did("lookup", query=query)["text"]
    assert [part for part in parts if part not in text] == [], text


def test_the_species_are_listed(table: Table):
    assert "Hill dwarf" in table.did("lookup", query="species", kind="species")["text"]
