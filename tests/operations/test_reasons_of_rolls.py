"""What an explanation of a number says about its roll is what the roll does: advantage, disadvantage, failing without a roll, added dice (SRD,
Advantage and Disadvantage; Conditions).
"""

import re

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.vocabulary import ABILITIES, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.table import Answer, Table
from tests.rows import each_row

BOTH: tuple[Ruleset, ...] = ("5.1", "5.2")
SKILLS = ("athletics", "stealth", "acrobatics", "arcana", "perception", "insight", "persuasion", "intimidation")
"""One or two skills of each ability that has any."""
OF_ROLLS = ("save.", "check.", "skill.", "initiative", "attack.")


def states(ruleset: Ruleset) -> list[tuple[Ruleset, str, str]]:
    """Every condition and effect of the book that makes some roll better, worse or fail, or adds dice to it, whatever the roll is against."""
    book = rulebook_loading.rulebook(ruleset)
    kinds = {"condition": book.conditions, "effect": book.effects}
    return [(ruleset, kind, name) for kind, rules in kinds.items() for name, rule in rules.items() if any(map(speaks, rule.modifiers))]


def speaks(m: Modifier) -> bool:
    return not m.scope and m.target.startswith(OF_ROLLS) and m.op in ("advantage", "disadvantage", "auto_fail", "add_dice")


@laid_alike
def seated(ruleset: Ruleset) -> Table:
    table = Table(begun(ruleset))
    table.did("create", name="Kim", character={"abilities": dict.fromkeys(ABILITIES, 12), "hpMax": 900, "species": "human"})
    table.did("create", name="Foe", character={"hpMax": 900, "abilities": {"con": 10}})
    table.did("give", "Kim", template="Club", equip=True)
    return table


def told(table: Table, *paths: str) -> dict[str, Answer]:
    found: dict[str, Answer] = table.did("character", "Kim", stats=list(paths))["results"][0]["stats"]
    return found


def meant(why: Answer) -> str:
    """The roll that an explanation lets one expect: its dice without the number, or "fails"."""
    if "fails" in why:
        return "fails"
    ways = {way for way in ("advantage", "disadvantage") if why.get(way)}
    first = {"advantage": "2d20kh1", "disadvantage": "2d20kl1"}[ways.pop()] if len(ways) == 1 else "1d20"
    return first + "".join(d["dice"] if d["dice"].startswith("-") else f"+{d['dice']}" for d in why.get("dice", ()))


def played(answer: Answer, number: int) -> str:
    """The dice of the roll without the number that was added, or "fails"."""
    rolled = re.search(r"Rolled ([^:]+):", answer["text"])
    if not rolled:
        return "fails"
    return rolled[1].replace(f"{number:+d}", "", 1) if number else rolled[1]


def compare(table: Table) -> None:
    """Roll everything that Kim can roll, and compare each roll with its explanation."""
    why = told(table, "saves", "checks", *(f"skills.{s}" for s in SKILLS), "attacks")
    rolls = {f"saves.{a}": {"operation": "save", "ability": a} for a in ABILITIES}
    rolls |= {f"checks.{a}": {"operation": "check", "ability": a} for a in ABILITIES}
    rolls |= {f"skills.{s}": {"operation": "check", "skill": s, "mode": "normal"} for s in SKILLS}
    for path, roll in rolls.items():
        answer = table.did(roll.pop("operation"), "Kim", **roll)
        assert played(answer, why[path]["value"]) == meant(why[path]), (path, why[path], answer["text"])


@each_row("ruleset, kind, name", [row for ruleset in BOTH for row in states(ruleset)])
def test_a_state_of_the_book_is_in_the_reasons_as_in_the_roll(ruleset: Ruleset, kind: str, name: str) -> None:
    table = seated(ruleset)
    if not table.ask("apply", "Kim", **{kind: name})["ok"]:
        return
    compare(table)


@pytest.mark.parametrize("ruleset", BOTH)
def test_every_state_of_the_book_names_itself(ruleset: Ruleset) -> None:
    """No roll that a condition or an effect touches is explained without it."""
    book = rulebook_loading.rulebook(ruleset)
    for _, kind, name in states(ruleset):
        table = seated(ruleset)
        if not table.ask("apply", "Kim", **{kind: name})["ok"]:
            continue
        stats = table.did("character", "Kim", stats=["saves", "checks", "skills", "initiative", "attacks"])["results"][0]["stats"]
        rule = {"condition": book.conditions, "effect": book.effects}[kind][name]
        named = {
            source.casefold() for why in stats.values() for way in ("advantage", "disadvantage", "fails") for source in why.get(way, ())
        }
        named |= {d["source"].casefold() for why in stats.values() for d in why.get("dice", ())}
        if any(map(speaks, rule.modifiers)) and not any(m.when for m in rule.modifiers):
            assert rule.name.casefold() in named, (kind, name, stats)


@pytest.mark.parametrize("ruleset", BOTH)
def test_why_a_stealth_is_low(ruleset: Ruleset) -> None:
    table = Table(begun(ruleset))
    table.did("create", name="Kim", character={"classes": ["fighter 1"], "abilities": {"str": 15, "dex": 14}})
    table.did("give", "Kim", template="Chain Mail", equip=True)
    answer = table.did("character", "Kim", stats=["skills.stealth"])
    assert answer["text"].endswith("stealth 2 = 2 DEX, with disadvantage (Chain Mail).")
    assert answer["results"][0]["stats"]["skills.stealth"] == {"value": 2, "disadvantage": ["Chain Mail"]}
    assert "2d20kl1+2" in table.did("check", "Kim", skill="stealth")["text"]
    assert "disadvantage" not in table.did("character", "Kim", stats=["checks.dex"])["text"]


@pytest.mark.parametrize("ruleset", BOTH)
def test_all_reasons_are_named_and_those_that_cancel_out(ruleset: Ruleset) -> None:
    table = Table(begun(ruleset))
    table.did("create", name="Kim", character={"classes": ["barbarian 2"], "abilities": {"dex": 12}})
    for effect in ("Haste", "Bless"):
        table.did("apply", "Kim", effect=effect)
    assert (
        "DEX save 1 = 1 DEX + 1d4 Bless, with advantage (danger sense, Haste)."
        in table.did("character", "Kim", stats=["saves.dex"])["text"]
    )
    table.did("apply", "Kim", condition="restrained")
    answer = table.did("character", "Kim", stats=["saves.dex"])
    assert "with advantage (danger sense, Haste), with disadvantage (restrained), which cancel out." in answer["text"]
    assert "1d20+1+1d4" in table.did("save", "Kim", ability="dex")["text"]


def test_initiative_says_what_makes_it_worse() -> None:
    """SRD 5.2, Incapacitated: Surprised."""
    table = seated("5.2")
    table.did("apply", "Kim", condition="incapacitated")
    assert told(table, "initiative")["initiative"] == {"value": 1, "disadvantage": ["incapacitated"]}
    assert "Rolled: Kim (" in table.did("start_fight", names=["Kim", "Foe"])["text"]  # two dice


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize("condition", ["poisoned", "prone", "restrained", "blinded", "invisible"])
def test_an_attack_says_what_its_roll_uses(ruleset: Ruleset, condition: str) -> None:
    table = seated(ruleset)
    table.did("apply", "Kim", condition=condition)
    why = told(table, "attacks.Club.toHit")["attacks.Club.toHit"]
    assert [source.casefold() for way in ("advantage", "disadvantage") for source in why.get(way, ())] == [condition]
    assert meant(why) in table.did("attack", "Kim", targetName="Foe")["text"]
