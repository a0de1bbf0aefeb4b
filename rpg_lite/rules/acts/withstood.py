"""The mark that a creature has withstood an act and is immune to it for a while. Apart because messages and views tell it, and neither imports the other's words."""

from typing import Final

WITHSTOOD: Final = ": withstood"


def withstood_in_words(effect: str) -> str:
    """The name of an effect; a mark is told by what it does.

    >>> withstood_in_words("Eyebite: withstood"), withstood_in_words("Bless")
    ('immune to Eyebite', 'Bless')
    """
    return f"immune to {effect.removesuffix(WITHSTOOD)}" if effect.endswith(WITHSTOOD) else effect
