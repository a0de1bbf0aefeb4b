"""Tags of modifiers in words: "against:poison" becomes against poison, "target:dragon" against dragon targets."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "natural20": "on a natural 20", "others": "for others", "once_a_turn": "once a turn", "sunlight": "in sunlight",
        "ally_beside_target": "while an ally is within 5 ft of the target", "damage:nonmagical": "from nonmagical attacks",
        "damage:of_spells": "from spells", "wielder:good": "by weapons of the good", "wielder:bless": "by weapons of the blessed", "damage:magical": "from magic weapons", "in_rocky_terrain": "in rocky terrain", "in_snow": "in snow", "underwater": "under water",
        "hide": "to hide", "climb_this_rope": "to climb this rope", "break_barrier": "to break a barrier", "thrown": "when thrown",
        "not_on_slippery_ground": "off slippery ground", "control_sphere": "to control the sphere", "coated_weapon": "with the coated weapon",
        "track:favored_enemy": "to track favored enemies", "recall:favored_enemy": "to recall lore of favored enemies",
        "moved:half_its_speed_at_most": "when moving at most half its speed", "targets_only_you": "when it alone is targeted",
        "concentration": "to keep concentration", "against:concentration": "to keep concentration", "attack:opportunity": "on opportunity attacks",
        "against:spell|magic": "against spells and magic", "against:spell": "against spells", "target:caster": "against the caster", "bearing:grappled": "against grappled targets",
        "attacker:other": "against other attackers", "target:ambushed": "against the surprised in the first round", "target:yet_to_act": "on its first turn, against whoever has not had one", "held": "while held", "worn": "while worn", "worn|held": "while worn or held",
        "carried": "while carried", "attuned": "while attuned", "cursed": "while cursed", "lit": "while lit", "no_armor": "without armor",
        "no_shield": "without a shield", "no_heavy_armor": "without heavy armor", "wearing_armor": "in armor", "can_move": "while it can move",
        "only_monk_weapons": "with only monk weapons", "fear_source_visible": "while it sees what it fears", "mounted": "while mounted",
        "one_weapon_at_most": "with one weapon at most", "alignment_matches": "if the alignment matches", "prone": "while prone",
        "sworn_enemy_alive": "while the sworn enemy lives", "knotted": "when knotted", "weapon:held": "with the weapon in hand",
    }
)  # fmt: skip
_HEADS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "against": "against {}",
        "target": "against {} targets",
        "attack": "{} attacks",
        "attacker": "against {} attackers",
        "source": "from {}",
        "damage": "{} damage",
        "weapon": "with {}",
        "within": "within {}",
        "but_of": "except {}",
        "bearing": "against targets under {}",
        "enemy_sensed_within": "while an enemy is sensed within {} ft",
        "form": "in the form of a {}",
        "race": "{}",
        "class": "{}",
        "alignment": "{} alignment",
        "proficient": "proficient with {}",
    }
)
HELD: Final = "weapon:held"
"""The weapon in hand when the effect begins; the effect stays with that weapon."""
ONE_WEAPON: Final = "weapon:#"
"""The start of the tag of one weapon and no other, before its id."""
OTHER_THAN_GRAPPLER: Final = "target:other_than_grappler"
_LEADING: Final = frozenset("against for from on with within without while when in by to off except if once not unless".split())
"""The words with which a clause begins, unlike a noun such as "sight"."""


_STATES: Final = frozenset(("incapacitated", "unconscious", "blinded", "deafened", "mounted", "restrained"))


def of_one_weapon(id: str) -> str:
    """The tag of one weapon and no other."""
    return f"{ONE_WEAPON}{id}"


def words(tag: str) -> str:
    """
    >>> words(of_one_weapon("01J")), words(HELD)
    ('with that weapon', 'with the weapon in hand')
    >>> [words(t) for t in ("against:spell|magic", "target:sworn_enemy", "attack:ranged", "not race:dwarf", "sight", "natural20")]
    ['against spells and magic', 'against sworn enemy targets', 'ranged attacks', 'not dwarf', 'sight', 'on a natural 20']
    """
    if tag in _WORDS:
        return _WORDS[tag]
    if tag.startswith("not ") and tag[4:] in _STATES:
        return f"unless {tag[4:]}"
    if tag.startswith(ONE_WEAPON):
        return "with that weapon"
    no, tag = ("not ", tag[4:]) if tag.startswith("not ") else ("", tag)
    head, colon, rest = (part.replace("_", " ").replace("|", " or ") for part in tag.partition(":"))
    return no + (_HEADS.get(head.replace(" ", "_"), "{} " + head).format(rest) if colon else head)


def say_immunity(word: str) -> str:
    """A resistance or an immunity of a creature in words.

    >>> say_immunity("act:Sleep"), say_immunity("spell<=6"), say_immunity("cold"), say_immunity("spell<=0")
    ('Sleep', 'spells of level 6 or lower', 'cold', 'cantrips')
    """
    counted, sign, level = word.partition("<=")
    if sign:
        return "cantrips" if level == "0" else f"spells {'cast at' if counted == 'slot' else 'of'} level {level} or lower"
    return word.removeprefix("act:")


def say_tags(tags: Iterable[str]) -> str:
    """All the tags in words, separated by commas."""
    return ", ".join(map(words, tags))


def is_clause(text: str) -> bool:
    """Whether the words of a tag stand after a change without more: "in sunlight" does, "sight" does not."""
    return text.split(maxsplit=1)[0] in _LEADING


def only(tags: Iterable[str]) -> str:
    """
    >>> only(("against:poison",)), only(("sight",))
    ('only against poison', 'only for sight')
    """
    text = say_tags(tags)
    return f"only {text}" if is_clause(text) else f"only for {text}"
