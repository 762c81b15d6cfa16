"""Judges labelled pairs of claims and of names: a wrong replacement or merge costs ten times what a missed one does.

Beside it stand plain judges: the cosine of word counts with two thresholds, and equality of folded names.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from clew.belief.verdict import judge
from clew.kin import judge as names
from clew.kin.judge import Thing
from clew.model import Claim, Kind, Maker, Span, Speaker

import common

LABELS = ("duplicate", "refines", "compatible", "supersedes", "conflicts", "unrelated")
# kinds of the set → the closed kinds of claims
KINDS: dict[str, Kind] = {
    "metric": "fact",
    "state": "fact",
    "estimate": "fact",
    "rule": "decision",
    "plan": "decision",
    "opinion": "preference",
    "hypothetical": "idea",
}
Judge: TypeAlias = Callable[[Claim, Claim], str]


def claim(row: Mapping[str, Any], name: str) -> Claim:
    """One side of a pair: what was said, by whom and when; nothing that was labelled by hand."""
    kind: Kind = KINDS.get(row["kind"], row["kind"])
    text = row["text"]
    return Claim(
        id=name,
        kind=kind,
        text=text,
        label=text[:40],
        topic=row["topic"] or "",
        speaker=Speaker("person", row["speaker"]),
        evidence=(Span(name, 1, 0, len(text), text),),
        by=Maker("hand/1"),
        scope=row["scope"],
        modality="hypothetical" if row["kind"] == "hypothetical" else "asserted",
        asserted_at=row["asserted_at"],
        confidence="high",
    )


def cosine(a: str, b: str) -> float:
    """Cosine of plain word counts."""
    x, y = Counter(common.words(a)), Counter(common.words(b))
    norm = math.sqrt(sum(v * v for v in x.values())) * math.sqrt(sum(v * v for v in y.values()))
    return sum(x[w] * y[w] for w in x) / norm if norm else 0.0


def plain(old: Claim, new: Claim) -> str:
    """The baseline: similarity first, then time and speaker."""
    score = cosine(f"{old.topic} {old.text}", f"{new.topic} {new.text}")
    if score >= 0.85:
        return "duplicate"
    if score >= 0.6:
        same = old.speaker.name == new.speaker.name
        return "supersedes" if same and (new.asserted_at or "") > (old.asserted_at or "") else "conflicts"
    return "compatible" if score >= 0.35 else "unrelated"


def figures(rows: Iterable[Mapping[str, Any]], verdict: Judge) -> dict[str, common.Figure]:
    """Wrong replacements (a count), recall of true ones, and macro-F1 over the six verdicts."""
    seen: list[tuple[str, str]] = []
    for row in rows:
        seen.append((row["verdict"], verdict(claim(row["earlier"], "earlier"), claim(row["later"], "later"))))
    wrong = sum(got == "supersedes" != want for want, got in seen)
    found = [[float(got == want)] for want, got in seen if want == "supersedes"]
    out: dict[str, common.Figure] = {
        "claim_wrong_supersessions": wrong,
        "claim_others": sum(want != "supersedes" for want, _ in seen),
        **common.interval("claim_supersedes_recall", found),
        "claim_macro_f1": common.mean([f1(seen, label) for label in LABELS]),
    }
    return out | {f"claim_{label}_f1": f1(seen, label) for label in LABELS}


def f1(seen: list[tuple[str, str]], label: str) -> float:
    """F1 of one verdict."""
    right = sum(want == got == label for want, got in seen)
    total = sum(want == label for want, _ in seen) + sum(got == label for _, got in seen)
    return 2 * right / total if total else 0.0


def thing(row: Mapping[str, Any]) -> Thing:
    """One side of a pair of names."""
    return Thing(row["name"], row["type"], row["context"])


def folded(a: Thing, b: Thing) -> names.Opinion:
    """The baseline: one name, without case, is one thing."""
    return names.Opinion("same" if a.said.casefold() == b.said.casefold() else "different", "")


def met(rows: Iterable[Mapping[str, Any]], one: names.Judge) -> dict[str, common.Figure]:
    """Wrong merges (a count), *same* pairs joined, and of the rest how many a person is asked about."""
    seen = [(row["label"], names.twice(one, thing(row["a"]), thing(row["b"])).answer) for row in rows]
    same = [got for want, got in seen if want == "same"]
    others = [got for want, got in seen if want != "same"]
    left = [got for got in same if got != "same"]
    return {
        "entity_wrong_merges": others.count("same"),
        "entity_others": len(others),
        **common.interval("entity_recall", [[float(got == "same")] for got in same]),
        **common.interval("entity_offered", [[float(got == "unsure")] for got in left]),
        "entity_asked_in_vain": common.mean([float(got == "unsure") for got in others]),
    }


def read(path: Path, limit: int | None) -> list[dict[str, Any]]:
    """Rows of one file of the set."""
    return list(json.loads(path.read_text("utf-8")))[:limit]


def main() -> None:
    """Run both arms and report."""
    options = common.parser(__doc__ or "", "pairs").parse_args()
    claims, entities = options.data / "claims.json", options.data / "entities.json"
    common.need(claims)
    report = common.Report("pairs", [claims, *filter(Path.exists, [entities])], options.json)
    rows = read(claims, options.limit)
    report.add(figures(rows, lambda old, new: judge(old, new).kind))
    report.add(figures(rows, plain), "cosine")
    pairs: list[dict[str, Any]] = []
    if entities.exists():
        pairs = read(entities, options.limit)
        report.add(met(pairs, names.judge))
        report.add(met(pairs, folded), "folded")
    report.close(len(rows) + len(pairs))


if __name__ == "__main__":
    main()
