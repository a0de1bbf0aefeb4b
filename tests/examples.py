"""How many examples Hypothesis tries of each claim. The profile `few`, which is on unless another is named, tries a tenth of them; `half`
is the profile of `make slow` and with it of every run of continuous integration, and `all` that of `make suite-postgres`. Each tries the same
examples of one commit each time, so that nobody's change fails by chance; trying them again finds nothing. New ones, of which the other half is
made up, are tried by the profile `explore` (`make explore`), and by RPG_LITE_EXAMPLES=500 for one test.
"""

import os
from typing import Final

from hypothesis import settings

ALL: Final = 100
HALF: Final = 50
SOME: Final = 30
FEW: Final = 10
LEAST: Final = 3


def examples(many: int) -> int:
    """So many with --hypothesis-profile=all, else a share of them; RPG_LITE_EXAMPLES of them where it is given."""
    if asked := os.environ.get("RPG_LITE_EXAMPLES"):
        return int(asked)
    return max(LEAST, many * settings().max_examples // ALL)


def seconds() -> int:
    """The timeout of a test that plays whole evenings: all of them take a few minutes on a busy machine."""
    if os.environ.get("RPG_LITE_EXAMPLES"):
        return 0
    return 120 if settings().max_examples < HALF else 900


def register_profiles() -> None:
    same = "RPG_LITE_EXAMPLES" not in os.environ
    settings.register_profile("all", max_examples=ALL, derandomize=same, deadline=None)
    settings.register_profile("half", max_examples=HALF, derandomize=same, deadline=None)
    settings.register_profile("few", max_examples=FEW, derandomize=same, deadline=None)
    settings.register_profile("explore", max_examples=SOME, derandomize=False, deadline=None, print_blob=True)
    settings.load_profile("few")
