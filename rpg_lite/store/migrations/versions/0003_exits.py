"""Add exits of rooms."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
_LIVE = sa.text("deleted_at IS NULL")


def upgrade() -> None:
    op.create_table(
        "exit",
        sa.Column("campaign_id", sa.String(), nullable=False),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("from_room", sa.String(), nullable=False),
        sa.Column("label", sa.String(), nullable=False),
        sa.Column("direction", sa.String(), nullable=False),
        sa.Column("to_room", sa.String(), nullable=True),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("hidden", sa.Boolean(), nullable=False),
        sa.Column("key_name", sa.String(), nullable=True),
        sa.Column("dc", sa.Integer(), nullable=True),
        sa.Column("minutes", sa.Integer(), nullable=False),
        sa.Column("back", sa.String(), nullable=True),
        sa.Column("note", sa.String(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.Column("deleted_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("campaign_id", "id", name="pk_exit"),
        sa.ForeignKeyConstraint(["campaign_id", "from_room"], ["thing.campaign_id", "thing.id"], name="fk_exit_campaign_id_from_room"),
        sa.ForeignKeyConstraint(["campaign_id", "to_room"], ["thing.campaign_id", "thing.id"], name="fk_exit_campaign_id_to_room"),
    )
    for name, columns, unique in (
        ("exit_label", ["campaign_id", "from_room", "label"], True),
        ("exit_to_room", ["campaign_id", "to_room"], False),
    ):
        op.create_index(name, "exit", columns, unique=unique, sqlite_where=_LIVE, postgresql_where=_LIVE)
