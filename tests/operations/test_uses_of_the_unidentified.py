"""What helps with some uses of a check only is offered with the word for them; if nobody has identified it, to the game master alone."""

import re

import pytest

from rpg_lite.content.rulebook_loading import rulebook
from rpg_lite.decision.callers import Caller
from rpg_lite.mechanics.rolls.check_scopes import SENSES
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.table import Table

PLAYER = Caller("player", "Ann", characters=("Hero",))


def helpful(ruleset: Ruleset) -> list[tuple[str, str, tuple[str, ...]]]:
    """Each magic item that gives advantage on some uses of a skill, with the skill and the words for them."""
    found = [
        (t.item.name, m.target.removeprefix("skill."), tuple(word for part in m.scope for word in re.split(r"[:|]", part) if word not in SENSES))
        for t in rulebook(ruleset).templates.values()
        for m in t.item.modifiers
        if m.op == "advantage" and m.scope and m.target.startswith("skill.") and t.item.rarity
    ]
    return sorted(found)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_players_learn_nothing_of_what_they_have_not_identified(ruleset: Ruleset) -> None:
    rows = helpful(ruleset)
    assert ruleset == "5.2" or ("Boots of Elvenkind", "stealth", ("moving_silently",)) in rows
    for item, skill, words in rows:
        table = Table(begun(ruleset))
        table.did("create", name="Hero", character={"classes": ["fighter 9"], "party": True, "hpMax": 80})
        table.did("give", "Hero", template=item, identified=False)
        thing = next(t for t in table.now.things.values() if t.kind == "item")
        for operation in ("equip", "attune"):
            table.ask(operation, "Hero", itemId=thing.id)
        asked = {"operation": "check", "characterName": "Hero", "skill": skill}
        told = {who: table.game.ask(asked, "execute_action", "brief", caller)["text"] for who, caller in (("player", PLAYER), ("master", Caller()))}
        assert "key: with" not in told["player"], (item, told)
        strange = table.game.ask({**asked, "with": ["fnord"]}, "execute_action", "brief", PLAYER)["text"]
        assert "fnord" in strange and not {*words} & {*re.findall(r"\w+", strange)}, (item, strange)
        if "key: with" in told["master"]:
            assert "unidentified" in told["master"], (item, told)
        table.did("identify", "Hero", itemId=thing.id)
        seen = [table.game.ask(asked, "execute_action", "brief", caller)["text"] for caller in (PLAYER, Caller())]
        assert len({"key: with" in text for text in seen}) == 1, (item, seen)
