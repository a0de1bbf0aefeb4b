"""Staff of the Python: the snake, its way back to the staff, and the end of both (SRD 5.1 and 5.2, Staff of the Python)."""

from rpg_lite.decision.callers import Caller
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world import thing_stats
from tests.copies import begun
from tests.operations.item_table import table
from tests.operations.table import Table
from tests.operations.worlds import Sandbox
from tests.rows import each_row

SNAKE = "Giant Constrictor Snake"


def thrown(ruleset: Ruleset) -> Sandbox:
    box = table(ruleset, "Staff of the Python", hero={"classes": ["druid 5"]})
    box.accept("use", "Hero", itemName="Staff of the Python")
    return box


def there(box: Sandbox) -> list[str]:
    return sorted(t.name for t in box.world.things.values() if t.name in (SNAKE, "Staff of the Python"))


@each_row("ruleset", RULESETS)
def test_the_staff_becomes_a_snake_once(ruleset: Ruleset) -> None:
    box = thrown(ruleset)
    assert there(box) == [SNAKE, "Staff of the Python"]
    box.reject("no_uses_left", "act", "Hero", act="Throw the Staff")


@each_row("ruleset", RULESETS)
def test_a_bonus_action_brings_the_staff_back_and_heals_it(ruleset: Ruleset) -> None:
    box = thrown(ruleset)
    box.accept("damage", SNAKE, amount=5, damageType="fire")
    box.accept("act", "Hero", act="Staff of the Python: revert")
    assert there(box) == ["Staff of the Python"] and not box.thing("Hero").creature.effects
    if ruleset == "5.2":
        box.reject("no_uses_left", "act", "Hero", act="Throw the Staff")
        box.accept("advance", duration="1 hour")
    box.accept("act", "Hero", act="Throw the Staff")
    snake = box.thing(SNAKE)
    stats = thing_stats.stats_of(box.world, snake, box.book)
    assert stats.hp_max and stats.hp == stats.hp_max.value


@each_row("ruleset", RULESETS)
def test_with_the_snake_the_staff_is_destroyed(ruleset: Ruleset) -> None:
    box = thrown(ruleset)
    assert "the staff shatters" in box.did("damage", SNAKE, amount=500, damageType="fire")["text"]
    assert there(box) == [] and not box.thing("Hero").creature.effects


@each_row("ruleset", RULESETS)
def test_the_second_snake_breaks_it_too(ruleset: Ruleset) -> None:
    box = thrown(ruleset)
    box.accept("act", "Hero", act="Staff of the Python: revert")
    box.accept("act", "Hero", act="Throw the Staff", force=True)
    box.accept("damage", SNAKE, amount=500, damageType="fire")
    assert there(box) == []


@each_row("ruleset", RULESETS)
def test_the_player_of_its_bearer_plays_the_snake(ruleset: Ruleset) -> None:
    at = Table(begun(ruleset))
    at.did("create", name="Hero", character={"classes": ["druid 5"], "party": True})
    at.did("give", "Hero", template="Staff of the Python", equip=True)
    at.ask("attune", "Hero", itemName="Staff of the Python")
    at.did("act", "Hero", act="Throw the Staff")
    payload = {"operation": "act", "characterName": SNAKE, "act": "Dodge"}
    answer = at.game.ask(payload, "execute_action", "full", Caller.of("player", ["Hero"]))
    assert answer["ok"], answer["text"]
