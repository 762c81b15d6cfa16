"""Questions of several sets asked of an index of one: how well the confidence tells its own from strange ones."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import locomo
import multihop

import common
import corpus

LIMIT = 150
"""Questions taken from each set."""


def own(folder: Path) -> tuple[list[Path], list[str], list[tuple[str, str]]]:
    """Files, questions and passages of the multi-hop set."""
    files, asked, passages = multihop.load(folder)
    return files, [question["question"] for question in asked], passages


def strange(folder: Path) -> tuple[list[Path], list[str]]:
    """Questions about other conversations and chats beside the set."""
    files = [*sorted((folder / "locomo").glob("locomo*.json")), folder / "beam" / "questions.json"]
    common.need(*files)
    talk = json.loads(files[0].read_text("utf-8"))
    questions = [qa["question"] for sample in talk for qa in sample["qa"] if qa["category"] in locomo.CATEGORIES]
    chats = [q["question"] for q in json.loads(files[-1].read_text("utf-8"))]
    step = max(1, len(questions) // LIMIT)
    return files, questions[::step][:LIMIT] + chats[:: max(1, len(chats) // LIMIT)][:LIMIT]


def refused_at(inside: list[float], outside: list[float], coverage: float = 0.95) -> float:
    """Share of strange questions still answered at the threshold that answers `coverage` of the own ones."""
    ranked = sorted(inside, reverse=True)
    limit = ranked[min(len(ranked) - 1, int(coverage * len(ranked)))]
    return common.mean([float(score >= limit) for score in outside])


def main() -> None:
    options = common.parser(__doc__ or "", "")
    args = options.parse_args()
    folder = args.data if (args.data / "musique").exists() else args.data.parent
    files, inside, passages = own(folder / "musique")
    more, outside = strange(folder)
    report = common.Report("domain", [*files, *more], args.json)
    inside, outside = inside[: args.limit], outside[: args.limit]
    embedder = corpus.model()
    index = corpus.shelve(passages, embedder)
    embedder.save()
    ranker = common.BM25([f"{title} {text}" for title, text in passages])

    def cosine(question: str) -> float:
        items = corpus.ask(question, index, embedder, corpus.plain()).items
        return max((item.parts.get("vector", 0.0) for item in items), default=0.0)

    arms: dict[str, Callable[[str], float]] = {
        "": lambda q: corpus.ask(q, index, embedder).score,
        "bm25": lambda q: max(ranker.scores(q)),
        "vectors": cosine,
    }
    for name, arm in arms.items():
        good, bad = [arm(q) for q in inside], [arm(q) for q in outside]
        report.add({"auroc": common.auroc(good, bad), "false_answers_at_95_coverage": refused_at(good, bad)}, name)
    embedder.save()
    report.close(len(inside) + len(outside))


if __name__ == "__main__":
    main()
