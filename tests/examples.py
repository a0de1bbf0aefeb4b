"""How many examples Hypothesis tries of each claim. The profile `few`, which is on unless another is named, tries a quarter of them;
`all` tries every one: `make slow` and with it every run of continuous integration."""

from typing import Final

from hypothesis import settings

ALL: Final = 100
FEW: Final = 25
LEAST: Final = 3


def examples(many: int) -> int:
    """So many with --hypothesis-profile=all, else a share of them."""
    return max(LEAST, many * settings().max_examples // ALL)


def seconds() -> int:
    """The timeout of a test that plays whole evenings: all of them take a few minutes on a busy machine."""
    return 120 if settings().max_examples < ALL else 900


def register_profiles() -> None:
    settings.register_profile("all", max_examples=ALL)
    settings.register_profile("few", max_examples=FEW)
    settings.load_profile("few")
