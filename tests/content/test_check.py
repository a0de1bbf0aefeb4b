"""The report of `items check` on broken files: the place, the fault and a probable correction."""

import json
from pathlib import Path
from typing import Any

import pytest

from rpg_lite.content import rulebook_files, rulebook_loading

SWORD: dict[str, Any] = {"name": "Test Sword", "type": "weapon"}
STATS: dict[str, Any] = {"damageDice": "1d8", "damageType": "slashing", "category": "martial_melee"}

BAG: dict[str, Any] = {"name": "Test Bag", "type": "adventuring_gear", "container": {"capacityLb": 30}}


def change(**keys: Any) -> dict[str, Any]:
    return {**SWORD, "modifiers": [{"target": "ac", "op": "add", "value": 1, **keys}]}


ROWS: list[tuple[Any, tuple[str, ...]]] = [
    # unknown keys
    ({**SWORD, "damage": "1d8"}, ('"Test Sword".damage', "did you mean 'weaponStats.damageDice'")),
    ({**SWORD, "damageDice": "1d8"}, ("damageDice", "'weaponStats.damageDice'")),
    ({**SWORD, "baseAc": 14}, ("baseAc", "'armorStats.baseAc'")),
    ({**SWORD, "ac": 14}, ("ac: unknown key", "'armorStats.baseAc'")),
    ({**SWORD, "price": 14}, ("price", "did you mean 'value'")),
    ({**SWORD, "rarty": "rare"}, ("rarty", "did you mean 'rarity'")),
    ({**SWORD, "varients": []}, ("varients", "did you mean 'variants'")),
    ({**SWORD, "nameAss": ""}, ("nameAss", "did you mean 'nameAs'")),
    ({**SWORD, "wghqx": 1}, ("wghqx", "unknown key")),
    ({**SWORD, "weaponStats": {**STATS, "propertys": []}}, ("weaponStats.propertys", "did you mean 'properties'")),
    (change(targt="x"), ("modifiers[0].targt", "did you mean 'target'")),
    (change(damage_typ="fire"), ("modifiers[0].damage_typ", "did you mean 'damageType'")),
    (change(target="weapon.base", op="set", value="battleax"), ("weapon.base takes the name of a weapon", "did you mean 'Battleaxe'")),
    (change(target="skill.stealh"), ("modifiers[0]", "unknown target 'skill.stealh'", "did you mean skill.stealth")),
    (change(value="two"), ("modifiers[0]", "add takes a number or n, the quantity of the use, not the text 'two'")),
    (change(value="level"), ("modifiers[0]", "not the text 'level'")),
    # wrong values
    ({**SWORD, "type": "swrod"}, ("type", "is 'swrod'", "allowed: weapon, armor, consumable")),
    ({**SWORD, "rarity": "very rare"}, ("rarity", "did you mean 'very_rare'")),
    ({**SWORD, "weight": "3 lb"}, ("weight", "is '3 lb'", "takes a number")),
    ({**SWORD, "weight": -1}, ("weight", "is -1", "at least 0")),
    ({**SWORD, "requiresAttunement": "maybe"}, ("requiresAttunement", "takes true or false")),
    ({**SWORD, "aliases": "Blade"}, ("aliases", "takes a list")),
    ({**SWORD, "weaponStats": 7}, ("weaponStats", "takes an object")),
    ({**SWORD, "weaponStats": {**STATS, "damageDice": "lots"}}, ("weaponStats.damageDice", "'lots' is not dice")),
    ({**SWORD, "weaponStats": {"damageDice": "1d8", "category": "simple_melee"}}, ("weaponStats.damageType", "is missing")),
    ({**SWORD, "weaponStats": {**STATS, "properties": ["finese"]}}, ("weaponStats.properties[0]", "did you mean 'finesse'")),
    ({"name": "x"}, ("type", "is missing")),
    ({"name": "", "type": "weapon"}, ("name", "at least one character")),
    ({**SWORD, "charges": {"max": "some"}}, ("charges.max", "takes a whole number or dice")),
    ({**SWORD, "requiresAttunement": False, "attunement": {"required": True}}, ("Test Sword", "disagree")),
    # modifiers
    (change(target="acc"), ("modifiers[0]", "unknown target 'acc'")),
    (change(op="advantage", value=True), ("modifiers[0]", "ac does not take op 'advantage'")),
    (change(op="plus"), ("modifiers[0].op", "is 'plus'", "allowed: base, set")),
    (change(value=[1]), ("modifiers[0].value", "is [1]", "takes a number, dice")),
    (change(value={"base": "x"}), ("modifiers[0].value.base", "takes a whole number")),
    (change(when=["on_the_moon"]), ("Test Sword", "nothing can make 'on_the_moon' true")),
    (change(source={"layer": "base"}), ("modifiers[0]", "the program fills in source")),
    ({**SWORD, "onUse": {"modifiers": change(when=["hungry"])["modifiers"]}}, ("onUse.modifiers", "nothing can make 'hungry' true")),
    # keys of the file
    ({**SWORD, "rulesets": ["5.3"]}, ("rulesets[0]", "is '5.3'", "allowed: 5.1, 5.2")),
    ({**SWORD, "5.2": []}, ("5.2", "takes an object")),
    ({**SWORD, "5.2": {"weight": "light"}}, ('"Test Sword".5.2.weight', "is 'light'")),
    ({**SWORD, "bases": ["any swrd"]}, ("bases", "there is no item 'any swrd'", "did you mean 'any sword'")),
    ({**SWORD, "bases": ["longswod"]}, ("bases", "did you mean 'Longsword'")),
    ({**SWORD, "variants": [{"name": "+1", "modifiers": [{"target": "no", "op": "add"}]}]}, ("variants[0].modifiers[0]", "unknown target")),
    ({**SWORD, "variants": [{"fullName": "x"}]}, ("variants[0].name", "is missing")),
    ({**BAG, "contents": [{"item": "Bedrol"}]}, ('"Test Bag".contents[0].item', "there is no template 'Bedrol'", "did you mean 'Bedroll'")),
    ({**BAG, "contents": [{"item": "Torch"}, {"item": "wghqxz"}]}, ("contents[1].item", "there is no template 'wghqxz'")),
    ({**BAG, "contents": [{"item": "Flame Tongue"}]}, ("contents[0].item", "needs a base", "write its whole name")),
    ({**BAG, "contents": [{"item": "Ioun Stone"}]}, ("contents[0].item", "needs a variant")),
    ({**BAG, "contents": [{"item": "Explorer's Pack"}]}, ("contents[0].item", "has contents itself")),
    ({**BAG, "contents": [{"item": "Test Bag"}]}, ("contents[0].item", "has contents itself")),
    ({**BAG, "contents": [{"item": "Torch", "quantity": 0}]}, ("contents[0].quantity", "is 0", "at least 1")),
    ({**BAG, "contents": ["Torch"]}, ("contents[0]", "takes an object")),
    ({**SWORD, "contents": [{"item": "Torch"}]}, ("contents", "only a container has contents")),
    # shapes
    ([SWORD], ('expected one item { … } or {"items": [ … ]}', "found a list")),
    ("sword", ("found text",)),
    ({"items": SWORD}, ("items", "takes a list")),
    ({"items": [SWORD], "author": "me"}, ("author", 'unknown key beside "items"')),
    ({"items": [SWORD, 7]}, ("items[1]", "takes an object { … }, found 7")),
    ({"items": [SWORD, {"name": "the test swords", "type": "weapon"}]}, ("items[1]", "'test sword' appears twice", "first at items[0]")),
    ({"items": [{**SWORD, "id": "my:a"}, {"name": "Other", "type": "weapon", "id": "my:a"}]}, ("items[1]", "'my:a' appears twice")),
]  # fmt: skip


@pytest.mark.parametrize(("data", "told"), ROWS, ids=[" ".join(told)[:50] for _, told in ROWS])
def test_a_fault_names_its_place_and_what_is_expected(tmp_path: Path, data: Any, told: tuple[str, ...]) -> None:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    _, [fault, *others] = rulebook_loading.check(path)
    assert not others, others
    assert str(fault).startswith(f"{path}: ")
    assert all(part in str(fault) for part in told), str(fault)
    assert "pydantic" not in str(fault) and "function-" not in str(fault) and "http" not in str(fault)


@pytest.mark.parametrize(
    ("text", "told"),
    [(b'{\n "name": "x",,\n}', ("line 2, column 14", "not JSON")), (b"", ("line 1, column 1", "not JSON")), (b"\xff\xfe{", ("not UTF-8",))],
)
def test_what_is_not_json_is_told_with_line_and_column(tmp_path: Path, text: bytes, told: tuple[str, ...]) -> None:
    (path := tmp_path / "mine.json").write_bytes(text)
    good, [fault] = rulebook_loading.check(path)
    assert good == 0 and all(part in str(fault) for part in told), str(fault)


def test_a_file_that_is_not_there_is_a_fault() -> None:
    assert "cannot be read: no such file" in str(rulebook_loading.check("nowhere.json").faults[0])


def test_good_items_are_counted_beside_the_bad(tmp_path: Path) -> None:
    (path := tmp_path / "mine.json").write_text(json.dumps({"items": [SWORD, {"name": "Bad"}, {"name": "Hat", "type": "wondrous"}]}))
    good, faults = rulebook_loading.check(path)
    assert (good, len(faults)) == (2, 1)


def test_several_faults_of_one_item_are_told_at_once(tmp_path: Path) -> None:
    (path := tmp_path / "mine.json").write_text(json.dumps({**SWORD, "weight": "x", "rarty": "rare", "slot": "nose"}))
    assert [f.key.rsplit(".", 1)[-1] for f in rulebook_loading.check(path).faults] == ["slot", "weight", "rarty"]


def test_contents_may_name_a_whole_magic_item(tmp_path: Path) -> None:
    chest = {**BAG, "contents": [{"item": "Flame Tongue Longsword"}, {"item": "arrows", "quantity": 3}, {"item": "gp", "quantity": 20}]}
    (path := tmp_path / "mine.json").write_text(json.dumps(chest), encoding="utf-8")
    assert rulebook_loading.check(path) == (1, [])
    assert [c.quantity for c in rulebook_loading.rulebook("5.1", path).templates["own:test_bag"].contents] == [1, 3, 20]


def test_our_own_folder_has_no_fault() -> None:
    assert rulebook_loading.check(rulebook_files.folder("items")).faults == []


@pytest.mark.parametrize(
    ("name", "entry", "told"),
    [
        ("creatures", {"name": "C", "hpMax": 3, "ac": 14}, "\"C\".ac: unknown key; did you mean 'printed.ac'?"),
        ("creatures", {"name": "C", "hp": 13}, "hpMax: is missing beside hp 13"),
        ("creatures", {"name": "C", "hp": "6d8+12"}, "\"C\".hp: is '6d8+12'; takes a whole number; dice belong in hitDice"),
        ("creatures", {"name": "C", "hpMax": 3, "printed": {"ac2": 3}}, "\"C\".printed: unknown key 'ac2'; allowed: ac, initiative"),
        ("creatures", {"name": "C", "hpMax": 3, "printed": {"skills.percepton": 3}}, "did you mean 'skills.perception'?"),
        ("features", {"name": "F", "resources": {"r": {"max": "{prof}"}}}, "resources.r.max: 'prof' is not a word of a formula"),
        (
            "features",
            {"name": "F", "resources": {"r": {"max": 2, "long": "sometimes"}}},
            "r.long: is 'sometimes'; takes all, a whole number",
        ),
        (
            "features",
            {"name": "F", "acts": [{"name": "A", "cost": "action", "steps": [{"if": ["bogus"], "then": [{"say": "x"}]}]}]},
            "if[0]: 'bogus' is not a word of `if`",
        ),
    ],
)
def test_one_mistake_is_one_line_that_names_the_entry_and_the_key(name, entry, told, tmp_path):
    (tmp_path / f"{name}.json").write_text(json.dumps([entry]), "utf-8")
    faults = list(map(str, rulebook_loading.check(tmp_path).faults))
    assert len(faults) == 1 and told in faults[0], faults
