"""Questions that need two to four passages: recall of the supporting ones, with and without the graph."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from clew.search.block import Item

import common
import corpus

Arm = Callable[[str], list[int]]


def load(folder: Path) -> tuple[list[Path], list[dict[str, Any]], list[tuple[str, str]]]:
    """Files, questions and passages of a folder that holds `<name>.json` and `<name>_corpus.json`."""
    shelves = sorted(folder.glob("*_corpus.json")) if folder.exists() else []
    if not shelves:
        common.skip(f"no *_corpus.json under {folder}")
    shelf = shelves[0]
    asked = shelf.with_name(shelf.name.replace("_corpus", ""))
    common.need(asked)
    passages = [(p["title"], p["text"]) for p in json.loads(shelf.read_text("utf-8"))]
    return [asked, shelf], json.loads(asked.read_text("utf-8")), passages


def gold(question: dict[str, Any], place: dict[tuple[str, str], int]) -> set[int]:
    """Places of the supporting passages of a question."""
    wanted = (p for p in question["paragraphs"] if p["is_supporting"])
    return {place[key] for p in wanted if (key := (p["title"], p.get("paragraph_text") or p.get("text", ""))) in place}


def numbers(items: Sequence[Item]) -> list[int]:
    """Places of the passages of some items."""
    return [int(item.ref.removeprefix("page:/").removesuffix(".md")) for item in items]


def measure(arm: Arm, questions: Sequence[tuple[str, set[int]]]) -> dict[str, list[list[float]]]:
    """Per figure one group per question."""
    out: dict[str, list[list[float]]] = {"recall_at_2": [], "recall_at_5": [], "all_at_5": []}
    for question, wanted in questions:
        found = arm(question)
        out["recall_at_2"].append([corpus.share(found, wanted, 2)])
        out["recall_at_5"].append([corpus.share(found, wanted, 5)])
        out["all_at_5"].append([float(wanted <= set(found[:5]))])
    return out


def main() -> None:
    args = common.parser(__doc__ or "", "musique").parse_args()
    files, asked, passages = load(args.data)
    report = common.Report("multihop", files, args.json)
    place = {passage: i for i, passage in enumerate(passages)}
    questions = [(q["question"], wanted) for q in asked[: args.limit] if (wanted := gold(q, place))]
    embedder = corpus.model()
    index = corpus.shelve(passages, embedder)
    embedder.save()
    ranker = common.BM25([f"{title} {text}" for title, text in passages])
    flat = replace(corpus.WIDE, graph=False)
    arms: dict[str, Arm] = {
        "": lambda q: numbers(corpus.ask(q, index, embedder).items),
        "nograph": lambda q: numbers(corpus.ask(q, index, embedder, flat).items),
        "bm25": lambda q: ranker.top(q, 10),
        "vectors": lambda q: numbers(corpus.ask(q, index, embedder, corpus.plain()).items),
    }
    for name, arm in arms.items():
        for figure, groups in measure(arm, questions).items():
            report.rate(figure, groups, name)
    embedder.save()
    report.close(len(questions))


if __name__ == "__main__":
    main()
