"""Alembic enters here. The transaction is the caller's (engine.schema_change): locked, and committed or rolled back as a whole."""

from alembic import context

from rpg_lite.store.tables import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
