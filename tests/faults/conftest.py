from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of faults take time: `make slow` runs the ones that `make faults` does not."""
    for item in items:
        if HERE in item.path.parents and not item.get_closest_marker("faults"):
            item.add_marker(pytest.mark.slow)
