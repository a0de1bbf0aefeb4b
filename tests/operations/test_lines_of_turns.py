"""The line that begins a turn."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.high_heroes import table


@pytest.mark.pure
@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_line_of_a_turn_names_what_a_spell_in_force_lets_its_caster_do(ruleset: Ruleset) -> None:
    """Of effects and of zones, by a bonus action and by an action."""
    box = table(ruleset, Cle={"classes": ["cleric 7"]}, Dru={"classes": ["druid 7"]}, Wiz={"classes": ["wizard 7"]})
    box.accept("start_fight", names=["Cle", "Dru", "Wiz", "Foe"])
    box.accept("cast", "Cle", spell="Spiritual Weapon", targets=["Foe"], force=True)
    box.accept("cast", "Dru", spell="Moonbeam", force=True)
    box.accept("cast", "Wiz", spell="Flaming Sphere", force=True)
    lines = [box.did("next_turn")["text"] for _ in range(4)]
    wanted = {
        "Cle": "bonus action: Spiritual Weapon: strike",
        "Dru": "action: Moonbeam: move",
        "Wiz": "bonus action: Flaming Sphere: roll",
    }
    for who, told in wanted.items():
        line = next(line for line in lines if f"{who}'s turn" in line)
        assert told in line.replace("bonus action: Wild Shape", ""), line
    assert not any("Foe's turn" in line and "strike" in line for line in lines)
