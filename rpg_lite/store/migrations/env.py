"""The entry point for Alembic. The transaction of the caller (`schema_change`) is locked, and commits or rolls back as a whole."""

from alembic import context

from rpg_lite.store.tables import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
