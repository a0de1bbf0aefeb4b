"""Sentences about places: they are told where nothing measures places, and left out where places see to what they say."""

from typing import Any, Final

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.acts_in_data import PLAIN, sources
from tests.operations.halls import hall
from tests.operations.table import Answer
from tests.rows import each_row

TOLD: Final = {
    ("5.1", "Sacred Flame"), ("5.2", "Sacred Flame"), ("5.1", "Whirlwind Attack"), ("5.2", "Lich"), ("5.2", "Words of Creation"),
    ("5.1", "draconic_ancestry_acid"), ("5.1", "draconic_ancestry_brass"), ("5.1", "draconic_ancestry_lightning"),
    *(("5.2", f"draconic_ancestry_{kind}") for kind in ("acid", "brass", "cold", "fire", "lightning", "poison")),
    *((ruleset, spell) for spell in ("Spiritual Weapon", "Arcane Sword") for ruleset in RULESETS), ("5.1", "Protection"),
}  # fmt: skip


def test_the_sentences_of_the_data_are_these() -> None:
    found = {(one.ruleset, one.owner) for one in sources("told")}
    assert found == {(ruleset, owner) for ruleset, owner in TOLD}


def flame(ruleset: Ruleset, space: str) -> Answer:
    table = hall(ruleset, space=space, turn="Clem")
    return table.did("cast", "Clem", spell="Sacred Flame", targets=["Goblin 1"])


@each_row("ruleset", RULESETS)
def test_cover_is_spoken_of_only_where_the_table_judges_it(ruleset: Ruleset) -> None:
    """SRD, Sacred Flame: the target gains no benefit from cover for this save."""
    assert "no bonus to this save" in flame(ruleset, "told")["text"]
    assert "no bonus to this save" not in flame(ruleset, "measured")["text"]


BARD: Final[dict[str, Any]] = {"classes": {"bard": 20}, "abilities": PLAIN | {"cha": 20}, "hpMax": 300, "party": True}


def words(space: str, second: str) -> Answer:
    table = hall("5.2", space=space, turn="Lyra", Lyra=("B4", BARD))
    call = {"operation": "cast", "characterName": "Lyra", "spell": "Power Word Kill", "targets": ["Goblin 1", second], "with": ["Words of Creation"]}
    return table.send(call, "execute_action")


def test_the_second_target_of_words_of_creation_stands_near_the_first() -> None:
    """SRD 5.2, Words of Creation: a second creature within 10 feet of the first target."""
    near = words("measured", "Goblin 2")
    assert near["ok"] and "within 10 feet" not in near["text"], near["text"]
    far = words("measured", "Goblin 3")
    assert far["error"]["code"] == "too_far_apart" and far["error"]["try"]["targets"] == ["Goblin 1"], far["text"]
    told = words("told", "Goblin 3")
    assert told["ok"] and "within 10 feet of the first" in told["text"], told["text"]
