"""rpg-lite demo."""

from rpg_lite.terminal.console import DONE, REFUSED


def demo() -> int:
    """Play an evening's first ten minutes, to see what it does.

    Starts a real server on a database that is thrown away, and talks to it as a chat program would.

    Example:  rpg-lite demo
    """
    from rpg_lite.cli import demo_evening

    return DONE if demo_evening.run() else REFUSED
