"""Add the deeds of a commit."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("commit", sa.Column("deed", sa.JSON(), nullable=True))
