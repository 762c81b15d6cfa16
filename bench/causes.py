"""Why a claim was missed, a link not made or an answer stale: the causes, counted over a set of threads.

Runs the product as `threads.py` does, matches claims as the reference scorer does, and names the first step at which
each gold claim, link and question was lost. `--show` prints every case.
"""

from __future__ import annotations

import importlib.util
import itertools
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import threads
from clew.belief.compare import Pair
from clew.belief.conflict import keys
from clew.belief.slots import topic
from clew.belief.verdict import judge
from clew.core.badges import expired
from clew.model import Claim
from clew.use.ask import Options

import common


class Case:
    """One loss: what was lost, at which step, and what to look at."""

    def __init__(self, lost: str, step: str, said: str) -> None:
        self.lost, self.step, self.said = lost, step, said


def scorer(path: Path) -> Any:
    """The reference scorer as a module."""
    spec = importlib.util.spec_from_file_location("scorer", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Look:
    """One project: its gold, its claims, and which claim answers for which gold one."""

    def __init__(self, folder: Path, project: threads.Project, score: Any) -> None:
        self.score, self.project = score, project
        self.gold, self.text = score.load(folder)
        self.rows = project.claims()
        self.claims = {v.claim.id: v.claim for v in project.bundle.claims()}
        self.by_id = {c["id"]: c for c in self.gold["claims"]}
        shown = [r for r in self.rows if r["state"] in score.SHOWN]
        required = [c for c in self.gold["claims"] if not c.get("optional")]
        self.spans = {c["id"]: score.spans(c["evidence"], self.text) for c in required}
        self.found = score.match(shown, self.spans)

    def claim(self, gold: str) -> Claim | None:
        """The claim that answers for a gold one."""
        return self.claims[self.found[gold]["id"]] if gold in self.found else None

    def missed(self) -> Iterator[Case]:
        """Gold claims that nothing answers for."""
        for gold, spans in self.spans.items():
            if gold not in self.found:
                near = [r for r in self.rows if any(self._touches(r, s) for s in spans)]
                waiting = any(self.score.covers(r, spans) for r in near if r["state"] == "proposed")
                step = "proposed" if waiting else "other span" if near else "no candidate"
                yield Case("claim", step, f"{gold} {self._quotes(gold)} <- {[r['text'] for r in near]}")

    @staticmethod
    def _touches(row: dict[str, Any], span: tuple[str, str, int, int]) -> bool:
        chat, message, start, end = span
        at = [(e["start"], e["end"]) for e in row["evidence"] if (e["chat"], e["message"]) == (chat, message)]
        return any(min(b, end) > max(a, start) for a, b in at)

    def _quotes(self, gold: str) -> str:
        return " / ".join(e["quote"] for e in self.by_id[gold]["evidence"])

    def unlinked(self) -> Iterator[Case]:
        """Neighbours of a gold chain between which no path of links leads."""
        rows = {r["id"]: r for r in self.rows}
        for chain in self.gold["chains"]:
            for a, b in itertools.pairwise(chain):
                old, new = self.claim(a), self.claim(b)
                if old is None or new is None:
                    which = "both ends" if old is new else "old end" if old is None else "new end"
                    yield Case("link", f"{which} missed", f"{a}>{b} {self._quotes(a)} > {self._quotes(b)}")
                elif not self.score.reaches(rows, new.id, old.id):
                    yield Case("link", self._step(old, new), f"{a}>{b}\n{told(old)}\n{told(new)}")

    def _step(self, old: Claim, new: Claim) -> str:
        if not {*keys(old)} & {*keys(new)}:
            return "not nominated"
        verdict = judge(old, new)
        if verdict.kind in ("conflicts", "uncertain"):
            return f"finding: {verdict.ground}"
        if verdict.kind == "supersedes":
            return "finding or other rival" if verdict.proof != "sure" else "another rival was placed"
        pair = Pair(old, new)
        same = topic(old.topic) == topic(new.topic)
        return f"judged {verdict.kind}: {verdict.ground} (topics {pair.topics if not same else 'one'}, {pair.values})"

    def wrong(self) -> Iterator[Case]:
        """Links between gold claims that belong to no chain."""
        order = {g: (k, i) for k, chain in enumerate(self.gold["chains"]) for i, g in enumerate(chain)}
        gold_of = {r["id"]: g for g, r in self.found.items()}
        for g, row in self.found.items():
            for old in row["supersedes"]:
                a, b = order.get(gold_of.get(old, "")), order.get(g)
                if old in gold_of and not (a and b and a[0] == b[0] and b[1] > a[1]):
                    yield Case("wrong link", "gold", f"{told(self.claims[old])}\n{told(self.claims[row['id']])}")
                elif old not in gold_of:
                    yield Case("side link", "to no gold", f"{told(self.claims[old])}\n{told(self.claims[row['id']])}")

    def shown(self) -> Iterator[Case]:
        """What nobody asserted, and is shown all the same."""
        taken = {r["id"] for r in self.found.values()}
        for n in self.gold["not_claims"]:
            spans = self.score.spans([n], self.text)
            for r in self.rows:
                denied = n["why"] == "negated" and r["polarity"] == "-"
                visible = r["state"] in self.score.SHOWN and r["id"] not in taken and not denied
                if visible and self.score.covers(r, spans):
                    yield Case("no claim", n["why"], r["text"])

    def stale(self) -> Iterator[Case]:
        """Questions whose answer presents as current what is not."""
        where = {g: {(e["chat"], e["message"]) for e in c["evidence"]} for g, c in self.by_id.items()}
        for q in self.gold["questions"]:
            bad = set(q["forbidden_claims"]) - (set(q["gold_claims"]) if q["shape"] != "history" else set())
            answer = self.project.answer(q["q"], Options(budget=threads.BUDGET))
            for g in sorted(bad) if not answer["refused"] else ():
                for item in answer["items"]:
                    cites = {(e["chat"], e["message"]) for e in item["evidence"]}
                    own = g in self.found and item["claim"] == self.found[g]["id"]
                    if item["presented"] == "current" and (own or (not item["claim"] and cites & where[g])):
                        ended = expired(self.by_id[g]["valid_until"], self.project.bundle.now)
                        step = "expired" if ended else "its claim" if own else "a passage"
                        yield Case("stale", step, f"{q['q']} -> {g} {item['text'][:120]}")


def told(claim: Claim) -> str:
    """One line on how a claim was read."""
    slot = claim.triple.p if claim.triple else "-"
    return f"    [{claim.kind}/{claim.act} {claim.topic!r} {slot} {claim.scope or ''}{claim.polarity}] {claim.text}"


def main() -> None:
    """Count the causes."""
    args = common.parser(__doc__ or "", "threads")
    beside = Path(__file__).resolve().parents[2] / "shared" / "score_threads.py"
    args.add_argument("--scorer", type=Path, default=beside)
    args.add_argument("--only", default="", help="name of one project")
    args.add_argument("--show", action="store_true", help="print every case")
    args.add_argument("--asked", action="store_true", help="ask the questions too")
    options = args.parse_args()
    common.need(options.data, options.scorer)
    report = common.Report("threads", [options.data], options.json)
    score, counts = scorer(options.scorer), Counter[str]()
    folders = sorted(p.parent for p in options.data.glob("*/gold.json"))
    with tempfile.TemporaryDirectory() as temporary:
        for folder in [f for f in folders if options.only in ("", f.name)][: options.limit]:
            look = Look(folder, threads.Project(folder, Path(temporary), threads.Models("", "")), score)
            cases = [*look.missed(), *look.unlinked(), *look.wrong(), *look.shown()]
            for case in [*cases, *(look.stale() if options.asked else ())]:
                counts[f"{case.lost}: {case.step}"] += 1
                if options.show:
                    print(f"{folder.name} {case.lost}: {case.step}: {case.said}")
    report.add(dict(counts.most_common()))
    report.close(len(folders))


if __name__ == "__main__":
    main()
