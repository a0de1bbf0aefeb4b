"""Images of a creature that draw attacks on themselves (SRD, Mirror Image); the flag of the effect stores the number left."""

from dataclasses import dataclass
from typing import Final

from rpg_lite.decision import effect_removal
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called
from rpg_lite.decision.state_changes import change
from rpg_lite.mechanics.rolls.rolls import roll_dice
from rpg_lite.rules import creature_flags
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.world import body_paths, thing_stats
from rpg_lite.world.creature_states import Lasting
from rpg_lite.world.kept_json import Body
from rpg_lite.world.world_model import Thing

DRAWN: Final = {3: 6, 2: 8, 1: 11}
"""Images left → the lowest d20 roll at which an attack targets an image (SRD 5.1)."""
STRUCK_ON: Final = 3
"""The lowest d6 roll, with one d6 for each image, at which a hit strikes an image instead (SRD 5.2)."""
_SEEN_THROUGH: Final = ("blindsight", "truesight")


@dataclass(frozen=True, slots=True)
class Images:
    """The images of a creature. `on_hit`: a hit may strike an image; otherwise an attack may target an image before the roll."""

    entry: Lasting
    left: int
    on_hit: bool


@dataclass(frozen=True, slots=True)
class ImageStruck:
    """An attack that targeted an image: the AC of the image, whether the image is gone, and how many are left."""

    ac: int
    struck: bool
    left: int


def of(draft: Draft, attacker: EffectiveStats, target: Thing) -> Images | None:
    """The images that this attacker may mistake for the target."""
    if "blinded" in attacker.conditions_active or any(attacker.senses.get(sense) for sense in _SEEN_THROUGH):
        return None
    for entry in thing_stats.lasting(draft.world, draft.world.things[target.id], "effects"):
        for flag in (str(row.get("value")) for row in _changes(entry, draft.situation.book)):
            for head, on_hit in ((creature_flags.IMAGES, False), (creature_flags.IMAGES_ON_HIT, True)):
                if flag.startswith(head) and (left := flag.removeprefix(head)).isdigit():
                    return Images(entry, int(left), on_hit)
    return None


def draws(draft: Draft, images: Images, key: str) -> bool:
    """Whether an attack targets an image; decided before the attack roll."""
    least = DRAWN.get(images.left, min(DRAWN.values()))
    return not images.on_hit and roll_dice(draft, "1d20", "image", key).total >= least


def takes_the_hit(draft: Draft, images: Images, key: str) -> bool:
    """Whether a hit strikes an image instead."""
    if not images.on_hit:
        return False
    fell = roll_dice(draft, f"{images.left}d6", "image", key)
    return any(face >= STRUCK_ON for face in fell.faces)


def strike_image(draft: Draft, images: Images, target: Thing, ac: int, is_hit: bool) -> ImageStruck:
    """The result of an attack on an image; the effect ends with the last image."""
    left = images.left - is_hit
    if is_hit:
        _keep(draft, images, target, left)
        draft.note("image_struck", name=Called(target.id), left=left)
    else:
        draft.note("image_missed", name=Called(target.id), left=left)
    return ImageStruck(ac, is_hit, left)


def _keep(draft: Draft, images: Images, target: Thing, left: int) -> None:
    now = draft.world.things[target.id].creature.effects
    if left:
        changes = _changes(images.entry, draft.situation.book)
        head = creature_flags.IMAGES_ON_HIT if images.on_hit else creature_flags.IMAGES
        rows = [{**m, "value": f"{head}{left}"} if str(m.get("value")).startswith(head) else m for m in changes]
        fewer = Lasting.of({**images.entry.document, "modifiers": rows})
        change(draft, target, body_paths.EFFECTS, [fewer if e == images.entry else e for e in now])
    else:
        effect_removal.end_of_kind(draft, target.id, "effects", lambda entry: entry == images.entry)


def _changes(entry: Lasting, book: Rulebook) -> list[Body]:
    """The changes of an effect: its own, or those that the rulebook gives for its name."""
    if entry.has_modifiers:
        return list(entry.document["modifiers"])
    rule = book.effect(entry.name)
    return [{"target": m.target, "op": m.op, "value": m.value} for m in rule.modifiers] if rule else []
