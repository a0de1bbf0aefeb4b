"""A random walk through every operation."""

import os
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rpg_lite.content import initial_world, rulebook_loading
from rpg_lite.game import Game
from rpg_lite.rules import dice, names
from rpg_lite.store.store import Store
from rpg_lite.vocabulary import DIRECTIONS
from rpg_lite.world.evolve import evolve_all
from rpg_lite.world.world_model import DEFAULTS_ID, Exit, Thing, World
from tests.operations.table import Snapshot, Table, chronicle, snapshot

Payload = dict[str, Any]


BOOK = rulebook_loading.rulebook("5.1")


ANY = st.integers(0, 10_000)


KEYS = ("Iron Key", "Brass Key")


WALKERS = ("Thorin", "Elara", "Snag")


LOOT = st.sampled_from(("Torch", "Potion of Healing", "Ring of Protection", "Shield", "Gold", "Chest"))


WHO = st.sampled_from((None, "party", *WALKERS))


def untried(thing: Thing) -> Thing:
    """The thing without the locks at which it has failed: only the next try asks for them."""
    return replace(thing, body={key: value for key, value in thing.body.items() if key != "tried"})


class Walk(RuleBasedStateMachine):
    store: Store

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    @initialize(seed=st.integers(0, 99))
    def begin(self, seed: int) -> None:
        name = f"walk {os.urandom(6).hex()}"
        campaign = Walk.store.create_campaign(name, "5.1", {}, initial_world.first_world())
        self.game = Game(Walk.store, campaign, BOOK, dice.roller(seed))
        self.table = Table(self.game)
        for who in WALKERS:
            sheet = {"party": who != "Snag", "hpMax": 20}
            self.table.did("create", name=who, character=sheet)
        self.table.did("give", "Elara", item={"name": KEYS[0], "type": "adventuring_gear"})
        self.table.did("give", bagName="Lobby", item={"name": KEYS[1], "type": "adventuring_gear"})
        assert self.table.send({"operation": "hide", "itemName": KEYS[1]}, "manage_room")["ok"]
        for i, door in enumerate(("closed", "locked", "hidden", None)):
            made = {"name": f"Start {i}", "direction": DIRECTIONS[i], **({"door": door} if door else {})}
            lock = {"keyName": KEYS[i % 2], "dc": 12} if door == "locked" else {}
            assert self.table.send({"operation": "create", **made, **lock}, "manage_room")["ok"]
        self.table.did("give", bagId="r0.2", template="Chest")
        for item in ("Torch", "Potion of Healing", "Ring of Protection", "Shield", "Gold"):
            self.table.did("give", bagName="Chest", template=item, quantity=3)
        self.table.did("give", "Elara", template="Thieves' Tools")
        self.was = self.now = snapshot(self.game)
        self.begun = self.now.rev
        self.before_last: Snapshot | None = None

    # ── asking ──────────────────────────────────────────────────────────────────────────────────────────────────

    def send(self, operation: str, tool: str = "manage_room", **fields: Any) -> Payload | None:
        """The answer when it was accepted. A refusal leaves no trace."""
        answer = self.table.send({"operation": operation, **{k: v for k, v in fields.items() if v is not None}}, tool)
        now = snapshot(self.game)
        if not answer["ok"]:
            assert now == self.now, answer["text"]
            return None
        if now.rev != self.now.rev:
            self.before_last = self.now
        self.was, self.now = self.now, now
        return answer

    @property
    def rooms(self) -> list[Thing]:
        return [t for t in self.now.things.values() if t.kind == "room"]

    def room(self, n: int) -> Thing:
        return self.rooms[n % len(self.rooms)]

    def label(self, n: int, room_id: str) -> str:
        """An exit of the room, or one that it may not have."""
        there = [w.label for w in self.now.exits.values() if w.from_room == room_id]
        return [*there, "north"][n % (len(there) + 1)]

    def at(self, now: Snapshot, who: str) -> str:
        return next(t.parent_id or "" for t in now.things.values() if t.kind == "character" and t.name == who)

    def place(self, who: str | None) -> str:
        return self.at(self.now, who if who in WALKERS else "Thorin")

    def things(self, now: Snapshot) -> Counter[tuple[str, int]]:
        return Counter((t.name, t.quantity) for t in now.things.values() if t.kind == "item")

    # ── walking ─────────────────────────────────────────────────────────────────────────────────────────────────

    @rule(who=WHO, n=ANY)
    def go(self, who: str | None, n: int) -> None:
        label = self.label(n, self.place(who))
        answer = self.send("go", characterName=who, direction=label)
        if answer is None:
            return
        moved = [w for w in WALKERS if self.at(self.was, w) != self.at(self.now, w)]
        assert all(self.may(self.at(self.was, w), "go") for w in moved), answer["text"]
        assert set(moved) <= ({who} if who in WALKERS else {"Thorin", "Elara"})
        for w in moved:
            taken = [x for x in self.was.exits.values() if x.from_room == self.at(self.was, w) and x.to_room == self.at(self.now, w)]
            assert any(not x.hidden and x.state != "locked" for x in taken), answer["text"]
            assert w == "Snag" or self.now.things[self.at(self.now, w)].body["seen"] == "visited"
        assert self.things(self.was) == self.things(self.now)
        assert self.now.minutes >= self.was.minutes

    @rule(who=WHO, n=ANY, m=ANY)
    def two_steps(self, who: str | None, n: int, m: int) -> None:
        first = self.label(n, self.place(who))
        steps = [{"direction": first}, {"direction": DIRECTIONS[m % 4]}]
        answer = self.table.send({"operation": "go", "batch": steps, **({"characterName": who} if who else {})}, "manage_room")
        now = snapshot(self.game)
        if not answer["ok"]:
            assert now == self.now
            return
        self.before_last, self.was, self.now = self.now, self.now, now

    # ── scenes, seals ───────────────────────────────────────────────────────────────────────────────────────────

    def may(self, room_id: str, verb: str) -> bool:
        """Whether the room uses the verb's tool: its own tools, those of its set, or the defaults while it has none."""
        own = {t for of, t in self.was.worn if of == room_id}
        of_set = {t for of, t in self.was.worn if of in own}
        used = [
            {self.was.things[t].qualified_name for t in ids} for ids in (own | of_set, {t for of, t in self.was.worn if of == DEFAULTS_ID})
        ]
        return f"rpg:{verb}" in (used[0] or used[1])

    @rule(who=WHO, n=ANY)
    def join(self, who: str | None, n: int) -> None:
        """A cut needs no exit and takes no time; only a seal stops it."""
        room = self.room(n).id
        answer = self.send("join", characterName=who, toId=room)
        self.was = self.now if answer is None else self.was
        assert (answer is not None) == self.may(self.at(self.was, who if who in WALKERS else self.first()), "join")
        if answer:
            assert all(self.at(self.now, w) == room for w in ((who,) if who in WALKERS else ("Thorin", "Elara")))
            assert (self.now.minutes, self.now.exits) == (self.was.minutes, self.was.exits)

    @rule(who=WHO)
    def leave(self, who: str | None) -> None:
        if self.send("leave", characterName=who):
            assert all(self.at(self.now, w) == "r0.2" for w in ((who,) if who in WALKERS else ("Thorin", "Elara")))

    def first(self) -> str:
        """The first standing member, whose place is the place of the party."""
        lost = {t.name for t in self.was.things.values() if any(c["name"] == "unconscious" for c in t.body.get("conditions", ()))}
        return next((w for w in ("Thorin", "Elara") if w not in lost), "Thorin")

    @rule(n=ANY, operation=st.sampled_from(("equip", "unequip")), verb=st.sampled_from(("go", "go,open", "join,leave", "search", "*")))
    def seal(self, n: int, operation: str, verb: str) -> None:
        if verb != "*" or operation == "equip":
            self.send(operation, "manage_tools", bagId=self.room(n).id, itemName=f"rpg:{verb}")

    # ── doors, things ───────────────────────────────────────────────────────────────────────────────────────────

    @rule(
        operation=st.sampled_from(("open", "close", "lock", "unlock", "hide")),
        who=WHO,
        n=ANY,
        force=st.sampled_from((None, None, True)),
        skill=st.sampled_from((None, "athletics")),
    )
    def door(self, operation: str, who: str | None, n: int, force: bool | None, skill: str | None) -> None:
        more = {"force": force} if operation in ("lock", "unlock") else {}
        more |= {"skill": skill} if operation == "unlock" else {}
        if self.send(operation, characterName=who, direction=self.label(n, self.place(who)), **more):
            was, now = ([untried(t) for t in world.things.values() if t.kind != "room"] for world in (self.was, self.now))
            assert was == now
            assert self.was.exits.keys() == self.now.exits.keys()

    @rule(operation=st.sampled_from(("open", "close", "lock", "unlock")), who=WHO, key=st.sampled_from((None, *KEYS)), force=st.booleans())
    def chest(self, operation: str, who: str | None, key: str | None, force: bool) -> None:
        more = {"keyName": key, "dc": 12} if operation == "lock" and key else {}
        more |= {"force": True} if force and operation in ("lock", "unlock") else {}
        self.send(operation, characterName=who, bagName="Chest", **more)

    @rule(item=LOOT, who=st.sampled_from(WALKERS), out=st.booleans(), undone=st.booleans(), n=ANY)
    def pack(self, item: str, who: str, out: bool, undone: bool, n: int) -> None:
        """Into the chest or out of it, the chest itself into somebody's hands or onto the floor; or something long past is taken back."""
        if undone:
            self.send("undo", rev=self.begun + 1 + n % 20)
        elif item == "Chest":
            where = {"bagName": "floor", "toCharacterName": who} if out else {"toName": "floor"}
            self.send("transfer", "manage_inventory", characterName=who, itemName=item, **where)
        elif out:
            self.send("transfer", "manage_inventory", bagName="Chest", itemName=item, toCharacterName=who)
        else:
            self.send("transfer", "manage_inventory", characterName=who, itemName=item, toName="Chest")

    @rule(
        item=LOOT,
        operation=st.sampled_from(("equip", "use", "attune", "remove", "give")),
        inside=st.booleans(),
        who=st.sampled_from(WALKERS),
    )
    def handle(self, item: str, operation: str, inside: bool, who: str) -> None:
        whose = {"bagName": "Chest"} if inside and operation in ("remove", "give") else {"characterName": who}
        what = {"template": item} if operation == "give" else {"itemName": item}
        if operation != "give" or item != "Chest":
            self.send(operation, "manage_inventory", **whose, **what)

    @rule(who=WHO, dc=st.sampled_from((None, 5, 15)), passive=st.sampled_from((None, True)))
    def search(self, who: str | None, dc: int | None, passive: bool | None) -> None:
        if self.send("search", characterName=who, dc=dc, passive=passive) and dc is None:
            assert not any(w.hidden for w in self.now.exits.values() if w.from_room == self.place(who))

    @rule(key=st.sampled_from(KEYS), who=st.sampled_from(WALKERS))
    def give(self, key: str, who: str) -> None:
        self.send("give", "manage_inventory", characterName=who, item={"name": key, "type": "adventuring_gear"})

    @rule(key=st.sampled_from(KEYS), who=st.sampled_from(WALKERS), to=st.sampled_from(("floor", *WALKERS)))
    def hand_over(self, key: str, who: str, to: str) -> None:
        where = {"toName": "floor"} if to == "floor" else {"toCharacterName": to}
        if self.send("transfer", "manage_inventory", characterName=who, itemName=key, **where):
            before, after = (sum(c * q for (name, q), c in self.things(s).items() if name == key) for s in (self.was, self.now))
            assert before == after

    @rule(who=st.sampled_from(WALKERS), key=st.sampled_from(KEYS))
    def hide(self, who: str, key: str) -> None:
        self.send("hide", characterName=who, itemName=key)

    @rule(who=st.sampled_from(WALKERS), condition=st.sampled_from(("grappled", "unconscious", "restrained")))
    def afflict(self, who: str, condition: str) -> None:
        """A condition that holds somebody works: he does not walk, and its end frees him."""
        self.send("apply", "manage_condition", characterName=who, condition=condition)
        stood = self.at(self.now, who)
        for direction in ("north", "south"):
            assert self.send("go", characterName=who, direction=direction) is None
        assert self.at(self.now, who) == stood
        self.send("remove", "manage_condition", characterName=who, condition=condition)

    # ── building ────────────────────────────────────────────────────────────────────────────────────────────────

    @rule(
        n=ANY,
        direction=st.sampled_from(DIRECTIONS),
        door=st.sampled_from((None, "open", "closed", "locked", "hidden")),
        key=st.sampled_from((None, *KEYS)),
        two_way=st.booleans(),
    )
    def create(self, n: int, direction: str, door: str | None, key: str | None, two_way: bool) -> None:
        self.count += 1
        fields = {"direction": direction, "door": door, "keyName": key, "twoWay": two_way}
        answer = self.send("create", name=f"Den {self.count}", fromId=self.room(n).id, **fields)
        assert answer is not None

    @rule(n=ANY, m=ANY, label=st.sampled_from((*DIRECTIONS, "mirror")), two_way=st.booleans())
    def portal(self, n: int, m: int, label: str, two_way: bool) -> None:
        start = self.room(n).id
        taken = {w.label for w in self.now.exits.values() if w.from_room == start}
        answer = self.send("portal", fromId=start, toId=self.room(m).id, direction=label, twoWay=two_way)
        assert (answer is None) == (label in taken)

    @rule(n=ANY, everything=st.booleans())
    def remove(self, n: int, everything: bool) -> None:
        room = self.room(n)
        inside = [t for t in self.now.things.values() if t.parent_id == room.id]
        stays = room.id == "r0.2" or any(t.kind == "character" for t in inside) or (inside and not everything)
        assert (self.send("remove", bagId=room.id, all=everything) is None) == bool(stays)

    @precondition(lambda self: self.before_last is not None)
    @rule()
    def undo(self) -> None:
        """The state before; undone again the state after."""
        assert self.before_last is not None
        before, after = self.before_last, self.now
        assert self.send("undo")
        assert (self.now.world, self.now.minutes) == (before.world, before.minutes)
        assert self.send("undo")
        assert (self.now.world, self.now.minutes) == (after.world, after.minutes)

    # ── what always holds ───────────────────────────────────────────────────────────────────────────────────────

    @invariant()
    def everybody_is_in_a_room_that_lives(self) -> None:
        living = {r.id for r in self.rooms}
        assert all(self.at(self.now, who) in living for who in WALKERS)

    @invariant()
    def every_way_joins_living_rooms_under_a_label_of_its_own(self) -> None:
        living = {r.id for r in self.rooms}
        ways = self.now.exits.values()
        assert all(w.from_room in living and w.to_room in living for w in ways)
        assert max(Counter((w.from_room, names.fold(w.label)) for w in ways).values(), default=1) == 1

    @invariant()
    def a_locked_chest_keeps_what_is_in_it(self) -> None:
        """The contents of a chest that is locked before and after any step, even an undo, stay the same."""
        for chest in (t for t in self.was.things.values() if t.body.get("locked")):
            if (now := self.now.things.get(chest.id)) and now.body.get("locked"):
                assert inside(self.was, chest.id) == inside(self.now, chest.id)

    @invariant()
    def both_sides_of_a_door_agree(self) -> None:
        for way in self.now.exits.values():
            if way.back:
                other = self.now.exits[way.back]
                assert other.back == way.id and (other.from_room, other.to_room) == (way.to_room, way.from_room)
                assert shared(way) == shared(other)

    @invariant()
    def nothing_hidden_is_read_aloud(self) -> None:
        for who in ("Thorin", "Snag"):
            here = self.at(self.now, who)
            answer = self.table.send({"operation": "look", "characterName": who, "forPlayers": True}, "manage_room", "full")
            told = answer["results"][0]["room"]
            hidden = {w.id for w in self.now.exits.values() if w.hidden} | {t.id for t in self.now.things.values() if t.body.get("hidden")}
            assert not hidden & {x["id"] for x in (*told["exits"], *told["things"])}
            assert len(told["exits"]) == sum(w.from_room == here and not w.hidden for w in self.now.exits.values())
            assert "Hidden" not in answer["text"] and "hidden" not in told

    @invariant()
    def nothing_hidden_or_undiscovered_is_in_what_players_hear(self) -> None:
        """People here, exits, known rooms, things here: neither as text nor as data."""
        ways = [w.id for w in self.now.exits.values() if w.hidden]
        things = [t.id for t in self.now.things.values() if t.body.get("hidden")]
        standing = {self.at(self.now, who) for who in ("Thorin", "Elara")}
        unknown = [r for r in self.rooms if not r.body.get("seen") and r.id not in standing]
        for who in {self.at(self.now, who): who for who in ("Snag", "Thorin")}.values():
            batch = [{"operation": "who"}, {"operation": "exits"}, {"operation": "inventory", "scope": "all"}]
            asked = [{**element, "characterName": who, "forPlayers": True} for element in batch] + [{"operation": "rooms"}]
            answer = self.table.send({"batch": asked}, "read_campaign", "full")
            assert answer["ok"], answer["text"]
            assert "Hidden" not in answer["text"]
            told, here = list(values(answer["results"])), self.at(self.now, who)  # where Snag stands he knows his way
            assert not {*ways, *things, *(r.id for r in unknown if r.id != here)} & {v for v in told if isinstance(v, str)}
            assert [w["id"] for w in answer["results"][1]["exits"] if w["id"] in ways] == []
            assert not [r.name for r in unknown if r.id != here and re.search(rf"\b{re.escape(r.name)}\b", answer["text"])]

    def teardown(self) -> None:
        if hasattr(self, "game"):
            whole = evolve_all(World(self.game.campaign), chronicle(self.game))
            assert whole.things == self.now.things
            assert whole.exits == self.now.exits


def inside(now: Snapshot, bag_id: str) -> list[tuple[str, int]]:
    return sorted((t.id, t.quantity) for t in now.things.values() if t.parent_id == bag_id)


def values(told: Any) -> Iterator[Any]:
    """Every value anywhere in an answer."""
    inner = told.values() if isinstance(told, dict) else told if isinstance(told, list) else ()
    for value in inner:
        yield value
        yield from values(value)


def shared(way: Exit) -> tuple[object, ...]:
    return way.state, way.hidden, way.key_name, way.dc
