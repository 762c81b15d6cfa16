"""Conversations of two people over many sessions: recall of the turns that answer, categories 1 to 4."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

import common
import corpus
from corpus import Message

CATEGORIES = {1: "multi_hop", 2: "temporal", 3: "open_domain", 4: "single_hop"}
SESSION = re.compile(r"session_(\d+)")


def turns(conversation: dict[str, Any]) -> list[Message]:
    """Turns in order; only what was said, no summary, caption or answer."""
    out = []
    numbers = sorted(int(m.group(1)) for key in conversation if (m := SESSION.fullmatch(key)))
    for number in numbers:
        for turn in conversation[f"session_{number}"]:
            name = turn["speaker"]
            out.append(Message(turn["dia_id"], "person", name, f"{name}: {turn['text']}", None, f"session-{number}"))
    return out


class Talk:
    """One conversation with its index."""

    def __init__(self, sample: dict[str, Any], embedder: corpus.Cached) -> None:
        self.messages = turns(sample["conversation"])
        self.ids = [message.id for message in self.messages]
        self.embedder = embedder
        self.index = corpus.build(self.messages, embedder)
        self.ranker = common.BM25([message.text for message in self.messages])
        self.questions = [
            (qa["question"], qa["category"], gold)
            for qa in sample["qa"]
            if qa["category"] in CATEGORIES and (gold := set(qa.get("evidence", ())) & set(self.ids))
        ]

    def ours(self, question: str) -> list[str]:
        """The product."""
        block = corpus.ask(question, self.index, self.embedder)
        return [self.ids[part - 1] for _, part in corpus.places(block.items)]

    def vectors(self, question: str) -> list[str]:
        """Cosine alone."""
        block = corpus.ask(question, self.index, self.embedder, corpus.plain())
        return [self.ids[part - 1] for _, part in corpus.places(block.items)]

    def plain(self, question: str) -> list[str]:
        """Plain BM25."""
        return [self.ids[i] for i in self.ranker.top(question, 50)]


def measure(talks: Sequence[Talk], arm: Callable[[Talk, str], list[str]]) -> dict[str, list[list[float]]]:
    """Per figure one group of values per conversation."""
    out: dict[str, list[list[float]]] = {}
    for place, talk in enumerate(talks):
        for question, category, gold in talk.questions:
            found = arm(talk, question)
            for k in (5, 10):
                for name in (f"turn_recall_at_{k}", f"turn_recall_at_{k}_{CATEGORIES[category]}"):
                    groups = out.setdefault(name, [[] for _ in talks])
                    groups[place].append(corpus.share(found, gold, k))
    return out


def main() -> None:
    args = common.parser(__doc__ or "", "locomo").parse_args()
    files = sorted(args.data.glob("locomo*.json")) if args.data.exists() else []
    if not files:
        common.skip(f"no locomo*.json under {args.data}")
    report = common.Report("locomo", files, args.json)
    samples = [sample for file in files for sample in json.loads(file.read_text("utf-8"))][: args.limit]
    embedder = corpus.model()
    talks = [Talk(sample, embedder) for sample in samples]
    embedder.save()
    for arm, find in (("", Talk.ours), ("bm25", Talk.plain), ("vectors", Talk.vectors)):
        for name, groups in measure(talks, find).items():
            report.rate(name, groups, arm)
    embedder.save()
    report.close(sum(len(talk.questions) for talk in talks))


if __name__ == "__main__":
    main()
