"""Wikilinks follow a page that moves, and come back with it; every other byte stays."""

from pathlib import Path

import pytest

from clew import app

OAK = "concepts/oak.md"
WRITTEN = {
    OAK: "---\ntitle: Oak\ntype: Concept\n---\n\n# Oak\n\n## Bark\n\nSee [[oak#Bark]] and [[Ash|ash]].\n",
    "concepts/ash.md": "---\ntitle: Ash\ntype: Concept\n---\n\nGrey.\n",
    "notes/all.md": (
        "---\ntitle: All\ntype: Note\n---\n\n"
        "[[oak]], [[concepts/oak]], [[oak#Bark]], [[oak#Bark|the bark]], [[oak|a tree]], ![[oak]], [[Ash]], [[no]]\n\n"
        "| tree | where |\n|---|---|\n| [[oak]] | [[oak\\|hill]] |\n\n"
        "`[[oak]]` stays.\n\n```\n[[oak]]\n```\n"
    ),
}

TURNED = [
    (
        "[[big-oak|oak]], [[big-oak|concepts/oak]], [[big-oak#Bark]], [[big-oak#Bark|the bark]], [[big-oak|a tree]], "
        "![[big-oak]], [[Ash]], [[no]]"
    )
]


def moved(root: Path, to: str) -> tuple[dict[str, str], dict[str, str]]:
    """What the pages say after the move, and after it was taken back."""
    with app.create(root, "Trees") as bundle:
        for path, text in WRITTEN.items():
            (root / path).parent.mkdir(exist_ok=True)
            (root / path).write_text(text, "utf-8")
        bundle.sync()
        bundle.pages.move(OAK, to)
        after = {path: (root / path).read_text("utf-8") for path in (*WRITTEN, to)}
        bundle.undo(bundle.log()[0].id)
        return after, {path: (root / path).read_text("utf-8") for path in WRITTEN}


def test_wikilinks_name_the_new_file_and_show_what_they_showed(tmp_path: Path) -> None:
    after, back = moved(tmp_path / "b", "trees/big-oak.md")
    assert after["notes/all.md"].split("\n")[5:] == [
        *TURNED,
        "",
        "| tree | where |",
        "|---|---|",
        "| [[big-oak]] | [[big-oak\\|hill]] |",
        "",
        "`[[oak]]` stays.",
        "",
        "```",
        "[[oak]]",
        "```",
        "",
    ]
    assert "See [[big-oak#Bark]] and [[Ash|ash]]." in after["trees/big-oak.md"]
    assert back == WRITTEN


@pytest.mark.parametrize("to", ["trees/oak.md", "trees/old/oak.md"])
def test_where_the_name_stays_and_the_old_place_leads_on_the_path_is_written(to: str, tmp_path: Path) -> None:
    after, back = moved(tmp_path / "b", to)
    assert f"[[{to[:-3]}|oak]], " in after["notes/all.md"]
    assert f"![[{to[:-3]}]]" in after["notes/all.md"]
    assert back == WRITTEN
