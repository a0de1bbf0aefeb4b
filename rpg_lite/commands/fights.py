"""start_fight, next_turn, end_fight: the order of turns, rounds that pass, what ends with them."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from rpg_lite.commands import judging, targets
from rpg_lite.commands.inventory import moves
from rpg_lite.commands.outcome import Called, Outcome, Rejected, Story, Turn
from rpg_lite.commands.passing import ended_between, pass_time
from rpg_lite.commands.rolls import Seed, d20
from rpg_lite.commands.targets import Command
from rpg_lite.rules.conditions import EXHAUSTION
from rpg_lite.rules.durations import ROUNDS_A_MINUTE
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.world import bearers, clock, combat, events
from rpg_lite.world.things import WORLD_ID, Ref, Thing, World

MOST_FIGHTERS = 60


class StartFight(Command):
    """Roll initiative; those who come later join."""

    operation: Literal["start_fight"]
    names: Annotated[tuple[str, ...], Field(min_length=1, max_length=MOST_FIGHTERS, description='Or ids, or "party".')]
    force: Annotated[bool, Field(description="Your decree.")] = False
    seed: Seed = None

    def touches(self) -> tuple[Ref, ...]:
        return (*(r for n in self.names for r in _ref(n)), Ref("fight"))


class NextTurn(Command):
    """Who is on."""

    operation: Literal["next_turn"]
    seed: Seed = None

    def touches(self) -> tuple[Ref, ...]:
        return (Ref("fight"),)


class EndFight(Command):
    """Peace."""

    operation: Literal["end_fight"]
    seed: Seed = None
    recover: Annotated[bool, Field(description="false: no ammunition back.")] = True

    def touches(self) -> tuple[Ref, ...]:
        return (Ref("fight"), Ref("everyone"), Ref("floor"))


def _ref(name: str) -> tuple[Ref, ...]:
    return (Ref("party"),) if targets.is_party(name) else (Ref("bearer", *targets.id_or_name(name)),)


def decide_start_fight(command: StartFight, world: World, turn: Turn) -> Outcome:
    """Begins a fight; those who come to one that is on join it."""
    room = _where(command, world)
    if isinstance(room, Rejected):
        return room
    story = Story(world, turn)
    fighters = _fighters(command, story, room)
    if isinstance(fighters, Rejected):
        return fighters
    return _join(story, fighters) if clock.fight(world) else _begin(story, fighters, room)


def _begin(story: Story, fighters: Sequence[Thing], room: Thing) -> Outcome:
    order = sorted((_initiative(story, fighter) for fighter in fighters), key=lambda e: _place(story, e))
    moves.change(story, story.world.things[WORLD_ID], "body.fight", {"round": 1, "turn": 0, "order": order, "room": room.id})
    if not story.turn.dry:
        judging.at_turn(story, story.world.things[order[0]["id"]])
    return story.accepted(None, order=_rolled(order), joins=False, **_turn_of(story, story.world.things[order[0]["id"]]))


def _join(story: Story, coming: Sequence[Thing]) -> Outcome:
    """They take their places in the order; whose turn it is stays so."""
    on = clock.fight(story.world)
    assert on is not None
    whose, order = on["order"][on["turn"]], list(on["order"])
    new = sorted((_initiative(story, fighter) for fighter in coming), key=lambda e: _place(story, e))
    for entry in new:
        before = (n for n, other in enumerate(order) if _place(story, entry) < _place(story, other))
        order.insert(next(before, len(order)), entry)
    moves.change(story, story.world.things[WORLD_ID], "body.fight", {**on, "turn": order.index(whose), "order": order})
    return story.accepted(None, order=_rolled(new), joins=True, **_turn_of(story, story.world.things.get(whose["id"])))


def _initiative(story: Story, fighter: Thing) -> dict[str, Any]:
    stats = bearers.stats_of(story.world, fighter, story.turn.book)
    thrown = d20(story, stats.initiative.value, stats.initiative_mode, stats.dice.get("initiative", ()), f"initiative {fighter.name}")
    return {"id": fighter.id, "initiative": thrown.total}


def _place(story: Story, entry: combat.Entry) -> tuple[int, int, str, str]:
    """The higher total first; ties go to the higher DEX. One who left the game keeps the place."""
    fighter = story.world.things.get(entry["id"])
    dex = bearers.stats_of(story.world, fighter, story.turn.book).abilities["dex"].value if fighter else 0
    return (-entry["initiative"], -dex, fighter.name if fighter else "", entry["id"])


def _rolled(order: Sequence[combat.Entry]) -> list[tuple[Called, int]]:
    return [(Called(e["id"]), e["initiative"]) for e in order]


# ── who fights, and where ───────────────────────────────────────────────────────────────────────────────────────────


def _where(command: StartFight, world: World) -> Thing | Rejected:
    """The room of the fight that is on; else where the party is, where it is named, or where the first who is named stands."""
    if at := combat.room_id(world):
        return world.things.get(at) or Rejected("floor_unknown", "names")
    if any(map(targets.is_party, command.names)):
        return targets.party_room(world, "names") if targets.party_of(world) else Rejected("party_empty", "names")
    first = _named(command.names[0], 0, world)
    return first if isinstance(first, Rejected) else world.room_of(first.id) or Rejected("floor_unknown", "names")


def _named(name: str, n: int, world: World) -> Thing | Rejected:
    return targets.character(world, *targets.id_or_name(name), f"names[{n}]")


def _fighters(command: StartFight, story: Story, room: Thing) -> list[Thing] | Rejected:
    """Those who are named and live. The party's members who are elsewhere stay out; others who are elsewhere are refused, or decreed."""
    world = story.world
    found: dict[str, Thing] = {}
    absent: dict[str, Thing] = {}
    for n, name in enumerate(command.names):
        if targets.is_party(name):
            members = {t.id: t for t in targets.party_of(world)}
            absent |= {id: t for id, t in members.items() if world.room_of(id) != room}
            found |= {id: t for id, t in members.items() if id not in absent}
            continue
        one = _named(name, n, world)
        if isinstance(one, Rejected):
            return one
        if world.room_of(one.id) != room and not command.force:
            return _elsewhere(command, world, n, one, room)
        found[one.id] = one
    if away := [f"{t.name} ({_room_name(world, t)})" for id, t in absent.items() if id not in found]:
        story.note("are_elsewhere", names=away)
    return _new(found, story)


def _elsewhere(command: StartFight, world: World, n: int, one: Thing, room: Thing) -> Rejected:
    there, fights = world.room_of(one.id), combat.room_id(world) is not None
    coming = [one.id] if fights else _those_in(room, command, world)
    goal = room if fights else there
    details = {"name": one.name, "there": _room_name(world, one), "room": room.name, "coming": coming, "goal": goal.id if goal else None}
    return Rejected("fights_elsewhere", f"names[{n}]", details)


def _those_in(room: Thing, command: StartFight, world: World) -> list[str]:
    """The ids of those who are named, or "party", as far as they stand in this room."""
    found = []
    for n, name in enumerate(command.names):
        one = None if targets.is_party(name) else _named(name, n, world)
        if one is None:
            found.append(targets.PARTY)
        elif isinstance(one, Thing) and world.room_of(one.id) == room:
            found.append(one.id)
    return found


def _room_name(world: World, one: Thing) -> str:
    room = world.room_of(one.id)
    return room.name if room else "no room"


def _new(found: dict[str, Thing], story: Story) -> list[Thing] | Rejected:
    """Those of them who live and do not fight yet."""
    alive = [t for t in found.values() if not bearers.is_dead(t)]
    if not alive:
        return Rejected("nobody_left" if found else "party_empty", "names")
    new = [t for t in alive if not combat.is_in(story.world, t.id)]
    already = [t.name for t in alive if t not in new]
    if not new:
        return Rejected("all_fight_already", "names", {"names": already}, instead={"operation": "next_turn"})
    if already:
        story.note("fight_already", names=already)
    return new


# ── turns ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def decide_next_turn(command: NextTurn, world: World, turn: Turn) -> Outcome:
    on = clock.fight(world)
    if on is None:
        return Rejected("no_fight", "operation", instead={"operation": "start_fight", "names": ["party"]})
    order = combat.order(world)
    if not order:
        return Rejected("nobody_left", "operation")
    story = Story(world, turn)
    place, round_ = _after(on, order)
    before = clock.now(world)
    moves.change(story, world.things[WORLD_ID], "body.fight", {**on, "turn": on["order"].index(order[place]), "round": round_})
    ended = ended_between(story, before, clock.now(story.world))
    whose = world.things[order[place]["id"]]
    judging.at_turn(story, whose)
    return story.accepted(None, whose.id, ended=ended, **_turn_of(story, whose))


def _after(on: Any, order: Sequence[Any]) -> tuple[int, int]:
    """(place among those who still fight, round)."""
    later = [n for n, entry in enumerate(order) if on["order"].index(entry) > on["turn"]]
    return (later[0], on["round"]) if later else (0, on["round"] + 1)


def _turn_of(story: Story, whose: Thing | None) -> dict[str, Any]:
    """Whose turn it is and what is to be known of it: hit points, what lies on it, and with what it attacks."""
    on = clock.fight(story.world)
    assert on is not None
    if whose is None:
        return {"whose": None, "round": on["round"]}
    stats = bearers.stats_of(story.world, story.world.things[whose.id], story.turn.book)
    hp = f"HP {stats.hp}/{stats.hp_max.value}" if stats.hp_max else ""
    ways = [f"{a.name} {a.to_hit.value:+d}" for a in stats.attacks] if stats.can_act else []
    return {"whose": whose.id, "round": on["round"], "hp": hp, "state": _state(whose, stats), "ways": ways}


def _state(whose: Thing, stats: EffectiveStats) -> str:
    if stats.hp == 0:
        stable = (whose.body.get("dying") or {}).get("stable")
        return "unconscious and stable" if stable else "dying: execute_action save with ability death"
    return ", ".join(f"{a.name} {a.level}" if a.name == EXHAUSTION else a.name for a in stats.conditions_active.values())


def decide_end_fight(command: EndFight, world: World, turn: Turn) -> Outcome:
    on = clock.fight(world)
    if on is None:
        return Rejected("no_fight", "operation", instead={"operation": "start_fight", "names": ["party"]})
    story = Story(world, turn)
    found = list(_recovered(story, on.get("spent", ()))) if command.recover else []
    moves.change(story, story.world.things[WORLD_ID], "body.fight", None)
    passed = pass_time(story, -(-on["round"] // ROUNDS_A_MINUTE))
    return story.accepted(None, rounds=on["round"], found=found, **passed)


def _recovered(story: Story, spent: Iterable[Any]) -> Iterable[tuple[Called, int, str]]:
    """Half of what each shot, rounded down, lies in its bag again."""
    for shot in spent:
        count, bearer = shot["count"] // 2, story.world.things.get(shot["by"])
        if not count or bearer is None:
            continue
        thing = story.world.things.get(shot["thing"])
        if thing and thing.parent_id:
            story.add(events.Counted(thing.id, thing.quantity, thing.quantity + count))
        else:
            moves.lay(story, Thing(story.new_id("item"), "item", shot["name"], bearer.id, count, body=shot["body"]))
        yield Called(bearer.id), count, shot["name"]
