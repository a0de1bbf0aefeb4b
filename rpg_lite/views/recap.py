"""A recap: the difference between two moments, and the deeds of the commits between them. Every number comes from one of the two worlds or
from an event.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from rpg_lite.decision.targets import party_of
from rpg_lite.mechanics.items.money import coin_of
from rpg_lite.rules.plain_looks import plain_look
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.rules.token_estimate import estimate
from rpg_lite.views import unidentified
from rpg_lite.views.quest_tree import HIDDEN, SIGNS
from rpg_lite.vocabulary import COINS
from rpg_lite.world import clock, combat, thing_stats
from rpg_lite.world.evolve import evolve_all
from rpg_lite.world.felt_appearance import is_hidden
from rpg_lite.world.history_records import Commit, JournalEntry, Past
from rpg_lite.world.quest_graph import quests_of
from rpg_lite.world.world_model import Thing, World

StatsOf = Callable[[World, Thing], EffectiveStats]
NOTHING: Final = "Nothing has changed since rev {since}."
CUT: Final = "The recap begins at rev {since}, because it looks no further back."
LEFT_OUT: Final = "Left out for want of room: {left} of {all}; a budget of {needed} holds all."


@dataclass(frozen=True, slots=True)
class Fact:
    """One change. `fact`: its kind; `who`: the creature that it concerns; `was`, `now`: the values at both moments; `revs`: the commits
    that report it; `text`: the sentence.
    """

    fact: str
    text: str
    who: str | None = None
    was: Any = None
    now: Any = None
    revs: tuple[int, ...] = ()

    @property
    def document(self) -> dict[str, Any]:
        values = {"who": self.who, "was": self.was, "now": self.now, "revs": list(self.revs) or None}
        return {"fact": self.fact, **{k: v for k, v in values.items() if v is not None}, "text": self.text}


@dataclass(frozen=True, slots=True)
class Fought:
    """A fight: the rev at which it began, its last round, and whether the party was ever in it or in its room."""

    rev: int
    rounds: int
    is_seen: bool


@dataclass(slots=True)
class Walked:
    """The deeds of the commits, one after the other."""

    way: list[Thing] = field(default_factory=list)
    lowest: dict[str, int] = field(default_factory=dict)
    fell: list[tuple[Thing, int]] = field(default_factory=list)
    died: list[tuple[Thing, int]] = field(default_factory=list)
    came_back: list[tuple[Thing, int]] = field(default_factory=list)
    fights: list["Fought"] = field(default_factory=list)


def facts_of(past: Past, now: World, book: Rulebook, stats_of: StatsOf, players: bool) -> list[Fact]:
    """The changes, the most important first. Players hear only of creatures that the party has met, and of things as they know them."""
    then = past.then or now
    walked = _walk(then, past.commits)
    before, after = (unidentified.as_players_see(world, book) if players else world for world in (then, now))
    return [
        *_journey(walked, then, now),
        *_ends("died", "Died", walked.died),
        *_ends("came_back", "Came back to life", walked.came_back),
        *_ends("fell", "Fell", [(who, rev) for who, rev in walked.fell if who.id not in {gone.id for gone, _ in walked.died}]),
        *_fights(walked, players),
        *_quests(then, now, players),
        *(fact for member in _members(now) for fact in _of_member(member, then, now, walked, stats_of, book)),
        *_leavers(then, now),
        *_goods(before, after, book),
        *(_words(entry) for entry in past.entries),
    ]


def text(facts: Sequence[Fact], since: int, is_cut: bool, budget: int) -> str:
    """The sentences that fit in the budget, the most important first, and the number of those left out."""
    first = CUT.format(since=since) if is_cut else ""
    if not facts:
        return "\n".join(filter(None, (first, NOTHING.format(since=since))))
    every = [line for line in (first, f"Since rev {since}:", *(fact.text for fact in facts)) if line]
    needed = sum(estimate(f"{line}\n") for line in every)
    if needed <= budget:
        return "\n".join(every)
    room = budget - estimate(LEFT_OUT.format(left=len(facts), all=len(facts), needed=needed))
    kept: list[str] = []
    for line in every:
        if (room := room - estimate(f"{line}\n")) < 0:
            break
        kept.append(line)
    left = len(every) - len(kept)
    return "\n".join([*kept, LEFT_OUT.format(left=min(left, len(facts)), all=len(facts), needed=needed)])


# ── between both moments ────────────────────────────────────────────────────────────────────────────────────────────


def _walk(then: World, commits: Sequence[Commit]) -> Walked:
    found, world = Walked(), then
    for commit in commits:
        before, world = world, evolve_all(world, commit.events)
        room = _room_of_party(world)
        if room and (not found.way or found.way[-1].id != room.id):
            found.way.append(room)
        touched = [world.things[id] for id in dict.fromkeys(_named(commit)) if id in world.things]
        for creature in (t for t in touched if t.kind == "character"):
            _note_creature(found, before.things.get(creature.id), creature, room, world, commit.rev)
        _note_fight(found, before, world, commit.rev)
    return found


def _named(commit: Commit) -> Iterator[str]:
    yield from (str(getattr(event, "id", "")) for event in commit.events)


def _note_creature(found: Walked, was: Thing | None, creature: Thing, room: Thing | None, world: World, rev: int) -> None:
    hp, is_member = creature.creature.hp, creature.creature.is_member
    if is_member and hp is not None:
        found.lowest[creature.id] = min(hp, found.lowest.get(creature.id, hp))
    there = world.room_of(creature.id)
    if was is None or not (is_member or (room and there and there.id == room.id and not creature.state.is_hidden)):
        return  # nobody of the party was there
    if hp == 0 and was.creature.hp != 0:
        found.fell.append((creature, rev))
    if creature.creature.is_dead and not was.creature.is_dead:
        found.died.append((creature, rev))
    elif was.creature.is_dead and not creature.creature.is_dead:
        found.came_back.append((creature, rev))


def _note_fight(found: Walked, before: World, after: World, rev: int) -> None:
    was, on = clock.fight(before), clock.fight(after)
    if on is None:
        return
    is_seen = any(combat.is_beside(after, member.id) for member in _members(after))
    if was is None or not found.fights:  # it begins, or was going on at the beginning
        found.fights.append(Fought(rev, on.round, is_seen))
    else:
        last = found.fights[-1]
        found.fights[-1] = Fought(last.rev, on.round, last.is_seen or is_seen)


# ── facts ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _journey(walked: Walked, then: World, now: World) -> Iterator[Fact]:
    start = _room_of_party(then)
    way = [*([start] if start and (not walked.way or walked.way[0].id != start.id) else []), *walked.way]
    if len(way) > 1:
        names = [room.name for room in way]
        yield Fact("way", f"Way: {' → '.join(names)}.", was=names[0], now=names[-1])
    before, after = clock.tell_now(then), clock.tell_now(now)
    if before != after:
        yield Fact("time", f"Time: {before} → {after}.", was=before, now=after)


def _of_member(member: Thing, then: World, now: World, walked: Walked, stats_of: StatsOf, book: Rulebook) -> Iterator[Fact]:
    name, was = member.name, then.things.get(member.id)
    if was is None or not was.creature.is_member:
        yield Fact("joined", f"{name} is new in the party.", name)
        return
    before, after = stats_of(then, was), stats_of(now, member)
    levels = [thing_stats.sheet(thing, book).level for thing in (was, member)]
    if levels[0] != levels[1]:
        yield Fact("level", f"{name}: level {levels[0]} → {levels[1]}.", name, levels[0], levels[1])
    points = [thing_stats.sheet(thing, book).xp for thing in (was, member)]
    if points[0] != points[1]:
        since = f"{points[0]} → " if points[0] is not None else ""
        yield Fact("xp", f"{name}: XP {since}{points[1]}.", name, points[0], points[1])
    lowest = walked.lowest.get(member.id)
    if before.hp is not None and after.hp is not None and (before.hp != after.hp or (lowest is not None and lowest < after.hp)):
        low = f", lowest {lowest}" if lowest is not None and lowest < min(before.hp, after.hp) else ""
        told = f"{after.hp} as before" if before.hp == after.hp else f"{before.hp} → {after.hp}"
        yield Fact("hp", f"{name}: HP {told}{low}.", name, before.hp, after.hp)
    lay, lies = (_lying(world, thing) for world, thing in ((then, was), (now, member)))
    if lay != lies:
        told = f"{', '.join(sorted(lies)) or 'no conditions or effects'} (was {', '.join(sorted(lay)) or 'none'})"
        yield Fact("condition", f"{name}: {told}.", name, sorted(lay), sorted(lies))


def _leavers(then: World, now: World) -> Iterator[Fact]:
    still = {member.id for member in _members(now)}
    for member in _members(then):
        if member.id not in still:
            yield Fact("left", f"{member.name} is no longer in the party.", member.name)


def _lying(world: World, who: Thing) -> set[str]:
    return {entry.name for kind in ("conditions", "effects") for entry in thing_stats.lasting(world, who, kind)}


def _goods(then: World, now: World, book: Rulebook) -> Iterator[Fact]:
    """The things and coins that the party has won and lost, by name; the game master also sees the look of unidentified things."""
    had, has = _carried(then), _carried(now)
    looks = {t.name: plain_look(thing_stats.item_of(t, book)) for m in party_of(now) for t in now.tree_of(m.id) if is_hidden(t)}
    told_as = {name: f"{name} (not identified: {look})" for name, look in looks.items()}
    for fact, word, more in (("got", "Got", has - had), ("gone", "Gone", had - has)):
        if more:
            counted = ((told_as.get(name, name), n) for name, n in sorted(more.items()))
            told = ", ".join(name if n == 1 else f"{n} {name}" if name in COINS else f"{n} × {name}" for name, n in counted)
            yield Fact(fact, f"{word}: {told}.", now=dict(sorted(more.items())))


def _carried(world: World) -> Counter[str]:
    found: Counter[str] = Counter()
    for member in party_of(world):
        for thing in world.tree_of(member.id):
            if thing.kind in ("item", "container"):
                found[coin_of(thing) or thing.name] += thing.quantity
    return found


def _quests(then: World, now: World, players: bool) -> Iterator[Fact]:
    was, has = (quests_of(world).public if players else quests_of(world) for world in (then, now))
    for id, node in has.nodes.items():
        before = was.nodes.get(id)
        if before is None or before.quest.status != node.quest.status:
            old = before.quest.status if before else None
            told = f" (was {SIGNS[old]} {old.replace('_', ' ')})" if old else " (new)"
            now_is = node.quest.status
            hidden = "" if node.quest.is_public else f" ({HIDDEN})"
            yield Fact("quest", f"Quest {node.name}{hidden}: {SIGNS[now_is]} {now_is.replace('_', ' ')}{told}.", node.name, old, now_is)


def _ends(kind: str, word: str, found: Sequence[tuple[Thing, int]]) -> Iterator[Fact]:
    if found:
        told = ", ".join(f"{who.name} (rev {rev})" for who, rev in found)
        yield Fact(kind, f"{word}: {told}.", now=[who.name for who, _ in found], revs=tuple(rev for _, rev in found))


def _fights(walked: Walked, players: bool) -> Iterator[Fact]:
    """The fights; players hear only of those that the party saw."""
    if fights := [fight for fight in walked.fights if fight.is_seen or not players]:
        told = ", ".join(f"{f.rounds} {'round' if f.rounds == 1 else 'rounds'} (rev {f.rev})" for f in fights)
        yield Fact("fight", f"Fights: {len(fights)}: {told}.", now=len(fights), revs=tuple(f.rev for f in fights))


def _words(entry: JournalEntry) -> Fact:
    kind = {"milestone": "Milestone", "decide": "Decided"}[entry.entry]
    asked = f'"{entry.question}" ' if entry.question else ""
    return Fact("words", f"{kind} (rev {entry.rev}): {asked}{entry.text}", entry.by, now=entry.text, revs=(entry.rev,))


def _members(world: World) -> list[Thing]:
    return sorted(party_of(world), key=lambda t: t.name)


def _room_of_party(world: World) -> Thing | None:
    """The room of the first member who is in a room."""
    return next(filter(None, (world.room_of(m.id) for m in _members(world))), None)


def documents(facts: Iterable[Fact]) -> list[dict[str, Any]]:
    return [fact.document for fact in facts]
