"""rpg-lite demo."""

from rpg_lite.terminal.command_io import DONE, REFUSED


def demo() -> int:
    """Play the first ten minutes of an evening, to see what rpg-lite does.

    Start a real server on a temporary database, and talk to it as a chat program would.

    Example:  rpg-lite demo
    """
    from rpg_lite.cli import demo_runner

    return DONE if demo_runner.run() else REFUSED
