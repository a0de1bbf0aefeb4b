"""rpg-lite demo."""

from rpg_lite.terminal.console import DONE, REFUSED


def demo() -> int:
    """Play the first ten minutes of an evening, to see what rpg-lite does.

    Start a real server on a temporary database, and talk to it as a chat program would.

    Example:  rpg-lite demo
    """
    from rpg_lite.cli import demo_evening

    return DONE if demo_evening.run() else REFUSED
