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
from rpg_lite.rules.durations import ROUNDS_A_MINUTE
from rpg_lite.world import bearers, clock, events
from rpg_lite.world.things import WORLD_ID, Ref, Thing, World

MOST_FIGHTERS = 60


class StartFight(Command):
    """Roll initiative."""

    operation: Literal["start_fight"]
    names: Annotated[tuple[str, ...], Field(min_length=1, max_length=MOST_FIGHTERS, description='Or ids, or "party".')]
    seed: Seed = None

    def touches(self) -> tuple[Ref, ...]:
        return tuple(r for n in self.names for r in _ref(n))


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
    recover: Annotated[bool, Field(description="false: no search for ammunition.")] = True

    def touches(self) -> tuple[Ref, ...]:
        return (Ref("fight"), Ref("everyone"), Ref("floor"))


def _ref(name: str) -> tuple[Ref, ...]:
    if targets.is_party(name):
        return (Ref("party"),)
    return (Ref("bearer", name),) if _is_id(name) else (Ref("bearer", None, name),)


def _is_id(name: str) -> bool:
    return name[:1] == "c" and name[1:].replace(".", "", 1).isdigit()


def decide_start_fight(command: StartFight, world: World, turn: Turn) -> Outcome:
    if clock.fight(world):
        return Rejected("fight_is_on", "operation", instead={"operation": "next_turn"})
    fighters = _fighters(command.names, world)
    if isinstance(fighters, Rejected):
        return fighters
    story = Story(world, turn)
    order = []
    for fighter in fighters:
        stats = bearers.stats_of(world, fighter, turn.book)
        thrown = d20(story, stats.initiative.value, stats.initiative_mode, stats.dice.get("initiative", ()), f"initiative {fighter.name}")
        order.append((thrown.total, stats.abilities["dex"].value, fighter))
    order.sort(key=lambda o: (-o[0], -o[1], o[2].name, o[2].id))
    kept = [{"id": f.id, "initiative": total} for total, _, f in order]
    moves.change(story, world.things[WORLD_ID], "body.fight", {"round": 1, "turn": 0, "order": kept})
    if not turn.dry:
        judging.at_turn(story, order[0][2])
    told = [(Called(f.id), total) for total, _, f in order]
    return story.accepted(None, order=told, on=Called(order[0][2].id))


def _fighters(wanted: Sequence[str], world: World) -> list[Thing] | Rejected:
    found: dict[str, Thing] = {}
    for n, name in enumerate(wanted):
        if targets.is_party(name):
            found |= {t.id: t for t in targets.party_of(world)}
            continue
        one = targets.character(world, name if _is_id(name) else None, None if _is_id(name) else name, f"names[{n}]")
        if isinstance(one, Rejected):
            return one
        found[one.id] = one
    alive = [t for t in found.values() if not bearers.is_dead(t)]
    if not alive:
        return Rejected("nobody_left" if found else "party_empty", "names")
    return alive


def decide_next_turn(command: NextTurn, world: World, turn: Turn) -> Outcome:
    on = clock.fight(world)
    if on is None:
        return Rejected("no_fight", "operation", instead={"operation": "start_fight", "names": ["party"]})
    order = [entry for entry in on["order"] if entry["id"] in world.things and not bearers.is_dead(world.things[entry["id"]])]
    if not order:
        return Rejected("nobody_left", "operation")
    story = Story(world, turn)
    place, round_ = _after(on, order)
    before = clock.now(world)
    moves.change(story, world.things[WORLD_ID], "body.fight", {**on, "turn": on["order"].index(order[place]), "round": round_})
    ended = ended_between(story, before, clock.now(story.world))
    whose = world.things[order[place]["id"]]
    judging.at_turn(story, whose)
    return story.accepted(None, whose.id, whose=Called(whose.id), round=round_, ended=ended, state=_state(story.world, whose, turn))


def _after(on: Any, order: Sequence[Any]) -> tuple[int, int]:
    """(place among those who still fight, round)."""
    later = [n for n, entry in enumerate(order) if on["order"].index(entry) > on["turn"]]
    return (later[0], on["round"]) if later else (0, on["round"] + 1)


def _state(world: World, whose: Thing, turn: Turn) -> str:
    """What whoever is on should know first."""
    stats = bearers.stats_of(world, whose, turn.book)
    if stats.hp == 0:
        stable = (whose.body.get("dying") or {}).get("stable")
        return "unconscious and stable" if stable else "dying: execute_action save with ability death"
    return ", ".join(stats.conditions_active)


def decide_end_fight(command: EndFight, world: World, turn: Turn) -> Outcome:
    on = clock.fight(world)
    if on is None:
        return Rejected("no_fight", "operation", instead={"operation": "start_fight", "names": ["party"]})
    story = Story(world, turn)
    found = list(_recovered(story, on.get("spent", ()))) if command.recover else []
    moves.change(story, story.world.things[WORLD_ID], "body.fight", None)
    passed = pass_time(story, -(-on["round"] // ROUNDS_A_MINUTE))
    return story.accepted(None, rounds=on["round"], found=found, ended=passed["ended"], charged=passed["charged"])


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
