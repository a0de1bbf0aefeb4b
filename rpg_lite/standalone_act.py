"""Play an act without a campaign: sheet documents go in, the outcome comes out. This is pure, so a property test of a homebrew act takes
only milliseconds.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final, Literal

from rpg_lite.content import initial_world, rulebook_loading
from rpg_lite.decision import state_changes
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected
from rpg_lite.decision.shared_keys import told_words
from rpg_lite.decision.situation import Situation
from rpg_lite.mechanics.acts import playing, source_numbers, stray_choices, triggers
from rpg_lite.mechanics.acts.act_results import ActResult, TargetPlayed
from rpg_lite.mechanics.acts.play_notebook import Numbers
from rpg_lite.mechanics.acts.riders import attack_riders
from rpg_lite.mechanics.acts.wish_and_casting import Wish
from rpg_lite.mechanics.creature import acts
from rpg_lite.mechanics.heroes import sheet_packing
from rpg_lite.mechanics.heroes.creature_making import make
from rpg_lite.rules import document_validation, names
from rpg_lite.rules.acts.act import Act, Spell
from rpg_lite.rules.dice import DiceRoll, Roller, bounds, roller, sizes
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.sheet_document import SheetDocument
from rpg_lite.world import body_paths
from rpg_lite.world.evolve import evolve_all
from rpg_lite.world.world_model import FIRST_ROOM_ID, Campaign, Thing, World

Document = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Played:
    """The outcome of an act. `refused`: the code of a refusal, which spends nothing; otherwise None.

    `targets`: one entry for each target, in order, with attacks, saves, `taken`, `healed`, `conditions`, `hp`, `dead`. `documents`: the
    creatures afterwards, beginning with the one that acted. `allowed`: for a refusal, the words that would be accepted instead.
    """

    refused: str | None
    result: ActResult | None
    targets: tuple[TargetPlayed, ...]
    documents: tuple[dict[str, Any], ...]
    allowed: tuple[str, ...] = ()


def play(
    act: str | Document | Act,
    by: Document,
    targets: Sequence[Document] = (),
    book: Rulebook | None = None,
    dice: Literal["low", "high"] | int | Roller = 0,
    *,
    slot: int | str | None = None,
    choice: Mapping[str, str] | None = None,
    told: Sequence[str] = (),
    free: bool = False,
    force: bool = False,
) -> Played:
    """Play an act, given as the name of a spell or of an act that `by` has, or as a dict with an act of your own.

    `by` and `targets`: sheet documents. `dice`: "low" and "high" make every die show its lowest and its highest face; a number is a seed.
    `told`: the words for `with`. `free`: spend nothing. `force`: also play an act that would be wasted, as `force` does in a call. Raises
    KeyError for an unknown name, with the nearest ones, TypeError and ValueError for an argument of the wrong form, and DocumentFault (a ValueError) for a
    document with a fault.
    """
    _refuse_other_forms(by, targets, dice, choice, told)
    rules = book or rulebook_loading.rulebook()
    draft = Draft(_stage(rules.ruleset), Situation(rules, _roller(dice)))
    creatures = [_enter(draft, document, n) for n, document in enumerate((by, *targets))]
    state_changes.change(draft, creatures[0], body_paths.SHORT_REST_AT, draft.world.campaign.minutes)  # no clock runs here
    actor, (meant, numbers) = creatures[0], _act(act, draft.world, creatures[0], rules)
    wish = Wish(slot, dict(choice or {}), told_words(told), force=force)
    strange = attack_riders.strange_words(told, meant, draft.world, draft.world.things[actor.id], rules)
    if strange or (strange := _strange_choice(meant, wish.choice, draft.world, actor, rules)):
        return Played(strange.code, None, (), (), strange.allowed)
    played = playing.play(draft, draft.world.things[actor.id], meant, creatures[1:], wish, replace(numbers, free=free))
    if isinstance(played, Rejected):
        return Played(played.code, None, (), (), played.allowed)
    triggers.settle(draft)
    played = played.at_end(draft.world, rules)
    by_id = {target.who.id: target for target in played.targets}
    after = tuple(sheet_packing.pack(draft.world, draft.world.things[c.id], rules) for c in creatures)
    return Played(None, played, tuple(by_id[c.id] for c in creatures[1:] if c.id in by_id), after)


def _refuse_other_forms(by: Any, targets: Any, dice: Any, choice: Any, told: Any) -> None:
    """Raise TypeError or ValueError for a mistake that a type checker would have found."""
    if not isinstance(by, Mapping):
        raise TypeError(f"by takes a sheet document such as {_DOCUMENT}, not {by!r:.60}")
    if isinstance(targets, str | Mapping) or not isinstance(targets, Sequence) or not all(isinstance(t, Mapping) for t in targets):
        raise TypeError(f"targets takes a list of sheet documents such as [{_DOCUMENT}], not {targets!r:.60}")
    if not (dice in ("low", "high") or isinstance(dice, int) or callable(dice)):
        raise ValueError(f'dice takes "low", "high", a number or a roller, not {dice!r:.60}')
    if choice is not None and not isinstance(choice, Mapping):
        raise TypeError(f'choice takes a dict such as {{"choice": "fire"}}, not {choice!r:.60}')
    if isinstance(told, str) or not all(isinstance(word, str) for word in told):
        raise TypeError(f'told takes a list of words such as ["sunlight"], not {told!r:.60}')


_DOCUMENT: Final = '{"character": {"name": "Ada", "classes": ["wizard 5"]}}'


def _strange_choice(act: Act, choice: Mapping[str, str], world: World, actor: Thing, book: Rulebook) -> Rejected | None:
    """Refuse a choice that the act does not offer."""
    lost = stray_choices.stray_choice(act, choice, world, actor, book)
    if lost is None:
        return None
    return Rejected("choice_required", "choice", {"act": act.name, "choice": "choice", "given": lost[0]}, allowed=lost[1])


@cache
def _stage(ruleset: Literal["5.1", "5.2"]) -> World:
    return evolve_all(World(Campaign("play", "play", ruleset=ruleset)), initial_world.first_world())


def _enter(draft: Draft, document: Document, n: int) -> Thing:
    """Make the creature of this document; ids tell apart creatures with the same name."""
    whole = document_validation.read(SheetDocument, dict(document))
    room = draft.world.things[FIRST_ROOM_ID]
    id = make(draft, whole.character.name or f"Creature {n}", whole.character, room)
    sheet_packing.unpack(draft, draft.world.things[id], whole)
    return draft.world.things[id]


def _act(act: str | Document | Act, world: World, actor: Thing, book: Rulebook) -> tuple[Act, Numbers]:
    if isinstance(act, Act):
        return act, Numbers()
    if not isinstance(act, str):
        return document_validation.read(Spell if "level" in act else Act, dict(act)), Numbers()
    if found := acts.find(world, actor, act, book):
        return found.act, source_numbers.numbers_of(world, actor, found, book)
    if spell := book.spell(act):
        return spell, Numbers()
    raise KeyError(_no_act(act, world, actor, book))


def _no_act(act: str, world: World, actor: Thing, book: Rulebook) -> str:
    """The sentence about a name that is neither an act of the creature nor a spell, with the nearest names."""
    known = [
        *(found.act.name for found in acts.acts_of(world, actor, book)),
        *(spell.name for one in book.spell_names if (spell := book.spell(one))),
    ]
    near = names.nearest(act, known, 3)
    meant = f"; did you mean {' or '.join(map(repr, near))}?" if near else ""
    return f"{actor.name} has no act {act!r}, and the book has no such spell{meant}"


def _roller(dice: Literal["low", "high"] | int | Roller) -> Roller:
    if isinstance(dice, int):
        return roller(dice)
    return dice if callable(dice) else _showing(dice == "high")


def _showing(most: bool) -> Roller:
    """A roller whose dice always show their highest face, or always their lowest."""

    def roll(text: str) -> DiceRoll:
        faces = tuple(size if most else 1 for size in sizes(text))
        total = bounds(text)[1 if most else 0]
        return DiceRoll(text, faces, total)

    return roll
