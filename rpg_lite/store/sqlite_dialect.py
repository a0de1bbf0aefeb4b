"""SQLAlchemy's dialect for SQLite, as an object for each engine, with compiled statements that serve every engine of this process. Apart
because it changes SQLAlchemy and knows nothing of campaigns.

SQLAlchemy caches a compiled statement under the dialect that it was compiled for. All dialects here are equal, so a process that opens many
databases, as property tests and the test suite do, compiles each statement only once: compiling it for each database took more than a
third of the time.
"""

from typing import Any, Final

from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.util import LRUCache

COMPILED: Final = LRUCache[Any, Any](1000)
"""Safe to share between threads."""
URL: Final = "sqlite+rpg_lite://"


class SharingDialect(SQLiteDialect_pysqlite):
    supports_statement_cache = True

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SharingDialect) and other.dbapi is self.dbapi

    def __hash__(self) -> int:
        return hash((SharingDialect, id(self.dbapi)))


registry.register("sqlite.rpg_lite", __name__, SharingDialect.__name__)
