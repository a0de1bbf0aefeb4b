"""Ammunition: which piece flies, its numbers, and what is left of it (SRD, Ammunition; Ammunition, +1, +2, or +3; Arrow of Slaying)."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from rpg_lite.decision import state_changes
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Rejected
from rpg_lite.decision.shared_keys import told_words
from rpg_lite.mechanics.attack.attacker_and_target import weapon_of
from rpg_lite.mechanics.items import item_moves, new_things
from rpg_lite.rules import names
from rpg_lite.rules.items import Item
from rpg_lite.rules.plain_looks import plain_look
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.attacks import AttackStats
from rpg_lite.world import body_paths, clock, thing_stats
from rpg_lite.world.fight_states import Shot
from rpg_lite.world.locks import at_hand
from rpg_lite.world.world_model import WORLD_ID, Thing, World

_QUIVER: Final = "quiver"
_TYPE: Final = "ammunition"


def choose(world: World, attacker: Thing, way: AttackStats, told: Collection[str], book: Rulebook) -> Thing | Rejected | None:
    """The piece that flies: one that the call names, by itself or by its rider; else one in the quiver; else one that is not magical, so that
    no magic is wasted. None for an attack without ammunition.
    """
    weapon = weapon_of(world, attacker, way, book)
    stats = thing_stats.item_of(weapon, book).weapon_stats if weapon else None
    if weapon is None or stats is None or stats.ammunition is None:
        return None
    fits = [t for t in at_hand(world, attacker.id) if _fits(t, stats.ammunition, book)]
    if not fits:
        return Rejected("no_ammunition", "itemName", {"bearer": attacker.name, "name": weapon.name, "needs": stats.ammunition})
    named = (t for t in fits if not words_of(t, book).isdisjoint(told))
    loaded = (t for t in fits if world.row_of(t.id))
    plain = (t for t in fits if not thing_stats.item_of(t, book).is_magical)
    return next(named, None) or next(loaded, None) or next(plain, fits[0])


def _fits(thing: Thing, wanted: str, book: Rulebook) -> bool:
    """Whether this is ammunition of the name that a weapon requires: its own name or, for magic ammunition, that of its base."""
    item = thing_stats.item_of(thing, book) if thing.kind == "item" else None
    if item is None or item.type != _TYPE:
        return False
    return names.fold(wanted) in item.keys or names.fold(wanted) == names.fold(item.base or "")


def words_of(thing: Thing, book: Rulebook) -> frozenset[str]:
    """The words of `with` that choose this piece: its names and those of its riders, or its look as long as nobody has identified it."""
    item = thing_stats.item_of(thing, book)
    known = (*thing_stats.names_of(thing, book), *(rider.name for rider in item.riders if rider.name))
    every = known if thing.item.is_identified else (plain_look(item),)
    return frozenset(names.fold(name).replace(" ", "_") for name in every)


def other_words(words: Sequence[str], world: World, attacker: Thing, way: AttackStats | None, book: Rulebook) -> list[str]:
    """The words of `with` that choose no piece that the attacker has at hand, for this weapon or for any."""
    if not words:
        return []
    known = frozenset(word for t in _at_hand(world, attacker, way, book) for word in words_of(t, book))
    return [word for word in words if told_words([word]).isdisjoint(known)]


def _at_hand(world: World, attacker: Thing, way: AttackStats | None, book: Rulebook) -> list[Thing]:
    pieces = [t for t in at_hand(world, attacker.id) if t.kind == "item" and thing_stats.item_of(t, book).type == _TYPE]
    weapon = weapon_of(world, attacker, way, book) if way else None
    stats = thing_stats.item_of(weapon, book).weapon_stats if weapon else None
    if way is None:
        return pieces
    return [t for t in pieces if stats and stats.ammunition and _fits(t, stats.ammunition, book)]


def absent(word: str, world: World, attacker: Thing, way: AttackStats | None, book: Rulebook) -> Rejected | None:
    """The refusal of ammunition that the call names and that is not at hand, with what is there; None if the word is no ammunition."""
    pick = book.find(word)
    item = book.item(pick) if pick else None
    if item is None or item.type != _TYPE:
        return None
    there = tuple(dict.fromkeys(t.name for t in _at_hand(world, attacker, way, book) if t.item.is_identified))
    details = {"bearer": attacker.name, "wanted": item.name, "name": way.name if way else "this act"}
    return Rejected("ammunition_absent", "with", details, allowed=there)


def called(piece: Thing) -> str | Called:
    """The name of the piece in an answer; an unidentified one does not reveal its real name."""
    return piece.name if piece.item.is_identified else Called(piece.id)


def numbers(world: World, attacker: Thing, way: AttackStats, piece: Thing, book: Rulebook) -> AttackStats:
    """The numbers of the attack with this piece: its bonus counts, and that of another piece in the quiver does not."""
    loaded = [t for t in at_hand(world, attacker.id) if (row := world.row_of(t.id)) and row.slot == _QUIVER]
    if piece in loaded or not any(thing_stats.item_of(t, book).modifiers for t in (piece, *loaded)):
        return way
    now = thing_stats.situation_of(world, attacker, book)
    drawn = replace(
        thing_stats.whole(world, piece, book), slot=_QUIVER, attuned=piece.attuned_to == attacker.id, state=piece.item.state,
        identified=piece.item.is_identified,
    )  # fmt: skip
    others = [replace(g, slot=None) if g.slot == _QUIVER else g for g in now.gear if g.id != piece.id]
    shot_with = replace(now, gear=(*others, drawn)).stats(book).attacks
    return next((a for a in shot_with if a.slot == way.slot and a.name == way.name), way)


def spend(draft: Draft, piece: Thing) -> Item:
    """Take away the piece of this shot."""
    item_moves.take_away(draft, piece, 1)
    return thing_stats.item_of(piece, draft.situation.book)


def remember(draft: Draft, attacker: Thing, piece: Thing, hit: bool, riders_of: Collection[str | None]) -> None:
    """Count the shot in a fight, so that half can be recovered (SRD, Ammunition). A magic piece that has done its work is recovered as plain
    ammunition. `riders_of`: the ids of the things whose riders joined the hit.
    """
    if clock.fight(draft.world) is None:
        return
    item = thing_stats.item_of(piece, draft.situation.book)
    done = hit and item.is_magical and (not item.riders or piece.id in riders_of)
    left = (_plain(draft, attacker, piece, item) if done else None) or piece
    shot = Shot.make(attacker.id, left.id, left.name, left.body, 1)
    state_changes.change(draft, draft.world.things[WORLD_ID], body_paths.FIGHT_SHOTS.at(draft.new_leaf()), shot)


def _plain(draft: Draft, attacker: Thing, piece: Thing, item: Item) -> Thing | None:
    """The piece without its magic, on the stack of such pieces in the attacker's bag if there is one; None if nothing plain is its base."""
    book = draft.situation.book
    pick = book.find(item.base) if item.base else None
    base = book.item(pick) if pick else None
    if pick is None or base is None:
        return None
    plain = Thing(piece.id, "item", base.name, attacker.id, 1, body=new_things.body_of(pick))
    return item_moves.stack_in(draft.world, attacker.id, plain, book) or plain
