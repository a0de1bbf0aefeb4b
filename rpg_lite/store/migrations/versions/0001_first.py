"""Add campaigns, things, their uses, commits and their events."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
_LIVE = sa.text("deleted_at IS NULL")


def upgrade() -> None:
    op.create_table(
        "campaign",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("rev", sa.Integer(), nullable=False),
        sa.Column("ruleset", sa.String(), nullable=False),
        sa.Column("policy", sa.JSON(), nullable=False),
        sa.Column("minutes", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_campaign")),
        sa.UniqueConstraint("name", name=op.f("uq_campaign_name")),
    )
    op.create_table(
        "commit",
        sa.Column("campaign_id", sa.String(), nullable=False),
        sa.Column("rev", sa.Integer(), nullable=False),
        sa.Column("tool", sa.String(), nullable=False),
        sa.Column("request_id", sa.String(), nullable=True),
        sa.Column("request_hash", sa.String(), nullable=False),
        sa.Column("answer", sa.JSON(), nullable=False),
        sa.Column("undoes", sa.Integer(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["campaign_id", "undoes"], ["commit.campaign_id", "commit.rev"], name=op.f("fk_commit_campaign_id_undoes")),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_commit_campaign_id")),
        sa.PrimaryKeyConstraint("campaign_id", "rev", name=op.f("pk_commit")),
    )
    op.create_index(
        "commit_request_id",
        "commit",
        ["campaign_id", "request_id"],
        unique=True,
        sqlite_where=sa.text("request_id IS NOT NULL"),
        postgresql_where=sa.text("request_id IS NOT NULL"),
    )
    op.create_table(
        "thing",
        sa.Column("campaign_id", sa.String(), nullable=False),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("parent_id", sa.String(), nullable=True),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("name_key", sa.String(), nullable=False),
        sa.Column("quantity", sa.BigInteger(), nullable=False),
        sa.Column("attuned_to", sa.String(), nullable=True),
        sa.Column("qualified_name", sa.String(), nullable=True),
        sa.Column("available", sa.Boolean(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.Column("deleted_at", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("length(name) BETWEEN 1 AND 200", name=op.f("ck_thing_name")),
        sa.CheckConstraint("quantity >= 1 OR deleted_at IS NOT NULL", name=op.f("ck_thing_quantity")),
        sa.ForeignKeyConstraint(
            ["campaign_id", "parent_id"], ["thing.campaign_id", "thing.id"], name=op.f("fk_thing_campaign_id_parent_id")
        ),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaign.id"], name=op.f("fk_thing_campaign_id")),
        sa.PrimaryKeyConstraint("campaign_id", "id", name=op.f("pk_thing")),
    )
    op.create_index(
        "thing_kind",
        "thing",
        ["campaign_id", "kind"],
        unique=False,
        sqlite_where=sa.text("deleted_at IS NULL AND kind <> 'item'"),
        postgresql_where=sa.text("deleted_at IS NULL AND kind <> 'item'"),
    )
    op.create_index("thing_name_key", "thing", ["campaign_id", "name_key"], unique=False, sqlite_where=_LIVE, postgresql_where=_LIVE)
    op.create_index("thing_parent_id", "thing", ["campaign_id", "parent_id"], unique=False, sqlite_where=_LIVE, postgresql_where=_LIVE)
    op.create_index(
        "thing_qualified_name",
        "thing",
        ["campaign_id", "qualified_name"],
        unique=True,
        sqlite_where=sa.text("deleted_at IS NULL AND qualified_name IS NOT NULL"),
        postgresql_where=sa.text("deleted_at IS NULL AND qualified_name IS NOT NULL"),
    )
    op.create_table(
        "equipped",
        sa.Column("campaign_id", sa.String(), nullable=False),
        sa.Column("context_id", sa.String(), nullable=False),
        sa.Column("thing_id", sa.String(), nullable=False),
        sa.Column("slot", sa.String(), nullable=True),
        sa.Column("grip", sa.String(), nullable=True),
        sa.Column("priority", sa.Float(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("deleted_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["campaign_id", "context_id"], ["thing.campaign_id", "thing.id"], name=op.f("fk_equipped_campaign_id_context_id")
        ),
        sa.ForeignKeyConstraint(
            ["campaign_id", "thing_id"], ["thing.campaign_id", "thing.id"], name=op.f("fk_equipped_campaign_id_thing_id")
        ),
        sa.PrimaryKeyConstraint("campaign_id", "context_id", "thing_id", name=op.f("pk_equipped")),
    )
    op.create_index(
        "equipped_slot",
        "equipped",
        ["campaign_id", "context_id", "slot"],
        unique=True,
        sqlite_where=sa.text("deleted_at IS NULL AND slot IS NOT NULL"),
        postgresql_where=sa.text("deleted_at IS NULL AND slot IS NOT NULL"),
    )
    op.create_index(
        "equipped_thing", "equipped", ["campaign_id", "context_id", "thing_id"], unique=True, sqlite_where=_LIVE, postgresql_where=_LIVE
    )
    op.create_table(
        "event",
        sa.Column("campaign_id", sa.String(), nullable=False),
        sa.Column("rev", sa.Integer(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["campaign_id", "rev"], ["commit.campaign_id", "commit.rev"], name=op.f("fk_event_campaign_id_rev")),
        sa.PrimaryKeyConstraint("campaign_id", "rev", "n", name=op.f("pk_event")),
    )
