"""The sentences of stat blocks: which steps they become, what is told instead, and what had to be assumed."""

import json
from typing import Any

from rpg_lite.content.printed_text import Loss, plain
from rpg_lite.content.stat_block_acts import Printed, acts_of, called_of
from rpg_lite.content.stat_block_spells import casting_of
from rpg_lite.rules.acts.act import Act
from tests.rows import each_row

Json = dict[str, Any]
HIT = "Melee Weapon Attack: +4 to hit, reach 5 ft., one target. Hit: 5 (1d6 + 2) slashing damage"
SLASH: Json = {"damage": "1d6+2", "type": "slashing"}


def laid(condition: str, **more: Any) -> Json:
    return {"apply": {"conditions": [condition]}, **more}


def save(ability: str, dc: int, *fail: Json, **more: Any) -> Json:
    return {"save": ability, "dc": dc, "fail": [*fail], **more}


def read(text: str) -> tuple[list[Json], list[Loss]]:
    losses: list[Loss] = []
    made = acts_of(Printed("Claw", text, "action", "actions[0]"), losses)
    for act in made:
        Act.model_validate(act)
    return made, losses


def on_hit(text: str) -> list[Json]:
    (act, *_), _ = read(text)
    hit: list[Json] = act["steps"][0]["hit"]
    return hit


@each_row(
    ("text", "steps"),
    [
        (f"{HIT}.", [SLASH]),
        (f"{HIT} plus 3 (1d6) poison damage.", [SLASH, {"damage": "1d6", "type": "poison"}]),
        (HIT.replace(" damage", "") + " plus 4d6 poison.", [SLASH, {"damage": "4d6", "type": "poison"}]),
        (HIT.replace("5 (1d6 + 2)", "2d8+5"), [{"damage": "2d8+5", "type": "slashing"}]),
        (HIT.replace("5 (1d6 + 2)", "1"), [{"damage": "1", "type": "slashing"}]),
        (f"{HIT}. If the target is a creature, it must succeed on a DC 11 Strength saving throw or be knocked prone.", [SLASH, save("str", 11, laid("prone"))]),
        (f"{HIT}, and the target must make a DC 11 Constitution saving throw, taking 9 (2d8) poison damage on a failed save, or half as much damage on a successful one.",
         [SLASH, save("con", 11, {"damage": "2d8", "type": "poison"}, **{"pass": "half"})]),
        (f"{HIT}. If the target is a creature other than an elf or undead, it must succeed on a DC 10 Constitution saving throw or be paralyzed for 1 minute. The target can repeat the saving throw at the end of each of its turns, ending the effect on itself on a success.",
         [SLASH, {"if": ["not target:elf|target:undead"], "then": [save("con", 10, laid("paralyzed", **{"for": "1 minute", "ends": ["save:turn_end"]}))]}]),
        (f"{HIT}, and the target is grappled (escape DC 14).", [SLASH, laid("grappled", ends=["action:athletics:14", "action:acrobatics:14"])]),
        (f"{HIT}. If the target is a Large or smaller creature, it has the Prone condition.", [SLASH, {"if": ["size<=large"], "then": [laid("prone")]}]),
        (f"{HIT}. The target has the Poisoned condition until the start of the wight's next turn.", [SLASH, laid("poisoned", **{"for": "turn_start:source"})]),
        (f"{HIT}, and the target is pushed up to 10 feet away.", [SLASH, {"move": 10, "how": "push"}]),
        (f"{HIT}. The target must succeed on a DC 13 Wisdom saving throw or take 7 (2d6) psychic damage and be frightened until the end of its next turn.",
         [SLASH, save("wis", 13, {"damage": "2d6", "type": "psychic"}, laid("frightened", **{"for": "turn_end:target"}))]),
        (f"{HIT}. If the target is wearing metal, it cannot speak.", [SLASH, {"say": "If the target is wearing metal, it cannot speak."}]),
        (f"{HIT}. The target is poisoned while it stands in water.", [SLASH, {"say": "The target is poisoned while it stands in water."}]),
        (f"{HIT}, or 6 (1d8 + 2) slashing damage if used with two hands.", [SLASH, {"say": "Or 6 (1d8 + 2) slashing damage if used with two hands."}]),
        ("Ranged Weapon Attack: +5 to hit, range 30/60 ft., one creature. Hit: The target is restrained by webbing.", [laid("restrained", **{"for": "permanent"}), {"say": "The target is restrained by webbing."}]),
        ("Melee Attack Roll: +4, reach 5 ft. 5 (1d6 + 2) Slashing damage.", [SLASH]),
        ("Melee Weapon Attack: +4 to hit, 5 ft., one target, 5 (1d6 + 2) slashing damage.", [SLASH]),
        ("_Melee Weapon Attack:_ +4 to hit, reach 5 ft. _Hit:_ 5 (1d6 + 2) slashing damage.", [SLASH]),
        ("***Melee Weapon Attack:*** +4 to hit, reach 5 ft. *Hit:* 5 (1d6 + 2) slashing damage.", [SLASH]),
        ("<p><em>Melee Weapon Attack:</em> +4 to hit, reach 5 ft.</p><p><strong>Hit:</strong> 5 (1d6 &minus; 2) slashing damage.</p>", [{"damage": "1d6-2", "type": "slashing"}]),
        (f"{HIT}. If the target is a creature that isn't an Undead, it is subjected to the following effect. Constitution Saving Throw: DC 10. Failure: The target has the Paralyzed condition until the end of its next turn.",
         [SLASH, {"if": ["not target:undead"], "then": [save("con", 10, laid("paralyzed", **{"for": "turn_end:target"}))]}]),
    ],
)  # fmt: skip
def test_a_hit_brings_all_that_its_sentence_says(text: str, steps: list[Json]) -> None:
    assert on_hit(text) == steps


@each_row(
    ("text", "steps"),
    [
        ("Dexterity Saving Throw: DC 15, each creature in a 60-foot Cone. Failure: 27 (6d8) Acid damage. Success: Half damage.",
         [save("dex", 15, {"damage": "6d8", "type": "acid"}, **{"pass": "half"})]),
        ("Strength Saving Throw: DC 19, one creature. Failure: The target is pushed up to 60 feet straight away from the dragon and has the Prone condition.",
         [save("str", 19, {"move": 60, "how": "push"}, laid("prone"))]),
        ("Wisdom Saving Throw: DC 12, one creature. Failure: The target sings. Success: It hums.", [save("wis", 12, {"say": "The target sings."}, **{"pass": [{"say": "It hums."}]})]),
        ("Each creature in that area must make a DC 13 Dexterity saving throw. On a failed save, the target takes 7 (2d6) fire damage.",
         [save("dex", 13, {"damage": "2d6", "type": "fire"})]),
        ("Any creature within 5 feet must succeed on a DC 10 Constitution saving throw or be poisoned until the start of its next turn.",
         [save("con", 10, laid("poisoned", **{"for": "turn_start:target"}))]),
        ("It swims away.", [{"say": "It swims away."}]),
        ("", [{"say": "Claw"}]),
    ],
)  # fmt: skip
def test_a_save_brings_what_its_sentence_says(text: str, steps: list[Json]) -> None:
    ((act,), _) = read(text)
    assert act["steps"] == steps


@each_row(
    ("text", "types", "told"),
    [
        (HIT.replace("slashing", "bludgeoning, piercing, or slashing"), ["bludgeoning"], "the choice among bludgeoning, piercing, slashing; 1d6+2 is always bludgeoning in Claw (actions[0])"),
        (HIT.replace(" slashing damage", "") + " plus 3 (1d6) poison damage.", ["poison", "poison"], "the type of 1d6+2, which is not printed; it counts as poison in Claw (actions[0])"),
        (HIT.replace(" slashing", ""), ["bludgeoning"], "the type of 1d6+2, which is not printed; it counts as bludgeoning in Claw (actions[0])"),
    ],
)  # fmt: skip
def test_what_is_assumed_is_told_with_its_place(text: str, types: list[str], told: str) -> None:
    (act, *_), losses = read(text)
    assert [step["type"] for step in act["steps"][0]["hit"]] == types
    assert [str(loss) for loss in losses] == [told]


def test_an_attack_that_is_melee_or_ranged_becomes_two_acts() -> None:
    (near, far), _ = read(
        "Melee or Ranged Weapon Attack: +5 to hit, reach 5 ft. or range 20/60 ft., one target. Hit: 4 (1d4 + 2) piercing damage."
    )
    assert (near["name"], near["steps"][0]["reach"], near["steps"][0]["kind"]) == ("Claw", 5, "melee")
    assert (far["name"], far["range"], far["steps"][0]["kind"], "reach" in far["steps"][0]) == ("Claw (ranged)", 20, "ranged", False)


@each_row(
    ("name", "called", "spend"),
    [
        ("Fire Breath (Recharge 5-6)", "Fire Breath", "recharge:5"),
        ("Fire Breath (Recharge 6)", "Fire Breath", "recharge:6"),
        ("Teleport (3/Day)", "Teleport", "uses:3:day"),
        ("Surge (Recharges after a Short or Long Rest)", "Surge", "uses:1:short_rest"),
        ("Surge (Recharges after a Long Rest)", "Surge", "uses:1:long_rest"),
        ("Wing Attack (Costs 2 Actions)", "Wing Attack", None),
        ("**Bite**", "Bite", None),
        ("", "Action", None),
    ],
)
def test_limits_stand_in_the_name(name: str, called: str, spend: str | None) -> None:
    assert called_of(name) == (called, spend)


@each_row(
    ("text", "wanted", "lost"),
    [
        ("Its spellcasting ability is Intelligence (spell save DC 14, +6 to hit with spell attacks). It is a 9th-level spellcaster.\n\n* Cantrips (at will): fire bolt, light\n* 1st level (4 slots): shield, mage armor*\n* 5th level (1 slot): cone of cold",
         {"ability": "int", "saveDc": 14, "attack": 6, "level": 9, "slots": {"1": 4, "5": 1}, "spells": {"0": ["Fire Bolt", "Light"], "1": ["Shield", "Mage Armor"], "5": ["Cone of Cold"]}}, []),
        ("The djinni's innate spellcasting ability is Charisma (spell save DC 17), requiring no material components:\nAt will: detect magic\n3/day each: tongues (self only), odd spell\n1/day: plane shift",
         {"ability": "cha", "saveDc": 17, "without": ["M"], "atWill": ["Detect Magic"], "perDay": {"3": [{"spell": "Tongues", "self": True}], "1": ["Plane Shift"]}}, ["the spell odd spell (here)"]),
        ("<p>It casts one of these spells, using Charisma (spell save DC 20):</p><p><strong>At Will:</strong> Command (level 2 version)</p><p><strong>1/Day Each:</strong> Fireball</p>",
         {"ability": "cha", "saveDc": 20, "atWill": [{"spell": "Command", "slot": 2}], "perDay": {"1": ["Fireball"]}}, []),
    ],
)  # fmt: skip
def test_spells_are_read_from_their_trait(text: str, wanted: Json, lost: list[str]) -> None:
    losses: list[Loss] = []
    assert casting_of(text, "here", losses) == wanted
    assert [str(loss) for loss in losses] == lost


def test_text_keeps_no_markup_and_no_braces() -> None:
    told = plain("<p>A &amp; **B** {x}</p><script>c</script>\u202e _d_ 2 * 3 snake_case")
    assert told == "A & B (x) c d 2 * 3 snake_case"
    assert json.dumps(told)
