"""Compare two workers with one on PostgreSQL, over several campaigns: by its token, each client plays in a campaign of its own or shares
one with one other client.

Both servers run all the time and take the load in turns, from the same clients with the same calls, because then a slow machine slows both.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import served
from ports import kept_port

COMPARED: Final = (1, 2)
Json = dict[str, Any]


def compared(database: str, campaigns: list[str], playing: list[Json], rounds: int, seconds: float) -> Json:
    """Measure the load on both servers. `playing`: the clients; the first plays in the first campaign, the second in the second, and so on,
    beginning again after the last campaign.
    """
    clients = [client | {"token": _token(campaigns[n % len(campaigns)])} for n, client in enumerate(playing)]
    with TemporaryDirectory(prefix="rpg-lite-load-") as folder:
        door = Path(folder) / "auth.toml"
        door.write_text("\n".join(_let_in(campaigns)), "utf-8")
        with _serving(database, campaigns[0], door, 1) as one, _serving(database, campaigns[0], door, 2) as two:
            found = [_round(one.port, two.port, clients, seconds) for _ in range(rounds + 1)][1:]  # the first round warms up
    return {"campaigns": len(campaigns), "clients": len(playing), "rounds": found}


def _round(one: int, two: int, clients: list[Json], seconds: float) -> dict[str, float]:
    both = {str(n): served.faultless(port, clients, seconds)["per_second"] for n, port in zip(COMPARED, (one, two), strict=True)}
    print(f"one worker {both['1']:.0f}/s, two workers {both['2']:.0f}/s", flush=True)
    return both


@contextmanager
def _serving(database: str, campaign: str, door: Path, workers: int) -> Iterator[Any]:
    options = ("--db", database, "--campaign", campaign, "--auth", str(door), "--workers", str(workers))
    with kept_port() as port, served.process(port, "-m", "rpg_lite", "serve", "--http", f"127.0.0.1:{port}", *options) as running:
        yield running


def _token(campaign: str) -> str:
    return f"rpg_{campaign.replace(' ', '_')}"


def _let_in(campaigns: list[str]) -> Iterator[str]:
    for name in campaigns:
        yield f'[[auth.tokens]]\nsha256 = "{sha256(_token(name).encode()).hexdigest()}"\nname = "{name}"\nrole = "gm"\ncampaign = "{name}"\n'
