from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What goes wrong takes its time: `make slow` runs what `make faults` does not keep for itself."""
    for item in items:
        if HERE in item.path.parents and not item.get_closest_marker("faults"):
            item.add_marker(pytest.mark.slow)
