"""A trigger with its source, the times that it plays, and the numbers of the cast that it plays with."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.occasions import Happening
from rpg_lite.decision.outcome import Called
from rpg_lite.mechanics.acts import step_dispatch, wish_and_casting
from rpg_lite.mechanics.acts.act_in_play import Performance
from rpg_lite.mechanics.acts.steps import apply_and_move
from rpg_lite.mechanics.acts.wish_and_casting import Casting, Wish
from rpg_lite.mechanics.creature import effect_source
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Act, Spell, Trigger
from rpg_lite.rules.acts.plain_steps import EndStep
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import thing_stats
from rpg_lite.world.creature_states import Cause, Lasting
from rpg_lite.world.world_model import Thing

MOST_TIMES = 100
"""The maximum number of times that a time trigger plays in one go, which is enough to heal anybody."""


@dataclass(frozen=True, slots=True)
class Listener:
    """A trigger with its source: an effect on its bearer, or a feature or an item of the bearer.

    `item`: the id of that item, whose real name, `name`, only the party learns; `key`: the key that `once` remembers.
    """

    trigger: Trigger
    name: str
    entry: Lasting | None = None
    item: str | None = None

    @property
    def key(self) -> str:
        return self.item or self.name

    @property
    def called(self) -> str | Called:
        return Called(self.item) if self.item else self.name


def of_one_casting(draft: Draft, listeners: Iterable[Listener]) -> list[Listener]:
    """The listeners without those of a spell that lies here more than once: only the most potent of its castings plays, or the most recent
    of those that are equal (SRD 5.1, Combining Magical Effects; SRD 5.2, Combining Spell Effects). What only ends an effect ends each.
    """
    found = list(listeners)
    lying = {key: cause for one in found if (key := _spell_of(draft, one)) and one.entry for cause in [one.entry.cause]}
    playing = dict(sorted(lying, key=lambda key: _potency(lying[key])))  # of the casts of a spell, the last one counts
    return [one for one in found if (key := _spell_of(draft, one)) is None or playing[key[0]] == key[1]]


def _spell_of(draft: Draft, listener: Listener) -> tuple[str, str] | None:
    """The spell that lasts and laid the trigger, and its cast; None for anything else."""
    cause = listener.entry.cause if listener.entry else None
    if cause is None or cause.cast is None or all(isinstance(step, EndStep) for step in listener.trigger.then):
        return None
    spell = thing_stats.spell_cast_by(draft.world, cause.by, cause.act, draft.situation.book)
    return (names.fold(spell.name), cause.cast) if spell and spell.duration else None


def _potency(cause: Cause) -> tuple[int, int, int]:
    return cause.slot or 0, cause.dc or 0, cause.mod or 0


def times_in(draft: Draft, h: Happening, trigger: Trigger, since: int = 0) -> int:
    """The number of times that a trigger of time plays in the minutes that have passed, counted from a minute of the campaign."""
    now = draft.world.campaign.minutes - since
    return now // trigger.minutes - (now - h.taken) // trigger.minutes


def cast_of(draft: Draft, h: Happening, listener: Listener) -> Casting:
    """The numbers of the cast that applied the entry; for a feature, those of its bearer."""
    entry, book = listener.entry, draft.situation.book
    if entry is None:
        act = Act.model_construct(name=listener.name, steps=listener.trigger.then)
        more = {"count": min(times_in(draft, h, listener.trigger), MOST_TIMES)} if h.event == "time" else {"taken": h.taken}
        made = wish_and_casting.make_casting(draft.new_cast_id(), act, draft.world.things[h.bearer], draft.world, book, Wish(), more=more)
        return replace(made, item=listener.item)
    act = act_of(draft, entry)
    caster = draft.world.things.get(entry.cause.by or "") or draft.world.things[h.bearer]
    wish = Wish(choice=entry.cause.choice or {})
    made = wish_and_casting.make_casting(entry.cause.cast or draft.new_cast_id(), act, caster, draft.world, book, wish,
                      slot=entry.cause.slot, dc=entry.cause.dc, mod=entry.cause.mod, own=_level_of(act, caster, book))  # fmt: skip
    return made


def performance_of(draft: Draft, h: Happening, listener: Listener) -> Performance:
    """The notebook in which a trigger or a repeated save plays. What it applies ends with the spell to which it belongs."""
    p = Performance(draft, cast_of(draft, h, listener), step_dispatch.play, [h.bearer])
    if listener.entry and p.cast.act.duration:
        p.rounds_left = apply_and_move.rounds_left(p)
    return p


def _level_of(act: Act, caster: Thing, book: Rulebook) -> int | None:
    """The level of the spell to which an act belongs; the name of such an act begins with that of the spell ("Moonbeam: move"). None for
    other acts.
    """
    spell = None if isinstance(act, Spell) else thing_stats.spell_of(caster, act.name.partition(":")[0], book)
    return spell.level if spell else None


def act_of(draft: Draft, entry: Lasting) -> Act:
    """The act that applied the entry; an act without steps if none can be found."""
    found = effect_source.act_of(draft.world, entry.cause, draft.situation.book)
    return found or Act.model_construct(name=entry.cause.act or entry.name, steps=())


NOTHING = Trigger.model_construct(on="turn_end", then=(), if_=())
