"""The hit points of a stranger are a secret: a player's dry run is the same, letter for letter, whatever they are, and says what depends on them."""

import json
import re
from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.decision.callers import Caller
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.items import Item
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.examples import examples
from tests.operations.act_table import CASTERS
from tests.operations.table import Answer, Table

DEPENDS = "depends on the hit points of Gloamwife"
FEW, MANY = 7, 180
READING: dict[Ruleset, set[str]] = {
    "5.1": {"Color Spray", "Disintegrate", "Divine Word", "Power Word Kill", "Power Word Stun", "Sleep"},
    "5.2": {"Disintegrate", "Divine Word", "Power Word Kill", "Power Word Stun"},
}
"""The spells that read the hit points of a target."""
ITEMS = {"Mace of Disruption", "Mace of Smiting", "Nine Lives Stealer"}
OF_OTHERS = {"Aura of Life", "Ioun Stone of Regeneration", "Polymorph", "Ring of Regeneration", "Spare the Dying", "True Polymorph"}
"""What asks only whether somebody is down, or reads its own bearer's hit points."""
_READS = re.compile(r'"(?:not )?hp(?:<=|>=|<|>|=)|"drops"|"pool"')
_SCORES = {"str": 16, "dex": 14, "con": 14, "int": 18, "wis": 18, "cha": 18}


def reads_points(entry: Act | Item) -> bool:
    """Whether the entry compares hit points, or shares out a pool of them."""
    return bool(_READS.search(entry.model_dump_json(by_alias=True, exclude_none=True)))


@laid_alike
def seated(ruleset: Ruleset, points: int, *, hurt: int = 0) -> Table:
    """Casters of level 20 and two strangers, of whom a name says what one is."""
    table = Table(begun(ruleset))
    for of in CASTERS:
        table.did("create", name=of, character={"classes": [f"{of} 20"], "abilities": _SCORES, "party": True, "hpMax": 150})
    table.did("create", name="Gloamwife", character={"type": "humanoid", "hpMax": points, "hp": points - hurt, "abilities": {"con": 10}})
    table.did("create", template="Goblin", name="Goblin 2", character={"hpMax": points, "hp": points - hurt})
    return table


def tries(table: Table, who: str, **call: Any) -> Answer:
    payload = {"characterName": who, **call, "dryRun": True}
    return table.game.ask(
        payload, "manage_inventory" if call["operation"] == "use" else "execute_action", "full", Caller.of("player", [who])
    )


def tries_with_choices(table: Table, who: str, **call: Any) -> Answer:
    """The answer to a call, or to what its refusals propose."""
    for _ in range(4):
        answer = tries(table, who, **call)
        proposed = (answer.get("error") or {}).get("try")
        if answer["ok"] or not proposed or "choice" not in proposed:
            break
        call |= {"choice": proposed["choice"]}
    return answer


def caster_of(ruleset: Ruleset, spell: str) -> str:
    found = rulebook_loading.rulebook(ruleset).spell(spell)
    return next(c for c in CASTERS if found and c in found.classes)


def all_spells(ruleset: Ruleset) -> list[str]:
    book = rulebook_loading.rulebook(ruleset)
    return sorted({s.name for word in book.spells if (s := book.spell(word))})


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_spell_and_no_item_that_reads_hit_points_is_missing_here(ruleset: Ruleset) -> None:
    book = rulebook_loading.rulebook(ruleset)
    found = {name for name in all_spells(ruleset) if (s := book.spell(name)) and reads_points(s)}
    assert found - OF_OTHERS == READING[ruleset]
    every = [item for name in book.template_names if (pick := book.find(name)) and (item := book.item(pick))]
    assert {item.name for item in every if reads_points(item)} - OF_OTHERS == ITEMS


@pytest.mark.parametrize("hurt", [0, 1])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_spell_tells_hit_points_in_a_dry_run(ruleset: Ruleset, hurt: int) -> None:
    few, many = (seated(ruleset, points, hurt=hurt) for points in (FEW, MANY))
    every = all_spells(ruleset)
    for name in [*sorted(READING[ruleset]), *every[hurt :: len(every) // examples(len(every)) + 1]]:
        call = {"operation": "cast", "spell": name, "targets": ["Gloamwife"]}
        told = [tries_with_choices(table, caster_of(ruleset, name), **call) for table in (few, many)]
        assert json.dumps(told[0]) == json.dumps(told[1]), name
        assert (DEPENDS in told[0]["text"]) == (name in READING[ruleset]), told[0]["text"]


@pytest.mark.parametrize("spell", ["Magic Missile", "Fireball", "Disintegrate", "Power Word Kill", "Vampiric Touch", "Eldritch Blast"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_dry_batch_counts_nobody_down(ruleset: Ruleset, spell: str) -> None:
    found = set()
    who = caster_of(ruleset, spell)
    for points in (FEW, MANY):
        cast = {"operation": "cast", "characterName": who, "spell": spell, "targets": ["Gloamwife"]}
        payload = {"batch": [cast] * 3, "onError": "continue", "dryRun": True}
        answer = seated(ruleset, points).game.ask(payload, "execute_action", "full", Caller.of("player", [who]))
        assert "already dead" not in json.dumps(answer)
        found.add(json.dumps(answer))
    assert len(found) == 1, found


@pytest.mark.parametrize("item", [*sorted(ITEMS), "Longsword"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_weapon_tells_hit_points_in_a_dry_run(ruleset: Ruleset, item: str) -> None:
    found = set()
    for points in (FEW, MANY):
        table = seated(ruleset, points)
        base = {"base": "Longsword"} if item == "Nine Lives Stealer" else {}
        table.did("give", "ranger", template=item, equip=True, **base)
        for target in ("Gloamwife", "Goblin 2"):
            found.add((target, json.dumps(tries(table, "ranger", operation="attack", targetName=target))))
    assert len(found) == 2, found


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_everybody_sees_and_what_the_game_master_knows_is_told(ruleset: Ruleset) -> None:
    table = seated(ruleset, FEW)
    call = {"operation": "cast", "characterName": "wizard", "spell": "Power Word Kill", "targets": ["Gloamwife"], "dryRun": True}
    by_gm = table.send(call, "execute_action")["text"]
    assert "dead" in by_gm and DEPENDS not in by_gm
    table.did("cast", "wizard", spell="Power Word Kill", targets=["Gloamwife"], force=True)
    told = tries(table, "wizard", operation="cast", spell="Magic Missile", targets=["Gloamwife"])
    assert told["error"]["code"] == "target_dead"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_dry_run_of_every_scroll_above_the_reader_tells_the_check(ruleset: Ruleset) -> None:
    table = seated(ruleset, MANY)
    table.did("create", name="Pip", character={"classes": ["wizard 5"], "abilities": {"int": 16}, "party": True})
    for level, spell in enumerate(("Magic Missile", "Shatter", "Fireball", "Blight", "Cloudkill", "Disintegrate"), start=1):
        table.did("give", "Pip", template="Spell Scroll", variant=spell)
        told = tries(table, "Pip", operation="use", itemName=f"Spell Scroll of {spell}", targetName="Gloamwife")
        assert told["ok"], told["text"]
        assert (f"rolls INT against DC {10 + level}" in told["text"]) == (level > 3), told["text"]
