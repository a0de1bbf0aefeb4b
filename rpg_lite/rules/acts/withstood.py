"""The mark that a creature has withstood an act and is immune to it for a while. Apart because messages and views tell it, and neither imports the other's words."""

from typing import Final

WITHSTOOD: Final = ": withstood"


_SPARED: Final = "spared by "
_RESISTED: Final = ": resisted"


def is_mark(effect: str) -> bool:
    """Whether an effect of this name only remembers that its bearer has withstood an act, which nobody feels.

    >>> is_mark("Charm: withstood"), is_mark("Spared by Possession"), is_mark("Bless")
    (True, True, False)
    """
    return effect.endswith((WITHSTOOD, _RESISTED)) or effect.casefold().startswith(_SPARED)


def withstood_in_words(effect: str) -> str:
    """The name of an effect; a mark is told by what it does.

    >>> withstood_in_words("Eyebite: withstood"), withstood_in_words("Bless")
    ('immune to Eyebite', 'Bless')
    """
    return f"immune to {effect.removesuffix(WITHSTOOD)}" if effect.endswith(WITHSTOOD) else effect
