"""The shipped content: every file loads, every number matches the table, every name finds its item."""

import json
from pathlib import Path
from typing import Any

import pytest

from rpg_lite.content import item_schema, rulebook_builder, rulebook_files, rulebook_loading
from rpg_lite.content.entry_editions import refuse_unsound
from rpg_lite.rules import names
from rpg_lite.rules.base_item_groups import is_base
from rpg_lite.rules.items import Item
from rpg_lite.rules.lazy_entries import Entries
from rpg_lite.rules.rulebook import Pick, Rulebook
from rpg_lite.vocabulary import CONDITIONS, RULESETS, Ruleset
from tests.rows import each_row

FACTS: dict[Ruleset, dict[str, dict[str, Any]]] = json.loads((Path(__file__).parents[1] / "facts" / "equipment.json").read_text())
ROWS = [(ruleset, name) for ruleset in RULESETS for name in FACTS[ruleset]]
PACKS = [(ruleset, name) for ruleset, name in ROWS if "contents" in FACTS[ruleset][name]]
FILES = ("ammunition", "armor", "barding", "coins", "gear", "mounts_and_ships", "trade_goods", "weapons")


@pytest.fixture(params=RULESETS)
def book(request: pytest.FixtureRequest) -> Rulebook:
    return rulebook_loading.rulebook(request.param)


def plain(book: Rulebook) -> list[Item]:
    return [t.item for t in book.templates.values() if not (t.bases or t.variants or t.item.base)]


def item(name: str, ruleset: Ruleset = "5.1") -> Item:
    book = rulebook_loading.rulebook(ruleset)
    pick = book.find(name)
    found = book.item(pick) if pick else None
    assert found is not None, f"{ruleset} has no {name}"
    return found


def numbers(item: Item) -> dict[str, Any]:
    """The numbers of an item as the facts have them."""
    found: dict[str, Any] = {"value": item.value, "weight": item.weight}
    if w := item.weapon_stats:
        found |= {"category": w.category, "damageDice": w.damage_dice, "damageType": w.damage_type, "properties": list(w.properties)}
        found |= {"range": [w.range.normal, w.range.long]} if w.range else {}
        found |= {"versatileDamage": w.versatile_damage} if w.versatile_damage else {}
    if a := item.armor_stats:
        found |= {"category": a.category, "baseAc": a.base_ac, "maxDexBonus": a.max_dex_bonus}
        found |= {"strengthRequirement": a.strength_requirement, "stealthDisadvantage": a.stealth_disadvantage}
    if item.container and item.container.capacity_lb:
        found["capacityLb"] = item.container.capacity_lb
    mastery = [line.removeprefix("Mastery: ").rstrip(".") for line in item.adjudicated if line.startswith("Mastery: ")]
    return found | ({"mastery": mastery[0]} if mastery else {})


def test_every_file_of_ours_loads_without_a_fault(book: Rulebook) -> None:
    assert book.faults == ()
    assert list(book.classes) == [names.fold(rule.name) for rule in book.classes.values()]
    assert all(names.fold(rule.name) == key.removesuffix(f" {rule.of_class}") for key, rule in book.features.items())
    assert all(key in map(names.fold, (act.name, *act.aliases)) for key, act in book.common_acts.items())
    assert all(book.features[book._feature_names[names.fold(name)]] for rule in book.features.values() for name in rule.aliases)


def test_what_is_read_on_first_use_is_what_reading_all_at_once_gives(book: Rulebook) -> None:
    data = rulebook_files.folder("data")
    files = [data / f"{name}.json" for name in ("rulesets", "conditions", "effects", "backgrounds", "feats", "rules")]
    empty = Rulebook(book.ruleset, rarity_values=book.rarity_values)
    eager = (
        rulebook_builder.RulebookDraft.over(empty, rulebook_files.PREFIX)
        .read(*files, data / "species", data / "rules_of_play", rulebook_files.folder("items"))
        .rulebook()
    )
    assert eager.faults == () and eager.policy == book.policy
    for table in ("templates", "slots", "conditions", "effects", "races", "backgrounds", "feats", "rules"):
        assert list(getattr(book, table).items()) == list(getattr(eager, table).items()), table
    assert (book.template_names, book.bag_names, book._plain_names) == (eager.template_names, eager.bag_names, eager._plain_names)


@pytest.fixture
def unread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Our books are such that nobody has looked anything up in them yet."""
    monkeypatch.setattr(rulebook_loading, "_ours", rulebook_loading._ours.__wrapped__)


def read_so_far(book: Rulebook) -> list[str]:
    assert isinstance(book.templates, Entries)
    return [id for id in book.templates if not book.templates.unread(id)]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    ("name", "ids"),
    [("longsword", ["srd:longsword"]), ("Ring of Fire Resistance", ["srd:ring_of_resistance"]), ("Dwarven Plate", ["srd:plate", "srd:dwarven_plate"])],
)  # fmt: skip
def test_a_plain_name_reads_no_other_item(ruleset: Ruleset, name: str, ids: list[str], unread: None) -> None:
    book = rulebook_loading.rulebook(ruleset)
    assert read_so_far(book) == []
    pick = book.find(name)
    assert pick and book.item(pick)
    assert pick.template in read_so_far(book) and {*read_so_far(book)} <= {*ids}


def test_an_item_of_a_user_leaves_ours_unread(tmp_path: Path, unread: None) -> None:
    mine = written(tmp_path, "mine.json", {"items": [{"name": "Katana", "type": "weapon"}, {"name": "Bag of Tea", "type": "wondrous"}]})
    book = rulebook_loading.rulebook("5.1", mine)
    assert book.faults == () and book.find("katana") == Pick("own:katana")
    assert read_so_far(book) == ["own:katana", "own:bag_of_tea"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_creature_of_ours_is_valid(ruleset: Ruleset) -> None:
    found, faults = rulebook_loading.bestiary(ruleset, rulebook_files.folder("data") / "creatures" / ruleset)
    known = rulebook_loading.rulebook(ruleset).creatures
    assert faults == [] and dict(known).items() <= found.items() and {*map(known.__contains__, found)} == {True}


def test_no_text_of_ours_is_unsound() -> None:
    for file in (f for name in ("data", "items") for f in rulebook_files.files_in(rulebook_files.folder(name))):
        refuse_unsound({"": json.loads(file.read_text("utf-8"))})


@pytest.mark.parametrize("table", ["features", "classes", "effects", "feats"])
def test_an_entry_of_a_user_replaces_ours_in_its_place_and_leaves_the_others_unread(tmp_path: Path, table: str, unread: None) -> None:
    ours = rulebook_loading.rulebook("5.2")
    before = 3 if table != "feats" else 1
    key = list(getattr(ours, table))[before]
    row = {"name": key, **({"hitDie": 4} if table == "classes" else {"aliases": ["Oddity"]})}
    (tmp_path / f"{table}.json").write_text(json.dumps([row]), "utf-8")
    book = rulebook_loading.rulebook("5.2", tmp_path)
    assert book.faults == () and len(book.overrides) == 1 and list(getattr(book, table)) == list(getattr(ours, table))
    assert table != "features" or book.feature("oddity") == book.features[key]
    assert isinstance(getattr(book, table), Entries) and getattr(book, table).names_of(list(getattr(ours, table))[before + 1])


@each_row(("ruleset", "name"), ROWS)
def test_a_mundane_item_has_the_numbers_of_the_table(ruleset: Ruleset, name: str) -> None:
    found = numbers(item(name, ruleset))
    facts = {key: value for key, value in FACTS[ruleset][name].items() if key not in ("contents", "totalWeight")}
    if name == "Net" and ruleset == "5.1":  # the table prints no damage; a weapon needs a type
        found.pop("damageType")
    if name == "Torch" and ruleset == "5.2":  # it strikes as a weapon, which the table of weapons leaves out
        found = {key: found[key] for key in ("value", "weight")}
    assert found == facts


def test_no_mundane_item_is_beyond_the_tables(book: Rulebook) -> None:
    written = [e for f in FILES for e in json.loads((rulebook_files.folder("items") / f"{f}.json").read_text(encoding="utf-8"))["items"]]
    named = {e["name"] for e in written if book.ruleset in e.get("rulesets", RULESETS)}
    of_classes = {"Spellbook"} if book.ruleset == "5.2" else set()  # 3 pounds, no price (SRD 5.2, Wizard)
    assert named == FACTS[book.ruleset].keys() | of_classes


@each_row(("ruleset", "name"), PACKS)
def test_a_pack_gives_what_the_table_says_and_weighs_as_much(ruleset: Ruleset, name: str) -> None:
    book, facts = rulebook_loading.rulebook(ruleset), FACTS[ruleset][name]
    pick = book.find(name)
    assert pick
    contents = book.templates[pick.template].contents
    assert {c.item: c.quantity for c in contents} == facts["contents"]
    inside = sum((item(c.item, ruleset).weight or 0) * c.quantity for c in contents)
    assert (item(name, ruleset).weight or 0) + inside == pytest.approx(facts["totalWeight"])
    assert inside <= facts["capacityLb"]


def test_barding_costs_four_times_its_armor_and_weighs_twice_as_much(book: Rulebook) -> None:
    barding = [t.item for t in book.templates.values() if t.item.name.endswith(" Barding")]
    assert len(barding) == 12
    for made in barding:
        armor = item(made.base or "", book.ruleset)
        assert (made.value, made.weight, made.armor_stats) == ((armor.value or 0) * 4, (armor.weight or 0) * 2, armor.armor_stats)


def test_a_mount_of_the_table_can_be_brought_into_play(book: Rulebook) -> None:
    told = [line for t in book.templates.values() for line in t.item.adjudicated if "manage_character create, template " in line]
    wanted = {names.fold(line.rpartition("template ")[2].rstrip(".")) for line in told}
    assert len(told) == (9 if book.ruleset == "5.1" else 8) and wanted <= book.creatures.keys()


def test_the_tables_are_whole() -> None:
    assert [sum(i.type == "weapon" for i in plain(rulebook_loading.rulebook(r))) for r in RULESETS] == [37, 38]


def test_every_name_and_alias_finds_its_own_item(book: Rulebook) -> None:
    lost = [
        (t.id, name)
        for t in book.templates.values()
        for name in (t.id, t.item.name, *t.item.aliases)
        if (pick := book.find(name)) is None or pick.template != t.id
    ]
    assert lost == []


def test_every_base_and_variant_of_a_template_makes_an_item(book: Rulebook) -> None:
    for t in book.templates.values():
        for base in book.bases_of(t) or (None,):
            for variant in tuple(v.name for v in t.variants) or (None,):
                assert book.item(Pick(t.id, base, variant)) is not None


def test_every_base_word_names_something(book: Rulebook) -> None:
    assert [w for w in rulebook_builder.BASE_WORDS if not any(is_base(i, w) for i in plain(book))] == []


@each_row("written", ["gp", "gold", "gold pieces", "Gold Coins", "srd:gp"])
def test_coins_are_found_as_people_write_them(written: str) -> None:
    assert item(written).name == "Gold Piece"


@each_row(
    ("written", "id"),
    [("Plate", "srd:plate"), ("plate armour", "srd:plate"), ("Half plate", "srd:half_plate"), ("Crossbow, light", "srd:light_crossbow"),
     ("thieves tools", "srd:thieves_tools"), ("flask of oil", "srd:oil"), ("20 foot rope", None), ("arrows", "srd:arrow")],
)  # fmt: skip
def test_names_of_every_day_find_their_template(written: str, id: str | None) -> None:
    pick = rulebook_loading.rulebook().find(written)
    assert (pick.template if pick else None) == id


def test_a_lance_takes_two_hands_on_foot_and_one_in_the_saddle() -> None:
    [first], [second] = item("Lance").modifiers, item("Lance", "5.2").modifiers
    assert (first.op, first.when, second.op, second.when) == ("grant", ("not mounted",), "remove", ("mounted",))


def test_every_weapon_that_shoots_says_what(book: Rulebook) -> None:
    shooting = [
        t.item.weapon_stats for t in book.templates.values() if t.item.weapon_stats and "ammunition" in t.item.weapon_stats.properties
    ]
    needed = {stats.ammunition for stats in shooting}
    assert len(shooting) >= 7 and None not in needed
    assert all(item(name or "", book.ruleset).type == "ammunition" for name in needed)


def test_a_net_is_a_weapon_only_in_the_first_edition() -> None:
    assert item("Net").weapon_stats is not None and item("Net", "5.2").weapon_stats is None


# ── tables ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_tables_hold_every_condition_and_class(book: Rulebook) -> None:
    assert set(book.conditions) == set(CONDITIONS) and len(book.classes) == 12 and sum(r.of is None for r in book.races.values()) == 9


def test_what_is_implied_or_granted_is_known(book: Rulebook) -> None:
    assert all(name in book.conditions for rule in book.conditions.values() for name in rule.implies)
    assert all(name in book.conditions for rule in book.effects.values() for name in rule.conditions)
    assert [f for race in book.races.values() for f in race.features if book.feature(f) is None] == []
    assert [r.name for r in book.races.values() if r.of is not None and r.of not in book.races] == []
    assert {r.name for r in book.races.values()} == {str(r and r.name) for r in map(book.exact_race, book.races)}


def test_effects_that_items_bring_are_known(book: Rulebook) -> None:
    brought = [t.item.on_use.effect for t in book.templates.values() if t.item.on_use and t.item.on_use.effect]
    assert [e for e in brought if book.effect(e) is None] == []


def test_weapons_of_the_class_table_exist(book: Rulebook) -> None:
    single = {w for c in book.classes.values() for w in c.weapons} - {"simple", "martial"}
    assert [w for w in single if book.find(w) is None] == []


def test_no_two_rules_answer_to_one_name(book: Rulebook) -> None:
    for table in (book.effects, book.features):
        spellings = [key for rule in table.values() for key in {names.fold(n) for n in (rule.name, *rule.aliases)}]
        shared = {names.fold(r.name) for r in book.features.values() if r.of_class}  # each of them has a name with its class as well
        assert sorted(s for s in spellings if s not in shared) == sorted(set(spellings) - shared)


def test_a_feature_that_several_classes_have_is_found_by_its_class(book: Rulebook) -> None:
    assert {
        of: rule and rule.of_class
        for of in ("barbarian", "fighter", "monk", "paladin", "ranger")
        if (rule := book.feature(f"Extra Attack {of}"))
    } == {of: of for of in ("barbarian", "fighter", "monk", "paladin", "ranger")}


def test_exhaustion_counts_up_in_one_edition_and_grows_in_the_other() -> None:
    old, new = (rulebook_loading.rulebook(r).conditions["exhaustion"] for r in RULESETS)
    assert (old.cumulative, new.cumulative, len(old.levels), len(new.levels)) == (True, False, 6, 6)
    assert [m.value for m in new.levels[2]] == [-6, -6, -6, -15]


def test_the_second_edition_has_its_policy() -> None:
    policy = rulebook_loading.rulebook("5.2").policy
    assert (policy.untrained_shield, policy.heavy_weapon) == ("no_bonus", "score_13")


def test_a_dwarf_is_faster_and_sees_farther_in_the_second_edition() -> None:
    old, new = (rulebook_loading.rulebook(r).race("hill dwarf") for r in RULESETS)
    assert old and new and (old.speed["walk"], new.speed["walk"], old.senses["darkvision"], new.senses["darkvision"]) == (25, 30, 60, 120)


# ── one's own files ─────────────────────────────────────────────────────────────────────────────────────────────────


def written(folder: Path, name: str, data: Any) -> Path:
    path = folder / name
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def test_an_own_item_of_the_same_name_takes_the_place_of_ours(tmp_path: Path) -> None:
    mine = written(tmp_path, "mine.json", {"name": "Longsword", "type": "weapon", "value": 99})
    book = rulebook_loading.rulebook("5.1", mine)
    assert book.templates["srd:longsword"].item.value == 99
    assert [t.id for t in book.templates.values() if t.item.name == "Longsword"] == ["srd:longsword"]
    assert rulebook_loading.rulebook("5.1").templates["srd:longsword"].item.value == 15


@pytest.mark.parametrize(
    ("file", "data", "place"),
    [
        ("mine.json", {"name": "the longswords", "type": "weapon"}, '"the longswords"'),
        ("mine.json", {"name": "Longsword", "id": "my:sword", "type": "weapon"}, '"Longsword"'),
        ("mine.json", {"items": [{"name": "Katana", "type": "weapon"}, {"name": "Katana 2", "id": "srd:club", "type": "weapon"}]}, 'items[1] "Katana 2"'),
        ("effects.json", [{"name": "Moon Tea"}, {"name": "Bless"}], '[1] "Bless"'),
        ("conditions.json", [{"name": "prone"}], '[0] "prone"'),
    ],
)  # fmt: skip
def test_what_takes_the_place_of_ours_is_told(tmp_path: Path, file: str, data: Any, place: str) -> None:
    path = written(tmp_path, file, data)
    book = rulebook_loading.rulebook("5.1", tmp_path)
    assert book.overrides == (f"{path}: {place}: replaces ours",) and not book.faults
    assert rulebook_loading.rulebook("5.1").overrides == ()


@pytest.mark.parametrize("name", ["Katana", "Plate"])
def test_what_is_only_new_takes_no_place(tmp_path: Path, name: str) -> None:
    assert rulebook_loading.rulebook("5.1", written(tmp_path, "mine.json", {"name": name, "type": "treasure"})).overrides == ()


def test_a_new_item_gets_an_id_of_its_own_and_wins_over_an_alias_of_ours(tmp_path: Path) -> None:
    book = rulebook_loading.rulebook("5.1", written(tmp_path, "mine.json", {"items": [{"name": "Plate", "type": "treasure"}]}))
    pick = book.find("plate")
    assert pick == Pick("own:plate") and "srd:plate" in book.templates


def test_a_folder_is_read_whole_and_a_broken_file_does_not_stop_it(tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    written(tmp_path, "good.json", {"items": [{"name": "Katana", "type": "weapon"}, {"name": "Bad", "type": "sword"}]})
    book = rulebook_loading.rulebook("5.2", tmp_path)
    assert book.find("Katana") == Pick("own:katana")
    assert len(book.faults) == 2 and len(book.templates) == len(rulebook_loading.rulebook("5.2").templates) + 1


def test_own_effects_stand_in_a_file_of_that_name(tmp_path: Path) -> None:
    rows = [{"name": "Moon Tea", "modifiers": [{"target": "save.all", "op": "add", "value": 1}]}]
    effect = rulebook_loading.rulebook("5.1", written(tmp_path, "effects.json", rows)).effect("moon tea")
    assert effect is not None and effect.modifiers[0].value == 1


def test_own_policy_changes_the_keys_it_names_and_leaves_the_others(tmp_path: Path) -> None:
    written(tmp_path, "rulesets.json", {"5.2": {"attunementLimit": 5}, "5.1": {"encumbrance": "variant", "hitDieLeast": 1}})
    for ruleset, changed in (("5.1", {"encumbrance": "variant", "hit_die_least": 1}), ("5.2", {"attunement_limit": 5})):
        ours, own = rulebook_loading.rulebook(ruleset).policy, rulebook_loading.rulebook(ruleset, tmp_path).policy
        assert own == ours.model_copy(update=changed) != ours


def test_a_later_policy_goes_over_an_earlier_one_key_by_key(tmp_path: Path) -> None:
    (one := tmp_path / "one").mkdir(), (two := tmp_path / "two").mkdir()
    written(one, "rulesets.json", {"5.1": {"attunementLimit": 5, "encumbrance": "variant"}})
    written(two, "rulesets.json", {"5.1": {"attunementLimit": 4}})
    policy = rulebook_loading.rulebook("5.1", one, two).policy
    assert (policy.attunement_limit, policy.encumbrance) == (4, "variant")


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({"5.3": {}}, "keys 5.1 and 5.2"),
        ([], "keys 5.1 and 5.2"),
        ({"5.1": {"atunementLimit": 4}}, "attunementLimit"),
        ({"5.1": {"encumbrance": "heavy"}}, "off, variant"),
        ({"5.1": {"attunementLimit": "four"}}, "whole number"),
    ],
)
def test_a_policy_that_is_wrong_is_a_fault_and_changes_nothing(tmp_path: Path, data: Any, told: str) -> None:
    path = written(tmp_path, "rulesets.json", data)
    book = rulebook_loading.rulebook("5.1", tmp_path)
    (fault,) = book.faults
    assert str(path) in fault and told in fault
    assert book.policy == rulebook_loading.rulebook("5.1").policy


def test_5_2_overrides_by_key_and_null_removes_a_key(tmp_path: Path) -> None:
    entry = {"name": "Orb of Testing", "type": "wondrous", "slot": "neck", "weight": 1, "5.2": {"weight": 2, "slot": None}}
    mine = written(tmp_path, "mine.json", entry)
    old, new = (rulebook_loading.rulebook(r, mine).templates["own:orb_of_testing"].item for r in RULESETS)
    assert (old.weight, old.slot, new.weight, new.slot) == (1, "neck", 2, None)


def test_an_item_of_one_ruleset_is_absent_from_the_other(tmp_path: Path) -> None:
    mine = written(tmp_path, "mine.json", {"name": "Old Thing", "type": "treasure", "rulesets": ["5.1"]})
    assert [rulebook_loading.rulebook(r, mine).find("Old Thing") is not None for r in RULESETS] == [True, False]


# ── the schema ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_schema_file_is_the_one_the_models_make() -> None:
    kept = json.loads((rulebook_files.folder("items") / item_schema.SCHEMA_FILE).read_text(encoding="utf-8"))
    assert kept == json.loads(json.dumps(item_schema.schema())), "run python -m rpg_lite.content.item_schema"


def test_our_files_hold_to_the_schema_and_a_wrong_one_does_not() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    judge = jsonschema.Draft202012Validator(item_schema.schema())
    files = [p for p in rulebook_files.folder("items").glob("*.json") if p.name != item_schema.SCHEMA_FILE]
    assert {p.name: [e.message for e in judge.iter_errors(json.loads(p.read_text(encoding="utf-8")))][:2] for p in files} == {
        p.name: [] for p in files
    }
    assert not judge.is_valid({"name": "x", "type": "weapon", "damage": "1d8"})
