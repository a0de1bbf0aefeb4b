"""Healing and damage as events: temporary points first, resistances, 0 at the least; the dead stay dead."""

from rpg_lite.commands.inventory.moves import change
from rpg_lite.commands.outcome import Rejected, Story
from rpg_lite.rules.dice import Roll
from rpg_lite.rules.stats.defenses import Hit, damage_taken
from rpg_lite.world import bearers, events
from rpg_lite.world.things import Thing


def rolled(story: Story, dice: str, what_for: str) -> Roll:
    """Rolls and puts it on record."""
    roll = story.turn.roll(dice)
    story.add(events.Rolled(roll.dice, roll.faces, roll.total, what_for))
    return roll


def may_heal(target: Thing, story: Story) -> Rejected | None:
    """Refused for the dead, and for one whose hit points nobody knows."""
    if bearers.is_dead(target) or bearers.stats_of(story.world, target, story.turn.book).dead:
        return Rejected("target_dead", "targetName", {"name": target.name})
    return _unknown(target, story)


def may_hurt(target: Thing, story: Story) -> Rejected | None:
    if bearers.is_dead(target):
        return Rejected("target_dead", "targetName", {"name": target.name})
    return _unknown(target, story)


def _unknown(target: Thing, story: Story) -> Rejected | None:
    if bearers.sheet(target, story.turn.book).hp_max is None:
        instead = {"operation": "update", "characterName": target.name, "character": {"hpMax": 10}}
        return Rejected("hp_unknown", "characterName", {"name": target.name}, instead=instead)
    return None


def heal(story: Story, target: Thing, points: int) -> None:
    """Up to the effective maximum; one at 0 comes round."""
    stats = bearers.stats_of(story.world, target, story.turn.book)
    most = stats.hp_max.value if stats.hp_max else 0
    now = max(stats.hp or 0, min(most, (stats.hp or 0) + max(0, points)))
    if now == stats.hp:
        story.note("already_whole", name=target.name)
        return
    if stats.hp == 0 and now > 0:
        story.note("comes_round", name=target.name)
    change(story, target, "body.hp", now)


def hurt(story: Story, target: Thing, hit: Hit) -> tuple[int, tuple[str, ...]]:
    """(points that it took, what changed them). What is left beyond 0 and reaches the maximum kills (SRD, Instant Death)."""
    stats = bearers.stats_of(story.world, target, story.turn.book)
    taken, why = damage_taken(hit, stats.defenses)
    shield = min(stats.temp_hp, taken)
    if shield:
        change(story, target, "body.tempHp", stats.temp_hp - shield or None)
    had, most = stats.hp or 0, stats.hp_max.value if stats.hp_max else 0
    rest = taken - shield
    now = max(0, had - rest)
    if rest:
        change(story, target, "body.hp", now)
    if rest - had >= most > 0:
        change(story, target, "body.dead", True)
        story.note("dies", name=target.name)
    elif now == 0 and had > 0:
        story.note("falls", name=target.name)
    return taken, why
