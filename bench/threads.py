"""Runs the product over chats whose decisions change, one bundle a project, and has the reference scorer judge it.

Prints the scorer's table, a plain BM25-over-messages arm beside it, and 95 % intervals over projects.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from clew import app
from clew.bundle import Bundle
from clew.core.badges import expired
from clew.kin.census import ident
from clew.llm.meter import Meter
from clew.model import Claim, Maker, Standing
from clew.use.ask import Options
from clew.use.extract import Ready, Wish

import common

BUDGET = 2000


def state(claim: Claim, standing: Standing, now: str) -> str:
    """The scorer's word for how a claim stands."""
    if standing.shown != "shown":
        return "hidden"
    if standing.link in ("superseded", "retracted", "rejected", "proposed"):
        return standing.link
    if expired(standing.valid_to or claim.valid_to, now):
        return "expired"
    return "disputed" if standing.disputed_with else "current"


@dataclass
class Models:
    """Which models take the place of the rules, and what they cost."""

    extractor: str
    judge: str
    pending: int = 0

    def applied(self, bundle: Bundle) -> Bundle:
        """The bundle read by a model alone where one is named, and judged by one."""
        if self.judge:
            bundle.models.uses["judge"] = self.judge
        if self.extractor:
            bundle.models.uses["extract"] = self.extractor
            desk = bundle._desk
            desk.wiring = replace(desk.wiring, extractor=Ready("none/1", Maker("none/1"), ()))
        return bundle

    def read(self, bundle: Bundle) -> None:
        """Have the model read what is new."""
        if self.extractor:
            done = bundle.extraction.run(Wish())
            self.pending += len(done.pending)
            for job in done.pending:
                print(f"pending: {job.source}: {job.message}", file=sys.stderr)

    def cost(self, projects: Iterable[Project]) -> dict[str, common.Figure]:
        """Calls, tokens and dollars per thousand messages."""
        known = list(projects)
        messages = sum(len(p.messages) for p in known)
        ids = {p.bundle.settings.id for p in known}
        sent = [row.sent for row in known[0].bundle.models.usage.rows() if row.bundle in ids] if known else []
        sums = {
            "calls": len(sent),
            "tokens_in": sum(s.tokens_in for s in sent),
            "tokens_out": sum(s.tokens_out for s in sent),
        }
        per: dict[str, common.Figure] = {f"{k}_per_1000": 1000 * v / max(1, messages) for k, v in sums.items()}
        usd = Meter(sent=sent).cost
        per["usd_per_1000"] = "price unknown" if usd is None else 1000 * usd / max(1, messages)
        return {**per, "messages": messages, "pending_sources": self.pending}


def served(url: str, key: str) -> None:
    """Settings of this run alone, in which the service `bench` is the address that is given."""
    folder = Path(tempfile.mkdtemp(prefix="clew-bench-"))
    (folder / "clew").mkdir()
    line = f'key = "{key}"\n' if key else ""
    text = f'[models.services.bench]\nkind = "openai"\nurl = "{url}"\n{line}'
    (folder / "clew" / "config.toml").write_text(text, "utf-8")
    os.environ["XDG_CONFIG_HOME"] = str(folder)


def named(name: str) -> str:
    """The model in `llm:SERVICE:MODEL`; nothing for `rules`."""
    if name in ("rules", ""):
        return ""
    if not name.startswith("llm:") or ":" not in name[4:]:
        raise SystemExit(f"{name!r}: write rules, or llm:SERVICE:MODEL")
    return name[4:]


class Project:
    """One project of the set: its chats in a bundle of their own."""

    def __init__(self, folder: Path, root: Path, models: Models) -> None:
        self.gold = json.loads((folder / "gold.json").read_text("utf-8"))
        self.bundle: Bundle = models.applied(app.create(root / folder.name, title=folder.name))
        self.messages: dict[tuple[str, str], str] = {}
        for path in sorted((folder / "chats").glob("*.json")):
            self.bundle.add([path])
            models.read(self.bundle)
            chat = json.loads(path.read_text("utf-8"))
            for message in chat["messages"]:
                self.messages[chat["id"], message["id"]] = message["text"]
        self.bundle.embed()
        self.places = {
            (source.id, part.n): (source.origin.partition("~")[0], part.id.partition("~")[0])
            for source in self.bundle.sources()
            for part in self.bundle.parts(source.id)
        }

    def claims(self) -> list[dict[str, Any]]:
        """Every claim in the scorer's form."""
        rows = []
        for view in self.bundle.claims():
            claim, standing = view.claim, view.standing
            person = claim.speaker.name if claim.speaker.cls == "person" else claim.speaker.cls
            rows.append(
                {
                    "id": claim.id,
                    "text": claim.text,
                    "kind": claim.kind,
                    "topic": view.topic,
                    "speaker": "owner" if person == "user" else person,
                    "polarity": claim.polarity,
                    "state": state(claim, standing, self.bundle.now),
                    "supersedes": list(standing.predecessors),
                    "disputed_with": list(standing.disputed_with),
                    "evidence": [
                        dict(
                            zip(("chat", "message"), self.places[s.source, s.part], strict=True),
                            start=s.start,
                            end=s.end,
                        )
                        for s in claim.evidence
                    ],
                }
            )
        return rows

    def entities(self) -> list[dict[str, Any]]:
        """Every thing that is named, with the names it goes by or may go by."""
        return [{"name": r.name, "aliases": [*r.aliases, *r.maybe]} for r in self.bundle.entities.list(every=True)]

    def relations(self, entities: list[dict[str, Any]]) -> list[dict[str, str]]:
        """Every relation under each name of its ends; what the text leaves unnamed is the project."""
        names = {e["name"].casefold(): [e["name"], *e["aliases"]] for e in entities}
        project = self.bundle.entities.project()
        out = []
        for tied in self.bundle.entities.relations():
            ends = [project if end == self.bundle.settings.title else end for end in (tied.subject, tied.object)]
            one, other = ([end, *names.get(end.casefold(), ())] for end in ends)
            out += [{"subject": a, "predicate": tied.predicate, "object": b} for a in one for b in other]
        return out

    def offered(self) -> tuple[int, int]:
        """Of the aliases that share no words with the name: how many were joined or put to a person, of how many."""
        groups = [{n.casefold() for n in (e["name"], *e["aliases"])} for e in self.entities()]
        asked = {frozenset(q.pair) for q in self.bundle.entities.census().census.questions}
        hit = total = 0
        for entity in self.gold["entities"]:
            name = entity["name"].casefold()
            for alias in (a.casefold() for a in entity["aliases"]):
                if alias in name or name in alias:
                    continue
                total += 1
                joined = any(name in group and alias in group for group in groups)
                hit += joined or frozenset((ident(name), ident(alias))) in asked
        return hit, total

    def cite(self, source: str, part: int) -> dict[str, str]:
        """Chat and message as the set names them."""
        chat, message = self.places[source, part]
        return {"chat": chat, "message": message}

    def answers(self, options: Options | None = None) -> list[dict[str, Any]]:
        """The context block of every question in the scorer's form."""
        return [self.answer(question["q"], options or Options(budget=BUDGET)) for question in self.gold["questions"]]

    def answer(self, question: str, options: Options) -> dict[str, Any]:
        """One context block."""
        block = self.bundle.context(question, options)
        items = []
        for item in block.items:
            cites = [self.cite(e.source, e.part) for e in item.evidence]
            items.append({"claim": item.claim, "evidence": cites, "presented": item.presented, "text": item.text})
        return {"q": question, "refused": not block.confident, "items": items}

    def plain(self) -> list[dict[str, Any]]:
        """Ten messages by BM25 for every question: nothing is refused, everything is presented as current."""
        keys = list(self.messages)
        ranker = common.BM25([self.messages[k] for k in keys])
        out = []
        for question in self.gold["questions"]:
            best = [keys[i] for i in ranker.top(question["q"], 10)]
            items = [{"claim": None, "evidence": [{"chat": c, "message": m}], "presented": "current"} for c, m in best]
            out.append({"q": question["q"], "refused": False, "items": items})
        return out


class Scorer:
    """The reference scorer as a command: all projects at once, or one."""

    def __init__(self, script: Path, data: Path, keep: Path) -> None:
        self.script, self.data, self.keep = script, data, keep
        keep.mkdir(parents=True, exist_ok=True)

    def run(self, claims: Any, answers: Any, only: str | None = None) -> tuple[dict[str, Any], str]:
        """Figures and the printed table."""
        folder = self.keep / (only or "all")
        folder.mkdir(exist_ok=True)
        data = self.data
        if only:
            data = folder / "data"
            data.mkdir(exist_ok=True)
            if not (data / only).is_symlink():
                (data / only).symlink_to((self.data / only).resolve())
        for name, value in (("claims", claims), ("answers", answers)):
            (folder / f"{name}.json").write_text(json.dumps(value, ensure_ascii=False, indent=1), "utf-8")
        words = ["--data", data, "--claims", folder / "claims.json", "--answers", folder / "answers.json"]
        command = [sys.executable, self.script, *words, "--json", folder / "scores.json"]
        done = subprocess.run([str(w) for w in command], capture_output=True, text=True, check=True)
        return dict(json.loads((folder / "scores.json").read_text("utf-8"))), done.stdout

    def narrowed(self, names: Iterable[str]) -> Scorer:
        """The same scorer over these projects alone: those that were not run would count as missed."""
        data = self.keep / "chosen"
        data.mkdir(exist_ok=True)
        for name in names:
            if not (data / name).is_symlink():
                (data / name).symlink_to((self.data / name).resolve())
        return Scorer(self.script, data, self.keep)

    def arm(self, claims: dict[str, Any], answers: dict[str, Any]) -> tuple[dict[str, common.Figure], str]:
        """Figures with 95 % intervals over projects."""
        total, printed = self.narrowed(answers).run(claims, answers)
        shared = {k: v for k, v in claims.items() if k.startswith("_")}
        single = [self.run({n: claims[n], **shared}, {n: answers[n]}, n)[0] for n in answers]
        figures: dict[str, common.Figure] = {}
        for name, value in total.items():
            if name.endswith("_n"):
                continue
            figures[name] = value
            shares = [[float(one[name])] * int(one[f"{name}_n"]) for one in single if one.get(f"{name}_n")]
            if isinstance(value, float) and shares:
                _, figures[f"{name}_lo"], figures[f"{name}_hi"] = common.bootstrap(shares)
        return figures, printed


def main() -> None:
    """Run all projects and report."""
    args = common.parser(__doc__ or "", "threads")
    beside = Path(__file__).resolve().parents[2] / "shared" / "score_threads.py"
    args.add_argument("--extractor", default="rules", metavar="rules|llm:SERVICE:MODEL")
    args.add_argument("--judge", default="rules", metavar="rules|llm:SERVICE:MODEL", help="asked about open pairs")
    args.add_argument("--url", help="address that speaks like OpenAI; its models are llm:bench:MODEL")
    args.add_argument("--key", default="", metavar="VARIABLE", help="environment variable with its key")
    args.add_argument("--scorer", type=Path, default=beside)
    args.add_argument("--keep", type=Path, metavar="DIR", help="keep claims.json and answers.json there")
    args.add_argument("--table", action="store_true", help="print the scorer's own table, per project")
    options = args.parse_args()
    common.need(options.data, options.scorer)
    models = Models(named(options.extractor), named(options.judge))
    if options.url:
        served(options.url, options.key)
    report = common.Report("threads", [options.data], options.json)
    with tempfile.TemporaryDirectory() as temporary:
        folders = sorted(p.parent for p in options.data.glob("*/gold.json"))[: options.limit]
        projects = {f.name: Project(f, Path(temporary), models) for f in folders}
        keep = options.keep or Path(temporary) / "scores"
        claims: dict[str, Any] = {name: p.claims() for name, p in projects.items()}
        claims["_entities"] = entities = {name: p.entities() for name, p in projects.items()}
        claims["_relations"] = {name: p.relations(entities[name]) for name, p in projects.items()}
        answers = {name: p.answers() for name, p in projects.items()}
        hits = [p.offered() for p in projects.values()]
        ours, printed = Scorer(options.scorer, options.data, keep).arm(claims, answers)
        bare: dict[str, Any] = {name: [] for name in projects}
        plain, _ = Scorer(options.scorer, options.data, keep / "bm25").arm(
            bare, {n: p.plain() for n, p in projects.items()}
        )
    if options.table:
        print(printed)
    report.add(ours)
    report.add({"entity_alias_joined_or_offered": sum(h for h, _ in hits), "entity_aliases": sum(n for _, n in hits)})
    if models.extractor or models.judge:
        report.add(models.cost(projects.values()))
    arms = ("message_recall_at_5", "hit_at_1", "stale_answers", "history_complete")
    report.add({k: v for k, v in plain.items() if k.startswith(arms)}, "bm25")
    report.close(len(folders))


if __name__ == "__main__":
    main()
