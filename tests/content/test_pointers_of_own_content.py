"""`content check` names what points nowhere, and each fault says the entry, the key and what was meant."""

import json
from pathlib import Path
from typing import Any

import pytest

from rpg_lite import open_campaign
from rpg_lite.content import rulebook_loading
from rpg_lite.mud.character_creation_questions import METHODS
from rpg_lite.vocabulary import ABILITIES

WOLF: dict[str, Any] = {"name": "Toll Wolf", "type": "beast", "size": "medium", "hpMax": 11, "cr": 0.5}
TOLL: dict[str, Any] = {"name": "tollkeeper", "hitDie": 8}
REED: dict[str, Any] = {"name": "reedfolk", "speed": {"walk": 30}}
STEP = {"attack": "melee", "hit": [{"damage": "1d6", "type": "piercing"}]}
FAULTS: list[tuple[str, Any, str]] = [
    (
        "items",
        {"name": "Oar Blade", "type": "weapon", "base": "Longsowrd"},
        "\"Oar Blade\".base: there is no item 'Longsowrd'; did you mean 'Longsword'",
    ),
    ("items", {"name": "Oar Blade", "type": "weapon", "bases": ["Longsowrd"]}, "\"Oar Blade\".bases: there is no item 'Longsowrd'"),
    ("items", {"name": "Band", "type": "ring"}, "did you mean 'wondrous'"),
    ("items", {"name": "Draught", "type": "potion"}, "did you mean 'consumable'"),
    ("items", {"name": "Blade", "type": "sword"}, "did you mean 'weapon'"),
    ("classes", {**TOLL, "features": {"1": ["No Such Feature"]}}, '"tollkeeper".features.1: there is no feature'),
    ("classes", {**TOLL, "features": {"1": ["Second Wnd"]}}, "did you mean 'Second Wind'"),
    ("classes", {**TOLL, "subclasses": [{"name": "Chain", "features": {"3": ["Nope"]}}]}, "subclasses[0].features.3: there is no feature"),
    ("classes", {**TOLL, "hitDie": 9}, '"tollkeeper".hitDie: is 9; takes 4, 6, 8, 10 or 12'),
    ("classes", {**TOLL, "weapons": ["longsowrd"]}, "there is no weapon 'longsowrd'"),
    ("classes", {**TOLL, "armor": ["hevy"]}, "there is no armor 'hevy'"),
    ("classes", {**TOLL, "kit": {"carried": ["Ropee"]}}, "there is no item 'Ropee'"),
    ("races", {**REED, "features": ["Nope"]}, '"reedfolk".features[0]: there is no feature'),
    ("races", {**REED, "languages": ["elvsh"]}, "did you mean 'Elvish'"),
    ("races", {**REED, "feat": "Alrt"}, "there is no feat 'Alrt'"),
    ("races", {**REED, "spells": {"3": "Faerie Fyre"}}, "there is no spell 'Faerie Fyre'"),
    ("races", {**REED, "cantrips": ["Ligt"]}, "there is no spell 'Ligt'"),
    ("classes", {**TOLL, "skills": {"choose": 3, "options": ["arcana", "arcana", "stealth"]}}, ".skills.choose: is 3, and there are 2"),
    ("classes", {**TOLL, "skills": {"choose": 19}}, ".skills.choose: is 19, and there are 18"),
    ("races", {**REED, "skills": {"choose": 2, "options": ["arcana"]}}, ".skills.choose: is 2, and there are 1"),
    ("races", {**REED, "speed": {"walk": -30}}, '"reedfolk".speed.walk: is -30; takes feet from 0 to 1,000'),
    ("races", {**REED, "senses": {"darkvision": -60}}, '"reedfolk".senses.darkvision: is -60'),
    ("races", {**REED, "abilities": {"dex": 40}}, '"reedfolk".abilities.dex: is 40; takes points from -10 to 10'),
    ("races", {**REED, "abilitiesToChoose": [2, 99]}, '"reedfolk".abilitiesToChoose[1]: is 99'),
    ("creatures", {**WOLF, "speed": {"walk": -30}}, '"Toll Wolf".speed.walk'),
    ("creatures", {**WOLF, "senses": {"darkvision": -60}}, '"Toll Wolf".senses.darkvision'),
    ("creatures", {**WOLF, "abilities": {"dex": 40}}, '"Toll Wolf".abilities.dex'),
    ("creatures", {**WOLF, "ac": 13}, "\"Toll Wolf\".ac: unknown key; did you mean 'printed.ac'"),
    ("creatures", {**WOLF, "acts": [{"name": "Bite", "steps": [STEP]}]}, "takes the bonus, such as 4; or spell, weapon or natural"),
    ("creatures", {**WOLF, "cr": "1/3"}, '"Toll Wolf".cr'),
]
GOOD: list[tuple[str, Any]] = [
    ("items", {"name": "Oar Blade", "type": "weapon", "base": "Longsword"}),
    (
        "classes",
        {**TOLL, "features": {"1": ["Unarmored Defense", "Second Wind"]}, "weapons": ["simple", "longswords"], "armor": ["all armor"]},
    ),
    ("races", {**REED, "features": ["stonecunning"], "languages": ["common", "Reedish", "infernal"]}),
    *(("creatures", {**WOLF, "cr": rating}) for rating in ("1/8", "1/4", "1/2", 0.5, 3)),
    *(
        (kind, {"name": "soggy", "modifiers": [{"target": "speed.walk", "op": "mul", "value": "half"}]})
        for kind in ("conditions", "effects")
    ),
]


def faults(kind: str, entry: Any, where: Path) -> list[str]:
    file = where / f"{kind}.json"
    file.write_text(json.dumps({"items": [entry]} if kind == "items" else [entry]))
    return [str(fault) for fault in rulebook_loading.check(file).faults]


@pytest.mark.parametrize(("kind", "entry", "told"), FAULTS)
def test_what_points_nowhere_is_named(kind: str, entry: Any, told: str, tmp_path: Path) -> None:
    found = faults(kind, entry, tmp_path)
    assert any(told in fault for fault in found), found
    assert all(f'"{entry["name"]}"' in fault for fault in found)


@pytest.mark.parametrize(("kind", "entry"), GOOD)
def test_what_is_there_passes(kind: str, entry: Any, tmp_path: Path) -> None:
    assert not faults(kind, entry, tmp_path)


def test_half_is_read_as_a_number(tmp_path: Path) -> None:
    assert not faults(*GOOD[-2], tmp_path)
    (change,) = rulebook_loading.rulebook("5.1", tmp_path / "conditions.json").conditions["soggy"].modifiers
    assert change.value == 0.5


def test_a_feature_of_ones_own_file_is_known(tmp_path: Path) -> None:
    (tmp_path / "features.json").write_text('[{"name": "Count the Barges", "modifiers": [{"target": "skill.insight", "op": "advantage"}]}]')
    (tmp_path / "classes.json").write_text(json.dumps([{**TOLL, "features": {"1": ["Count the Barges"]}}]))
    assert not rulebook_loading.check(tmp_path).faults


ORDERS = [
    [],
    ["dex"],
    ["dex", "cha"],
    ["dex", "cha", "dex"],
    ["wis", "int", "cha", "str", "con"],
    ["cha", "wis", "int", "con", "dex", "str"],
]


@pytest.mark.parametrize("method", ["array", "buy", "roll"])
@pytest.mark.parametrize("order", ORDERS, ids=str)
def test_a_short_order_of_abilities_makes_a_hero(order: list[str], method: str, tmp_path: Path) -> None:
    own = {**TOLL, "asiLevels": [4], "subclassLevel": 3, "abilityOrder": order}
    assert not faults("classes", own, tmp_path)
    with open_campaign(":memory:", seed=1, items=[tmp_path / "classes.json"]) as game:
        hero = {"classes": ["tollkeeper 4"], "party": True}
        made = game.ask({"operation": "create", "name": "Tom", "character": hero, "method": METHODS[method]}, "manage_character")
        assert made["ok"], made
        sheet = game.ask({"operation": "character", "characterName": "Tom"}, "read_campaign", "full")["results"][0]["sheet"]
    scores = [sheet["abilities"][one] for one in dict.fromkeys((*order, *ABILITIES))]
    assert len(scores) == 6 and scores == sorted(scores, reverse=True)
