"""Documents that state what they replace: edges read from their headers, and guesses with the headers taken away."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from clew.pages.lineage import Library, Paper, bare

import common
import corpus

Pair = tuple[int, int]
_SHOWN = 2500
"""Characters of a document that are searched."""
_ASKED = 2500
"""Characters of a document that make the question."""


def number(path: str) -> int:
    """The number in the name of a file, by which the set names a document; -1 without one."""
    found = re.findall(r"(?:pep-|ADR|^)0*(\d+)", path.rpartition("__")[2])
    return int(found[0]) if found else -1


def chains(pairs: Iterable[Pair]) -> set[frozenset[int]]:
    """Documents that hang together."""
    group: dict[int, set[int]] = {}
    for old, new in pairs:
        joined = group.get(old, {old}) | group.get(new, {new})
        for member in joined:
            group[member] = joined
    return {frozenset(members) for members in group.values()}


def cycles(pairs: Iterable[Pair]) -> int:
    """Documents that end up replacing themselves."""
    after: dict[int, set[int]] = defaultdict(set)
    for old, new in pairs:
        after[old].add(new)

    def reached(start: int) -> set[int]:
        seen: set[int] = set()
        todo = list(after[start])
        while todo:
            at = todo.pop()
            if at not in seen:
                seen.add(at)
                todo += after[at]
        return seen

    return sum(start in reached(start) for start in list(after))


class Stripped:
    """The documents without the lines that state a supersession, to be searched."""

    def __init__(self, papers: list[Paper]) -> None:
        self.papers = [Paper(p.path, bare(p.text)) for p in papers]
        self.place = {number(p.path): i for i, p in reversed(list(enumerate(self.papers))) if number(p.path) >= 0}
        self.library = Library(self.papers)
        # words alone: what replaces a document speaks of it by name or in its words
        self.index = corpus.shelve([(p.path, p.text[:_SHOWN]) for p in self.papers], None)
        self.ranker = common.BM25([p.text[:_SHOWN] for p in self.papers])

    def ours(self, new: int) -> list[int]:
        """Numbers of what a document may replace, best first."""
        paper = self.papers[self.place[new]]
        block = corpus.ask(paper.text[:_ASKED], self.index, None, corpus.WIDE)
        similar = [self.papers[int(i.ref.removeprefix("page:/").removesuffix(".md"))].path for i in block.items]
        return [number(path) for path in self.library.forebears(paper.path, similar)]

    def plain(self, new: int) -> list[int]:
        """The same by plain BM25."""
        at = self.place[new]
        found = self.ranker.top(self.papers[at].text[:_ASKED], len(self.papers))
        return [n for i in found if i != at and (n := number(self.papers[i].path)) >= 0]


def edges(papers: list[Paper], gold: set[Pair]) -> dict[str, common.Figure]:
    """What the headers give, against the gold pairs."""
    got = {(number(old), number(new)) for old, new in Library(papers).pairs()}
    hit = len(got & gold)
    precision, recall = hit / (len(got) or 1), hit / (len(gold) or 1)
    whole = chains(gold)
    return {
        "edge_precision": precision,
        "edge_recall": recall,
        "edge_f1": 2 * precision * recall / ((precision + recall) or 1),
        "chains_whole": len(whole & chains(got)) / (len(whole) or 1),
        "chains": len(whole),
        "cycles": cycles(got),
    }


def main() -> None:
    args = common.parser(__doc__ or "", "peps").parse_args()
    folder: Path = args.data
    pairs = folder / "gold_superseded_pairs.json"
    common.need(pairs)
    report = common.Report("supersession", [folder], args.json)
    gold = {(int(old), int(new)) for old, new in json.loads(pairs.read_text("utf-8"))}
    files = sorted(p for p in folder.iterdir() if p.suffix in (".md", ".rst", ".txt"))
    papers = [Paper(p.name, p.read_text("utf-8", errors="replace")) for p in files]
    report.add(edges(papers, gold))
    stripped = Stripped(papers)
    asked = [pair for pair in sorted(gold)[: args.limit] if pair[1] in stripped.place]
    for arm, find in (("", stripped.ours), ("bm25", stripped.plain)):
        report.rate("stripped_recall_at_5", [[float(old in find(new)[:5])] for old, new in asked], arm)
    report.close(len(gold))


if __name__ == "__main__":
    main()
