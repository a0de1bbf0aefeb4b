"""Creatures of Foundry's dnd5e system, field by field: read, said as lost, or refused, in the shapes of versions 2 to 5."""

import json
from pathlib import Path
from typing import Any

import pytest

from rpg_lite import open_campaign
from rpg_lite.content import foreign_creatures, rulebook_loading
from rpg_lite.content.entry_editions import Faulty
from rpg_lite.vocabulary import RULESETS
from tests.content.foundry_creature_examples import OLD_BREATH, OLD_SPEAR, attack, npc, rolled, save, spell, thing, weapon
from tests.rows import each_row

Json = dict[str, Any]


def read(row: Json) -> tuple[Json, list[str]]:
    found = foreign_creatures.read(json.dumps(row))
    return found.creatures[0], found.left_out


def made(*items: Json, **parts: Any) -> Json:
    return read(npc(*items, **parts))[0]


def steps(*items: Json, **parts: Any) -> list[Json]:
    found: list[Json] = made(*items, **parts)["acts"][0]["steps"]
    return found


# ── the numbers ─────────────────────────────────────────────────────────────────────────────────────────────────────


@each_row(
    ("parts", "key", "value"),
    [
        ({}, "hpMax", 60),
        ({}, "hitDice", "8d8+24"),
        ({"attributes__hp": {"max": None, "formula": "8d8 + 24"}}, "hpMax", 60),
        ({}, "cr", 5),
        ({}, "type", "fiend"),
        ({}, "tags", ["goblinoid"]),
        ({}, "alignment", "Chaotic Evil"),
        ({}, "languages", ["Common", "Deep Speech", "Gull"]),
        ({"traits__languages": {"value": [], "communication": {"telepathy": {"value": 60}}}}, "languages", ["telepathy 60 ft."]),
        ({}, "speed", {"walk": 30}),
        ({"attributes__movement": {"fly": 60, "walk": 0}}, "speed", {"fly": 60}),
        ({}, "senses", {"darkvision": 60}),
        ({"attributes__senses": {"darkvision": 30, "units": "ft"}}, "senses", {"darkvision": 30}),
        ({"traits__dr": {"value": ["cold"]}}, "resistances", ["cold"]),
        ({"traits__di": {"value": ["poison"]}}, "immunities", ["poison"]),
        ({"traits__dv": {"value": ["fire"]}}, "vulnerabilities", ["fire"]),
        ({"traits__ci": {"value": ["charmed"]}}, "conditionImmunities", ["charmed"]),
        ({"traits__dr": {"value": ["piercing", "fire"], "bypasses": ["mgc", "sil"]}}, "resistances", ["fire"]),
        ({"traits__dr": {"value": ["piercing"], "bypasses": ["mgc", "sil"]}}, "modifiers", [{"target": "resist", "op": "grant", "value": "piercing", "scope": ["damage:nonmagical", "but_of:silvered"]}]),
        ({"resources__legres": {"value": 3, "max": 3}}, "legendaryResistance", 3),
    ],
)  # fmt: skip
def test_a_field_is_read(parts: Json, key: str, value: Any) -> None:
    assert made(**parts)[key] == value


@each_row(
    ("parts", "key", "value"),
    [
        ({}, "ac", 15),
        ({"attributes__ac": {"flat": 13, "calc": "flat"}}, "ac", 13),
        ({"attributes__ac": {"flat": 30, "calc": "default"}}, "ac", 12),
        ({"attributes__ac": {"calc": "mage"}}, "ac", 15),
        ({"attributes__ac": {"calc": "custom", "formula": "10 + @abilities.wis.mod"}}, "ac", 11),
        ({"attributes__ac": {"value": 17}}, "ac", 17),
        ({}, "saves.con", 6),
        ({"abilities__dex": {"value": 14, "bonuses": {"save": "2"}}}, "saves.dex", 4),
        ({}, "skills.stealth", 8),
        ({}, "skills.perception", 4),
        ({}, "skills.arcana", None),
        ({"skills__arc": {"value": 0.5, "ability": "int"}}, "skills.arcana", 1),
        ({"skills__arc": {"value": 1, "ability": "cha"}}, "skills.arcana", 6),
    ],
)
def test_a_number_is_computed_as_foundry_computes_it(parts: Json, key: str, value: int | None) -> None:
    assert made(**parts)["printed"].get(key) == value


@each_row(
    ("kind", "armor", "ac"),
    [
        ("light", {"value": 11}, 13),
        ("medium", {"value": 14, "dex": 1}, 15),
        ("medium", {"value": 14}, 16),
        ("heavy", {"value": 16, "magicalBonus": 1}, 17),
        ("shield", {"value": 2}, 14),
        ("trinket", {"value": 9}, 12),
    ],
)
def test_armor_gives_the_ac(kind: str, armor: Json, ac: int) -> None:
    worn = thing("Mail", "equipment", type={"value": kind}, armor=armor, equipped=True)
    found, lost = read(npc(worn, attributes__ac={"calc": "default"}))
    assert found["printed"]["ac"] == ac and "what Fen Reaver carries: Mail (items)" in lost
    older = {"name": "Mail", "type": "equipment", "system": {"armor": {"type": kind, **armor}, "equipped": True}}
    assert made(older, attributes__ac={"calc": "default"})["printed"]["ac"] == ac
    assert made({**worn, "system": {**worn["system"], "equipped": False}}, attributes__ac={"calc": "default"})["printed"]["ac"] == 12


# ── attacks, saves, damage, healing ─────────────────────────────────────────────────────────────────────────────────


@each_row(
    ("item", "bonus", "hit"),
    [
        (weapon("Sword"), 7, [("1d8+4", "slashing")]),
        (weapon("Sword", text=""), 7, [("1d8+4", "slashing")]),
        (weapon("Rapier", properties=["fin"]), 7, [("1d8+4", "slashing")]),
        (weapon("Bow", [attack(attack={"type": {"value": "ranged", "classification": "weapon"}})] and "<p>[[/attack extended]]. [[/damage extended]].</p>", type={"value": "martialR"}, range={"value": 80, "long": 320}), 5, [("1d8+2", "slashing")]),
        (weapon("Blade", magicalBonus=1), 8, [("1d8+5", "slashing")]),
        (weapon("Club", proficient=0), 4, [("1d8+4", "slashing")]),
        (weapon("Mind Lash", activities=[attack(attack={"ability": "cha", "bonus": "1", "type": {"value": "melee"}})]), 7, [("1d8+3", "slashing")]),
        (weapon("Touch", activities=[attack(attack={"ability": "none", "bonus": "@abilities.int.mod + 9", "flat": True, "type": {"value": "melee", "classification": "spell"}})]), 9, [("1d8", "slashing")]),
        (weapon("Venom", activities=[attack(damage={"includeBase": True, "parts": [rolled(2, 6, "poison", bonus="@prof")]})]), 7, [("1d8+4", "slashing"), ("2d6+3", "poison")]),
        (weapon("Formula", activities=[attack(damage={"includeBase": False, "parts": [{"custom": {"enabled": True, "formula": "2d4 + @mod"}, "types": ["cold"]}]})]), 7, [("2d4+4", "cold")]),
        (thing("Ray", "feat", "[[/attack extended]]. [[/damage extended]]", [attack(attack={"type": {"value": "ranged", "classification": "spell"}}, damage={"parts": [rolled(3, 6, "fire")]}, range={"value": "60"})]), 6, [("3d6", "fire")]),
        (OLD_SPEAR, 8, [("1d6+4", "piercing"), ("1d4", "fire")]),
    ],
)  # fmt: skip
def test_an_attack_is_rolled_with_the_numbers_of_its_activity(item: Json, bonus: int, hit: list[tuple[str, str]]) -> None:
    (step,) = steps(item)
    assert step["attack"] == bonus
    assert [(one["damage"], one["type"]) for one in step["hit"] if "damage" in one] == hit


@each_row(
    ("item", "ability", "dc", "fail", "passed"),
    [
        (thing("Breath", "feat", "<p>Each creature must make a [[/save]] saving throw, taking [[/damage average]] damage on a failed save, or half as much damage on a successful one.</p>", [save("dex", {"calculation": "", "formula": "14"}, rolled(4, 6, "acid"))]), "dex", 14, [("4d6", "acid")], "half"),
        (thing("Breath", "feat", "", [save("dex", {"calculation": "con", "formula": "11"}, rolled(4, 6, "acid"))]), "dex", 14, [("4d6", "acid")], "half"),
        (thing("Breath", "feat", "", [save("dex", {"calculation": "spellcasting"}, rolled(4, 6, "acid"))]), "dex", 14, [("4d6", "acid")], "half"),
        (thing("Breath", "feat", "<p><em>Dexterity Saving Throw:</em> DC [[lookup @save.dc.value activity=act0]], each [[lookup @target.affects.type activity=act0]]. <em>Failure:</em> [[/damage average]] damage.</p>", [save("dex", {"formula": "8 + @prof + @abilities.str.mod"}, rolled(4, 6, "acid"), target={"affects": {"type": "creature"}})]), "dex", 15, [("4d6", "acid")], None),
        (OLD_BREATH, "dex", 14, [("4d6", "acid")], None),
    ],
)  # fmt: skip
def test_a_save_has_the_dc_of_its_activity(item: Json, ability: str, dc: int, fail: list[tuple[str, str]], passed: str | None) -> None:
    step = next(step for step in steps(item) if "save" in step)
    assert (step["save"], step["dc"], step.get("pass")) == (ability, dc, passed)
    assert [(one["damage"], one["type"]) for one in step["fail"]] == fail


def test_a_rider_of_a_weapon_becomes_a_save_on_a_hit() -> None:
    text = "<p>[[/attack extended]]. [[/damage extended]].</p><p>The target must succeed on a [[/save]] saving throw or be &amp;Reference[paralyzed apply=false] for 1 minute.</p>"
    (step,) = steps(weapon("Claw", text, [attack(), save("con", {"formula": "12"})]))
    assert step["hit"][1] == {"save": "con", "dc": 12, "fail": [{"apply": {"conditions": ["paralyzed"]}, "for": "1 minute"}]}


@each_row(
    ("item", "wanted"),
    [
        (thing("Mend", "feat", "It heals.", [{"type": "heal", "activation": {"type": "action"}, "healing": rolled(2, 8, "healing", bonus="@abilities.wis.mod")}]), {"heal": "2d8+1"}),
        (thing("Pulse", "feat", "It pulses.", [{"type": "damage", "activation": {"type": "action"}, "damage": {"parts": [rolled(2, 6, "thunder")]}}]), {"damage": "2d6", "type": "thunder"}),
        (thing("Shout", "feat", "It shouts.", [{"type": "utility", "activation": {"type": "action"}}]), {"say": "It shouts."}),
    ],
)  # fmt: skip
def test_healing_and_bare_damage_are_rolled(item: Json, wanted: Json) -> None:
    assert steps(item)[0] == wanted


@each_row(
    ("system", "cost", "spend"),
    [
        ({"uses": {"max": "1", "recovery": [{"period": "recharge", "formula": "5"}]}}, "action", "recharge:5"),
        ({"uses": {"max": "@prof", "recovery": [{"period": "day"}]}}, "action", "uses:3:day"),
        ({"uses": {"max": "2", "recovery": [{"period": "sr"}]}}, "bonus", "uses:2:short_rest"),
        ({"uses": {"value": 1, "max": 1, "per": "lr"}}, "reaction", "uses:1:long_rest"),
        ({"recharge": {"value": 6}}, "action", "recharge:6"),
        ({}, "action", None),
    ],
)
def test_limits_come_in(system: Json, cost: str, spend: str | None) -> None:
    (act,) = made(thing("Shout", "feat", "It shouts.", [{"type": "utility", "activation": {"type": cost}}], **system))["acts"]
    assert (act["cost"], act.get("spend")) == (cost, spend)


def test_legendary_actions_have_their_cost_and_number() -> None:
    shout = thing("Shout", "feat", "It shouts.", [{"type": "utility", "activation": {"type": "legendary", "value": 2}}])
    found = made(shout, resources__legact={"max": 4})
    assert (found["acts"][0]["spend"], found["legendaryActions"]) == ("legendary:2", 4)


# ── texts ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@each_row(
    ("markup", "text"),
    [
        ("[[lookup @name lowercase]]{monster}", "fen reaver"),
        ("[[lookup @name]]", "Fen Reaver"),
        ("[[lookup @attributes.spell.dc]]", "14"),
        ("[[lookup @nothing.at.all]]{four}", "four"),
        ("&Reference[Prone apply=false]", "Prone"),
        ("&amp;Reference[DifficultTerrain]", "Difficult Terrain"),
        ("&Reference[condition=prone]{lying}", "lying"),
        ("@UUID[Compendium.dnd5e.spells24.Item.x]{Command}", "Command"),
        ("@Embed[Compendium.x inline]", ""),
        ("[[/save ability=dex dc=15 format=long]]", "DC 15 Dexterity saving throw"),
        ("[[/save wis 13]]", "DC 13 Wisdom"),
        ("[[/check ability=str skill=ath dc=14]]", "DC 14 Strength (Athletics)"),
        ("[[/skill ste]]", "Stealth"),
        ("[[/damage 2d6 type=fire]]", "2d6 fire"),
        ("[[/damage 2d6 fire average]]", "7 (2d6) fire"),
        ("[[/damage 1d6 fire & 1d4 cold]]", "1d6 fire damage plus 1d4 cold"),
        ("[[/heal 2d4 + 2]]", "2d4+2 hit points"),
        ("[[/attack +5]]", "+5 to hit"),
        ("[[/item Rend]]", "Rend"),
        ("[[/item .Trait]]", "Trait"),
        ("[[/r 1d10 # hours]]", "1d10"),
        ("[[1d4 + @prof]]", "1d4+3"),
        ("[[/award 50gp]]", "50gp"),
        ("[[/gmr 1d100]]{a roll}", "a roll"),
    ],
)
def test_an_enricher_becomes_words(markup: str, text: str) -> None:
    trait = made(thing("Trait", "feat", f"<p>So: {markup}.</p>"))["features"][0]
    assert trait["adjudicated"] == [" ".join(f"So: {text}.".split()).replace(" .", ".")]


# ── spells ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_spells_of_a_text_are_cast() -> None:
    text = "<p>Its spellcasting ability is Charisma (spell save DC [[lookup @attributes.spell.dc]]).</p><p>Cantrips (at will): [[/item .a]]{light}</p><p>1st level (4 slots): @UUID[x]{Shield}</p>"
    found = made(thing("Spellcasting", "feat", text), spell("Light", 0), spell("Shield", 1))
    assert found["spellcasting"] == {"ability": "cha", "saveDc": 14, "slots": {"1": 4}, "spells": {"0": ["Light"], "1": ["Shield"]}}


def test_spells_of_items_are_cast() -> None:
    rows = [
        spell("Light", 0, preparation={"mode": "prepared", "prepared": True}),
        spell("Shield", 1, method="spell", prepared=1),
        spell("Command", 1, method="innate", uses={"max": "2"}),
        spell("Tongues", 3, preparation={"mode": "atwill"}),
        spell("Odd Words", 2),
    ]
    found, lost = read(npc(*rows, details__spellLevel=3))
    assert found["spellcasting"] == {
        "ability": "cha", "saveDc": 14, "attack": 6, "level": 3, "slots": {"1": 4, "2": 2}, "spells": {"0": ["Light"], "1": ["Shield"]}, "atWill": ["Tongues"], "perDay": {"2": ["Command"]},
    }  # fmt: skip
    assert "the spell Odd Words of Fen Reaver (items[4])" in lost


def test_spells_of_activities_are_cast_at_their_level() -> None:
    casts = [
        {"type": "cast", "activation": {"type": "action"}, "spell": {"spellbook": True, "level": level}, "uses": {"max": uses}}
        for level, uses in ((2, ""), (3, "1"))
    ]
    kept = [spell("Command", 1, cached=".Item.Gifts.Activity.act0"), spell("Fireball", 3, cached=".Item.Gifts.Activity.act1")]
    gifts = thing("Gifts", "feat", "<p>It has gifts.</p>", casts)
    for row in gifts["system"]["activities"].values():
        row["activation"]["type"] = ""
    found = made(gifts, *kept)["spellcasting"]
    assert (found["atWill"], found["perDay"]) == ([{"spell": "Command", "slot": 2}], {"1": ["Fireball"]})


def test_a_spell_of_one_rulebook_is_cast_where_it_is() -> None:
    found, lost = read(npc(spell("Mind Spike", 2, method="innate"), spell("Tongues", 3, method="innate")))
    assert found["spellcasting"]["atWill"] == ["Tongues"] and found["5.2"]["spellcasting"]["atWill"] == ["Mind Spike", "Tongues"]
    assert any("the spell Mind Spike, which SRD 5.1 lacks" in told for told in lost)


# ── what is lost, and what is refused ───────────────────────────────────────────────────────────────────────────────


@each_row(
    ("row", "told"),
    [
        (npc(attributes__movement={"walk": 30, "hover": True}), "the speed hover of Fen Reaver (system.attributes.movement.hover)"),
        (npc(attributes__movement={"walk": 9, "units": "m"}), "the unit m of the speeds of Fen Reaver, which count as feet (system.attributes.movement)"),
        (npc(attributes__senses={"special": "smells rain"}), "the sense of Fen Reaver: smells rain (system.attributes.senses.special)"),
        (npc(attributes__ac={"calc": "custom", "formula": "@odd.thing + 1d4"}), "the AC of Fen Reaver, whose formula is not read; give it the armor, or printed.ac (system.attributes.ac)"),
        (npc(traits__dr={"value": ["midi"]}), "the resistance of Fen Reaver to midi (system.traits.dr)"),
        (npc(traits__dr={"value": [], "custom": "damage from spells"}), "the resistance of Fen Reaver to damage from spells (system.traits.dr.custom)"),
        (npc(traits__ci={"value": ["diseased"]}), "the immunity of Fen Reaver to diseased (system.traits.ci)"),
        (npc(details__type={"value": "custom", "custom": "machine"}), "the type custom of Fen Reaver (type)"),
        (npc(attributes__hp={"max": 900, "formula": "2d8"}), "the hit dice 2d8 of Fen Reaver, which do not give 900 hit points (hit_dice)"),
        ({**npc(), "effects": [{"name": "Odd", "changes": [{"key": "flags.odd", "mode": 0, "value": "1"}]}]}, "the change of flags.odd by the effect Odd of Fen Reaver (effects[0])"),
        (npc(abilities__str={"value": 32}), "the score 32 of Fen Reaver, which counts as 30 (system.abilities.str.value)"),
    ],
)  # fmt: skip
def test_a_loss_is_named_with_its_place(row: Json, told: str) -> None:
    assert told in read(row)[1]


@each_row(
    ("key", "value", "at", "wanted"),
    [
        ("system.traits.dr.value", "cold", "resistances", ["cold"]),
        ("system.attributes.ac.bonus", "2", "printed.ac", 17),
        ("system.attributes.movement.fly", "40", "speed.fly", 40),
        ("system.bonuses.abilities.save", "1", "printed.saves.wis", 2),
    ],
)
def test_a_lasting_effect_of_a_feature_counts(key: str, value: str, at: str, wanted: Any) -> None:
    gift = {**thing("Gift", "feat"), "effects": [{"name": "Gift", "transfer": True, "changes": [{"key": key, "mode": 2, "value": value}]}]}
    found, lost = read(npc(gift))
    part, _, inner = at.partition(".")
    assert (found[part][inner] if inner else found[part]) == wanted and not lost
    gift["effects"][0]["disabled"] = True
    assert read(npc(gift))[0] == read(npc(thing("Gift", "feat")))[0]


@pytest.mark.parametrize(
    ("row", "place", "why"),
    [
        (npc(details__cr=None), "system.details.cr", "challenge rating"),
        (npc(attributes__hp={"max": 0}), "system.attributes.hp.max", "whole number from 1"),
        (npc(attributes__ac={"calc": "flat", "flat": 99}), "system.attributes.ac", "from 0 to 40"),
        (npc(abilities__str={"value": "strong"}), "system.abilities.str.value", "ability score"),
        (npc(*[weapon("Sword")] * 1001), "items", "takes at most 1,000"),
        ({"name": "Cart", "type": "vehicle", "system": {}}, "type", "is vehicle"),
    ],
)
def test_a_wrong_field_is_refused_with_its_place(row: Json, place: str, why: str) -> None:
    with pytest.raises(Faulty) as raised:
        read(row)
    assert any(at == place and why in told for at, told in raised.value.places), raised.value.places
    beside = foreign_creatures.read(json.dumps([npc(), row]))
    assert len(beside.creatures) == 1 and any(loss.endswith(f"([1].{place})") for loss in beside.left_out), beside.left_out


def test_odd_values_are_no_error() -> None:
    """Parts of another shape than Foundry's are left out, and the file that comes of them is sound."""
    for odd in (None, 7, "x", [], [1], {"value": 1}, {"a": {"b": []}}):
        for part in ("traits", "skills", "resources", "bonuses", "tools"):
            foreign_creatures.read(json.dumps(npc(**{part: odd})))
        for key in ("activities", "damage", "uses", "properties", "description", "range", "activation"):
            foreign_creatures.read(
                json.dumps(npc(weapon("Sword", **{key: odd}) if key != "activities" else {**weapon("S"), "system": {"activities": odd}}))
            )
        foreign_creatures.read(json.dumps({**npc(), "items": odd, "effects": odd}))


# ── in play ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
def test_it_is_checked_and_played(tmp_path: Path, ruleset: Any) -> None:
    text = "<p>[[/attack extended]]. [[/damage extended]].</p><p>The target must succeed on a DC 30 Constitution saving throw or be &Reference[paralyzed] for 1 minute.</p>"
    (tmp_path / "creatures").mkdir()
    made_now = made(
        weapon("Claw", text),
        thing("Breath", "feat", "", [save("dex", {"formula": "30"}, rolled(4, 6, "acid"))]),
        spell("Magic Missile", 1, method="innate"),
    )
    (tmp_path / "creatures" / "it.json").write_text(json.dumps(made_now), "utf-8")
    assert rulebook_loading.check(tmp_path).faults == []
    with open_campaign(":memory:", ruleset=ruleset, items=[tmp_path], seed=3) as game:
        game.ask({"operation": "create", "template": "Fen Reaver"}, "manage_character")
        game.ask({"operation": "create", "name": "Hero", "character": {"hpMax": 200, "party": True}}, "manage_character")
        act = {"operation": "act", "characterName": "Fen Reaver", "targets": ["Hero"]}
        struck = game.ask({**act, "act": "Claw", "d20": [19, 2]}, "execute_action")
        assert struck["ok"] and "slashing" in struck["text"] and "paralyzed" in struck["text"], struck["text"]
        breathed = game.ask({**act, "act": "Breath", "d20": [2]}, "execute_action")
        assert breathed["ok"] and "acid" in breathed["text"], breathed["text"]
        cast = game.ask(
            {"operation": "cast", "characterName": "Fen Reaver", "spell": "Magic Missile", "targets": ["Hero"]}, "execute_action"
        )
        assert cast["ok"] and "force" in cast["text"], cast["text"]
