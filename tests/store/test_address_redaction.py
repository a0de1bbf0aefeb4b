"""No output shows the password in a database address, however it is written."""

import pytest
from sqlalchemy import make_url

from rpg_lite.store.address_redaction import without_secrets
from tests.rows import each_row

PLACE = "postgresql+psycopg://db.example/rpg"


@pytest.mark.parametrize(
    "key", ["password", "PASSWORD", "sslpassword", "pass%77ord", "%70%61%73%73%77%6f%72%64", "ssl%6Bey", "access_token", "+password%20"]
)
@pytest.mark.parametrize("around", ["?{}", "?sslmode=require&{}", "?{}&sslmode=require", "?pa%73sword=hunter2&{}"])
def test_a_secret_of_the_query_is_hidden_however_its_key_is_written(key: str, around: str) -> None:
    url = PLACE + around.format(f"{key}=hunter2")
    shown = without_secrets(url)
    assert "hunter2" not in shown and make_url(url).query.keys() == make_url(shown).query.keys()


@each_row(
    "url",
    [
        PLACE,
        f"{PLACE}?sslmode=require&connect_timeout=5&application_name=a%20b",
        f"{PLACE}?keepalives=1",
        f"{PLACE}?pass%2577ord=1",
        "sqlite:////srv/password=/party.db",
    ],
)
def test_the_rest_of_an_address_stays_as_it_is_written(url: str) -> None:
    assert without_secrets(url) == url


def test_a_password_before_the_host_is_hidden_beside_one_in_the_query() -> None:
    shown = without_secrets("postgresql://ann:hunter2@db.example/rpg?pass%77ord=hunter2")
    assert shown == "postgresql://ann:***@db.example/rpg?pass%77ord=***"
