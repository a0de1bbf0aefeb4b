"""Every feature that rides on an attack is named by its own name in `with`: it joins, or the refusal gives the attack that works without it."""

from functools import cache

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.decision.callers import Caller
from rpg_lite.mechanics.creature import acts
from rpg_lite.mechanics.creature.own_riders import riders_of
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.table import Table

SCORES = dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 16)
CLASSES = tuple(rulebook_loading.rulebook("5.1").classes)


@cache
def at_table(ruleset: Ruleset) -> Table:
    table = Table(begun(ruleset))
    table.did("create", name="Ogre", template="Ogre")
    for of, rule in table.game.book.classes.items():
        choices = {"subclass": rule.subclasses[0].name}
        table.did("create", name=of.title(), character={"classes": [f"{of} 14"], "abilities": SCORES, "party": True, "choices": choices})
        table.did("give", of.title(), template="Shortsword", equip=True)
    return table


def riding(table: Table, who: str) -> list[str]:
    """The names of the riders of attacks that a hero has, and of the acts that answer its hits."""
    world, book = table.game.store.read(table.game.campaign.id, lambda at: at.whole()), table.game.book
    hero = next(t for t in world.things.values() if t.name == who)
    joining = [own.name for own in riders_of(world, hero, book) if own.rider.rider.partition(":")[0] in ("hit", "attack")]
    return [*joining, *(found.act.name for found in acts.acts_of(world, hero, book) if found.act.when and "hit" in str(found.act.when))]


@pytest.mark.parametrize("of", CLASSES)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_each_joins_or_leads_to_the_attack_without_it(ruleset: Ruleset, of: str) -> None:
    table, who = at_table(ruleset), of.title()
    player = Caller("player", of, None, (who,))
    for name in riding(table, who):
        blow = {"operation": "attack", "targetName": "Ogre", "with": [name], "dryRun": True}
        answer = table.game.ask(blow, "execute_action", "brief", player)
        if not answer["ok"]:
            assert answer["error"]["code"].startswith("rider_"), answer["text"]
            instead = answer["error"]["try"]
            assert {**instead, "dryRun": True} == {key: value for key, value in blow.items() if key != "with"}, answer["text"]
            assert table.game.ask({**instead, "dryRun": True}, "execute_action", "brief", player)["ok"]
