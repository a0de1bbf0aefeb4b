"""The shipped files: rule tables and item files are in the wheel, and the program finds them there and in a checkout."""

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SHIPPED = ("data", "items")
MOST_BYTES = 3_800_000

pytestmark = pytest.mark.slow


def built(kind: str, folder: Path) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stdout + done.stderr
    (only,) = folder.iterdir()
    return only


def content_files() -> set[str]:
    found = {p.relative_to(ROOT).as_posix() for folder in SHIPPED for p in (ROOT / folder).rglob("*") if p.is_file()}
    assert all(any(name.startswith(f"{folder}/") for name in found) for folder in SHIPPED)
    return found - {"items/item.schema.json"}  # for editors in a checkout; the program makes it from the models


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    return built("wheel", tmp_path_factory.mktemp("wheel"))


def test_the_wheel_carries_every_content_file(wheel):
    inside = set(zipfile.ZipFile(wheel).namelist())
    assert {f"rpg_lite/{name}" for name in content_files()} <= inside
    assert {"rpg_lite/py.typed", "rpg_lite/__init__.py", "rpg_lite/server/page/page.html"} <= inside


def test_the_wheel_stays_small(wheel):
    assert wheel.stat().st_size <= MOST_BYTES


def test_the_wheel_carries_the_package_and_nothing_beside_it(wheel):
    tops = {name.partition("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {t for t in tops if not t.endswith(".dist-info")} == {"rpg_lite"}


def test_the_wheel_carries_licence_and_attribution(wheel):
    inside = zipfile.ZipFile(wheel)
    notice = next(n for n in inside.namelist() if n.endswith("/licenses/NOTICE"))
    assert "creativecommons.org/licenses/by/4.0/legalcode" in inside.read(notice).decode("utf-8")
    assert any(n.endswith("/licenses/LICENSE") for n in inside.namelist())


def test_the_program_finds_its_content_in_the_wheel(wheel, tmp_path):
    zipfile.ZipFile(wheel).extractall(tmp_path)
    env = {**os.environ, "PYTHONPATH": str(tmp_path)}
    where = subprocess.run(
        [sys.executable, "-c", "import rpg_lite; print(rpg_lite.__file__)"], cwd=tmp_path, env=env, capture_output=True, text=True
    )
    assert where.stdout.startswith(str(tmp_path)), where.stdout + where.stderr
    done = subprocess.run(
        [sys.executable, "-m", "rpg_lite", "items", "list"], cwd=tmp_path, env=env, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert "Plate" in done.stdout


def test_the_program_finds_its_content_in_a_checkout(tmp_path):
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", "rpg_lite", "items", "list"], cwd=tmp_path, env=env, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert "Plate" in done.stdout


def test_the_source_archive_carries_content_and_tests(tmp_path):
    with tarfile.open(built("sdist", tmp_path)) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert content_files() <= names
    assert {"tests/gates/test_wheel.py", "constraints.txt", "NOTICE", "Makefile"} <= names
