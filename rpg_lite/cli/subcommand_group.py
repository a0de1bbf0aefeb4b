"""A command with subcommands, such as rpg-lite db."""

from collections.abc import Callable

from cyclopts import App


def group(called: str, /, **commands: Callable[..., int]) -> App:
    """Group commands by name; a name that is a Python keyword ends in an underscore."""
    app = App(name=called)
    for name, command in commands.items():
        app.command(command, name=name.rstrip("_"))
    return app
