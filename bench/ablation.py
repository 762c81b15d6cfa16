"""What each part of retrieval gives or costs: every set with one part switched off at a time.

Each set is indexed once; parts are switched when asked. Of the large sets a part is taken (`--limit` conversations,
and eight times as many questions of several hops), so only the differences between the columns mean something.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

import beam
import locomo
import multihop
import threads
from clew.search.block import Block
from clew.search.rank import Blend
from clew.use.ask import Options

import common
import corpus

Table = dict[str, dict[str, common.Figure]]
BLEND = Blend()
PARTS: Mapping[str, Mapping[str, float]] = {
    "": {},
    "title": {"title": 0.0},
    "bm25": {"text": 0.0, "vector": 1.0},
    "vectors": {"text": 1.0, "vector": 0.0},
    "graph": {},
    "heads": {},
    "around": {"near": 0.0, "far": 0.0, "reply": 0.0, "session": 0.0},
    "authors": {"own": 0.0, "speaker": 0.0},
    "time": {"later": 0.0, "update": 0.0},
    "value": {"value": 0.0},
    "gate": {},
}
"""Shares that change, by the name of the part that is off; graph, heads and gate have switches of their own."""
SHOWN = (
    "message_recall_at_5",
    "hit_at_1",
    "current_at_1",
    "stale_answers",
    "unanswerable_refused",
    "answerable_refused",
)
FIGURES = ("recall_at_10", "ku_current_at_1", "contradiction_both")


def without(part: str, options: Options) -> Options:
    """The same options with one part off."""
    gate, graph, heads = options.gate and part != "gate", part != "graph", part != "heads"
    return replace(options, blend=replace(BLEND, **PARTS[part]), graph=graph, heads=heads, gate=gate)


def talks(folder: Path, limit: int) -> Table:
    """Two people over many sessions."""
    samples = [s for file in sorted(folder.glob("locomo*.json")) for s in json.loads(file.read_text("utf-8"))]
    known = [locomo.Talk(sample, corpus.model()) for sample in samples[: max(1, limit // 4)]]
    out: Table = {}
    for part in PARTS:
        wide = without(part, corpus.WIDE)

        def ours(talk: locomo.Talk, question: str, options: Options = wide) -> list[str]:
            block = corpus.ask(question, talk.index, talk.embedder, options)
            return [talk.ids[n - 1] for _, n in corpus.places(block.items)]

        for talk in known:
            talk.questions = talk.questions[:: max(1, len(talk.questions) // (8 * limit))]
        found = locomo.measure(known, ours)
        at = ("turn_recall_at_5", "turn_recall_at_10")
        out[part] = {f"locomo_{k}": common.bootstrap(found[k])[0] for k in at}
    return out


def chats(folder: Path, limit: int) -> Table:
    """Long chats with an assistant."""
    some = json.loads((folder / "chats.json").read_text("utf-8"))[:limit]
    names = {chat["chat"] for chat in some}
    asked = [q for q in json.loads((folder / "questions.json").read_text("utf-8")) if q["chat"] in names]
    table = beam.Chats(some)
    out: Table = {}
    for part in PARTS:
        wide = without(part, corpus.WIDE)
        groups, auroc = beam.measure(partial(table._ask, options=wide), asked)
        out[part] = {f"beam_{k}": common.bootstrap(groups[k])[0] for k in FIGURES}
        out[part]["beam_abstention_auroc"] = auroc
    return out


def hops(folder: Path, limit: int) -> Table:
    """Questions of several hops over passages."""
    _, asked, passages = multihop.load(folder)
    place = {passage: i for i, passage in enumerate(passages)}
    questions = [(q["question"], gold) for q in asked[: 8 * limit] if (gold := multihop.gold(q, place))]
    embedder = corpus.model()
    index = corpus.shelve(passages, embedder)
    out: Table = {}
    for part in PARTS:
        ask = partial(corpus.ask, index=index, embedder=embedder, options=without(part, corpus.WIDE))
        found = multihop.measure(partial(passages_of, ask), questions)
        out[part] = {f"multihop_{k}": common.bootstrap(found[k])[0] for k in ("recall_at_5", "all_at_5")}
    return out


def passages_of(ask: Callable[[str], Block], question: str) -> list[int]:
    """Places of the passages that answer."""
    return multihop.numbers(ask(question).items)


def projects(folder: Path, scorer: Path) -> Table:
    """Chats whose decisions change, through the whole product."""
    models = threads.Models(threads.named("rules"), threads.named("rules"))
    out: Table = {}
    with tempfile.TemporaryDirectory() as temporary:
        folders = sorted(path.parent for path in folder.glob("*/gold.json"))
        known = {one.name: threads.Project(one, Path(temporary), models) for one in folders}
        claims = {name: project.claims() for name, project in known.items()}
        for part in PARTS:
            options = without(part, Options(budget=threads.BUDGET))
            judge = threads.Scorer(scorer, folder, Path(temporary) / f"scores-{part}")
            figures, _ = judge.run(claims, {name: project.answers(options) for name, project in known.items()})
            out[part] = {f"threads_{name}": float(figures[name]) for name in SHOWN}
    return out


def main() -> None:
    """Run every arm over every set that is here and report."""
    args = common.parser(__doc__ or "", ".")
    beside = Path(__file__).resolve().parents[2] / "shared" / "score_threads.py"
    args.add_argument("--scorer", type=Path, default=beside)
    options = args.parse_args()
    limit, root = options.limit or 4, options.data
    common.need(root, options.scorer)
    report = common.Report("ablation", [root / "threads"], options.json)
    sets: dict[str, Callable[[], Table]] = {
        "threads": partial(projects, root / "threads", options.scorer),
        "beam": partial(chats, root / "beam", limit),
        "musique": partial(hops, root / "musique", limit),
        "locomo": partial(talks, root / "locomo", limit),
    }
    for name, run in sets.items():
        if (root / name).exists():
            for part, figures in run().items():
                report.add(figures, part)
    report.close(limit)


if __name__ == "__main__":
    main()
