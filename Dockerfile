# rpg-lite over HTTP, with its database in /data or on PostgreSQL (compose.yaml).
FROM python:3.12-slim
RUN useradd --create-home --uid 1000 rpg && mkdir /data && chown rpg /data
WORKDIR /srv/rpg-lite
COPY pyproject.toml constraints.txt README.md LICENSE NOTICE ./
COPY rpg_lite rpg_lite
COPY data data
COPY items items
RUN pip install --no-cache-dir -c constraints.txt '.[postgres,otel]'
USER rpg
VOLUME /data
EXPOSE 8000
ENV RPG_LITE_DB=/data/campaign.db
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/health', timeout=4)"]
# Tokens come from a file beside the database; rpg-lite token new writes its entries.
CMD ["rpg-lite", "serve", "--http", "0.0.0.0:8000", "--auth", "/data/tokens.toml"]
