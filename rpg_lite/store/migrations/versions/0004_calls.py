"""Add every call with its result, and commits that take back everything since a rev."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "call",
        sa.Column("campaign_id", sa.String(), nullable=False),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("parent_id", sa.String(), nullable=True),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("tag", sa.String(), nullable=False),
        sa.Column("operation", sa.String(), nullable=False),
        sa.Column("actor_id", sa.String(), nullable=True),
        sa.Column("room_id", sa.String(), nullable=True),
        sa.Column("item_key", sa.String(), nullable=True),
        sa.Column("rev", sa.Integer(), nullable=True),
        sa.Column("code", sa.String(), nullable=True),
        sa.Column("ms", sa.Float(), nullable=True),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("campaign_id", "id", name="pk_call"),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name="fk_call_campaign_id"),
        sa.ForeignKeyConstraint(["campaign_id", "parent_id"], ["call.campaign_id", "call.id"], name="fk_call_campaign_id_parent_id"),
    )
    op.create_index("call_parent_id", "call", ["campaign_id", "parent_id"])
    op.add_column("commit", sa.Column("back_to", sa.Integer(), nullable=True))
