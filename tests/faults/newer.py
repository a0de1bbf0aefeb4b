"""A program of the next version: `python -m tests.faults.newer DATABASE STATEMENT…` runs one more migration on the database."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from rpg_lite.store import migrate
from rpg_lite.store.engine import open_database
from tests.server.clients import ROOT, environment

NEXT = "9000"
MIGRATION = """
from alembic import op
revision, down_revision = {next!r}, {head!r}


def upgrade():
    for statement in {statements!r}:
        op.execute(statement)
"""


def upgraded(where: Path | str, *statements: str) -> None:
    """Upgrade by another process, while this one has the database open."""
    subprocess.run([sys.executable, "-m", "tests.faults.newer", str(where), *statements], cwd=ROOT, env=environment(), check=True)


def upgrade(where: str, statements: list[str]) -> None:
    with tempfile.TemporaryDirectory() as home:
        migrations = Path(shutil.copytree(migrate.MIGRATIONS, Path(home) / "migrations"))
        text = MIGRATION.format(next=NEXT, head=migrate.HEAD, statements=statements)
        (migrations / "versions" / f"{NEXT}_next.py").write_text(text)
        migrate.MIGRATIONS, migrate.HEAD = migrations, NEXT  # type: ignore[misc]
        migrate.migrate(open_database(where, busy_ms=20_000))


if __name__ == "__main__":
    upgrade(sys.argv[1], sys.argv[2:])
