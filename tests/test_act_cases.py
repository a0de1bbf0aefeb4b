"""The worked cases of acts (tests/facts/act_cases.json): what is given there is played, and what came of it is what the rules say."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import pytest

import rpg_lite
from rpg_lite.content import rulebook_loading
from rpg_lite.mechanics.acts.act_results import ActResult, TargetPlayed
from rpg_lite.mechanics.acts.weapon_attack import AttackResult
from rpg_lite.rules import names
from rpg_lite.rules.dice import Roller
from rpg_lite.rules.sheet_document import SheetDocument, situation
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.standalone_act import Played, play
from rpg_lite.views.stats_json import sheet_json
from rpg_lite.vocabulary import ABILITIES
from rpg_lite.world import thing_stats
from tests.operations.act_table import caster, fixed, highest, levels, lowest, scattered, seeds, spread, target
from tests.operations.worlds import Sandbox, first_world
from tests.rules.act_cases import CASES

pytestmark = pytest.mark.pure
Given = Mapping[str, Any]


@pytest.mark.parametrize(("case", "ruleset"), [pytest.param(c, r, id=f"{c['id']} {r}") for c in CASES for r in c["rulesets"]])
def test_the_case_holds(case: dict[str, Any], ruleset: Any) -> None:
    CHECKS[case["area"]](case["given"], case["expect"], ruleset)


# ── sheets ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def stats(ruleset: Any, **document: Any) -> EffectiveStats:
    return rpg_lite.effective({"ruleset": ruleset, **document})


def sheet(ruleset: Any, **character: Any) -> dict[str, Any]:
    read = SheetDocument.model_validate({"ruleset": ruleset, "character": character})
    return dict(sheet_json(situation(read, rulebook_loading.rulebook(ruleset)), rulebook_loading.rulebook(ruleset)))


def scores(given: Given) -> dict[str, int]:
    return {a: given.get(a, 10) for a in ABILITIES}


def of_class(given: Given, level: int | None = None) -> dict[str, Any]:
    return {"classes": [f"{given['class']} {level or given['level']}"], "abilities": scores(given)}


def slots(given: Given, wanted: Given, ruleset: Any) -> None:
    shown = sheet(ruleset, classes=levels(given["classes"]))["spellSlots"]
    assert shown["slots"] == shown["left"] == wanted["slots"]
    assert shown["arcanum"] == wanted.get("arcanum", [])
    assert {k: v for k, v in (shown["pact"] or {}).items() if k != "left"} == wanted.get("pact", {})


def difficulty(given: Given, wanted: Given, ruleset: Any) -> None:
    casting = stats(ruleset, character={"classes": levels(given["classes"]), "abilities": scores(given)}).spellcasting
    assert casting
    for key, found in (("spell_dc", lambda c: c.save_dc.value), ("spell_attack", lambda c: c.attack.value)):
        if isinstance(wanted[key], int):
            assert found(casting) == wanted[key]
        else:
            assert {of: found(numbers) for of, numbers in casting.by_class.items()} == wanted[key]


# ── casts ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def cast(given: Given, ruleset: Any, dice: Roller, *on: dict[str, Any]) -> Played:
    by = caster(given["cast"], ruleset, given.get("casting_modifier", 0), given.get("level", 20))
    if "classes" in given:
        by["character"]["classes"] = levels(given["classes"])
    return play(given["cast"], by, list(on), rulebook_loading.rulebook(ruleset), dice, slot=given.get("slot"))


def outcome(played: Played) -> tuple[ActResult, TargetPlayed]:
    assert played.result, played.refused
    return played.result, played.targets[0] if played.targets else played.result.targets[0]


def spell(given: Given, wanted: Given, ruleset: Any) -> None:
    """All that is expected of a cast on one target that fails its save and is always hit."""
    on = [] if _spell(given, ruleset).targets == "self" else [target(hp=1 if "heal" in wanted else 1000)]

    def played(dice: Roller) -> tuple[ActResult, TargetPlayed]:
        return outcome(cast(given, ruleset, dice, *on))

    for key, amount in AMOUNTS.items():
        if key in wanted:
            within(lambda dice: amount(*played(dice)), wanted[key])  # noqa: B023
    told, one = played(highest())
    for key, value in wanted.items():
        if key not in AMOUNTS:
            FACTS[key](given, ruleset, told, one, value)


def within(amount: Callable[[Roller], int], wanted: Given) -> None:
    """The least and the most of the dice are the ends of the range, and seeds fall between them."""
    assert (amount(lowest()), amount(highest())) == (wanted["min"], wanted["max"])
    spread((amount(scattered(seed)) for seed in seeds()), wanted["min"], wanted["max"])


def _spell(given: Given, ruleset: Any) -> Any:
    found = rulebook_loading.rulebook(ruleset).spell(given["cast"])
    assert found, given["cast"]
    return found


def _each(one: TargetPlayed) -> int:
    assert len({s.dealt for s in one.suffered}) >= 1
    return one.suffered[0].dealt


AMOUNTS: Final[Mapping[str, Callable[[ActResult, TargetPlayed], int]]] = {
    "damage": lambda told, one: one.taken,
    "damage_each": lambda told, one: _each(one),
    "heal": lambda told, one: one.healed,
    "temp_hp": lambda told, one: one.temp_hp or 0,
    "hp_pool": lambda told, one: sum(t.total for t in told.thrown if t.what_for == "pool"),
}


def _targets(given: Given, ruleset: Any, most: int) -> None:
    """So many may be named, and no more."""
    many = [target(hp=1) for _ in range(most + 1)]
    assert cast(given, ruleset, lowest(), *many).refused == "targets_count"
    assert cast(given, ruleset, lowest(), *many[:-1]).refused is None


def _on_save(given: Given, ruleset: Any, left: str) -> None:
    _, one = outcome(cast(given, ruleset, highest(), target(fails=False)))
    assert one.saves[0].passed and (one.taken == 0) == (left == "none")


def _blocks_up_to(given: Given, ruleset: Any, level: int) -> None:
    """Within the globe spells of this level do nothing, those above it do."""
    inside = cast(given, ruleset, lowest()).documents[0]
    for own, blocked in ((level, True), (level + 1, False)):
        bolt = {
            "name": "Bolt",
            "level": own,
            "school": "evocation",
            "steps": [{"damage": "9", "type": "fire"}],
            "targets": "1",
            "cost": "action",
        }
        _, one = outcome(play(bolt, caster("Fireball", ruleset), [inside], rulebook_loading.rulebook(ruleset), lowest(), free=True))
        assert (one.taken == 0) == blocked


FACTS: Final[Mapping[str, Callable[..., None]]] = {
    "darts": lambda given, ruleset, told, one, n: _same(len(one.suffered), n),
    "attack": lambda given, ruleset, told, one, kind: _same(bool(one.attacks), kind is not None),
    "save": lambda given, ruleset, told, one, ability: _same([s.ability for s in one.saves], [ability] if ability else []),
    "concentration": lambda given, ruleset, told, one, held: _same(told.concentration is not None, held),
    "casting_time": lambda given, ruleset, told, one, cost: _same(_spell(given, ruleset).cost, cost),
    "targets": lambda given, ruleset, told, one, most: _targets(given, ruleset, most),
    "on_save": lambda given, ruleset, told, one, left: _on_save(given, ruleset, left),
    "blocks_up_to": lambda given, ruleset, told, one, level: _blocks_up_to(given, ruleset, level),
}


def _same(found: Any, wanted: Any) -> None:
    assert found == wanted


# ── at the table ────────────────────────────────────────────────────────────────────────────────────────────────────


def table(ruleset: Any, **creatures: dict[str, Any]) -> Sandbox:
    box = Sandbox(first_world(ruleset))
    for name, character in creatures.items():
        box.accept("create", name=name, character=character)
    return box


STURDY: Final[dict[str, Any]] = {"hpMax": 1000}
WEAPONS: Final = {"1d8+4": ("Longsword", 18), "2d6+4": ("Greatsword", 18), "1d8+3": ("Longsword", 16)}


def armed(box: Sandbox, given: Given, who: str = "Hero") -> None:
    """A hero with the weapon of these dice in hand."""
    weapon, strength = WEAPONS[given["weapon"]]
    box.accept("create", name=who, character={"classes": ["fighter 1"], "features": [], "abilities": {**scores({}), "str": strength}})
    box.accept("give", who, template=weapon)
    box.accept("equip", who, itemName=weapon)


def blow(box: Sandbox, dice: Roller) -> int:
    """The hit points that a blow of the hero costs the dummy."""
    kept, had = box.world, box.thing("Dummy").creature.hp or 1000
    box.roll_with(dice)
    box.accept("attack", "Hero", targetName="Dummy")
    cost = had - (box.thing("Dummy").creature.hp or 0)
    box.world = kept
    return cost


def concentration(given: Given, wanted: Given, ruleset: Any) -> None:
    if "save_bonus" in wanted:
        character = {"classes": levels(given["classes"]), "abilities": scores(given)}
        found = stats(ruleset, character=character, effects=given["active"])
        assert found.saves.values["con"].value == wanted["save_bonus"]
        assert [m.value for m in found.dice["save.all"]] == [wanted["dice"]]
        return
    ward = [{"target": "immune", "op": "grant", "value": "fire"}] if given.get("immune") else []
    box = table(
        ruleset, Elara={"classes": ["cleric 20"], "hpMax": 500, "modifiers": [*ward, {"target": "save.con", "op": "add", "value": 50}]}
    )
    box.accept("cast", "Elara", spell="Bless", targets=["Elara"])
    told = box.accept("damage", "Elara", amount=given["damage"], damageType="fire")
    held = [n.details["dc"] for n in told.notes if n.code == "concentration_holds"]
    assert held == ([wanted["dc"]] if wanted["dc"] is not None else [])
    assert 500 - (box.thing("Elara").creature.hp or 500) == wanted.get("taken", given["damage"])


def effects(given: Given, wanted: Given, ruleset: Any) -> None:
    if "images" in given:
        _mirrored(given, wanted, ruleset)
    elif "reaction" in given:
        _shielded(given, wanted, ruleset)
    elif "weapon" in given:
        _armed(given, wanted, ruleset)
    elif "ac" in wanted:
        worn = [{"item": given["armor"], "slot": "armor"}]
        assert stats(ruleset, character={"abilities": scores(given)}, equipped=worn, effects=[given["effect"]]).ac.value == wanted["ac"]
    elif "damage" in given:
        _weakened(given, wanted, ruleset)
    else:
        found = stats(ruleset, character={}, effects=given["effects"])
        assert [m.value for m in found.dice["attack.all"]] == [wanted["dice"]]


def _mirrored(given: Given, wanted: Given, ruleset: Any) -> None:
    """The d20 says at whom the attack goes: the caster has AC 10, and so have the images."""
    box = table(ruleset, Elara={"classes": ["wizard 5"]}, Dummy=STURDY)
    box.accept("cast", "Elara", spell=given["effect"])
    told = box.let(given["d20"], 15).accept("attack", "Dummy", targetName="Elara").expect(AttackResult)
    assert ("image" if told.image else "caster") == wanted["struck"]
    assert told.hit == (wanted["struck"] == "caster")


def _shielded(given: Given, wanted: Given, ruleset: Any) -> None:
    """The reaction is played before the act that it answers."""
    box = table(ruleset, Elara={"classes": ["wizard 5"]}, Mage={"classes": ["wizard 5"]})
    box.accept("cast", "Mage", spell=given["reaction"])
    told = box.accept("cast", "Elara", spell=given["cast"], targets=["Mage"]).expect(ActResult)
    assert told.targets[0].taken == wanted["damage"]


ON_ITS_BEARER: Final = ("Magic Weapon", "Reduce")


def _armed(given: Given, wanted: Given, ruleset: Any) -> None:
    """A blow by the bearer of an effect, or upon who is marked; 20 is the critical hit."""
    box = table(ruleset, Dummy=STURDY, Elara={"classes": ["wizard 9", "ranger 9"], "hpMax": 100})
    armed(box, given)
    name, choice = ("Enlarge/Reduce", "reduce") if given["effect"] == "Reduce" else (given["effect"], None)
    if given["effect"] in ON_ITS_BEARER:
        box.accept("cast", "Elara", spell=name, targets=["Hero"], force=True, **({"choice": choice} if choice else {}))
    else:
        box.accept("cast", "Hero", spell=name, targets=["Dummy"], force=True)
    face = 20 if given.get("critical") else 15
    within_dice(lambda dice: blow(box, dice), wanted["damage"], face)
    if "hit" in wanted:
        found = box.did("character", "Hero", detail="full")["results"][0]["sheet"]["attacks"]["Longsword"]
        assert found["toHit"] == wanted["hit"]


def within_dice(amount: Callable[[Roller], int], wanted: Given, face: int = 15) -> None:
    assert (amount(lowest(face)), amount(highest(face))) == (wanted["min"], wanted["max"])
    spread((amount(scattered(seed, face)) for seed in seeds()), wanted["min"], wanted["max"])


def _weakened(given: Given, wanted: Given, ruleset: Any) -> None:
    """1d8+4 shows 7: 11 points, of which the half is dealt."""
    box = table(ruleset, Dummy=STURDY, Elara={"classes": ["wizard 9"]})
    armed(box, {"weapon": "1d8+4"})
    box.roll_with(lowest())
    box.accept("cast", "Elara", spell=given["effect"], targets=["Hero"])
    assert blow(box, fixed(15, lambda sides, added: given["damage"] - 4)) == wanted["damage"]


def damage(given: Given, wanted: Given, ruleset: Any) -> None:
    if "gain_temp_hp" in given:
        act = {"name": "Ward", "steps": [{"tempHp": str(given["gain_temp_hp"])}], "targets": "1"}
        had = {"character": {**STURDY, "name": "Hero", "tempHp": given["temp_hp"]}}
        after = play(act, had, [had], rulebook_loading.rulebook(ruleset)).documents[1]["character"]
        assert after["tempHp"] == wanted["temp_hp"]
        return
    defends = [
        {"target": w, "op": "grant", "value": "fire"} for w, key in (("resist", "resist"), ("vulnerable", "vulnerable")) if given.get(key)
    ]
    dummy = target(
        fails="saved" not in given, modifiers=[*defends, {"target": "save.all", "op": "add", "value": 50 if "saved" in given else -50}]
    )
    if "feature" in given:
        dummy["character"]["features"] = [given["feature"]]
    dealt = given["damage"] - given.get("reduce", 0)
    step: dict[str, Any] = {"damage": str(dealt), "type": "fire"}
    steps = [{"save": "dex", "dc": 15, "fail": [step], "pass": given["saved"]}] if "saved" in given else [step]
    _, one = outcome(
        play({"name": "Blast", "steps": steps, "targets": "1"}, target(), [dummy], rulebook_loading.rulebook(ruleset), lowest())
    )
    assert one.taken == wanted["taken"]


# ── classes ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def rests(given: Given, wanted: Given, ruleset: Any) -> None:
    if "exhaustion" in given:
        _rested(given, wanted, ruleset)
    elif "use" in given:
        box = table(ruleset, Hero={**of_class(given), "hpMax": 100, "hp": 1})
        within(lambda dice: _used(box, given["use"], dice), wanted["heal"])
    elif "make_slot" in given:
        _slot_made(given, wanted, ruleset)
    elif "slots_left" in wanted:
        _slots_rested(given, wanted, ruleset)
    else:
        _resources(given, wanted, ruleset)


def _used(box: Sandbox, act: str, dice: Roller) -> int:
    kept = box.world
    box.roll_with(dice)
    healed = box.accept("act", "Hero", act=act).expect(ActResult).targets[0].healed
    box.world = kept
    return healed


def _rested(given: Given, wanted: Given, ruleset: Any) -> None:
    box = table(ruleset, Hero={"classes": ["fighter 3"]})
    box.accept("apply", "Hero", condition="exhaustion", level=given["exhaustion"])
    box.accept("rest", "Hero", kind=given["rest"])
    (kept,) = box.thing("Hero").creature.conditions
    assert kept.level == wanted["exhaustion"]


def _spent(box: Sandbox, who: str = "Hero") -> dict[str, int]:
    return dict(box.thing(who).creature.spent)


def _slot_made(given: Given, wanted: Given, ruleset: Any) -> None:
    box = table(ruleset, Hero=of_class(given))
    level = given["make_slot"]
    box.accept("update", "Hero", character={"spent": {f"slot_{level}": 1}})
    box.accept("act", "Hero", act="Font of Magic", choice="slot", slot=level)
    assert _spent(box) == {"sorcery_point": wanted["points_spent"]}


def _slots_rested(given: Given, wanted: Given, ruleset: Any) -> None:
    box = table(ruleset, Hero=of_class(given))
    box.accept("update", "Hero", character={"spent": {f"slot_{n}": spent for n, spent in enumerate(given["spent"]["slots"], 1)}})
    box.accept("rest", "Hero", kind=given["rest"])
    assert [*thing_stats.sheet(box.thing("Hero"), box.book).spell_slots.left] == wanted["slots_left"]
    before = _spent(box)
    box.accept("act", "Hero", act="Arcane Recovery", force=True)
    after = _spent(box)
    back = sum(n * (before[f"slot_{n}"] - after.get(f"slot_{n}", 0)) for n in (1, 2, 3))
    assert back == wanted["arcane_recovery_levels"]


def _resources(given: Given, wanted: Given, ruleset: Any) -> None:
    box = table(ruleset, Hero=of_class(given))
    for name, n in given.get("spent", {}).items():
        box.accept("update", "Hero", character={"spent": {name.replace(" ", "_"): n}})
    if "rest" in given:
        box.accept("rest", "Hero", kind=given["rest"])
    held = thing_stats.sheet(box.thing("Hero"), box.book).resources
    for name, value in wanted.items():
        row = held.get(name, held.get({"ki": "focus"}.get(name, name)))
        if isinstance(value, list):
            assert row and [row.left, row.max] == value
        else:
            assert (row.max if row else 0) == (None if value == "unlimited" else value)


def features(given: Given, wanted: Given, ruleset: Any) -> None:
    (key,) = [k for k in FEATURES if k in wanted]
    FEATURES[key](given, wanted[key], ruleset)


def _sneak_attack(given: Given, wanted: Any, ruleset: Any) -> None:
    """Each die shows 1: what the rider adds is the number of its dice."""
    for level, dice in zip(given["levels"], wanted, strict=True):
        box = table(ruleset, Dummy=STURDY, Hero=of_class(given, level))
        box.accept("give", "Hero", template="Rapier")
        box.accept("equip", "Hero", itemName="Rapier")
        cost = []
        for more in ({}, {"with": ["Sneak Attack", "ally_near"]}):
            box.roll_with(lowest())
            had = box.thing("Dummy").creature.hp or 1000
            box.accept("attack", "Hero", targetName="Dummy", **more)
            cost.append(had - (box.thing("Dummy").creature.hp or 0))
        assert f"{cost[1] - cost[0]}d6" == dice


def _attacks(given: Given, wanted: int, ruleset: Any) -> None:
    """A second action of the turn is a note, but for the one that Action Surge gives."""
    box = table(ruleset, Dummy=STURDY, Hero=of_class(given))
    box.let(20, 1).accept("start_fight", names=["Hero", "Dummy"])
    each = sheet(ruleset, **of_class(given))["attacksPerAction"]
    box.accept("act", "Hero", act=given["use"])
    codes = [[n.code for n in box.accept("act", "Hero", act="Dodge").notes] for _ in range(3)]
    assert ["spent_already" in found for found in codes] == [False, False, True]
    assert each * 2 == wanted


def _unarmed_die(given: Given, wanted: Any, ruleset: Any) -> None:
    found = [stats(ruleset, character=of_class(given, level)).unarmed.damage_dice for level in given["levels"]]
    assert found == [f"1{die}" for die in wanted]


def _smite(given: Given, wanted: Given, ruleset: Any) -> None:
    """Its dice alone."""

    def dealt(dice: Roller) -> int:
        by = {"ruleset": ruleset, "character": {**of_class(given), "name": "Hero"}}
        return outcome(play("Divine Smite", by, [target()], rulebook_loading.rulebook(ruleset), dice, slot=given["smite_slot"]))[1].taken

    within(dealt, wanted)


def _stealth(given: Given, wanted: int, ruleset: Any) -> None:
    character = {**of_class(given), "choices": {"expertise": ["stealth"]}}
    assert stats(ruleset, character=character).skills.values["stealth"].value == wanted


def _hp_max(given: Given, wanted: int, ruleset: Any) -> None:
    found = stats(ruleset, character={"classes": levels(given["classes"]), "abilities": scores(given)}).hp_max
    assert found and found.value == wanted


def _subclass(given: Given, wanted: Any, ruleset: Any) -> None:
    open_ones = [sheet(ruleset, classes=[f"{name} 20"])["openChoices"] for name in given["classes"]]
    assert [next(c["level"] for c in rows if c["choice"] == "subclass") for rows in open_ones] == wanted


def _multiclass(given: Given, refused: bool, ruleset: Any) -> None:
    box = table(ruleset, Hero={"classes": levels(given["classes"]), "abilities": scores(given)})
    told = box.reject("multiclass_prerequisite", "level_up", "Hero", **{"class": given["new"]})
    assert refused and told.details["needs"] == ["wis 13"]


def _form(given: Given, wanted: str | None, ruleset: Any) -> None:
    box = table(ruleset, Hero={**of_class(given), "hpMax": given["hp"]})
    box.accept("act", "Hero", act="Wild Shape", choice=given["form"])
    assert box.thing("Hero").creature.form is not None
    box.accept("damage", "Hero", amount=given["damage"], damageType="slashing")
    kept = box.thing("Hero").creature
    assert kept.form is wanted is None
    assert kept.hp == 23


# ── creatures ───────────────────────────────────────────────────────────────────────────────────────────────────────


def monster(given: Given, wanted: Given, ruleset: Any) -> None:
    """What a creature of the book is, takes and spends, or does on a target that it hits and that fails its save."""
    if "action" not in given:
        _without_an_action(given, wanted, ruleset)
        return
    book = rulebook_loading.rulebook(ruleset)
    by = book.creatures[names.fold(given["monster"])]
    foe = target()
    if "taken" in wanted:
        blow = {"name": "Blow", "targets": "1", "steps": [{"damage": given["damage"], "type": given["type"]}]}
        assert outcome(play(blow, foe, [by], book, lowest()))[1].taken == wanted["taken"]
        return
    if given.get("advantage"):
        foe["conditions"] = ["restrained"]

    def played(dice: Roller, on: dict[str, Any] = foe) -> TargetPlayed:
        return outcome(play(given["action"], by, [on], book, dice))[1]

    if "damage" in wanted:
        within(lambda dice: played(dice).taken, wanted["damage"])
    one = played(highest())
    for key, value in wanted.items():
        match key:
            case "hit":
                assert {a.total - a.natural for a in one.attacks} == {value}
            case "save" | "dc":
                assert {getattr(s, {"save": "ability"}.get(key, key)) for s in one.saves} == {value}
            case "on_save":
                assert value == "half" and played(highest(), target(fails=False)).taken == one.taken // 2
            case "average":
                assert (played(lowest()).taken + one.taken) // 2 == value
            case "reach":
                (shown,) = (a for a in _shown_acts(given, ruleset) if a["name"] == given["action"])
                assert shown["steps"][0]["reach"] == value
            case "recharge" | "regain_at_turn" | "attacks":
                OF_CREATURE[key](given, value, ruleset)
            case _:
                assert key == "damage", key


def _without_an_action(given: Given, wanted: Given, ruleset: Any) -> None:
    box = table(ruleset, Ulf={"classes": ["fighter 5"], "party": True})
    box.accept("create", template=given["monster"])
    if "taken" in wanted:
        box.accept("damage", given["monster"], amount=given["damage"], damageType=given["type"], magical=given["magical"])
        now = box.thing(given["monster"]).creature
        most = thing_stats.sheet(box.thing(given["monster"]), box.book).hp_max or 0
        assert most - (now.hp or 0) == wanted["taken"]
    elif "refused" in wanted:
        *allowed, refused = given["spend"]
        assert wanted["refused"] == len(given["spend"])
        for act in allowed:
            box.accept("act", given["monster"], act=act, targets=["Ulf"])
        box.reject("resource_spent", "act", given["monster"], act=refused, targets=["Ulf"])
    else:
        shown = box.send({"operation": "lookup", "query": given["monster"], "kind": "creature"}, "read_campaign", "full")
        creature = shown["results"][0]["creature"]
        of = {"pb": "proficiencyBonus"}
        assert {key: creature[of.get(key, key)] for key in wanted} == wanted


def _recharges(given: Given, value: str, ruleset: Any) -> None:
    box = table(ruleset)
    box.accept("create", template=given["monster"])
    answer = box.send({"operation": "character", "characterName": given["monster"]}, "read_campaign", "full")
    (shown,) = (a for a in answer["results"][0]["acts"] if a["name"] == given["action"])
    assert shown["recharge"] == value


def _regains(given: Given, points: int, ruleset: Any) -> None:
    """At the start of its turn."""
    box = table(ruleset, Ulf={"classes": ["fighter 5"], "party": True})
    box.accept("create", template=given["monster"])
    box.let(20, 1).accept("start_fight", names=["Ulf", given["monster"]])
    box.accept("damage", given["monster"], amount=40, damageType="slashing")
    hurt = box.thing(given["monster"]).creature.hp or 0
    box.accept("next_turn")
    assert (box.thing(given["monster"]).creature.hp or 0) - hurt == points


def _attacks_of(given: Given, counts: Given, ruleset: Any) -> None:
    book = rulebook_loading.rulebook(ruleset)
    _, one = outcome(play(given["action"], book.creatures[names.fold(given["monster"])], [target()], book, highest()))
    assert len(one.attacks) == sum(counts.values())
    (shown,) = (a for a in _shown_acts(given, ruleset) if a["name"] == given["action"])
    assert {step["do"]: int(step.get("times", 1)) for step in shown["steps"]} == counts


def _shown_acts(given: Given, ruleset: Any) -> list[dict[str, Any]]:
    box = table(ruleset)
    answer = box.send({"operation": "lookup", "query": given["monster"], "kind": "creature"}, "read_campaign", "full")
    return list(answer["results"][0]["creature"]["acts"])


OF_CREATURE: Final[Mapping[str, Callable[[Given, Any, Any], None]]] = {
    "recharge": _recharges,
    "regain_at_turn": _regains,
    "attacks": _attacks_of,
}
FEATURES: Final[Mapping[str, Callable[[Given, Any, Any], None]]] = {
    "dice": _sneak_attack,
    "attacks": _attacks,
    "die": _unarmed_die,
    "damage": _smite,
    "stealth": _stealth,
    "hp_max": _hp_max,
    "subclass": _subclass,
    "form": _form,
    "refused": _multiclass,
}


def encounter(given: Given, expect: Given, ruleset: Any) -> None:
    table = Sandbox(first_world(ruleset))
    party = given["party"]
    for n, level in enumerate([1] * party if isinstance(party, int) else party):
        table.did("create", name=f"Hero {n}", character={"classes": [f"fighter {level}"]})
    found = table.did("encounter", creatures=given["monsters"], detail="full")["results"][0]["encounter"]
    keys = {"xp_each": "xpEach"}
    assert {key: found[keys.get(key, key)] for key in expect} == expect


CHECKS: Final[Mapping[str, Callable[[Given, Given, Any], None]]] = {
    "slots": slots,
    "dc": difficulty,
    "upcast": spell,
    "cantrip": spell,
    "concentration": concentration,
    "effects": effects,
    "damage": damage,
    "rests": rests,
    "features": features,
    "monster": monster,
    "encounter": encounter,
}
