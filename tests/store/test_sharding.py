"""The statements of docs/scale.md for Citus and CockroachDB, as far as a plain PostgreSQL can check them."""

import re
from pathlib import Path

import pytest
from sqlalchemy import Connection, event, text
from sqlalchemy.exc import DBAPIError

from rpg_lite import open_campaign
from rpg_lite.store.store import Store
from rpg_lite.store.tables import METADATA
from tests.evenings import evening
from tests.operations.table import Table
from tests.store.worlds import on_postgresql

pytestmark = pytest.mark.postgres
SCALE = (Path(__file__).parents[2] / "docs" / "scale.md").read_text("utf-8")
WITHOUT_KEY = """
SELECT conname::text FROM pg_constraint
WHERE conrelid = to_regclass(:what) AND contype IN ('p', 'u', 'f')
  AND (SELECT attnum FROM pg_attribute WHERE attrelid = conrelid AND attname = :key) <> ALL (conkey)
UNION SELECT indexrelid::regclass::text FROM pg_index
WHERE indrelid = to_regclass(:what) AND indisunique
  AND (SELECT attnum FROM pg_attribute WHERE attrelid = indrelid AND attname = :key) <> ALL (indkey::int2[])
UNION SELECT tgname::text FROM pg_trigger WHERE tgrelid = to_regclass(:what) AND NOT tgisinternal
"""
"""What Citus refuses in a table that is distributed by a column: keys and unique indexes without the column, and triggers."""


def statements(heading: str) -> list[str]:
    """The SQL below a heading of the page."""
    block = SCALE.partition(f"### {heading}")[2].partition("```sql")[2].partition("```")[0]
    return [line.strip().rstrip(";") for line in block.splitlines() if line.strip()]


def refused_by_citus(connection: Connection, table: str, key: str) -> set[str]:
    return set(connection.execute(text(WITHOUT_KEY), {"what": f'"{table}"', "key": key}).scalars())


@on_postgresql
def test_citus_can_distribute_every_table_after_the_first_statement(where: str) -> None:
    first, *distributed = statements("Citus")
    keys = {m[1]: m[2] for s in distributed if (m := re.fullmatch(r"SELECT create_distributed_table\('(\w+)', '(\w+)'.*\)", s))}
    assert len(keys) == len(distributed) and set(keys) == set(METADATA.tables)
    with open_campaign(where, seed=1) as game:
        table = Table(game)
        table.did("create", name="Thorin", character={"classes": ["fighter 5"], "hpMax": 44})
        with game.store._database.writer.connect() as connection:
            assert {t: refused_by_citus(connection, t, key) for t, key in keys.items()} == {t: set() for t in keys} | {
                "campaign": {"uq_campaign_name"}
            }
            connection.execute(text(first))
            assert not any(refused_by_citus(connection, t, key) for t, key in keys.items())
            assert not connection.execute(text("SELECT 1 FROM pg_sequences WHERE schemaname = current_schema()")).all()
            connection.commit()
        evening(table)
        assert table.did("view", "Thorin")["ok"]
    with pytest.raises(DBAPIError, match="ON CONFLICT"), open_campaign(where, "another", new=True):
        pass  # as the page says: new campaigns need another way to keep their names apart


@on_postgresql
def test_every_statement_of_an_evening_names_its_campaign(where: str) -> None:
    sent: list[str] = []
    with open_campaign(where, seed=1) as game:
        table = Table(game)
        table.did("create", name="Thorin", character={"classes": ["fighter 5"], "hpMax": 44})
        for engine in (game.store._database.writer, game.store._database.reader):
            event.listen(engine, "before_cursor_execute", lambda c, cursor, statement, *more: sent.append(statement))
        evening(table)
    of_tables = [s for s in sent if re.search(rf'\b(FROM|INTO|UPDATE|JOIN)\s+"?({"|".join(METADATA.tables)})\b', s)]
    assert len(of_tables) > 50
    assert not [s for s in of_tables if not re.search(r"campaign_id|campaign\.id\b|WHERE id =", s)]


@on_postgresql
def test_cockroachdb_splits_at_the_beginning_of_each_key(store: Store) -> None:
    written = statements("CockroachDB")
    splits = [m for s in written if (m := re.fullmatch(r"ALTER TABLE (\w+) SPLIT AT (SELECT .+)", s))]
    scatters = [m for s in written if (m := re.fullmatch(r"ALTER TABLE (\w+) SCATTER", s))]
    assert splits and len(splits) + len(scatters) == len(written)
    with store._database.reader.connect() as connection:
        for split in splits:
            assert list(connection.execute(text(split[2])).keys()) == ["id"]
            assert next(c.name for c in METADATA.tables[split[1]].primary_key) == "campaign_id"
