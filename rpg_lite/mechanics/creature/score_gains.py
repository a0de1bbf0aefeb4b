"""Gains of ability scores that the sheet keeps (SRD, Manual of Bodily Health), and the hit points that follow them. Apart because they
change the creature itself, and no act remembers them.
"""

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called
from rpg_lite.decision.state_changes import change
from rpg_lite.rules import choices
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.stats.abilities import GREATEST_SCORE, ORDINARY_MAXIMUM, modifier
from rpg_lite.vocabulary import ABILITIES
from rpg_lite.world import body_paths, thing_stats
from rpg_lite.world.world_model import Thing


def gain(draft: Draft, creature: Thing, m: Modifier) -> None:
    """Raise the stored score or its maximum, up to the gain's own cap and never above 30 (SRD, Ability Scores).

    A gain with a cap of its own (SRD 5.2, Manual of Bodily Health) carries the maximum along, so that earlier increases stay what they were.
    """
    kind, _, word = m.target.partition(".")
    ability = next(a for a in ABILITIES if a == word)
    sheet = thing_stats.true_sheet(draft.world.things[creature.id], draft.situation.book)
    most = sheet.ability_max.get(ability, ORDINARY_MAXIMUM)
    if kind == "ability_max":
        change(draft, creature, body_paths.ABILITY_MAX.at(ability), _after(most, m))
        return
    stored = sheet.abilities[ability]
    was = choices.raise_scores(sheet.abilities, sheet.chosen, sheet.ability_max)[ability] if sheet.chosen else stored
    now = _after(was, m)
    change(draft, creature, body_paths.ABILITIES.at(ability), stored + now - was)
    if m.cap and was > stored and now > most:
        change(draft, creature, body_paths.ABILITY_MAX.at(ability), now)
    draft.note("gained", name=Called(creature.id), ability=ability.upper(), was=was, now=now)
    if ability == "con":
        _toughen(draft, creature, (modifier(now) - modifier(was)) * sheet.level)


def _after(was: int, m: Modifier) -> int:
    """The value after the gain; a cap limits the gain but never lowers a value that is already higher."""
    by = m.value if isinstance(m.value, int) else 0
    return max(min(was, was + by, GREATEST_SCORE), min(was + by, m.cap or GREATEST_SCORE, GREATEST_SCORE), 0)


def _toughen(draft: Draft, creature: Thing, points: int) -> None:
    """Change a stored hit point maximum with the CON modifier for each level; a derived maximum changes by itself."""
    kept = draft.world.things[creature.id].creature.sheet.hp_max
    if kept is not None:
        change(draft, creature, body_paths.HP_MAX, max(1, kept + points))
