from collections.abc import Iterator

import pytest

from tests.postgres import NewDatabase, server


@pytest.fixture(scope="session")
def new_database() -> Iterator[NewDatabase]:
    """Makes a fresh PostgreSQL database: its URL. The server starts when the first test asks."""
    with server() as new:
        yield new
