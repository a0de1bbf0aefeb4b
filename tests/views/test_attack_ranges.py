"""The sheet says how far each attack goes: the printed reach or range of a stat block, and that of a weapon in hand."""

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.decision.callers import GM
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.stats.natural_attacks import strike_of
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.table import Table, snapshot


def strikes(creature: str, ruleset: Ruleset) -> dict[str, str]:
    """The reach or the range of each attack of the stat block, by its name: "10", "80"."""
    block = rulebook_loading.rulebook(ruleset).creatures[creature]
    found = {}
    for written in block["character"].get("acts", ()):
        act = Act.model_validate(written)
        if step := strike_of(act):
            found[act.name] = str(act.range if step.kind == "ranged" else 5 if step.reach is None else step.reach)
    return found


@pytest.mark.parametrize("ruleset", RULESETS)
def test_each_kind_of_attack_of_creatures_has_its_printed_reach_or_range(ruleset: Ruleset) -> None:
    """One creature for each name of an attack with each of its reaches."""
    kinds: dict[tuple[str, str], str] = {}
    for creature in rulebook_loading.rulebook(ruleset).creatures:
        for kind in strikes(creature, ruleset).items():
            kinds.setdefault(kind, creature)
    shown = set()
    with begun(ruleset) as game:
        at = Table(game)
        for creature in dict.fromkeys(kinds.values()):
            at.did("create", name=f"A {creature}", template=creature)
        for thing in snapshot(game).things.values():
            printed = strikes(thing.name.removeprefix("A "), ruleset) if thing.kind == "character" else {}
            for attack in (game.page_sheet(thing.id, GM) or {})["attacks"] if printed else ():
                far = printed.get(attack["name"])
                if far is not None and ("melee" in attack["notes"] or "ranged" in attack["notes"]):  # else a weapon in hand
                    assert attack["reach"] in (f"{far} ft", attack["reach"] if attack["reach"].startswith(f"{far}/") else ""), (
                        thing.name,
                        attack,
                    )
                    shown.add((attack["name"], far))
    assert len(shown) > 100 and ("Shortbow", "80") in shown


@pytest.mark.parametrize(
    ("weapon", "far"),
    [("Longsword", "5 ft"), ("Glaive", "10 ft"), ("Longbow", "150/600 ft"), ("Dagger", "5 or 20/60 ft"), ("Javelin", "5 or 30/120 ft")],
)
def test_a_weapon_in_hand_goes_as_far_as_the_rules_say(weapon: str, far: str) -> None:
    with begun() as game:
        at = Table(game)
        at.did("create", name="Thorin", character={"party": True, "classes": ["fighter 1"]})
        at.did("give", "Thorin", template=weapon, equip=True)
        (reach,) = [a["reach"] for a in (game.page_sheet("c1.1", GM) or {})["attacks"] if a["name"] == weapon]
        assert reach == far
