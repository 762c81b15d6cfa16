"""The table of commands, and what it takes to answer from it."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer

from clew import app
from clew.cli.main import cli
from clew.cli.rows import TABLE
from clew.cli.tree import Root, Tree, read

from pages import commands
from transcript import call

LINES = [line for line in TABLE.split("\n") if line and not line.startswith("#")]


def test_every_line_of_the_table_fits_on_a_terminal() -> None:
    assert [line for line in LINES if len(line.split("  ")[-1]) > 62] == []


def test_every_command_of_the_table_can_be_loaded() -> None:
    assert len([name for name, _ in commands()]) == len(LINES) + 1


def test_verbs_stand_under_their_noun() -> None:
    found = read("# A\nfish  -  Fish.\nfish eat  fish:eat  Eat it.\n")

    assert found["A"]["fish"].verbs["eat"].help == "Eat it."


def test_names_are_completed_without_loading_the_rest() -> None:
    code = (
        "import sys; from clew.cli.main import cli; import typer; root = typer.main.get_command(cli);"
        "ctx = typer.Context(root, info_name='clew'); names = [c.value for c in root.shell_complete(ctx, 'hi')];"
        "print(names, [m for m in sys.modules if m.startswith(('clew.bundle', 'clew.app', 'numpy', 'rich'))])"
    )

    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout

    assert said.strip() == "['history'] []"


def test_headings_stand_in_the_order_of_use() -> None:
    assert next(iter(Root.sections)) == "Every day"


def test_a_question_loads_no_reader_parser_lock_or_use_case_that_it_does_not_need(tmp_path: Path) -> None:
    with app.create(tmp_path / "b", "Notes") as bundle:
        bundle.add([b"user: We decided to host the shop on Fly."])
        bundle.context("Where is the shop hosted?")
    code = (
        "import sys; from clew import app; from pathlib import Path\n"
        "bundle = app.open_bundle(Path(sys.argv[1]))\n"
        "print(len(bundle.context('Where is the shop hosted?').items))\n"
        "late = 'clew.readers.intake', 'markdown_it', 'filelock', 'clew.use.atlas', 'clew.use.lint'\n"
        "print([m for m in late if m in sys.modules])\n"
        "print(bundle.atlas, bundle.linter, list(bundle._desk.wiring.intake.read_bytes(b'')))\n"
        "print([m for m in late if m in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path / "b")], capture_output=True, text=True, check=True)
    found = done.stdout.splitlines()
    assert found[0] != "0"
    assert found[1] == "[]"
    # the names are those of modules that there are
    assert {"clew.readers.intake", "clew.use.atlas", "clew.use.lint"} <= set(ast.literal_eval(found[3]))


def test_the_arithmetic_of_vectors_is_loaded_only_when_a_question_needs_it() -> None:
    code = "import sys, clew.app; print([m for m in ('numpy', 'onnxruntime', 'tokenizers') if m in sys.modules])"

    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout

    assert said.strip() == "[]"


def leaves(words: tuple[str, ...], command: Any) -> list[tuple[tuple[str, ...], Any]]:
    """Every command of the tree, loaded."""
    if not isinstance(command, Tree):
        return [(words, command)]
    ctx = typer.Context(command)
    inner = [(word, command.resolve_command(ctx, [word])[1]) for word in command.list_commands(ctx)]
    return [leaf for word, child in inner for leaf in leaves((*words, word), child)]


def given(command: Any, word: str) -> list[tuple[str, list[str]]]:
    """The word in the place of the first argument, and of each option that takes one, with the name of that place."""
    arguments = [p for p in command.params if p.param_type_name == "argument"]
    options = [p for p in command.params if p.param_type_name == "option" and not p.is_flag and p.name != "help"]
    rest = ["x" for p in arguments if p.required]
    first = [(p.name, [word, *rest[1:]]) for p in arguments[:1]]
    return first + [(p.name, [*rest, p.opts[0], word]) for p in options]


PLACES = {"file", "folder", "paths"}
"""Names of files: any bytes that the system takes."""


@pytest.mark.parametrize("word", [os.fsdecode(b"\xff\xfe"), "\ud83d", "a\0b"], ids=ascii)
def test_words_that_no_text_can_hold_are_refused_before_a_command_runs(
    word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    root = typer.main.get_command(cli)
    for words, command in leaves((), root):
        for name, rest in given(command, word):
            said, code = call(["--bundle", str(tmp_path / "none"), *words, *rest])

            assert "Traceback" not in said, (words, rest)
            if "\0" in word or name not in PLACES:
                assert code == 2, (words, rest, said)
                assert re.search("Invalid value for|Missing option", said), (words, rest, said)


def test_a_number_out_of_all_measure_is_refused(tmp_path: Path) -> None:
    said, code = call(["--bundle", str(tmp_path), "lint", "--stale-days", "9" * 20])

    assert (code, "out of all measure" in said) == (2, True)


def test_a_name_of_other_bytes_is_shown_where_the_output_knows_none(tmp_path: Path) -> None:
    name = os.fsencode(tmp_path) + b"/a\xff"
    command = [sys.executable, "-m", "clew", "init", name]

    done = subprocess.run(command, capture_output=True, check=False, env={**os.environ, "PYTHONIOENCODING": "ascii"})

    assert (done.returncode, b"Traceback" in done.stderr) == (0, False)
