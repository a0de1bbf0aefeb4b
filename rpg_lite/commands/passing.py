"""manage_character rest and advance: time passes, what lasts ends, what recharges comes back."""

import re
from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from typing import Annotated, Any, Final, Literal

from pydantic import BeforeValidator, Field, model_validator

from rpg_lite.commands import concentration, hit_points, targets
from rpg_lite.commands.inventory import moves
from rpg_lite.commands.inventory.attune import bond
from rpg_lite.commands.outcome import Called, Ended, Outcome, Rejected, Story, Turn, Words
from rpg_lite.commands.rolls import rolled
from rpg_lite.commands.targets import Command
from rpg_lite.rules import durations, names
from rpg_lite.rules.items import DurationText, Item
from rpg_lite.rules.resources import Resource, as_kept
from rpg_lite.vocabulary import Recharge
from rpg_lite.world import bearers, clock, events
from rpg_lite.world.clock import CAMPAIGN_ID, DAWN, DAY, DUSK
from rpg_lite.world.things import Ref, Thing, World

RestKind = Literal["short", "long"]
REST_MINUTES: dict[RestKind, int] = {"short": 60, "long": 8 * 60}
LONG_REST_EVERY = DAY
Charged = tuple[Called, Words]
"""What recharged, and how far."""
MOST_DAWNS = 30
"""So many dawns fill every wand; further ones need no dice."""


_DICE: Final = re.compile(r"(\d{1,2})d\d+")


def _counted(said: Any) -> Any:
    """How many dice: "2d10" and {"d10": 2} are 2. Which are spent first, the largest, the rules say."""
    if isinstance(said, str) and (dice := _DICE.fullmatch(said.strip())):
        return int(dice[1])
    if isinstance(said, dict) and said and all(re.fullmatch(r"d\d+", str(die)) and type(n) is int for die, n in said.items()):
        return sum(said.values())
    return said


HitDice = Annotated[int, BeforeValidator(_counted), Field(ge=0, le=20, strict=True)]


class _Passing(Command):
    character_id: str | None = None
    character_name: Annotated[str | None, Field(description='Who; "party" is all of the party.')] = None

    def touches(self) -> tuple[Ref, ...]:
        """Time passes for all, and for what lies on the floor of the party."""
        return (*targets.refs(self.character_id, self.character_name, None, None), Ref("everyone"), Ref("floor"))


class Rest(_Passing):
    """A short or long rest; time passes."""

    operation: Literal["rest"]
    kind: RestKind
    hit_dice: Annotated[
        HitDice | dict[str, HitDice] | None,
        BeforeValidator(_counted),
        Field(description='Hit dice spent in a short rest: {"Oda": 2}, or one number for each.'),
    ] = None
    attune: Annotated[str | None, Field(description="An item to attune in the rest.")] = None

    @model_validator(mode="before")
    @classmethod
    def _all_of_the_party(cls, sent: Any) -> Any:
        """Where nobody is named, the party rests."""
        if isinstance(sent, dict) and not any(sent.get(key) for key in ("characterId", "characterName", "character_id", "character_name")):
            return {**sent, "characterName": targets.PARTY}
        return sent


class Advance(_Passing):
    """Time passes, so long."""

    operation: Literal["advance"]
    duration: Annotated[DurationText, Field(description='"10 minutes", "8 hours", "2 days", "dawn", "dusk".')]


# ── advance ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def decide_advance(command: Advance, world: World, turn: Turn) -> Outcome:
    if clock.fight(world):
        return Rejected("fight_is_on", "operation")
    story = Story(world, turn)
    minutes = _minutes(story, command.duration)
    if isinstance(minutes, Rejected):
        return minutes
    told = pass_time(story, minutes)
    return story.accepted(None, *characters(world), **told)


def _minutes(story: Story, text: str) -> int | Rejected:
    """Whole minutes, at least one; dawn and dusk are the next ones."""
    span = durations.parse(text)
    assert span is not None
    if span.until in ("dawn", "dusk"):
        moment = DAWN if span.until == "dawn" else DUSK
        return (moment - clock.BEGINS_AT - story.world.campaign.minutes) % DAY or DAY
    if span.until:
        return Rejected(
            "rest_is_no_time",
            "duration",
            {"wanted": text},
            instead={"operation": "rest", "characterName": "party", "kind": span.until.split("_")[0]},
        )
    count = int(span.count) if span.count.isdigit() else rolled(story, span.count, "duration").total
    return max(1, ceil(span.minutes(count)))


def pass_time(story: Story, minutes: int) -> dict[str, Any]:
    """The clock moves; what ended and what recharged by it."""
    start, before = story.world.campaign.minutes, clock.now(story.world)
    story.add(events.Changed(CAMPAIGN_ID, "minutes", start, start + minutes))
    ended = ended_between(story, before, clock.now(story.world))
    charged: list[Charged] = []
    for moment, word in ((DAWN, "dawn"), (DUSK, "dusk")):
        times = clock.passed(moment, start, start + minutes)
        if times:
            charged += recharge(story, list(story.world.things.values()), word, min(times, MOST_DAWNS))  # type: ignore[arg-type]
            ended += _end_until(story, list(story.world.things.values()), word)
    return {"time": clock.told(story.world.campaign.minutes), "ended": ended, "charged": charged}


def spend_time(story: Story, who: Sequence[Thing], minutes: int) -> dict[str, Any]:
    """They are busy so long; the clock moves as far as it must. In one batch those who walk or rest apart do it at the same time."""
    return busy_until(story, who, begins(story, who) + minutes)


def busy_until(story: Story, who: Sequence[Thing], until: int) -> dict[str, Any]:
    """The same, to a minute of the campaign."""
    now = story.world.campaign.minutes
    idle: dict[str, Any] = {"time": clock.told(now), "ended": [], "charged": []}
    return {**(pass_time(story, until - now) if until > now else idle), "busy": {c.id: until for c in who}}


def begins(story: Story, who: Sequence[Thing]) -> int:
    """The minute when all of them are free: now, or in a batch what the clock said when it began and they have not used yet."""
    turn, now = story.turn, story.world.campaign.minutes
    since = now if turn.since is None else turn.since
    return max(turn.busy.get(c.id, since) for c in who)


def ended_between(story: Story, before: int, after: int) -> list[Ended]:
    """What of conditions and effects ran out between two rounds of the campaign, cleared away."""
    found = []
    for thing in list(story.world.things.values()):
        for kind in ("conditions", "effects") if thing.kind == "character" else ():
            entries = thing.body.get(kind, ())
            over = [e for e in entries if e.get("ends") is not None and before < e["ends"] <= after]
            if over:
                found += [_ended(e, thing, kind) for e in over]
                moves.change(story, thing, f"body.{kind}", [e for e in entries if e not in over] or None)
    concentration.tidy(story)
    return found


def _ended(entry: Mapping[str, Any], thing: Thing, kind: str) -> Ended:
    look = entry.get("look") if "modifiers" in entry else None  # a known spell keeps its name, whatever brought it
    return Ended(entry["name"], Called(thing.id), kind, look)


def _end_until(story: Story, things: Sequence[Thing], word: str) -> list[Ended]:
    """What was to last until this moment."""
    found = []
    for thing in things:
        for kind in ("conditions", "effects") if thing.kind == "character" else ():
            entries = story.world.things[thing.id].body.get(kind, ())
            over = [e for e in entries if "ends" not in e and _until(e.get("duration")) == word]
            if over:
                found += [_ended(e, thing, kind) for e in over]
                moves.change(story, thing, f"body.{kind}", [e for e in entries if e not in over] or None)
    return found


def _until(duration: str | None) -> str | None:
    span = durations.parse(duration) if duration else None
    return span.until if span else None


# ── recharging ──────────────────────────────────────────────────────────────────────────────────────────────────────


def recharge(story: Story, things: Sequence[Thing], when: Recharge, times: int = 1) -> list[Charged]:
    """Charges, uses and resources that come back at this moment; dice are rolled for each time."""
    told: list[Charged] = []
    for thing in things:
        if thing.kind == "item":
            told += _recharge_item(story, story.world.things.get(thing.id), when, times)
        elif thing.kind == "character":
            _recharge_resources(story, thing, when)
    return told


def _recharge_item(story: Story, thing: Thing | None, when: Recharge, times: int) -> Iterator[Charged]:
    if thing is None:
        return
    item = bearers.item_of(thing, story.turn.book)
    charges, left = item.charges_or_effects, bearers.charges_left(thing, item)
    if charges and left is not None and charges.recharge == when and isinstance(charges.max, int) and left < charges.max:
        now = min(charges.max, left + _regained(story, item, charges.max, times))
        moves.change(story, thing, "body.state.charges", now if now < charges.max else None)
        yield Called(thing.id), Words(thing.id, (f"{now}/{charges.max} charges",))
    uses = {a.id: a.uses for a in item.activated if a.uses and a.uses.recharge == when}
    for id in uses:
        moves.change(story, story.world.things[thing.id], f"body.state.used.{id}", None)


def _regained(story: Story, item: Item, most: int, times: int) -> int:
    charges = item.charges_or_effects
    if charges is None or charges.regain is None:
        return most
    if isinstance(charges.regain, int):
        return charges.regain * times
    total = 0
    for _ in range(times):
        if total < most:
            total += rolled(story, charges.regain, "recharge").total
    return total


def _recharge_resources(story: Story, creature: Thing, when: Recharge) -> None:
    for name, resource in bearers.sheet(story.world.things[creature.id], story.turn.book).resources.items():
        short_too = when == "long_rest" and resource.recharge == "short_rest"
        if (resource.recharge == when or short_too) and resource.left is not None and not name.startswith("hit_die_"):
            _leave(story, creature, name, resource, resource.max)


def _leave(story: Story, creature: Thing, name: str, resource: Resource, left: int) -> None:
    """So many are left of a resource; all of them is said by saying nothing."""
    of_levels = bearers.sheet(story.world.things[creature.id], story.turn.book).hit_dice.get(name)
    kept = as_kept(resource.model_copy(update={"left": left}), of_levels)
    moves.change(story, creature, f"body.sheet.resources.{name}", kept)


# ── rest ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def decide_rest(command: Rest, world: World, turn: Turn) -> Outcome:
    if clock.fight(world):
        return Rejected("fight_is_on", "operation")
    who = targets.whom(world, command.character_id, command.character_name)
    if isinstance(who, Rejected):
        return who
    story = Story(world, turn)
    dice = _dice(story, who, command)
    if isinstance(dice, Rejected):
        return dice
    if refusal := next((r for c in who if (r := _cannot_rest(story, c, command, dice[c.id]))), None):
        return refusal
    told = spend_time(story, who, REST_MINUTES[command.kind])
    bonding = _bonding(story, who, command.attune) if command.attune else who[0]
    spent: list[tuple[Called, str]] = []
    for creature in who:
        if command.kind == "short":
            told["ended"] += _end_until(story, [creature], "short_rest")
            spent += _short(story, creature, dice[creature.id])
        else:
            told["ended"] += [*_end_until(story, [creature], "short_rest"), *_end_until(story, [creature], "long_rest")]
            _long(story, creature, told["busy"][creature.id])
        if command.attune and creature.id == bonding.id and (refusal := _attune(story, creature, command.attune)):
            return refusal
    told["spent"] = spent
    return story.accepted(who[0].id, *(c.id for c in who), kind=command.kind, who=[Called(c.id) for c in who], **told)


def characters(world: World) -> list[str]:
    """Whose numbers the time may have changed."""
    return [t.id for t in world.things.values() if t.kind == "character" and bearers.is_loaded(world, t)]


def _dice(story: Story, who: Sequence[Thing], command: Rest) -> dict[str, int] | Rejected:
    """How many hit dice each spends. Of a number for all, creatures that have no hit dice spend none."""
    wanted = command.hit_dice
    if isinstance(wanted, dict):
        return _dice_by_name(who, wanted)
    without = [c for c in who if wanted and len(who) > 1 and not _hit_dice(story, c)]
    if without:
        story.note("no_hit_dice", names=[c.name for c in without])
    dice = {c.id: 0 if c in without else wanted or 0 for c in who}
    lacking = [c for c in who if len(who) > 1 and _left(story, c) < dice[c.id]]
    if lacking:
        each = {c.name: min(dice[c.id], _left(story, c)) for c in who if c not in without}
        return _too_many(story, lacking[0], dice[lacking[0].id], {**command.model_dump(by_alias=True, exclude_unset=True), "hitDice": each})
    return dice


def _dice_by_name(who: Sequence[Thing], wanted: Mapping[str, int]) -> dict[str, int] | Rejected:
    dice = {c.id: 0 for c in who}
    for name, count in wanted.items():
        called = [c for c in who if name == c.id or names.fold(name) == names.fold(c.name)]
        called = called or [c for c in who if names.is_part_of(name, c.name)]
        if len(called) != 1:
            there = tuple(c.name for c in who)
            return Rejected("not_resting", "hitDice", {"wanted": name}, tuple(names.nearest(name, there)), there)
        dice[called[0].id] = count
    return dice


def _too_many(story: Story, creature: Thing, wanted: int, instead: dict[str, Any] | None = None) -> Rejected:
    return Rejected(
        "hit_dice_too_many", "hitDice", {"name": creature.name, "has": _left(story, creature), "wanted": wanted}, instead=instead
    )


def _left(story: Story, creature: Thing) -> int:
    return sum(r.left if r.left is not None else r.max for _, r in _hit_dice(story, creature))


def _cannot_rest(story: Story, creature: Thing, command: Rest, dice: int) -> Rejected | None:
    name = {"name": creature.name}
    if bearers.is_dead(creature):
        return Rejected("target_dead", "characterName", name)
    if command.kind == "long":
        since = begins(story, [creature]) - creature.body.get("restedAt", -LONG_REST_EVERY)
        if since + REST_MINUTES["long"] < LONG_REST_EVERY:
            wait = LONG_REST_EVERY - since - REST_MINUTES["long"]
            instead = {"operation": "advance", "duration": f"{wait} minutes"}
            return Rejected("rested_already", "kind", {**name, "wait": wait}, instead=instead)
        return Rejected("needs_a_hit_point", "characterName", name) if creature.body.get("hp") == 0 else None
    if dice > _left(story, creature):
        return _too_many(story, creature, dice)
    return Rejected("needs_a_hit_point", "characterName", name) if dice and creature.body.get("hp") == 0 else None


def _hit_dice(story: Story, creature: Thing) -> list[tuple[str, Resource]]:
    """The hit dice as resources, the largest first."""
    found = bearers.sheet(story.world.things[creature.id], story.turn.book).resources
    return sorted(((n, r) for n, r in found.items() if n.startswith("hit_die_d")), key=lambda pair: -int(pair[0].removeprefix("hit_die_d")))


def _short(story: Story, creature: Thing, dice: int) -> Iterator[tuple[Called, str]]:
    """Hit dice, each with the CON modifier, at least 0, as long as they are of use (SRD, Short Rest)."""
    recharge(story, [creature, *story.world.tree_of(creature.id)], "short_rest")
    for _ in range(dice):
        stats = bearers.stats_of(story.world, story.world.things[creature.id], story.turn.book)
        if stats.hp_max and stats.hp is not None and stats.hp >= stats.hp_max.value:
            story.note("hit_dice_kept", name=Called(creature.id))
            return
        name, resource = next((n, r) for n, r in _hit_dice(story, creature) if (r.left if r.left is not None else r.max) > 0)
        thrown = rolled(story, f"1{name.removeprefix('hit_die_')}", "hit die")
        _leave(story, creature, name, resource, (resource.left if resource.left is not None else resource.max) - 1)
        hit_points.heal(
            story, story.world.things[creature.id], max(story.turn.book.policy.hit_die_least, thrown.total + stats.modifiers["con"])
        )
        yield Called(creature.id), f"{thrown.dice}: {thrown.total}"


def _long(story: Story, creature: Thing, until: int) -> None:
    """All hit points, half of the hit dice (5.1) or all (5.2), one level of exhaustion less, temporary points gone."""
    recharge(story, [creature, *story.world.tree_of(creature.id)], "short_rest")
    recharge(story, [creature, *story.world.tree_of(creature.id)], "long_rest")
    _less_exhaustion(story, creature)
    moves.change(story, creature, "body.tempHp", None)
    stats = bearers.stats_of(story.world, story.world.things[creature.id], story.turn.book)
    if stats.hp_max and stats.hp is not None and stats.hp < stats.hp_max.value:
        moves.change(story, creature, "body.hp", stats.hp_max.value)
    _regain_hit_dice(story, creature)
    moves.change(story, creature, "body.restedAt", until)


def _less_exhaustion(story: Story, creature: Thing) -> None:
    now = bearers.lasting(story.world, story.world.things[creature.id], "conditions")
    kept = [{**c, "level": c.get("level", 1) - 1} if c["name"] == "exhaustion" else c for c in now]
    moves.change(story, creature, "body.conditions", [c for c in kept if c["name"] != "exhaustion" or c["level"] > 0] or None)


def _regain_hit_dice(story: Story, creature: Thing) -> None:
    dice = _hit_dice(story, creature)
    whole = sum(r.max for _, r in dice)
    back = whole if story.turn.book.policy.hit_dice_back == "all" else max(1, whole // 2)
    for name, resource in dice:
        left = resource.left if resource.left is not None else resource.max
        gained = min(back, resource.max - left)
        if gained:
            _leave(story, creature, name, resource, left + gained)
            back -= gained


def _bonding(story: Story, who: Sequence[Thing], name: str) -> Thing:
    """Of several who rest the one who carries the thing; else the first, whose refusal is told."""
    carrying = (
        c for c in who if isinstance(targets.carried(story.world, c, None, name, story.turn.book, lambda t: t.attuned_to is None), Thing)
    )
    return next(carrying, who[0])


def _attune(story: Story, creature: Thing, name: str) -> Rejected | None:
    thing = targets.carried(story.world, creature, None, name, story.turn.book, lambda t: t.attuned_to is None, "attune")
    return thing if isinstance(thing, Rejected) else bond(story, story.world.things[creature.id], thing, resting=True)
