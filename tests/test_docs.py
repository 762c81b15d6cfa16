"""The documents fail the build when they lie."""

import re
import shutil
from dataclasses import fields
from pathlib import Path

import pytest

import clew
from clew import config
from clew.belief.events import DISPOSITIONS
from clew.core.settings import Settings
from clew.index import schema
from clew.model import KINDS
from clew.proof.evidence import REASONS

from golden import check
from pages import commands, page
from transcript import replay

ROOT = Path(__file__).parent.parent
DOCS = "\n".join(p.read_text("utf-8") for p in sorted((ROOT / "docs").glob("*.md")))


def test_the_command_reference_is_what_the_program_prints() -> None:
    check(ROOT / "docs" / "commands.md", page())


def test_every_command_says_what_it_does() -> None:
    assert [name for name, text in commands() if len(text.split("\n\n")) < 2] == []


@pytest.mark.parametrize(
    "key", sorted({*config.BUNDLE_KEYS, *config.USER_KEYS} - {"bundle.id", "bundle.salt", "bundle.format"})
)
def test_every_setting_is_documented(key: str) -> None:
    assert f"`{key}`" in DOCS


@pytest.mark.parametrize("reason", sorted(REASONS))
def test_every_manifest_string_is_documented(reason: str) -> None:
    assert f"`{reason}`" in DOCS


@pytest.mark.parametrize("word", [*KINDS, *DISPOSITIONS])
def test_every_kind_and_disposition_is_documented(word: str) -> None:
    assert word in DOCS


def test_every_setting_has_a_sentence() -> None:
    source = (ROOT / "src/clew/core/settings.py").read_text("utf-8")

    assert [f.name for f in fields(Settings) if not re.search(rf'    {f.name}: .*\n    """', source)] == []


@pytest.mark.parametrize("name", ["README.md", "docs/start.md"])
def test_the_tour_of_a_document_is_what_the_program_prints(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, person: None
) -> None:
    """The blocks marked `console` are one session; only their commands and output count."""
    readme = ROOT / name
    text = readme.read_text("utf-8")
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    blocks = re.findall(r"```console\n(.*?)```", text, re.DOTALL)
    monkeypatch.chdir(tmp_path)

    fresh = replay("\n".join(blocks), tmp_path)

    for old, new in zip(blocks, _split(fresh, len(blocks), blocks), strict=True):
        text = text.replace(old, new)
    check(readme, text)


def _split(fresh: str, count: int, blocks: list[str]) -> list[str]:
    """The replayed session cut into as many blocks, each with the commands of the old one."""
    runs = [run.rstrip("\n") for run in re.split(r"(?m)^(?=\$ )", fresh) if run.strip()]
    sizes = [len(re.findall(r"(?m)^\$ ", block)) for block in blocks]
    out, at = [], 0
    for size in sizes:
        out.append("\n\n".join(runs[at : at + size]) + "\n")
        at += size
    assert len(out) == count
    return out


def test_the_public_surface_is_the_golden_list() -> None:
    check(ROOT / "tests" / "surface.txt", "\n".join(clew.__all__) + "\n")


def test_every_public_name_can_be_loaded() -> None:
    assert [name for name in clew.__all__ if getattr(clew, name, None) is None] == []


def test_the_schema_of_the_index_is_the_golden_one() -> None:
    lines = schema.INDEX.script.split("\n")
    stable = [line for line in lines if "secure-delete" not in line]  # newer SQLite only

    check(ROOT / "docs" / "schema.sql", "\n".join(stable).lstrip("\n"))


def test_documents_name_no_machine_and_no_registry() -> None:
    for path in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*")]:
        text = path.read_text("utf-8")
        words = (str(ROOT.parent), str(Path.home()), "index-url", "find-links")
        assert [word for word in words if re.search(rf"(?<![\w.]){re.escape(word)}(?!\w)", text)] == []
