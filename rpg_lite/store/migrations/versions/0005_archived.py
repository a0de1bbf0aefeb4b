"""Add archived campaigns."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("campaign", sa.Column("archived_at", sa.BigInteger(), nullable=True))
