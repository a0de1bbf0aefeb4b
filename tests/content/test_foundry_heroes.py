"""Heroes of Foundry's dnd5e system, field by field: read, said as lost, or refused, with the place in the file."""

import copy
import json
from typing import Any

import pytest

from rpg_lite.cli import heroes
from rpg_lite.content import foundry_actor_import, rulebook_loading
from rpg_lite.content.entry_editions import Faulty
from rpg_lite.vocabulary import RULESETS
from tests.content.foundry_example import item
from tests.copies import begun
from tests.rows import each_row

Json = dict[str, Any]
BOOKS = {ruleset: rulebook_loading.rulebook(ruleset) for ruleset in RULESETS}
_SCORES = {"str": 16, "dex": 12, "con": 14, "int": 10, "wis": 12, "cha": 10}


def hero(*items: Json, levels: str = "fighter 5", **parts: Any) -> Json:
    """A hero with these items; `parts` go into `system`, key by key: attributes__hp."""
    name, level = levels.split()
    system: Json = {
        "abilities": {a: {"value": v} for a, v in _SCORES.items()},
        "attributes": {"hp": {"value": 20}},
        "details": {},
        "traits": {},
        "skills": {},
    }
    for path, value in parts.items():
        at = system
        *way, last = path.split("__")
        for key in way:
            at = at.setdefault(key, {})
        at[last] = value
    levelled = item(name.title(), "class", "c1", levels=int(level), identifier=name)
    return {"name": "Weir", "type": "character", "system": system, "items": [levelled, *copy.deepcopy(items)]}


def feat(name: str, kind: str = "class") -> Json:
    return item(name, "feat", type={"value": kind})


def read(row: Json, ruleset: str = "5.1") -> foundry_actor_import.ReadHero:
    return foundry_actor_import.read(json.dumps(row), BOOKS[ruleset])


@each_row(
    ("ruleset", "row", "choice", "words"),
    [
        ("5.1", hero(feat("Fighting Style"), feat("Fighting Style: Defense")), "fighting style", {"fighter": ["defense"]}),
        ("5.1", hero(feat("Defense")), "fighting style", {"fighter": ["defense"]}),
        ("5.2", hero(feat("Archery", "feat"), levels="ranger 2"), "fighting style", {"ranger": ["archery"]}),
        ("5.2", hero(feat("Divine Order: Protector"), levels="cleric 1"), "divine order", {"cleric": ["protector"]}),
        ("5.2", hero(feat("Primal Order: Warden"), levels="druid 1"), "primal order", {"druid": ["warden"]}),
        ("5.2", hero(feat("Agonizing Blast"), feat("Devil's Sight"), levels="warlock 2"), "eldritch invocations", {"warlock": ["agonizing blast", "devil's sight"]}),
        ("5.1", hero(feat("Pact of the Tome"), levels="warlock 3"), "pact boon", {"warlock": ["pact of the tome"]}),
        ("5.1", hero(feat("Quickened Spell"), feat("Subtle Spell"), levels="sorcerer 3"), "metamagic", {"sorcerer": ["quickened spell", "subtle spell"]}),
        ("5.1", hero(item("Dragonborn", "race"), feat("Breath Weapon - White", "race")), "lineage", ["white dragonborn"]),
        ("5.2", hero(item("Goliath", "race"), feat("Cloud's Jaunt", "race")), "lineage", ["cloud goliath"]),
        ("5.2", hero(item("Elf", "race"), feat("Elven Lineage, Drow", "race")), "lineage", ["drow"]),
        ("5.2", hero(traits__weaponProf={"mastery": {"value": ["longsword", "handcrossbow"]}}), "weapon mastery", {"fighter": ["Longsword", "Hand Crossbow"]}),
    ],
)  # fmt: skip
def test_what_was_chosen_comes_in_and_is_not_said_as_lost(ruleset: str, row: Json, choice: str, words: Any) -> None:
    found = read(row, ruleset)
    assert found.document["character"]["choices"][choice] == words
    assert found.left_out == []


@each_row(
    ("row", "key", "value"),
    [
        (hero(traits__languages={"value": ["common", "elvish", "cant"], "custom": "Gull; Reed"}), "languages", ["Common", "Elvish", "Thieves' Cant", "Gull", "Reed"]),
        (hero(tools={"thief": {"value": 1}, "smith": {"value": 0}}), "proficiencies", {"tools": ["Thieves' Tools"]}),
        (hero(traits__toolProf={"value": ["lute"]}), "proficiencies", {"tools": ["Lute"]}),
        (hero(details__biography={"value": "<p>Grew up by the <em>weir</em>.</p><p>Left it.</p>"}), "description", "Grew up by the weir.\nLeft it."),
        (hero(details__ideal="Peace"), "description", "Ideal: Peace"),
        (hero(details__biography={"value": '<p>Kind.</p><section class="secret" id="s"><p>Owes the reeve.</p></section>'}), "secret", "Owes the reeve."),
        (hero(details__biography={"value": '<p>Kind.</p><section class="secret" id="s"><p>Owes the reeve.</p></section>'}), "description", "Kind."),
    ],
)  # fmt: skip
def test_words_and_texts_come_in(row: Json, key: str, value: Any) -> None:
    assert read(row).document["character"][key] == value


@each_row(
    ("row", "told"),
    [
        (hero(feat("Second Breakfast")), "the feature Second Breakfast (items[1])"),
        (hero(feat("Odd Talent", "feat")), "the feature Odd Talent (items[1])"),
        (hero(tools={"art": {"value": 1}}), "proficiency with art (system.tools.art)"),
        (hero(tools={"thief": {"value": 2}}), "expertise with Thieves' Tools (system.tools.thief)"),
        (hero(abilities__cha={"value": 10, "proficient": 1}), "proficiency in CHA saves (system.abilities.cha.proficient)"),
        (hero(traits__armorProf={"value": ["hvy"]}, levels="wizard 1"), "training with heavy (system.traits.armorProf)"),
        (hero(traits__weaponProf={"value": ["mar"]}, levels="wizard 1"), "training with martial (system.traits.weaponProf)"),
        (hero(traits__dr={"value": ["fire"]}), "the resistance to fire (system.traits.dr)"),
        (hero(details__biography={"value": "x" * 5000}), "the end of the description, which takes 4,000 letters (system.details.biography.value)"),
        (hero(attributes__inspiration=True), "inspiration (system.attributes.inspiration)"),
        (hero(attributes__exhaustion=2), "level 2 of exhaustion (system.attributes.exhaustion)"),
        (hero(attributes__death={"failure": 1}), "death saves (failure): 1 (system.attributes.death.failure)"),
        (hero(attributes__ac={"flat": 19, "calc": "flat"}), "AC 19, which the file sets; here it follows from the gear (system.attributes.ac.flat)"),
        (hero(spells__spell1={"value": 1}, levels="wizard 1"), "spent slots of level 1: 1 (system.spells.spell1)"),
        (hero(skills__arc={"value": 0.5}), "half proficiency in arcana (system.skills.arc.value)"),
        (hero(item("Wand of Magic Missiles", "equipment", uses={"spent": 3})), "spent uses of Wand of Magic Missiles: 3 (items[1].system.uses.spent)"),
        (hero(item("Odd Lens", "equipment", properties=["mgc"])), "what Odd Lens does, which SRD 5.1 lacks: it comes as a plain thing (items[1])"),
        (hero(item("Old Keep", "facility")), "the facility Old Keep (items[1])"),
        ({**hero(), "effects": [{"name": "Bless", "changes": []}]}, "the effect Bless (effects[0])"),
        (hero(item("Odd Words", "spell", level=1)), "the spell Odd Words (items[1])"),
        (hero(currency={"gp": "many"}), "many gp (system.currency.gp)"),
    ],
)  # fmt: skip
def test_a_loss_is_named_with_its_place(row: Json, told: str) -> None:
    assert told in read(row).left_out


@each_row(
    ("ruleset", "name", "kind", "more", "called"),
    [
        ("5.1", "Hempen Rope (50 ft.)", "loot", {}, "Hempen Rope"),
        ("5.2", "Hempen Rope (50 ft.)", "loot", {}, "Rope"),
        ("5.1", "Ink Bottle", "loot", {}, "Ink"),
        ("5.1", "Amulet (Holy Symbol)", "loot", {}, "Amulet"),
        ("5.1", "Musical Instrument: Lute", "tool", {}, "Lute"),
        ("5.1", "Rope of the Sea", "loot", {"identifier": "silk-rope"}, "silk rope"),
        ("5.1", "Widow", "weapon", {"type": {"value": "martialM", "baseItem": "longsword"}}, "Longsword"),
        ("5.1", "Widow", "weapon", {"type": {"value": "martialM", "baseItem": "longsword"}, "magicalBonus": 1}, "Longsword +1"),
        ("5.1", "Father's Mail", "equipment", {"type": {"value": "heavy", "baseItem": "chainmail"}}, "Chain Mail"),
        ("5.1", "Love Letter", "loot", {}, {"name": "Love Letter", "type": "adventuring_gear", "weight": 0.0}),
    ],
)  # fmt: skip
def test_a_thing_is_found_by_its_name_identifier_or_base(ruleset: str, name: str, kind: str, more: Json, called: Any) -> None:
    found = read(hero(item(name, kind, quantity=1, **more)), ruleset)
    (entry,) = found.document["carried"]
    assert entry["item"] == called and entry.get("name") in (None, name)
    assert found.left_out == []


def test_nobody_carries_an_unarmed_strike() -> None:
    assert read(hero(item("Unarmed Strike", "weapon", equipped=True))).document["carried"] == []


@each_row(
    ("items", "worn"),
    [
        ((item("Light Crossbow", "weapon", equipped=True), item("Shield", "equipment", equipped=True), item("Mace", "weapon", equipped=True)), ["Shield", "Mace"]),
        ((item("Light Crossbow", "weapon", equipped=True), item("Mace", "weapon", equipped=True)), ["Light Crossbow"]),
        ((item("Light Crossbow", "weapon", equipped=True), item("Shield", "equipment", equipped=True)), ["Shield"]),
        ((item("Chain Mail", "equipment", equipped=True), item("Leather Armor", "equipment", equipped=True)), ["Chain Mail"]),
    ],
)  # fmt: skip
def test_what_is_worn_has_its_place_and_the_rest_is_said(items: tuple[Json, ...], worn: list[str]) -> None:
    found = read(hero(*items))
    assert [entry["item"] for entry in found.document["equipped"]] == worn
    assert len(found.left_out) == len(items) - len(worn) and all("items[" in told for told in found.left_out)


# ── bags ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_contents_of_an_unknown_bag_come_beside_it() -> None:
    found = read(
        hero(
            item("Backpack", "container", "a"),
            item("Odd Pocket", "container", "b", container="a"),
            item("Torch", "consumable", container="b"),
        )
    )
    (pack,) = found.document["carried"]
    assert [entry["item"] if isinstance(entry["item"], str) else entry["item"]["name"] for entry in pack["contents"]] == [
        "Odd Pocket",
        "Torch",
    ]
    assert found.left_out == ["that Odd Pocket is a bag; what was in it lies beside it (items[2])"]


def test_bags_that_lie_in_each_other_are_said_and_lose_nothing() -> None:
    found = read(
        hero(
            item("Backpack", "container", "a", container="b"),
            item("Sack", "container", "b", container="a"),
            item("Torch", "consumable", container="a"),
        )
    )

    def names_in(entries: list[Json]) -> list[str]:
        return [word for entry in entries for word in (entry["item"], *names_in(entry.get("contents", [])))]

    assert sorted(names_in(found.document["carried"])) == ["Backpack", "Sack", "Torch"]
    assert any("lies in itself (items[" in told for told in found.left_out)


def test_bags_in_bags_in_bags_lose_nothing() -> None:
    bags = [item("Sack", "container", f"b{n}", **({"container": f"b{n - 1}"} if n else {})) for n in range(30)]
    found = read(hero(*bags, item("Torch", "consumable", container="b29")))
    text = json.dumps(found.document["carried"])
    assert text.count("Sack") == 30 and text.count("Torch") == 1


# ── spells that Foundry keeps for items ─────────────────────────────────────────────────────────────────────────────


def kept(spell: str, keeper: str) -> Json:
    return {**item(spell, "spell", level=1, prepared=0), "flags": {"dnd5e": {"cachedFor": f".Item.{keeper}.Activity.x"}}}


def test_a_spell_of_a_scroll_is_not_known_and_one_of_a_feature_is_named() -> None:
    found = read(
        hero(
            item("Spell Scroll", "consumable", "scroll"),
            kept("Magic Missile", "scroll"),
            {**feat("Odd Gift"), "_id": "gift"},
            kept("Bless", "gift"),
        )
    )
    assert found.document["character"]["spells"] == {}
    assert "the spell Bless, which a feature of the hero casts (items[4])" in found.left_out
    assert not any("Magic Missile" in told for told in found.left_out)


# ── bad input ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("part", [0.05, 0.3, 0.7, 0.99])
def test_a_file_that_ends_early_is_refused_at_its_end(part: float) -> None:
    text = json.dumps(hero(item("Torch", "loot")))
    with pytest.raises(Faulty) as raised:
        foundry_actor_import.read(text[: int(len(text) * part)], BOOKS["5.1"])
    assert raised.value.places[0][0].startswith("line 1, column")


def test_odd_values_are_no_error() -> None:
    for odd in (None, 7, "x", [], [1], {"value": 1}, {"value": [1]}):
        for path in (
            "details",
            "traits",
            "skills",
            "tools",
            "currency",
            "spells",
            "attributes__ac",
            "attributes__death",
            "details__biography",
            "traits__weaponProf",
            "traits__languages",
        ):
            read(hero(item("Torch", "loot"), **{path: odd}))
        for key in (
            "quantity",
            "equipped",
            "container",
            "attunement",
            "weight",
            "uses",
            "type",
            "properties",
            "activities",
            "damage",
            "identifier",
            "level",
            "prepared",
        ):
            read(
                hero(
                    item("Torch", "loot", **{key: odd}),
                    item("Bless", "spell", **{key: odd}),
                    item("Odd", "weapon", **{key: odd}),
                    item("Odd", "feat", **{key: odd}),
                )
            )


def test_markup_in_names_is_text() -> None:
    found = read({**hero(item("<script>x</script>", "loot")), "name": "<b>Weir</b>\u202e"})
    assert found.document["character"]["name"] == "<b>Weir</b>"
    assert found.document["carried"][0]["item"]["name"] == "<script>x</script>"


def test_a_refusal_names_the_place_in_the_file() -> None:
    """What the campaign refuses is a part of the document that was made from the file, and so is told as a place of the file."""
    found = read(hero(item("Torch", "loot"), item("Pouch", "container", "a"), item("Ink", "loot", container="a")))
    told = heroes.at_places_of_file("Refused: document.carried[1].contents[0].item: Ink is odd.", found.places)
    assert told == "Refused: items[3]: Ink is odd."
    assert heroes.at_places_of_file("Refused: document.equipped[9].item: odd.", found.places) == "Refused: document.equipped[9].item: odd."


@each_row(
    ("ruleset", "name"), [("5.1", "Spell Scroll"), ("5.2", "Figurine of Wondrous Power"), ("5.1", "Weapon +1")]
)  # fmt: skip
def test_a_name_that_leaves_open_which_thing_it_is_refuses_nobody(ruleset: str, name: str) -> None:
    found = read(hero(item(name, "consumable")), ruleset)
    assert found.left_out == [f"which {name} it is: it comes as a plain thing (items[1])"]
    with begun(ruleset) as game:
        brought = game.ask({"operation": "import", "document": found.document}, "manage_character")
        assert brought["ok"], brought["text"]


def described(name: str, text: str = "<p>You chose Defense.</p>") -> Json:
    return item(name, "feat", type={"value": "class"}, description={"value": text})


@each_row(
    ("ruleset", "row", "choice"),
    [
        ("5.1", hero(described("Fighting Style")), "fighting style"), ("5.1", hero(described("Fighting Styles"), levels="fighter 1"), "fighting style"),
        ("5.1", hero(described("Favored Enemy"), levels="ranger 1"), "favored enemy"), ("5.1", hero(described("Pact Boon"), levels="warlock 3"), "pact boon"),
        ("5.1", hero(described("Metamagic"), levels="sorcerer 3"), "metamagic"), ("5.2", hero(described("Divine Order"), levels="cleric 1"), "divine order"),
        ("5.2", hero(described("Eldritch Invocations"), levels="warlock 2"), "eldritch invocations"),
        ("5.1", hero(described("Fighting Style"), feat("Defense")), ""), ("5.1", hero(described("Fighting Style", "")), ""),
    ],
)  # fmt: skip
def test_a_choice_that_only_a_text_may_hold_is_named(ruleset: str, row: Json, choice: str) -> None:
    told = [loss for loss in read(row, ruleset).left_out if "the choice of" in loss]
    assert told == (
        [f"the choice of {choice}, which the file keeps in a text, if at all (items[1].system.description.value)"] if choice else []
    )
