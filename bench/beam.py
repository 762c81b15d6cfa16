"""Long chats with questions about what was said, changed and contradicted: evidence recall at message level.

What the claims engine makes of the changes and contradictions (`edges.py`) is reported in the same run.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from clew.use.ask import Options

import common
import corpus
import edges
from corpus import Message
from edges import flat

if TYPE_CHECKING:
    from clew.ports import Index

FIVE = (
    "information_extraction",
    "knowledge_update",
    "contradiction_resolution",
    "multi_session_reasoning",
    "temporal_reasoning",
)
Found = tuple[list[int], set[int], float]
"""Message ids in order, those in a block of 2,000 tokens, and how confident the arm is."""
Arm = Callable[[str, str], Found]


class Chats:
    """The chats of the set, each with an index of its own."""

    def __init__(self, chats: Sequence[dict[str, Any]]) -> None:
        self.embedder = corpus.model()
        self.ids: dict[str, list[int]] = {}
        self.indexes: dict[str, Index] = {}
        self.rankers: dict[str, common.BM25] = {}
        for chat in chats:
            name, messages = chat["chat"], chat["messages"]
            who = {"user": "person", "assistant": "assistant"}
            self.ids[name] = [m["id"] for m in messages]
            self.indexes[name] = corpus.build(
                [Message(str(m["id"]), who[m["role"]], m["role"], m["content"], None, name) for m in messages],
                self.embedder,
            )
            self.rankers[name] = common.BM25([m["content"] for m in messages])
            self.embedder.save()

    def ours(self, chat: str, question: str) -> Found:
        """The product."""
        return self._ask(chat, question, corpus.WIDE)

    def vectors(self, chat: str, question: str) -> Found:
        """Cosine alone."""
        return self._ask(chat, question, corpus.plain())

    def _ask(self, chat: str, question: str, options: Options) -> Found:
        index, ids = self.indexes[chat], self.ids[chat]
        wide = corpus.ask(question, index, self.embedder, options)
        narrow = Options(gate=False, blend=options.blend, graph=options.graph)
        block = corpus.ask(question, index, self.embedder, narrow)
        order = [ids[part - 1] for _, part in corpus.places(wide.items)]
        return order, {ids[part - 1] for _, part in corpus.places(block.items)}, wide.score

    def plain(self, chat: str, question: str) -> Found:
        """Plain BM25; as many whole messages as 2,000 tokens hold at four characters each."""
        scores = self.rankers[chat].scores(question)
        rows = sorted(range(len(scores)), key=lambda i: (-scores[i], i))[:50]
        order = [self.ids[chat][i] for i in rows]
        return order, set(order[:15]), max(scores)


def measure(arm: Arm, questions: Sequence[dict[str, Any]]) -> tuple[dict[str, list[list[float]]], float]:
    """Per figure one group of values per question, and the AUROC of abstention over the five abilities."""
    out: dict[str, list[list[float]]] = {}
    sure: list[float] = []
    unsure: list[float] = []
    for question in questions:
        ability, ids = question["ability"], question["source_chat_ids"]
        if ability != "abstention" and (ability not in FIVE or not flat(ids)):
            continue
        order, inside, confidence = arm(question["chat"], question["question"])
        (unsure if ability == "abstention" else sure).append(confidence)
        if ability == "abstention":
            continue
        recall = [corpus.share(order, set(flat(ids)), 10)]
        out.setdefault("recall_at_10", []).append(recall)
        out.setdefault(f"recall_at_10_{ability}", []).append(recall)
        if ability == "contradiction_resolution":
            out.setdefault("contradiction_both", []).append([float(all(set(flat(v)) & inside for v in ids.values()))])
        if ability == "knowledge_update":
            for name, value in updates(order, flat(ids["original_info"]), flat(ids["updated_info"])).items():
                out.setdefault(name, []).append([value])
    return out, common.auroc(sure, unsure)


def updates(order: Sequence[int], original: Sequence[int], updated: Sequence[int]) -> dict[str, float]:
    """Whether the updated message stands above every original, and whether it is among the first ten."""
    if not original or not updated:
        return {}
    far = len(order) + 1
    place = {message: n for n, message in reversed(list(enumerate(order)))}
    new, old = min(place.get(i, far) for i in updated), min(place.get(i, far + 1) for i in original)
    return {"ku_current_at_1": float(new < far and new <= old), "ku_found_at_10": float(new < 10)}


def main() -> None:
    args = common.parser(__doc__ or "", "beam").parse_args()
    files = [args.data / "chats.json", args.data / "questions.json"]
    common.need(*files)
    report = common.Report("beam", files, args.json)
    chats = json.loads(files[0].read_text("utf-8"))[: args.limit]
    names = {chat["chat"] for chat in chats}
    questions = [q for q in json.loads(files[1].read_text("utf-8")) if q["chat"] in names]
    table = Chats(chats)
    for arm, find in (("", table.ours), ("bm25", table.plain), ("vectors", table.vectors)):
        groups, auroc = measure(find, questions)
        for name, values in groups.items():
            report.rate(name, values, arm)
        report.add({"abstention_auroc": auroc}, arm)
    table.embedder.save()
    report.add(edges.figures(chats, questions))
    report.close(len(questions))


if __name__ == "__main__":
    main()
