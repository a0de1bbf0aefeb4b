"""The facts of a roll between two creatures that follow from where they stand: distance, cover, who stands beside whom, and a straight run.

Where nobody stands anywhere, the table tells these facts by words of `with`. A word that the game master sends all the same counts in place of
what follows.
"""

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.mechanics.space import kept_out, sides, sight, standing
from rpg_lite.mechanics.space.standing import Standing
from rpg_lite.mechanics.turn import done_acts
from rpg_lite.rules.acts.words import ALLY_NEAR, COVER_WORDS, MOVED, NO_ALLY_NEAR, NO_COVER
from rpg_lite.rules.modifiers import Modifier, Source
from rpg_lite.rules.space.cover import OPEN, Bystander, Cover, cover_from
from rpg_lite.rules.space.measure import distance
from rpg_lite.rules.space.squares import SQUARE_FEET, Space
from rpg_lite.world.world_model import Thing

TOTAL: Final = "total"
OF_SPACE: Final = frozenset((*COVER_WORDS, NO_COVER, ALLY_NEAR, NO_ALLY_NEAR))
"""The words of `with` that say what the record knows where places count."""


@dataclass(frozen=True, slots=True)
class PlaceFacts:
    """The facts for one creature that aims at another. `feet`: their distance; `cover`: that of the target; `words`: the words of `with` that hold;
    `crowded_by`: a foe within 5 ft of the one who aims that sees it and can act; `is_told`: whether the caller's own word says the cover;
    `is_stopped`: whether something between them that the party has yet to find stops everything; `missiles_meet`, `hands_meet`: the barrier of magic that
    stops arrows, or what is held in the hand.
    """

    feet: int
    cover: Cover
    words: frozenset[str]
    crowded_by: Thing | None = None
    is_told: bool = False
    is_stopped: bool = False
    missiles_meet: str = ""
    hands_meet: str = ""

    @property
    def shelter(self) -> str:
        """The cover that follows in words: "half cover (Oda)"; empty where there is none or where the caller's word counts."""
        return "" if self.is_told or self.cover.degree in ("none", TOTAL) else told_cover(self.cover)

    @property
    def is_near(self) -> bool:
        """Whether both are within 5 ft of each other."""
        return self.feet <= SQUARE_FEET


def told_cover(cover: Cover) -> str:
    """A cover in words: "half cover (Oda)"."""
    return f"{cover.degree.replace('_', '-')} cover{f' ({cover.by})' if cover.by else ''}"


def facts_of(draft: Draft, one: Thing, other: Thing, told: Set[str] = frozenset()) -> PlaceFacts | None:
    """The facts of a roll of one creature against another; None where places do not count, or either has none."""
    room = draft.world.room_of(one.id)
    if room is None or one.id == other.id or not standing.is_measured(draft.world, room.id):
        return None
    now = standing.standing_in(draft.world, room, draft.situation.book)
    a, b = now.spaces.get(one.id), now.spaces.get(other.id)
    if a is None or b is None:
        return None
    words = {*told}
    cover, is_stopped = _known_cover(now, one, other, a, b, draft.situation.hides_others)
    is_told = not words.isdisjoint((*COVER_WORDS, NO_COVER))
    if not is_told and cover.degree != "none":
        words.add(f"{cover.degree}_cover")
    if words.isdisjoint((ALLY_NEAR, NO_ALLY_NEAR)) and _has_ally_near(draft, now, one, other, b):
        words.add(ALLY_NEAR)
    if not any(map(MOVED.fullmatch, words)) and (run := straight_run(draft, one, a, b)):
        words.add(f"moved_{run}")
    return PlaceFacts(
        distance(a, b, draft.situation.book.policy.diagonals),
        cover,
        frozenset(words),
        _crowding(draft, now, one, a),
        is_told,
        is_stopped and not is_told,
        kept_out.missile_by(now, one, other),
        kept_out.hand_by(now, one, other),
    )


def cover_between(now: Standing, one: Thing, other: Thing) -> Cover | None:
    """The cover of the other creature from the first one; None where either has no place."""
    a, b = now.spaces.get(one.id), now.spaces.get(other.id)
    return None if a is None or b is None else _cover(now, one, other, a, b)


def _known_cover(now: Standing, one: Thing, other: Thing, a: Space, b: Space, is_asking: bool) -> tuple[Cover, bool]:
    """The cover of the target, and whether something that the party has yet to find stops what is aimed at it. A refusal tells nothing of that: the
    deed is done, and meets it. `is_asking`: somebody only asks what a deed would do.
    """
    cover = _cover(now, one, other, a, b)
    hides = any(kept.is_hidden for kept in now.room.room.ground.features.values())
    if not hides or not sides.is_ally(now.world, one, now.book):
        return cover, False
    known = _cover(replace(now, ground=standing.ground_now(now.world, now.room, now.book, sees_hidden=False)), one, other, a, b)
    if is_asking:
        return known, False
    return (known, True) if cover.degree == TOTAL != known.degree else (cover, False)


def _cover(now: Standing, one: Thing, other: Thing, a: Space, b: Space) -> Cover:
    """The cover of the target; who rides or is inside one of the two is no obstacle between them."""
    if a == b:
        return OPEN
    between = [Bystander(t.name, space) for t, space in now.creatures() if t.id not in (one.id, other.id) and space not in (a, b)]
    return cover_from(now.ground, a, b, between)


def _has_ally_near(draft: Draft, now: Standing, one: Thing, other: Thing, b: Space) -> bool:
    """Whether another creature of the one's side stands within 5 ft of the target and can act (SRD 5.1 and 5.2, Sneak Attack, Pack Tactics)."""
    return any(
        distance(space, b) <= SQUARE_FEET and now.relation(one, ally) == "ally" and draft.stats(ally).can_act
        for ally, space in now.creatures()
        if ally.id not in (one.id, other.id)
    )


def _crowding(draft: Draft, now: Standing, one: Thing, a: Space) -> Thing | None:
    """A foe within 5 ft that sees the creature and can act (SRD 5.1, Ranged Attacks in Close Combat; SRD 5.2, Ranged Attacks)."""
    for foe, space in now.creatures():
        if foe.id != one.id and distance(space, a) <= SQUARE_FEET and now.relation(one, foe) == "hostile":
            if draft.stats(foe).can_act and sight.why_unseen(draft.world, foe, one, draft.situation.book) is None:
                return foe
    return None


def straight_run(draft: Draft, one: Thing, here: Space, target: Space) -> int:
    """The feet of the last straight stretch of this turn's way that ends here and comes no farther from the target with any step, as a charge
    needs it (SRD, Charge, Pounce, Trampling Charge).
    """
    way = list[tuple[int, int, int]]()
    for done in done_acts.done_in_turn(draft.world, one.id):
        way += done.way[1:] if way and done.way and way[-1] == done.way[0] else done.way
    if len(way) < 2 or way[-1] != (here.x, here.y, here.z):
        return 0
    return _straight_end(way, here, target) * SQUARE_FEET


def _straight_end(way: Sequence[tuple[int, int, int]], here: Space, target: Space) -> int:
    """The steps of the last straight stretch of a way."""
    steps = 0
    for n in range(len(way) - 1, 0, -1):
        before, after = way[n - 1], way[n]
        last = way[-2], way[-1]
        same = all(b - a == d - c for a, b, c, d in zip(before, after, *last, strict=True))
        farther = distance(Space(after[0], after[1], here.n, after[2]), target) > distance(
            Space(before[0], before[1], here.n, before[2]), target
        )
        if not same or farther or before == after:
            break
        steps += 1
    return steps


def long_range(feet: int, normal: int) -> Modifier:
    """The disadvantage beyond the normal range (SRD 5.1 and 5.2, Range)."""
    return Modifier("attack.all", "disadvantage", source=Source("base", "long_range", f"{long_range_words(feet)}{normal}"))


def long_range_words(feet: int) -> str:
    """The beginning of the reason for that disadvantage."""
    return f"{feet} ft is beyond "


def crowded(by: Thing) -> Modifier:
    """The disadvantage of a shot beside a foe."""
    return Modifier("attack.all", "disadvantage", source=Source("base", "close_combat", f"{by.name} is within 5 ft"))
