"""The red lines of size: a house is read in one sitting, room by room."""

import ast
import re
from pathlib import Path

import pytest

SRC = Path(__file__).parent.parent / "src" / "clew"
MODULES = sorted(SRC.rglob("*.py"))
BROAD = {"Exception", "BaseException"}
NAMES = [str(p.relative_to(SRC)) for p in MODULES]


def functions(path: Path) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    tree = ast.parse(path.read_text("utf-8"))
    return [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]


def length(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


@pytest.mark.parametrize("path", MODULES, ids=NAMES)
def test_a_module_has_at_most_400_lines(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= 400


@pytest.mark.parametrize("path", MODULES, ids=NAMES)
def test_a_function_has_at_most_60_lines(path: Path) -> None:
    assert [] == [(f.name, length(f)) for f in functions(path) if length(f) > 60]


def test_at_most_two_percent_of_functions_exceed_50_lines() -> None:
    lengths = [length(f) for p in MODULES for f in functions(p)]
    assert sum(n > 50 for n in lengths) <= max(1, 0.02 * len(lengths))


def test_module_names_are_one_word_two_folders_deep() -> None:
    for path in MODULES:
        parts = path.relative_to(SRC).with_suffix("").parts
        assert len(parts) <= 2
        assert all(re.fullmatch(r"__\w+__|[a-z0-9]+(_[a-z0-9]+)?", p) for p in parts), path


def test_a_broad_except_only_cleans_up_and_raises_again() -> None:
    nodes = [(p.name, n) for p in MODULES for n in ast.walk(ast.parse(p.read_text("utf-8")))]
    handlers = [(name, n) for name, n in nodes if isinstance(n, ast.ExceptHandler)]
    broad = [(name, h) for name, h in handlers if h.type is None or getattr(h.type, "id", "") in BROAD]
    kept = {name for name, h in broad if not _raises_again(h.body[-1])}
    # the hook runs at every prompt of another program and must never stop one; nor may a turn stop an import
    assert kept == {"hook.py", "extract.py"}


def _raises_again(last: ast.stmt) -> bool:
    return isinstance(last, ast.Raise) and last.exc is None


def test_every_suppression_carries_its_reason() -> None:
    """A reason is a second comment on the same line: `# noqa: S101  # why`."""
    reasoned = re.compile(r"# (noqa: [A-Z0-9, ]+|type: ignore\[[\w, -]+\])\s+# \w+")
    lines = [(p.name, i, line) for p in MODULES for i, line in enumerate(p.read_text("utf-8").split("\n"), 1)]
    bad = [
        (name, i) for name, i, line in lines if re.search(r"# (noqa|type: ignore)", line) and not reasoned.search(line)
    ]
    assert bad == []
