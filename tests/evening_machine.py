"""The state machine of random evenings."""

import json
import re
from collections import Counter
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rpg_lite.content import initial_world, rulebook_loading
from rpg_lite.decision.callers import GM
from rpg_lite.game import Game
from rpg_lite.rules import dice
from rpg_lite.store.store import Store
from rpg_lite.store.writer_turns import WriterBusy
from rpg_lite.world import thing_stats
from rpg_lite.world.evolve import evolve_all
from rpg_lite.world.world_model import InUse, Thing, World
from tests.operations.table import Snapshot, Table, chronicle, snapshot
from tests.store import known

Payload = dict[str, Any]


Where = tuple[str | None, str]
"""(the bag with the units directly in it, their identity)."""


BOOK = rulebook_loading.rulebook("5.1")


HEROES = ("Thorin", "Elara", "Pip")


SHEETS: dict[str, Payload] = {
    "Thorin": {"classes": ["fighter 5"], "race": "dwarf", "hpMax": 44, "party": True},
    "Elara": {"classes": ["wizard 5"], "race": "elf", "hpMax": 22, "party": True},
    "Pip": {"classes": ["rogue 3"], "race": "halfling", "hpMax": 20, "alignment": "good"},
}


GIFTS: tuple[Payload, ...] = (
    {"template": "Dagger"},
    {"template": "Longsword"},
    {"template": "Greatsword"},
    {"template": "Longbow"},
    {"template": "Arrow"},
    {"template": "Shield"},
    {"template": "Plate Armor"},
    {"template": "Chain Shirt"},
    {"template": "Torch"},
    {"template": "gp"},
    {"template": "sp"},
    {"template": "Backpack"},
    {"template": "Bag of Holding"},
    {"template": "Potion of Healing"},
    {"template": "Healer's Kit"},
    {"template": "Ring of Protection"},
    {"template": "Ring of Warmth"},
    {"template": "Ring of Evasion"},
    {"template": "Cloak of Protection"},
    {"template": "Stone of Good Luck"},
    {"template": "Amulet of Health"},
    {"template": "Gem of Seeing"},
    {"template": "Boots of Speed"},
    {"template": "Wand of Magic Missiles"},
    {"template": "Necklace of Fireballs"},
    {"template": "Magic Weapon", "base": "Dagger", "variant": "+1"},
    {"template": "Demon Armor"},
    {"template": "Wand of Secrets", "identified": False},
    {"item": {"name": "Gold", "type": "treasure"}},
    {"item": {"name": "Odd Tooth", "type": "treasure", "stackable": False}},
    {"item": {"name": "Sour Draught", "type": "consumable", "effect": "Heal 1d4 HP"}},
    {"item": {"name": "Bead Purse", "type": "wondrous", "weight": 1, "container": {"capacityLb": 5}}},
    {"item": {"name": "Biting Ring", "type": "wondrous", "slot": "ring", "cursed": True}},
    {"item": {"name": "Lamp Rod", "type": "wondrous", "slot": "offhand", "mechanicalEffects": {"charges": 2, "maxCharges": 4}}},
)


COUNTED = ("charges", "usesRemaining", "active", "ends", "used")


SLOTS = ("mainhand", "offhand", "armor", "ring", "ring1", "ring2", "neck", "head", "quiver")


def what(thing: Thing) -> str:
    """The identity of a unit: name and body, except for spent or switched values."""
    state = {k: v for k, v in thing.item.state.items() if k not in COUNTED}
    body = {k: v for k, v in thing.body.items() if k != "state"}
    return json.dumps([thing.name, body, state], sort_keys=True)


def items(now: Snapshot) -> list[Thing]:
    return [t for t in now.things.values() if t.kind == "item"]


def units(now: Snapshot) -> Counter[Where]:
    found: Counter[Where] = Counter()
    for t in items(now):
        found[t.parent_id, what(t)] += t.quantity
    return found


def totals(now: Snapshot) -> Counter[str]:
    found: Counter[str] = Counter()
    for t in items(now):
        found[what(t)] += t.quantity
    return found


def spent(now: Snapshot) -> dict[str, Payload]:
    """Charges, uses and switches by thing."""
    return {t.id: state for t in items(now) if (state := {k: t.item.state[k] for k in COUNTED if k in t.item.state})}


def bodies(now: Snapshot) -> dict[str, Payload]:
    """Hit points, conditions and the rest of each creature."""
    return {t.id: dict(t.body) for t in now.things.values() if t.kind == "character"}


def inside(now: Snapshot, bag: str) -> list[Thing]:
    direct = [t for t in now.things.values() if t.parent_id == bag]
    return direct + [t for d in direct for t in inside(now, d.id)]


def bearer_of(now: Snapshot, thing: Thing) -> Thing | None:
    while thing.parent_id is not None:
        thing = now.things[thing.parent_id]
        if thing.kind == "character":
            return thing
    return None


def world_of(now: Snapshot, game: Game) -> World:
    return World(game.campaign, now.things, now.worn)


def hands(thing: Thing, row: Any) -> int:
    stats = thing_stats.item_of(thing, BOOK).weapon_stats
    if row.slot not in ("mainhand", "offhand"):
        return 0
    return 2 if row.grip == "two" or (stats and "two_handed" in stats.properties) else 1


def same(was: Payload, now: Payload) -> None:
    """Report the first difference, and not both worlds."""
    differ = next((k for k in sorted(was.keys() | now.keys()) if was.get(k) != now.get(k)), None)
    if differ is not None:
        raise AssertionError(f"{differ}: {was.get(differ)} became {now.get(differ)}")


ANY = st.integers(0, 10_000)


COUNT = st.sampled_from((None, 1, 1, 2, 3, 7))


def gear(now: Snapshot) -> dict[tuple[str, str], InUse]:
    """Items worn by creatures; rooms use tools."""
    return {key: row for key, row in now.worn.items() if now.things[key[0]].kind == "character"}


TRIES = 50
"""How often a call waits for the thread that writes the calls down, so that it answers at once whatever that thread has done."""


class Evening(RuleBasedStateMachine):
    store: Store
    evenings = 0
    at_once_changed = 0

    @initialize(
        gifts=st.lists(st.tuples(st.integers(0, 4), st.sampled_from(GIFTS), st.sampled_from((1, 1, 2, 20))), min_size=4, max_size=16)
    )
    def begin(self, gifts: list[tuple[int, Payload, int]]) -> None:
        Evening.evenings += 1
        campaign = Evening.store.create_campaign(f"evening {Evening.evenings}", "5.1", {}, initial_world.first_world())
        self.game = Game(Evening.store, campaign, BOOK, dice.roller(1))
        self.table = Table(self.game)
        self.folded = evolve_all(World(campaign), chronicle(self.game))
        self.seen = len(chronicle(self.game))
        self.before_last: Snapshot | None = None
        self.deltas: dict[int, Counter[Where]] = {}
        self.pasts: dict[int, Payload] = {}
        self.told: dict[tuple[int, str], list[Payload]] = {}
        self.was = self.now = snapshot(self.game)
        for name in HEROES:
            self.send({"operation": "create", "name": name, "character": SHEETS[name]}, "manage_character")
        self.pasts.clear()  # nobody plays on where there is no hero
        self.send({"bagName": "floor", "operation": "give", "template": "Chest"})
        self.send({"bagName": "Chest", "operation": "give", "template": "gp", "quantity": 50})
        self.send({"characterName": "Thorin", "operation": "give", "template": "Backpack"})
        for bag, gift, quantity in gifts:
            self.send({**self.at(self.bag(bag)), "operation": "give", **gift, "quantity": quantity})

    # ── choosing ────────────────────────────────────────────────────────────────────────────────────────────────

    def thing(self, n: int) -> Thing:
        """Any item; when all are gone, one that never was."""
        found = sorted(items(self.now), key=lambda t: t.id) or [Thing("i0.99", "item", "Nothing", self.hero(n).id)]
        return found[n % len(found)]

    def hero(self, n: int) -> Thing:
        found = sorted((t for t in self.now.things.values() if t.kind == "character"), key=lambda t: t.id)
        return found[n % len(found)]

    def bag(self, n: int) -> Thing:
        found = sorted((t for t in self.now.things.values() if t.kind != "item" and t.parent_id), key=lambda t: t.id)
        found += sorted((t for t in items(self.now) if thing_stats.item_of(t, BOOK).container), key=lambda t: t.id)
        return found[n % len(found)]

    def at(self, bag: Thing) -> Payload:
        return {"characterId": bag.id} if bag.kind == "character" else {"bagId": bag.id}

    def holder(self, thing: Thing) -> Payload:
        """A target whose tree has the thing: its bearer, else the bag itself."""
        outer = bearer_of(self.now, thing) or self.now.things[thing.parent_id or ""]
        return self.at(outer)

    # ── asking ──────────────────────────────────────────────────────────────────────────────────────────────────

    def at_once(self, payload: Payload, tool: str) -> Payload | None:
        for _ in range(TRIES):
            try:
                answer = self.game.at_once(payload, tool, "brief", GM)
                break
            except WriterBusy:
                self.game._clerk.write()  # after the thread that writes the calls down; PostgreSQL never answers at once
        else:
            return None
        Evening.at_once_changed += answer is not None and answer.get("rev", 0) > self.now.rev
        return answer

    def send(self, payload: Payload, tool: str = "manage_inventory") -> Payload | None:
        """The answer; None when it was refused, which must not leave a trace."""
        before = self.now
        answer = self.at_once(payload, tool) or self.table.send(payload, tool)
        after = snapshot(self.game)
        if not answer["ok"] and "results" not in answer:
            assert after == before, (payload, answer["text"])
            return None
        assert after.rev == answer["rev"], payload
        happened, recorded = len(chronicle(self.game)) > self.seen, after.rev - before.rev
        assert recorded == after.commits - before.commits
        assert recorded == happened or (recorded == 1 and payload.get("operation") == "undo")  # of rolls alone
        assert happened or after.world == before.world
        if after.rev > before.rev:
            self.before_last = before
            change = units(after)
            change.subtract(units(before))
            self.deltas[after.rev] = change
        self.was, self.now = before, after
        self.pasts[after.rev] = self.small
        self.follow()
        return answer

    @property
    def small(self) -> Payload:
        """The world and its hour, flat."""
        return {**self.now.things, **{str(key): row for key, row in self.now.worn.items()}, **self.now.exits, "minutes": self.now.minutes}

    def follow(self) -> None:
        """The fold of the chronicle equals the world in the database, and so does the cache."""
        happened = chronicle(self.game)
        self.folded = evolve_all(self.folded, happened[self.seen :])
        self.seen = len(happened)
        same(dict(self.folded.things), self.now.things)
        assert dict(self.folded.equipped) == self.now.worn
        known.is_true(self.game)

    def counts(
        self, answer: Payload | None, change: dict[Where, int] | None = None, *, things: tuple[str, ...] = (), creatures: bool = False
    ) -> None:
        """Units changed by exactly this; nothing was spent but of `things`; no creature changed but when it may."""
        if answer is None:
            return
        expected = units(self.was)
        expected.update(change or {})
        assert +expected == units(self.now), answer["text"]
        old, new = spent(self.was), spent(self.now)
        born = self.now.things.keys() - self.was.things.keys()
        assert {k: v for k, v in new.items() if k not in (*things, *born)} == {
            k: v for k, v in old.items() if k in self.now.things and k not in things
        }, answer["text"]
        if not creatures:
            assert bodies(self.now) == bodies(self.was), answer["text"]

    # ── inventory ───────────────────────────────────────────────────────────────────────────────────────────────

    @rule(bag=ANY, gift=st.sampled_from(GIFTS), quantity=COUNT, equip=st.booleans(), attune=st.booleans(), dry=st.booleans())
    def give(self, bag: int, gift: Payload, quantity: int | None, equip: bool, attune: bool, dry: bool) -> None:
        to = self.bag(bag)
        more = {k: v for k, v in {"quantity": quantity, "equip": equip, "attune": attune}.items() if v}
        answer = self.rehearsed({**self.at(to), "operation": "give", **gift, **more}, dry)
        if answer:
            change = units(self.now)
            change.subtract(units(self.was))
            changed = {k: v for k, v in change.items() if v}
            assert [(k[0], v) for k, v in changed.items()] == [(to.id, quantity or 1)], answer["text"]
            self.counts(answer, changed)

    def rehearsed(self, payload: Payload, dry: bool, tool: str = "manage_inventory") -> Payload | None:
        """Asked for real, sometimes after a dry run: that records nothing and knows whether it will be accepted."""
        before = self.now
        told = self.table.send({**payload, "dryRun": True}, tool) if dry else None
        assert snapshot(self.game) == before, "a dry run left a trace"
        answer = self.send(payload, tool)
        if told is not None:
            assert told["ok"] == (answer is not None), (payload, told["text"])
            assert not told["ok"] or told["dryRun"]
        return answer

    @rule(
        n=ANY,
        slot=st.none() | st.sampled_from(SLOTS),
        grip=st.sampled_from((None, None, "one", "two")),
        attune=st.booleans(),
        dry=st.booleans(),
    )
    def equip(self, n: int, slot: str | None, grip: str | None, attune: bool, dry: bool) -> None:
        thing = self.thing(n)
        more = {k: v for k, v in {"slot": slot, "grip": grip, "attune": attune}.items() if v}
        answer = self.rehearsed({**self.holder(thing), "operation": "equip", "itemId": thing.id, **more}, dry)
        if answer:
            bearer = bearer_of(self.was, thing)
            assert bearer
            up = thing.quantity if thing_stats.item_of(thing, BOOK).type == "ammunition" else 1
            change = {} if thing.parent_id == bearer.id else {(thing.parent_id, what(thing)): -up, (bearer.id, what(thing)): up}
            self.counts(answer, change)

    @rule(n=ANY, by_name=st.booleans())
    def unequip(self, n: int, by_name: bool) -> None:
        worn = sorted(gear(self.now))
        thing = self.now.things[worn[n % len(worn)][1]] if worn else self.thing(n)
        item = {"itemName": thing.name} if by_name else {"itemId": thing.id}
        answer = self.send({**self.holder(thing), "operation": "unequip", **item})
        self.counts(answer)
        if answer:
            assert len(self.was.worn) - len(self.now.worn) == 1

    @rule(n=ANY, bond=st.sampled_from(("attune", "attune", "unattune")), dry=st.booleans())
    def attune(self, n: int, bond: str, dry: bool) -> None:
        magic = [t for t in sorted(items(self.now), key=lambda t: t.id) if thing_stats.item_of(t, BOOK).needs_attunement]
        thing = magic[n % len(magic)] if magic else self.thing(n)
        answer = self.rehearsed({**self.holder(thing), "operation": bond, "itemId": thing.id}, dry)
        self.counts(answer)
        if answer:
            others = [{t.id: t.attuned_to for t in items(now) if t.id != thing.id} for now in (self.was, self.now)]
            assert others[0] == others[1]

    @rule(n=ANY, to=ANY, quantity=COUNT, all=st.booleans(), dry=st.booleans())
    def transfer(self, n: int, to: int, quantity: int | None, all: bool, dry: bool) -> None:
        thing, bag = self.thing(n), self.bag(to)
        where = {"toCharacterId": bag.id} if bag.kind == "character" else {"toId": bag.id}
        more = {"all": True} if all else {"quantity": quantity} if quantity else {}
        answer = self.rehearsed({**self.holder(thing), "operation": "transfer", "itemId": thing.id, **where, **more}, dry)
        moved = thing.quantity if all else quantity or 1
        if answer:
            there = thing.parent_id == bag.id
            self.counts(answer, {} if there else {(thing.parent_id, what(thing)): -moved, (bag.id, what(thing)): moved})

    @rule(n=ANY, to=ANY)
    def transfer_all(self, n: int, to: int) -> None:
        bag, goal = self.bag(n), self.bag(to)
        loose = [t for t in items(self.now) if t.parent_id == bag.id and t.id not in {id for _, id in self.now.worn} and t.id != goal.id]
        where = {"toCharacterId": goal.id} if goal.kind == "character" else {"toId": goal.id}
        answer = self.send({**self.at(bag), "operation": "transfer", "all": True, **where})
        if answer and bag.id != goal.id:
            change: Counter[Where] = Counter()
            for t in loose:
                change[bag.id, what(t)] -= t.quantity
                change[goal.id, what(t)] += t.quantity
            self.counts(answer, change)
        else:
            self.counts(answer)

    @rule(n=ANY, quantity=COUNT, all=st.booleans(), whole=st.booleans())
    def remove(self, n: int, quantity: int | None, all: bool, whole: bool) -> None:
        thing = self.thing(n)
        more = {k: v for k, v in {"all": all, "withContents": whole, "quantity": None if all else quantity}.items() if v}
        full = inside(self.now, thing.id)
        answer = self.send({**self.holder(thing), "operation": "remove", "itemId": thing.id, **more})
        if answer:
            gone = thing.quantity if all else quantity or 1
            change: Counter[Where] = Counter({(thing.parent_id, what(thing)): -gone})
            for t in full:
                change[t.parent_id, what(t)] -= t.quantity
            assert whole or not full
            self.counts(answer, change)

    @rule(n=ANY, quantity=COUNT, whom=st.none() | ANY, word=ANY)
    def use(self, n: int, quantity: int | None, whom: int | None, word: int) -> None:
        thing = self.thing(n)
        item = thing_stats.item_of(thing, BOOK)
        on = {} if whom is None else {"targetId": self.hero(whom).id}
        more: Payload = {"quantity": quantity} if quantity else {}
        if item.activated:
            more["property"] = item.activated[word % len(item.activated)].id
        answer = self.send({**self.holder(thing), "operation": "use", "itemId": thing.id, **on, **more})
        if answer is None:
            return
        times = quantity or 1
        if item.activated:
            self.counts(answer, things=(thing.id,))
            self.switched(thing, more["property"])
        elif thing.id not in self.now.things and thing_stats.charges_left(thing, item) == times:
            assert "destroyed" in answer["text"]
            self.counts(answer, {(thing.parent_id, what(thing)): -1}, things=(thing.id,), creatures=True)
        elif (had := thing_stats.charges_left(thing, item)) is not None:
            self.counts(answer, things=(thing.id,), creatures=True)
            assert thing_stats.charges_left(self.now.things[thing.id], item) == had - times
        elif (left := thing_stats.uses_left(thing, item)) is not None:
            self.counts(answer, {(thing.parent_id, what(thing)): -1} if left == times else None, things=(thing.id,), creatures=True)
            assert left == times or thing_stats.uses_left(self.now.things[thing.id], item) == left - times
        else:
            gone = times if item.type == "consumable" or item.use_state == "consumed" else 0
            kept = () if gone else (thing.id,)  # a light that is put out remembers how long it would burn
            self.counts(answer, {(thing.parent_id, what(thing)): -gone}, things=kept, creatures=True)
        if item.heals:
            who = self.was.things[on["targetId"]] if on else bearer_of(self.was, thing)
            assert who
            self.healed(who, sum(r["total"] for r in answer["results"][0].get("rolls", [answer["results"][0]["roll"]])), times)
            self.untouched(who.id)

    def switched(self, thing: Thing, word: str) -> None:
        item = thing_stats.item_of(thing, BOOK)
        was, now = (set(thing_stats.active_of(world_of(at, self.game), at.things[thing.id])) for at in (self.was, self.now))
        assert was ^ now == {word}
        cost = next(a.charges or 0 for a in item.activated if a.id == word) if word in now else 0
        had = thing_stats.charges_left(thing, item)
        assert thing_stats.charges_left(self.now.things[thing.id], item) == (None if had is None else had - cost)

    # ── hit points and conditions ───────────────────────────────────────────────────────────────────────────────

    def shown_hp(self, now: Snapshot, who: str) -> tuple[int, int]:
        stats = thing_stats.stats_of(world_of(now, self.game), now.things[who], BOOK)
        assert stats.hp_max is not None and stats.hp is not None
        return stats.hp, stats.hp_max.value

    def healed(self, who: Thing, points: int, times: int = 1) -> None:
        had, most = self.shown_hp(self.was, who.id)
        assert self.shown_hp(self.now, who.id)[0] == min(most, had + points)

    def untouched(self, but: str) -> None:
        assert {k: v for k, v in bodies(self.now).items() if k != but} == {k: v for k, v in bodies(self.was).items() if k != but}

    @rule(n=ANY, amount=st.integers(0, 60), dry=st.booleans())
    def damage(self, n: int, amount: int, dry: bool) -> None:
        who = self.hero(n)
        payload = {"characterId": who.id, "operation": "damage", "amount": amount, "damageType": "psychic"}
        answer = self.rehearsed(payload, dry, "execute_action")
        if answer:
            self.counts(answer, creatures=True)
            self.untouched(who.id)
            had, most = self.shown_hp(self.was, who.id)
            assert self.shown_hp(self.now, who.id)[0] == max(0, had - amount)
            third = had == 0 and (who.body.get("dying") or {}).get("failures", 0) == 2
            assert thing_stats.is_dead(self.now.things[who.id]) == (amount > 0 and (third or amount - had >= most))

    @rule(n=ANY, amount=st.integers(0, 30), dry=st.booleans())
    def heal(self, n: int, amount: int, dry: bool) -> None:
        who = self.hero(n)
        answer = self.rehearsed({"characterId": who.id, "operation": "heal", "amount": amount}, dry, "execute_action")
        if answer:
            self.counts(answer, creatures=True)
            self.untouched(who.id)
            self.healed(who, amount)
        else:
            assert thing_stats.is_dead(who)

    @rule(n=ANY, name=st.sampled_from(("grappled", "poisoned", "exhaustion", "prone")), op=st.sampled_from(("apply", "apply", "remove")))
    def condition(self, n: int, name: str, op: str) -> None:
        who = self.hero(n)
        had = {c.name: c.level for c in thing_stats.lasting(world_of(self.now, self.game), who, "conditions")}
        answer = self.send({"characterId": who.id, "operation": op, "condition": name}, "manage_condition")
        if answer:
            self.counts(answer, creatures=True)
            self.untouched(who.id)
            has = {c["name"]: c.get("level", 1) for c in self.now.things[who.id].body.get("conditions", ())}
            level = min(6, had.get(name, 0) + 1) if name == "exhaustion" else 1
            if self.now.things[who.id].body.get("hp") == 0 and "prone" not in had and name != "prone":
                has.pop("prone", None)  # who is lifted up without a hit point falls again with the next condition
            assert has == ({**had, name: level} if op == "apply" else {k: v for k, v in had.items() if k != name})

    @rule(n=ANY, name=st.sampled_from(("Bless", "Haste", "Mage Armor")), op=st.sampled_from(("apply", "apply", "remove")))
    def effect(self, n: int, name: str, op: str) -> None:
        who = self.hero(n)
        had = {e.name for e in thing_stats.lasting(world_of(self.now, self.game), who, "effects")}
        answer = self.send({"characterId": who.id, "operation": op, "effect": name}, "manage_condition")
        if answer:
            self.counts(answer, creatures=True)
            self.untouched(who.id)
            has = [e["name"] for e in self.now.things[who.id].body.get("effects", ())]
            assert sorted(has) == sorted(had | {name} if op == "apply" else had - {name})

    # ── fights and time ─────────────────────────────────────────────────────────────────────────────────────────

    def as_told(self, answer: Payload, first: str | None = None) -> None:
        """Hit points changed as the answer says and no others did."""
        (result,) = answer["results"]
        told = {first: result["hp"]} if "hp" in result else {}
        told |= {a["id"]: a["hp"] for a in result.get("also", ()) if "hp" in a}
        for who in bodies(self.now).keys() & bodies(self.was).keys():
            had, has = self.shown_hp(self.was, who)[0], self.shown_hp(self.now, who)[0]
            assert (told[who]["was"], told[who]["value"]) == (had, has) if who in told else had == has, answer["text"]

    @rule(n=ANY, m=ANY, mode=st.sampled_from((None, "advantage", "disadvantage")), dry=st.booleans())
    def attack(self, n: int, m: int, mode: str | None, dry: bool) -> None:
        who, whom = self.hero(n), self.hero(m)
        payload = {"operation": "attack", "characterId": who.id, "targetId": whom.id, **({"mode": mode} if mode else {})}
        answer = self.rehearsed(payload, dry, "execute_action")
        if answer is None:
            return
        change = units(self.now)
        change.subtract(units(self.was))
        shot = {k: v for k, v in change.items() if v}
        assert list(shot.values()) in ([], [-1])
        assert all("arrow" in thing for _, thing in shot), shot
        self.counts(answer, shot, creatures=True)
        self.untouched(whom.id)
        self.as_told(answer, whom.id)
        assert self.shown_hp(self.now, whom.id) <= self.shown_hp(self.was, whom.id)

    @rule(n=ANY, save=st.booleans(), ability=st.sampled_from(("str", "dex", "wis")), dc=st.none() | st.integers(0, 30), dry=st.booleans())
    def d20(self, n: int, save: bool, ability: str, dc: int | None, dry: bool) -> None:
        payload: Payload = {"operation": "save" if save else "check", "characterId": self.hero(n).id, "ability": ability}
        answer = self.rehearsed(payload | ({} if dc is None else {"dc": dc}), dry, "execute_action")
        self.counts(answer)
        if answer and dc is not None and "roll" in answer["results"][0]:
            assert ("succeeds" in answer["text"]) == (answer["results"][0]["roll"]["total"] >= dc)

    @rule(n=ANY)
    def death_save(self, n: int) -> None:
        who = self.hero(n)
        answer = self.send({"operation": "save", "characterId": who.id, "ability": "death"}, "execute_action")
        self.counts(answer, creatures=True)
        if answer:
            self.untouched(who.id)
            self.as_told(answer, who.id)
            assert who.body["hp"] == 0 and not thing_stats.is_dead(who)

    def fight(self, now: Snapshot) -> Payload | None:
        found: Payload | None = now.things["w"].body.get("fight")
        return found

    @rule(dry=st.booleans())
    def start_fight(self, dry: bool) -> None:
        names = [t.id for t in self.now.things.values() if t.kind == "character"]
        answer = self.rehearsed({"operation": "start_fight", "names": names}, dry, "execute_action")
        self.counts(answer)
        before = self.was if answer else self.now
        there = {e["id"] for e in (self.fight(before) or {"order": ()})["order"]}
        new = [id for id in names if id not in there and not thing_stats.is_dead(before.things[id])]
        assert (answer is None) == (not new)  # those who come later join
        if answer:
            rolled = [e["initiative"] for e in (self.fight(self.now) or {})["order"]]
            assert 0 < len(rolled) <= len(names) and rolled == sorted(rolled, reverse=True)  # the dead roll nothing

    @rule(dry=st.booleans())
    def next_turn(self, dry: bool) -> None:
        answer = self.rehearsed({"operation": "next_turn"}, dry, "execute_action")
        self.counts(answer, creatures=True)
        if answer:
            was, now = self.fight(self.was) or {}, self.fight(self.now) or {}
            assert (now["round"], now["turn"]) > (was["round"], was["turn"])
            assert not thing_stats.is_dead(self.now.things[now["order"][now["turn"]]["id"]])
            self.as_told(answer, now["order"][now["turn"]]["id"])

    @rule(dry=st.booleans(), recover=st.booleans())
    def end_fight(self, dry: bool, recover: bool) -> None:
        answer = self.rehearsed({"operation": "end_fight", "recover": recover}, dry, "execute_action")
        if answer is None:
            assert self.fight(self.now) is None
            return
        was = self.fight(self.was) or {}
        assert self.fight(self.now) is None
        assert self.now.minutes == self.was.minutes + (was["round"] + 4) // 10
        gained = totals(self.now)
        gained.subtract(totals(self.was))
        assert sum(gained.values()) == (sum(s["count"] // 2 for s in was.get("spent", ())) if recover else 0)
        assert all("arrow" in thing for thing, count in gained.items() if count)
        change = units(self.now)
        change.subtract(units(self.was))
        self.counts(answer, change, creatures=True)
        self.as_told(answer)

    def refilled(self, answer: Payload) -> None:
        """No unit came or went but those that the answer tells as burnt out; charges only grew, and never above the most."""
        burnt = units(self.was) - units(self.now)
        assert not units(self.now) - units(self.was), answer["text"]
        assert not burnt or "Burnt out: " in answer["text"], answer["text"]
        for thing in items(self.now):
            item = thing_stats.item_of(thing, BOOK)
            had, has = thing_stats.charges_left(self.was.things[thing.id], item), thing_stats.charges_left(thing, item)
            assert had == has or (had is not None and has is not None and had < has), answer["text"]
            most = item.charges_or_effects.max if item.charges_or_effects else None
            assert has is None or not isinstance(most, int) or has <= most

    @rule(who=st.none() | ANY, kind=st.sampled_from(("short", "long")), spend=st.sampled_from((None, 1, 2)), dry=st.booleans())
    def rest(self, who: int | None, kind: str, spend: int | None, dry: bool) -> None:
        target = {"characterName": "party"} if who is None else {"characterId": self.hero(who).id}
        more = {"hitDice": spend} if spend and kind == "short" else {}
        answer = self.rehearsed({"operation": "rest", "kind": kind, **target, **more}, dry, "manage_character")
        if answer is None:
            return
        self.refilled(answer)
        assert self.now.minutes == self.was.minutes + (60 if kind == "short" else 480)
        resting = [i for i, b in bodies(self.was).items() if b != bodies(self.now)[i]]
        for i in resting:
            assert self.shown_hp(self.now, i)[0] >= self.shown_hp(self.was, i)[0]
        at_rest = (h.id for h in map(self.hero, range(9)) if h.body["sheet"].get("party") and not thing_stats.is_dead(h))
        self.as_told(answer, target.get("characterId") or next(at_rest))

    @rule(duration=st.sampled_from(("1 minute", "1 hour", "1d4 hours", "dawn", "dusk", "3 days")), dry=st.booleans())
    def advance(self, duration: str, dry: bool) -> None:
        answer = self.rehearsed({"operation": "advance", "duration": duration}, dry, "manage_character")
        assert (answer is None) == (self.fight(self.now) is not None)
        if answer:
            self.refilled(answer)
            assert self.now.minutes > self.was.minutes
            assert {i: b.get("hp") for i, b in bodies(self.now).items()} == {i: b.get("hp") for i, b in bodies(self.was).items()}

    # ── batch, undo, repeated requests ──────────────────────────────────────────────────────────────────────────

    def element(self, kind: str, n: int, m: int, quantity: int | None) -> tuple[Payload, Counter[str]]:
        """An element of a batch, and its changes to the units in the world if it is accepted."""
        thing, bag = self.thing(n), self.bag(m)
        number = {"quantity": quantity} if quantity else {}
        if kind == "give":
            return {**self.at(bag), "operation": "give", "template": "gp", **number}, Counter({self.coin: quantity or 1})
        if kind == "transfer":
            where = {"toCharacterId": bag.id} if bag.kind == "character" else {"toId": bag.id}
            return {**self.holder(thing), "operation": "transfer", "itemId": thing.id, **where, **number}, Counter()
        if kind == "remove":
            return {**self.holder(thing), "operation": "remove", "itemId": thing.id, **number}, Counter({what(thing): -(quantity or 1)})
        return {**self.holder(thing), "operation": kind, "itemId": thing.id}, Counter()

    @property
    def coin(self) -> str:
        return what(Thing("", "item", "Gold Piece", None, body={"template": "srd:gp"}))

    KINDS = st.sampled_from(("give", "transfer", "transfer", "equip", "unequip", "remove", "attune", "unattune"))

    @rule(wishes=st.lists(st.tuples(KINDS, ANY, ANY, COUNT), min_size=1, max_size=6), go_on=st.booleans(), dry=st.booleans())
    def batch(self, wishes: list[tuple[str, int, int, int | None]], go_on: bool, dry: bool) -> None:
        elements = [self.element(*w) for w in wishes]
        payload: Payload = {"batch": [e for e, _ in elements], "onError": "continue" if go_on else "abort"}
        before = self.now
        told = self.table.send({**payload, "dryRun": True}) if dry else None
        assert snapshot(self.game) == before
        answer = self.send(payload)
        if told:
            assert ("results" in told) == (answer is not None)
        if answer is None:
            return
        assert len(answer["results"]) == len(elements)
        assert answer["ok"] == all(r["ok"] for r in answer["results"])
        assert answer["ok"] or go_on
        expected = totals(self.was)
        for (_, change), result in zip(elements, answer["results"], strict=True):
            expected.update(change if result["ok"] else Counter())
        assert expected == totals(self.now), answer["text"]
        assert bodies(self.now) == bodies(self.was)

    @precondition(lambda self: self.before_last is not None)
    @rule(twice=st.booleans())
    def undo(self, twice: bool) -> None:
        """The state before; undone again the state after."""
        assert self.before_last is not None
        before, after = self.before_last, self.now
        answer = self.send({"operation": "undo"})
        assert answer and re.search(rf"\b{after.rev}\b", answer["text"])
        assert self.now.world == before.world
        if twice:
            assert self.send({"operation": "undo"})
            assert self.now.world == after.world

    @rule(n=ANY)
    def undo_of_a_rev(self, n: int) -> None:
        rev = 1 + n % (self.now.rev + 1)
        newest = rev == self.now.rev
        back = self.deltas.get(rev, Counter())
        answer = self.send({"operation": "undo", "rev": rev})
        if answer:
            change = units(self.was)
            change.subtract(back)
            assert +change == units(self.now), answer["text"]
        else:
            assert not newest or self.now.rev == 0

    @rule(n=ANY)
    def remember(self, n: int) -> None:
        hero = self.hero(n).id
        self.told[self.now.rev, hero] = self.reads(hero)

    def reads(self, hero: str, **at: int) -> list[Payload]:
        """Answers about the party, one member and the last commands."""
        asked: tuple[Payload, ...] = ({"operation": "party"}, {"operation": "character", "characterId": hero}, {"operation": "history"})
        return [self.table.send({**payload, **at}, "read_campaign") for payload in asked]

    @precondition(lambda self: self.told)
    @rule(n=ANY)
    def as_it_was_told(self, n: int) -> None:
        """An earlier moment still reads as it did then."""
        rev, hero = sorted(self.told)[n % len(self.told)]
        ago = f"As of rev {rev}: " if rev < self.now.rev else ""
        for then, again in zip(self.told[rev, hero], self.reads(hero, atRev=rev), strict=True):
            same({"text": ago + then["text"], "results": then["results"]}, {k: again.get(k) for k in ("text", "results")})

    @precondition(lambda self: self.pasts)
    @rule(n=ANY)
    def back_to_a_rev(self, n: int) -> None:
        """The same world and the same hour."""
        rev = sorted(self.pasts)[n % len(self.pasts)]
        newest = rev == self.now.rev
        answer = self.send({"operation": "undo", "toRev": rev})
        assert (answer is None) == newest
        same(self.pasts[rev], self.small)

    @rule(n=ANY, quantity=st.sampled_from((1, 2)), again=st.booleans())
    def request(self, n: int, quantity: int, again: bool) -> None:
        """The same id with the same payload is done once; with another one it is refused."""
        payload = {**self.at(self.hero(n)), "operation": "give", "template": "Torch", "quantity": quantity, "requestId": f"r{n % 3}"}
        before = self.now
        first = self.table.send(payload)
        if not first["ok"]:
            assert first["error"]["code"] == "request_id_reused"
            assert snapshot(self.game) == before
            return
        if first.get("repeated"):
            assert snapshot(self.game) == before
            return
        self.before_last, self.was, self.now = before, before, snapshot(self.game)
        self.pasts[self.now.rev] = self.small
        self.follow()
        change = units(self.now)
        change.subtract(units(before))
        self.deltas[self.now.rev] = change
        if again:
            second = self.table.send(payload)
            assert second["repeated"] and second["rev"] == first["rev"]
            assert snapshot(self.game) == self.now

    # ── what always holds ───────────────────────────────────────────────────────────────────────────────────────

    @invariant()
    def what_is_worn_is_carried_by_who_wears_it(self) -> None:
        for (context, id), row in gear(self.now).items():
            assert row.slot is not None
            assert self.now.things[id].parent_id == context

    @invariant()
    def a_slot_holds_one_thing_and_two_hands_two(self) -> None:
        for bearer in {context for context, _ in gear(self.now)}:
            rows = [(self.now.things[id], r) for (c, id), r in gear(self.now).items() if c == bearer]
            slots = [r.slot for _, r in rows]
            assert len(slots) == len(set(slots))
            assert sum(hands(t, r) for t, r in rows) <= 2
            assert all(t.quantity == 1 or thing_stats.item_of(t, BOOK).type == "ammunition" for t, _ in rows)

    @invariant()
    def at_most_three_things_are_attuned_and_to_who_carries_them(self) -> None:
        bonds = [(t, t.attuned_to) for t in self.now.things.values() if t.attuned_to]
        assert all(count <= 3 for count in Counter(to for _, to in bonds).values())
        for thing, to in bonds:
            carrier = bearer_of(self.now, thing)
            assert carrier and carrier.id == to
            assert thing_stats.item_of(thing, BOOK).needs_attunement
        names = Counter((to, thing_stats.item_of(t, BOOK).identity) for t, to in bonds)
        assert all(count == 1 for count in names.values())

    @invariant()
    def every_bag_lives_and_none_lies_in_itself(self) -> None:
        for thing in self.now.things.values():
            seen = {thing.id}
            while thing.parent_id is not None:
                assert thing.parent_id not in seen
                seen.add(thing.parent_id)
                thing = self.now.things[thing.parent_id]
            assert thing.id == "w"

    @invariant()
    def there_is_at_least_one_of_everything(self) -> None:
        for thing in items(self.now):
            assert thing.quantity >= 1
            assert thing_stats.charges_left(thing, thing_stats.item_of(thing, BOOK)) in (None, *range(100))

    def teardown(self) -> None:
        if hasattr(self, "game"):
            whole = evolve_all(World(self.game.campaign), chronicle(self.game))
            assert whole.things == self.now.things
