"""What each part of retrieval gives or costs: the thread set with one part switched off at a time."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

import threads
from clew.search.rank import Blend
from clew.use.ask import Options

import common

FULL = Options(budget=threads.BUDGET)
BLEND = Blend()
ARMS = {
    "": FULL,
    "title": replace(FULL, blend=replace(BLEND, title=0.0)),
    "bm25": replace(FULL, blend=replace(BLEND, text=0.0, vector=1.0)),
    "vectors": replace(FULL, blend=replace(BLEND, text=1.0, vector=0.0)),
    "graph": replace(FULL, graph=False),
    "around": replace(FULL, blend=replace(BLEND, near=0.0, far=0.0, reply=0.0, session=0.0)),
    "time": replace(FULL, blend=replace(BLEND, later=0.0, update=0.0)),
    "gate": replace(FULL, gate=False),
}
"""Options by the name of the part that is off."""
SHOWN = (
    "message_recall_at_5",
    "hit_at_1",
    "current_at_1",
    "stale_answers",
    "unanswerable_refused",
    "answerable_refused",
)


def main() -> None:
    """Run every arm over the same bundles and report."""
    args = common.parser(__doc__ or "", "threads")
    beside = Path(__file__).resolve().parents[2] / "shared" / "score_threads.py"
    args.add_argument("--scorer", type=Path, default=beside)
    options = args.parse_args()
    common.need(options.data, options.scorer)
    models = threads.Models(threads.named("rules"), threads.named("rules"))
    report = common.Report("ablation", [options.data], options.json)
    with tempfile.TemporaryDirectory() as temporary:
        folders = sorted(path.parent for path in options.data.glob("*/gold.json"))[: options.limit]
        projects = {folder.name: threads.Project(folder, Path(temporary), models) for folder in folders}
        claims = {name: project.claims() for name, project in projects.items()}
        for arm, asked in ARMS.items():
            scorer = threads.Scorer(options.scorer, options.data, Path(temporary) / f"scores-{arm}")
            figures, _ = scorer.run(claims, {name: project.answers(asked) for name, project in projects.items()})
            report.add({name: round(float(figures[name]), 3) for name in SHOWN}, arm)
    report.close(len(folders))


if __name__ == "__main__":
    main()
