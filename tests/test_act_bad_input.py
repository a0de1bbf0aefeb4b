"""Mistakes in acts: each is refused with words that lead on, and the campaign stays the same."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from tests.copies import begun, laid_alike
from tests.operations.table import TOOL_OF, Answer, Table
from tests.rows import each_row

WIZARD = {"classes": ["wizard 5"], "party": True, "abilities": {"int": 18}, "hpMax": 60, "spells": {"prepared": ["Fireball", "Hold Person", "Magic Missile"], "cantrips": ["Fire Bolt"]}}  # fmt: skip


@laid_alike
def laid() -> Table:
    """Elara has one slot of level 3 left, and Goblin 3 is dead."""
    table = Table(begun())
    table.did("create", name="Elara", character=WIZARD)
    table.did("create", name="Rook", character={"classes": ["rogue 5"], "party": True, "hpMax": 60})
    table.did("create", name="Lock", character={"classes": ["warlock 5"], "party": True, "hpMax": 60})
    for n in (1, 2, 3):
        table.did("create", name=f"Goblin {n}", character={"hpMax": 30})
    table.did("damage", "Goblin 3", amount=90, damageType="fire")
    table.did("update", "Elara", character={"spent": {"slot_3": 1}})
    table.did("give", "Elara", template="Wand of Magic Missiles", equip=True)
    hinder(table)
    return table


def hinder(table: Table) -> None:
    """Those who cannot cast: incapacitated, raging, in silence, in another form; and one who has no level left."""
    for name in ("Still", "Hush"):
        table.did("create", name=name, character=WIZARD)
    table.did("apply", "Still", condition="incapacitated")
    table.did("create", name="Bard", character={"classes": ["bard 5"], "party": True})
    table.did("cast", "Bard", spell="Silence", targets=["Hush"])
    table.did("create", name="Grog", character={**WIZARD, "classes": ["barbarian 5", "wizard 5"]})
    table.did("act", "Grog", act="Rage")
    table.did("create", name="Wolfy", character={"classes": ["druid 5"], "party": True, "hpMax": 40})
    table.did("act", "Wolfy", act="Wild Shape", choice="Wolf")
    table.did("create", name="Spent", character={**WIZARD, "spent": {"slot_3": 2}})
    table.did("create", name="Old", character={"classes": ["wizard 20"], "party": True})


@pytest.fixture(scope="module")
def same() -> Iterator[Table]:
    """One table for all rows, since their claim is that it stays the same."""
    table = laid()
    yield table
    table.game.close()


def cast(spell: str = "Fireball", who: str = "Elara", **fields: Any) -> Answer:
    return {"operation": "cast", "characterName": who, "spell": spell, "targets": ["Goblin 1"], **fields}


def act(name: str | None = None, who: str = "Elara", **fields: Any) -> Answer:
    return {"operation": "act", "characterName": who, **({"act": name} if name else {}), "targets": ["Goblin 1"], **fields}


def steps(*parts: Any, **fields: Any) -> Answer:
    return act(steps=[*parts], **fields)


def nested(depth: int) -> Any:
    step: Any = {"damage": "1", "type": "fire"}
    for _ in range(depth):
        step = {"if": ["bloodied"], "then": [step]}
    return step


ROWS: dict[str, tuple[Answer, str, tuple[str, ...]]] = {
    "unknown spell": (cast("Firebal"), "spell_unknown", ("did you mean", "fireball")),
    "a spell not prepared": (cast("Web"), "spell_not_prepared", ("has not prepared Web",)),
    "a spell of another list": (cast("Cure Wounds", who="Lock"), "spell_of_another_list", ("casts only from the spell list of warlock",)),
    "one who casts nothing": (cast("Fireball", who="Rook"), "not_a_caster", ("casts no spells",)),
    "unknown act": (act("Backflip"), "act_unknown", ("allowed:", "Dodge")),
    "a misspelled act": (act("Doge"), "act_unknown", ("did you mean Dodge",)),
    "neither act nor steps": (act(), "one_of_required", ("act, steps",)),
    "unknown caster": (cast(who="Elra"), "character_unknown", ("did you mean Elara",)),
    "unknown target": (cast(targets=["Gobln 1"]), "character_unknown", ("targets[0]", "Goblin 1")),
    "unknown second target": (cast(targets=["Goblin 1", "Nobody"]), "character_unknown", ("targets[1]",)),
    "no target": (cast("Hold Person", targets=[]), "target_required", ("targets",)),
    "nobody in the area": (cast(targets=[]), "area_empty", ("Goblin 1", "Goblin 2")),
    "a spell on oneself, at another": (cast("False Life", force=True), "only_for_itself", ("only its own user, not Goblin 1",)),
    "a slot that is spent": (cast(who="Spent"), "no_slot_left", ("slots left",)),
    "a dead target": (cast("Hold Person", targets=["Goblin 3"]), "target_dead", ("Goblin 3 is dead",)),
    "too many targets": (cast("Hold Person", targets=["Goblin 1", "Goblin 2"]), "targets_count", ("at most 1 target here, not 2",)),
    "shots for too few": (cast("Magic Missile", targets=["Goblin 1", "Goblin 2"]), "shots_count", ("3 shots",)),
    "ten thousand targets": (cast(targets=["Goblin 1"] * 10_000), "argument_invalid", ("targets", "100")),
    "unknown rider": (cast(**{"with": ["Twinnd Spell"]}), "rider_unknown", ("allowed:", "half_cover")),
    "a rider of nobody's attack": ({"operation": "attack", "characterName": "Rook", "targetName": "Goblin 1", "with": ["Smite"]}, "rider_unknown", ("half_cover",)),
    "a rider of other weapons": ({"operation": "attack", "characterName": "Rook", "targetName": "Goblin 1", "with": ["Sneak Attack"]}, "rider_of_other_attacks", ("finesse or ranged", "Send instead")),
    "a slot of no number": (cast(slot="third"), "slot_unknown", ("allowed: 1, 2", "pact")),
    "a slot too low": (cast(slot=2), "slot_too_low", ("3",)),
    "a slot that is not there": (cast(slot=4), "no_slot_left", ("slots left",)),
    "a slot of the wrong kind": (cast(slot="pact"), "no_slot_left", ("pact",)),
    "a choice that is none": (cast("Protection from Energy", targets=["Elara"], choice="love", force=True), "choice_required", ("acid, cold, fire",)),
    "no choice": (cast("Protection from Energy", targets=["Elara"], force=True), "choice_required", ("acid, cold, fire",)),
    "a form that no book has": (cast("Polymorph", choice="Chimera Lord", force=True), "form_unknown", ("Brown Bear",)),
    "slot zero": (cast(slot=0), "slot_unknown", ("allowed: 1, 2",)),
    "slot ten": (cast(slot=10), "slot_unknown", ("allowed: 1, 2",)),
    "more names than shots": (cast("Magic Missile", targets=["Goblin 1"] * 5), "shots_count", ("3 shots",)),
    "a caster who is incapacitated": (cast(who="Still"), "cannot_act", ("incapacitated",)),
    "a caster who rages": (cast(who="Grog"), "cannot_act", ("no casting",)),
    "a caster in silence": (cast(who="Hush"), "components_missing", ("V: no sound",)),
    "a caster in the form of a beast": (cast("Cure Wounds", who="Wolfy", targets=["Wolfy"]), "cannot_act", ("no casting",)),
    "an act of the incapacitated": (act("Dodge", who="Still"), "cannot_act", ("incapacitated",)),
    "a ritual that is none": (cast(ritual=True), "not_a_ritual", ("is not a ritual",)),
    "a face beyond a d20": (cast(d20=[21]), "argument_invalid", ("d20[0]", "20")),
    "too high for a wand": (cast("Wand of Magic Missiles", slot=9), "item_level_unfit", ("allowed: 1, 2",)),
    "more charges than it has": ({"operation": "use", "characterName": "Elara", "itemName": "Wand of Magic Missiles", "quantity": 9, "targets": ["Goblin 1"]}, "no_charges_left", ("7",)),
    "a resource of nobody": (act("Second Wind"), "act_unknown", ("allowed:",)),
    "an unknown zone": (act("enter", zone="Web"), "zone_unknown", ("no zone",)),
    "unknown step": (steps({"explode": "8d6"}), "act_invalid", ("steps[0]", "exactly one step word")),
    "unknown field of a step": (steps({"damage": "8d6", "type": "fire", "colour": "red"}), "act_invalid", ("colour",)),
    "two steps in one": (steps({"damage": "8d6", "type": "fire", "heal": "1"}), "act_invalid", ("steps",)),
    "a step that is a number": (act(steps=[7]), "argument_invalid", ("steps[0]",)),
    "unknown damage": (steps({"damage": "8d6", "type": "spicy"}), "act_invalid", ("spicy", "fire")),
    "unknown save": (steps({"save": "luck", "fail": []}), "act_invalid", ("luck",)),
    "unknown word of if": (steps({"if": ["is_tall"], "then": []}), "act_invalid", ("is_tall",)),
    "unknown word of ends": (steps({"apply": {"conditions": ["prone"]}, "ends": ["boredom"]}), "act_invalid", ("boredom",)),
    "unknown condition": (steps({"apply": {"conditions": ["sleepy"]}}), "act_invalid", ("sleepy",)),
    "no dice": (steps({"damage": "lots", "type": "fire"}), "act_invalid", ("lots",)),
    "a million dice": (steps({"damage": "1000000d6", "type": "fire"}), "act_invalid", ("1000000d6",)),
    "many dice by a formula": (steps({"damage": "{level*1000}d6", "type": "fire"}), "formula_fault", ("too large", "100 dice")),
    "unknown word of a formula": (steps({"damage": "{luck}d6", "type": "fire"}), "act_invalid", ("luck",)),
    "a formula that divides by nothing": (steps({"damage": "{level/(level-5)}", "type": "fire"}), "formula_fault", ("cannot be computed",)),
    "a formula of Python": (steps({"damage": "{__import__('os')}", "type": "fire"}), "act_invalid", ("steps",)),
    "a division by zero": (steps({"damage": "{1/0}", "type": "fire"}), "act_invalid", ("divides by zero",)),
    "a formula of nothing": (steps({"damage": "{max()}", "type": "fire"}), "act_invalid", ("max()",)),
    "ten thousand shots": (steps({"damage": "1d6", "type": "fire", "times": "{9999}"}), "formula_fault", ("9,999 times", "at most 100")),
    "ten thousand attacks": (steps({"attack": 5, "times": "{9999}", "hit": [{"damage": "1", "type": "fire"}]}), "formula_fault", ("at most 100",)),
    "a spell a million times": (steps({"do": "Fire Bolt", "times": 1_000_000}), "formula_fault", ("at most 100",)),
    "five thousand steps": (steps(*[{"damage": "1", "type": "fire"}] * 5_000), "act_invalid", ("5000", "at most 100")),
    "a level past the last": ({"operation": "level_up", "characterName": "Old"}, "level_highest", ("level 20",)),
    "a class without its prerequisites": ({"operation": "level_up", "characterName": "Elara", "class": "cleric"}, "multiclass_prerequisite", ("wis 13",)),
    "a level in no class": ({"operation": "level_up", "characterName": "Elara", "class": "wizzard"}, "class_unknown", ("did you mean wizard",)),
    "a choice of another class": ({"operation": "level_up", "characterName": "Elara", "choices": {"fighting style": "juggling"}}, "choice_unfit", ("fighting style",)),
    "a skill that is none": ({"operation": "level_up", "characterName": "Rook", "choices": {"expertise": ["juggling"]}}, "choice_unfit", ("acrobatics",)),
    "a check of nothing known": (steps({"check": "juggling", "dc": 10}), "act_invalid", ("steps[0].check", "juggling", "acrobatics")),
    "a save of no ability": (steps({"save": [], "dc": 10, "fail": [{"damage": "1", "type": "fire"}]}), "act_invalid", ("steps[0].save", "str, dex")),
    "a row of no number": (steps({"table": "1d6", "rows": {"x": [{"say": "X."}]}}), "act_invalid", ("steps[0].rows", "3 or 2-6")),
    "a choice between nothing": (steps({"choose": {}}), "act_invalid", ("steps[0].choose", "at least 1")),
    "exhaustion of no number": (steps({"remove": ["exhaustion:x"]}), "act_invalid", ("steps[0].remove[0]", "exhaustion:N")),
    "a modifier of no formula": (steps({"apply": {"modifiers": [{"target": "ac", "op": "add", "value": "{luck}"}]}}), "act_invalid", ("modifiers[0].value", "luck")),
    "a comparison with a word": (steps({"if": ["hp<=banana"], "then": [{"damage": "1", "type": "fire"}]}), "act_invalid", ("steps[0].if[0]", "banana", "a number")),
    "a size that is none": (steps({"if": ["size<=vast"], "then": [{"damage": "1", "type": "fire"}]}), "act_invalid", ("steps[0].if[0]", "vast", "tiny")),
    "an act in a step that nobody has": (steps({"do": "Nonsense"}), "act_invalid", ("steps[0].do", "Nonsense")),
    "a creature in no book": (steps({"make": "Gobblin"}), "act_invalid", ("steps[0].make", "did you mean 'goblin'")),
    "ten thousand creatures": (steps({"make": "Goblin", "count": 10_000}), "act_invalid", ("steps[0].count", "at most 24")),
    "damage that heals": (steps({"damage": "-3", "type": "fire"}), "act_invalid", ("steps[0].damage", "at least 0")),
    "an area of less than nothing": (steps({"zone": {"shape": "sphere", "ft": -5}}), "act_invalid", ("steps[0].zone.ft", "at least 1")),
    "a DC beyond every roll": (steps({"save": "dex", "dc": 10**9, "fail": [{"damage": "1", "type": "fire"}]}), "act_invalid", ("steps[0].dc", "at most 99")),
    "a bonus beyond every armor": (steps({"attack": 9999, "hit": [{"damage": "1", "type": "fire"}]}), "act_invalid", ("steps[0].attack", "at most 99")),
    "a bonus below every armor": (steps({"attack": -5000, "hit": [{"damage": "1", "type": "fire"}]}), "act_invalid", ("steps[0].attack", "at least -20")),
    "a check beyond every DC": (steps({"check": "+99999", "dc": 5}), "act_invalid", ("steps[0].check", "at most +99")),
    "damage beyond every creature": (steps({"damage": "999999999", "type": "fire"}), "act_invalid", ("steps[0].damage", "at most 100,000")),
    "a zone beyond every map": (steps({"zone": {"shape": "sphere", "ft": 10**9}}), "act_invalid", ("steps[0].zone.ft", "at most 10,000")),
    "two names that nobody has": (steps({"make": "Gribble"}, {"do": "Nonsense"}), "act_invalid", ("steps[0].make", "Gribble", "steps[1].do", "Nonsense")),
    "more faults than anybody reads": (steps(*[{"make": "Zork"}] * 50), "act_invalid", ("steps[3].make", "46 more faults")),
    "a slot of no level": (steps({"do": "Fireball", "slot": 99}), "act_invalid", ("steps[0].slot", "at most 9")),
    "a resource that nothing gives": (steps({"gain": "resource:luck points"}), "act_invalid", ("steps[0].gain", "luck points")),
    "a loss of nothing known": (steps({"lose": "soul"}), "act_invalid", ("steps[0].lose", "soul", "life")),
    "targets as an object": (cast(targets={"Gobln 1": 1}), "character_unknown", ("targets[0]", "Goblin 1")),
    "an open brace": (steps({"damage": "{level", "type": "fire"}), "act_invalid", ("steps",)),
    "a duration of nothing": (steps({"apply": {"conditions": ["prone"]}, "for": "a while"}), "act_invalid", ("a while",)),
    "an act that does itself": (steps({"do": "Loop"}, act="Loop"), "act_invalid", ("Loop",)),
    "a choice of no choices": (cast(choice="love"), "choice_unknown", ("Fireball asks for no choice 'love'", "Send instead")),
    "a choice for an act of one's own": (steps({"damage": "1", "type": "fire"}, choice="love"), "choice_unknown", ("Improvised", "love")),
    "steps within steps": (steps(nested(60)), "argument_invalid", ("deep",)),
}  # fmt: skip


@pytest.mark.parametrize(("payload", "code", "words"), ROWS.values(), ids=ROWS)
def test_it_is_refused_with_words_that_lead_on(same: Table, payload: Answer, code: str, words: tuple[str, ...]) -> None:
    tool = TOOL_OF[payload["operation"]]
    answer = same.refused_whole(code, payload, tool)
    assert [w for w in words if w not in answer["text"]] == []
    assert len(answer["text"]) < 1_500


UNHEARD: dict[str, tuple[Answer, str]] = {
    "a slot for a cantrip": (cast("Fire Bolt", slot=3), "Fire Bolt spends no slot here"),
    "a slot for an act of everybody": (act("Dodge", slot=3), "Dodge spends no slot here"),
}  # fmt: skip


@each_row(("payload", "said"), UNHEARD.values(), ids=UNHEARD)
def test_what_an_act_does_not_take_is_said(payload: Answer, said: str) -> None:
    table = laid()
    payload = payload if payload.get("act") != "Dodge" else {k: v for k, v in payload.items() if k != "targets"}
    assert said in table.send(payload, "execute_action")["text"]
    plain = {k: v for k, v in payload.items() if k not in ("slot", "choice")}
    assert said not in table.send(plain, "execute_action")["text"]
    table.game.close()


LEADS_ON = [
    cast(targets=[]), cast("Hold Person", targets=["Goblin 1", "Goblin 2"]), cast("Magic Missile", targets=["Goblin 1", "Goblin 2"]), cast("Firebal"),
    {"operation": "attack", "characterName": "Elara", "targetName": "Goblin 1", "itemName": "Fire Bolt"},
    cast("Starry Wisp"), cast("False Life", force=True), act("Backflip"), act("Fireball"), act("attack"), act("Doge", targets=[]),
]  # fmt: skip


@each_row("payload", LEADS_ON, ids=json.dumps)
def test_what_is_offered_instead_is_accepted(payload: Answer) -> None:
    table = laid()
    answer = table.send(payload, "execute_action")
    again = table.send(answer["error"]["try"], answer["error"].get("tool", "execute_action"))
    assert again["ok"], again["text"]
    table.game.close()


MEANT: dict[str, tuple[Answer, Answer]] = {
    "a spell": (act("fireball", slot=3), {"operation": "cast", "spell": "Fireball", "targets": ["Goblin 1"], "slot": 3}),
    "an attack": (act("Attack"), {"operation": "attack", "targetName": "Goblin 1"}),
    "a weapon": (act("Dagger", "Rook", d20=[12]), {"operation": "attack", "targetName": "Goblin 1", "itemName": "Dagger", "d20": [12]}),
    "nothing that anybody knows": (act("Backflip"), {"operation": "character"}),
}  # fmt: skip


@each_row(("sent", "expected"), MEANT.values(), ids=MEANT)
def test_an_act_that_nobody_has_leads_to_what_its_name_means(sent: Answer, expected: Answer) -> None:
    table = laid()
    table.did("give", "Rook", template="Dagger", equip=True)
    error = table.refused_whole("act_unknown", sent, "execute_action")["error"]
    assert error["try"] == {**expected, "characterName": sent["characterName"]}
    assert error.get("tool") == ("read_campaign" if expected["operation"] == "character" else None)
    table.game.close()


def test_a_misspelt_rider_leads_to_the_one_that_is_meant() -> None:
    table = laid()
    table.did("give", "Rook", template="Rapier", equip=True)
    attack = {"operation": "attack", "characterName": "Rook", "targetName": "Goblin 1"}
    refused = table.refused_whole("rider_unknown", {**attack, "with": ["Sneek Attack"]}, "execute_action")
    assert "did you mean Sneak Attack" in refused["text"] and refused["error"]["try"] == {**attack, "with": ["Sneak Attack"]}
    table.game.close()


def test_a_batch_whose_first_cast_takes_the_last_slot_changes_nothing() -> None:
    table = laid()
    before = table.now
    answer = table.send({"batch": [cast(), cast()]}, "execute_action")
    assert not answer["ok"] and answer["error"]["code"] == "no_slot_left" and "batch[1]" in answer["text"]
    assert table.now == before
    answer = table.send({"batch": [cast(), cast()], "onError": "continue"}, "execute_action")
    assert [r["ok"] for r in answer["results"]] == [True, False]
    table.game.close()


HUM = {
    "name": "Hum",
    "type": "wondrous",
    "useState": "carried",
    "on": [{"on": "damaged", "then": [{"heal": "1"}, {"damage": "1", "type": "force"}]}],
}


def test_triggers_in_a_circle_come_to_an_end_and_say_so_in_few_words() -> None:
    table = laid()
    table.did("give", "Goblin 1", item=HUM)
    told = table.did("damage", "Goblin 1", amount=1, damageType="fire")
    assert "Triggers set each other off in a circle; they were stopped." in told["text"] and len(told["text"]) < 600
    assert table.did("undo") and table.hp("Goblin 1") == 30
    table.game.close()


FILES: dict[str, tuple[str, Any, tuple[str, ...]]] = {
    "a feature that grants itself": ("features.json", [{"name": "Echo", "class": "fighter", "level": 3, "choices": {"echo": ["Second Wind", "Echo"]}}], ("features.json", "choices.echo[1]", "is the feature itself", "takes another feature")),
    "a feature whose act plays itself": ("features.json", [{"name": "Echo", "acts": [{"name": "Echo", "cost": "free", "steps": [{"do": "Echo"}]}]}], ("acts[0]", "never plays itself")),
    "a spell of the newer rules": ("items.json", {"items": [{"name": "Zapper", "type": "wondrous", "casts": [{"spell": "Starry Wisp"}]}]}, ("casts[0].spell", "SRD 5.1 has no spell 'Starry Wisp', but SRD 5.2 does", '"rulesets": ["5.2"]', "did you mean 'Dancing Lights'")),
    "a spell of the older rules": ("items.json", {"items": [{"name": "Zapper", "type": "wondrous", "casts": [{"spell": "Branding Smite"}]}]}, ("casts[0].spell", "SRD 5.2 has no spell 'Branding Smite', but SRD 5.1 does", "did you mean 'searing smite'")),
    "an unknown step of a spell": ("spells/zap.json", {"name": "Zap", "level": 1, "school": "evocation", "cost": "action", "steps": [{"zap": 1}]}, ("zap", "steps")),
    "an unknown field of a spell": ("spells/zap.json", {"name": "Zap", "level": 1, "school": "evocation", "cost": "action", "colour": 1, "steps": []}, ("colour",)),
    "a class of no spell": ("spells/zap.json", {"name": "Zap", "level": 1, "school": "evocation", "cost": "action", "classes": ["wizzard"], "steps": []}, ("classes[0]", "did you mean 'wizard'")),
    "a level of ten": ("spells/zap.json", {"name": "Zap", "level": 10, "school": "evocation", "cost": "action", "steps": []}, ("level", "at most 9")),
    "dice in words": ("spells/zap.json", {"name": "Zap", "level": 1, "school": "evocation", "cost": "action", "steps": [{"damage": "eight dice", "type": "fire"}]}, ("steps[0].damage", "'eight dice' is not dice")),
    "a level of no spell": ("spells/zap.json", {"name": "Zap", "level": 11, "school": "evocation", "cost": "action", "steps": []}, ("level",)),
    "an unknown step of an item": ("items.json", {"items": [{"name": "Zapper", "type": "wondrous", "acts": [{"name": "Zap", "steps": [{"zap": 1}]}]}]}, ("acts[0].steps[0]", "exactly one step word")),
    "a spell of an item that nobody has": ("items.json", {"items": [{"name": "Zapper", "type": "wondrous", "casts": [{"spell": "Zzap"}]}]}, ("casts[0].spell", "Zzap")),
    "scrolls of no number": ("items.json", {"items": [{"name": "Zapper", "type": "consumable", "scrolls": {"1": {"dc": "high"}}}]}, ("scrolls.1.dc", "whole number")),
}  # fmt: skip


@pytest.mark.parametrize(("path", "written", "words"), FILES.values(), ids=FILES)
def test_a_faulty_file_names_its_key(tmp_path: Path, path: str, written: Any, words: tuple[str, ...]) -> None:
    file = tmp_path / path
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(written), "utf-8")
    faults = " ".join(map(str, rulebook_loading.check(tmp_path).faults))
    assert [w for w in words if w not in faults] == []
