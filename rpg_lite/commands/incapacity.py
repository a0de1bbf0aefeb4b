"""A creature that cannot act, and how one falls when its senses leave it."""

from rpg_lite.commands.inventory.moves import change
from rpg_lite.commands.outcome import Rejected, Story
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.world import bearers
from rpg_lite.world.things import Thing


def cannot_act(creature: Thing, stats: EffectiveStats) -> Rejected | None:
    """Refused for the dead and the incapacitated, with the conditions that make them so (SRD, Incapacitated)."""
    if stats.can_act and not bearers.is_dead(creature):
        return None
    return Rejected("cannot_act", "characterName", {"name": creature.name, "why": ", ".join(stats.conditions_active) or "dead"})


def fall(story: Story, creature: Thing) -> None:
    """An unconscious creature falls prone and remains so when it wakes, until it stands up (SRD, Unconscious); the dead lie anyway."""
    creature = story.world.things[creature.id]
    if bearers.is_dead(creature):
        return
    active = bearers.stats_of(story.world, creature, story.turn.book).conditions_active
    now = bearers.lasting(story.world, creature, "conditions")
    if "unconscious" in active and "prone" in active and all(c["name"] != "prone" for c in now):
        change(story, creature, "body.conditions", [*now, {"name": "prone"}])


def is_prone(creature: Thing) -> bool:
    return any(c["name"] == "prone" for c in creature.body.get("conditions", ()))
