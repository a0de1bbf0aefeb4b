"""Add a thing's template as a column, because a bag is also found by its template's names."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
_FOUND = sa.text("deleted_at IS NULL AND template IS NOT NULL")
_THING = sa.table("thing", sa.column("template", sa.String()), sa.column("body", sa.JSON()))


def upgrade() -> None:
    op.add_column("thing", sa.Column("template", sa.String(), nullable=True))
    op.execute(_THING.update().values(template=_THING.c.body["template"].as_string()))
    op.execute(_THING.update().where(_THING.c.body["item", "container"].as_string().is_not(None)).values(template=""))
    op.create_index("thing_template", "thing", ["campaign_id", "template"], unique=False, sqlite_where=_FOUND, postgresql_where=_FOUND)
