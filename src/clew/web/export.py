"""One file with graph, threads and search: it opens from disk, without a server, network or scripts of others.

What a reader may see is what the app shows as known: waiting, refused and discarded claims stay out.
"""

import base64
import hashlib
import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from pathlib import Path

from clew.bundle import Bundle
from clew.core import codec
from clew.errors import NotFound, StorageFailed
from clew.store import atomic
from clew.use.look import View
from clew.web import graph
from clew.web.glyph import named, safe, tone

MODULES = ("text", "layout", "blobs", "gl", "between", "scene", "time", "export")
"""Scripts of the file, each after those it needs."""
QUOTE = 400
"""Characters of a quote that are shown."""
_IMPORT = re.compile(r'^import (?:\* as (\w+)|(\{[^}]*\})) from "\./(\w+)\.js";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Made:
    """The bytes of the file, and what they hold."""

    data: bytes
    claims: int
    topics: int


def page(bundle: Bundle, topic: str | None = None) -> Made:
    """The file of a bundle, or of one topic of it.

    Raises:
        NotFound: the topic has no claims that are shown.
    """
    known = bundle.knowledge()
    kept = {v.claim.id: v for v in bundle.claims() if _told(v) and (topic is None or v.topic == topic)}
    if topic is not None and not kept:
        raise NotFound(f"no topic is called {topic!r}; list them with: clew topic list")
    topics: dict[str, list[View]] = defaultdict(list)
    for view in kept.values():
        topics[view.topic].append(view)
    order = sorted(topics, key=lambda name: (-len(topics[name]), name))
    drawn = graph.graph(known, tuple(kept), [(name, len(topics[name])) for name in order])
    threads = "".join(_topic(name, _chains(topics[name], known.chain), kept) for name in order)
    text = _filled(bundle.settings.title or "Clew", bundle.now[:10], threads, codec.line(drawn))
    return Made(text.encode("utf-8", "replace"), len(kept), len(order))


def write(path: Path, made: Made) -> None:
    """Put the file in its place."""
    try:
        atomic.put(path, made.data)
    except OSError as error:
        raise StorageFailed(f"cannot write {path}: {error.strerror}") from error


def _told(view: View) -> bool:
    return view.standing.shown == "shown" and view.standing.link in ("active", "superseded", "retracted")


def _chains(views: list[View], chain_of: Callable[[str], tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Chains that pass through a topic, the latest change first."""
    latest: dict[tuple[str, ...], str] = {}
    for view in views:
        chain = chain_of(view.claim.id)
        latest[chain] = max(latest.get(chain, ""), view.claim.asserted_at or "")
    return sorted(latest, key=lambda chain: latest[chain], reverse=True)


def _topic(name: str, chains: list[tuple[str, ...]], kept: dict[str, View]) -> str:
    inside = "".join(f'<ol class="timeline">{"".join(_link(kept[i]) for i in c if i in kept)}</ol>' for c in chains)
    return f'<section data-topic="{escape(name)}"><h2 dir="auto">{safe(name or "unfiled")}</h2>{inside}</section>\n'


def _link(view: View) -> str:
    claim = view.claim
    marks = "".join(f'<span class="badge {tone(word)}">{safe(word)}</span>' for word in view.badges)
    quotes = "".join(
        f'<blockquote class="said" dir="auto">“{safe(s.quote[:QUOTE])}”</blockquote>' for s in claim.evidence
    )
    kind = view.standing.link + (" correction" if view.standing.predecessors else "")
    who = f'{safe((claim.asserted_at or "no date")[:10])} · <span dir="auto">{safe(claim.speaker.name)}</span>'
    return (
        f'<li class="{kind}" data-id="{escape(claim.id)}" tabindex="-1">'
        f'<p class="eyebrow">{who} · {safe(view.where)}</p><p class="text" dir="auto">{safe(claim.text)}</p>'
        f'<span class="badges">{marks}</span>{quotes}</li>'
    )


def _filled(title: str, day: str, threads: str, data: str) -> str:
    style = "\n".join(_asset(f"{name}.css") for name in ("clew", "graph", "export"))
    script = bundled()
    values = {
        "TITLE": escape(named(title)),
        "DAY": day,
        "POLICY": f"default-src 'none'; script-src '{_digest(script)}'; style-src '{_digest(style)}'; img-src data:",
        "STYLE": style,
        "SCRIPT": script,
        "DATA": data.replace("<", "\\u003c"),
        "THREADS": threads,
    }
    shell = (files("clew.web") / "templates" / "export.html").read_text("utf-8")
    return re.sub(r"@@(\w+)@@", lambda match: values[match[1]], shell)


def bundled() -> str:
    """The scripts of the app as one: each module a function that is called once, with what the others give."""
    parts = ["const parts = {};"]
    for name in MODULES:
        text = _asset(f"{name}.js")
        given = [m[1] for m in _EXPORT.finditer(text)]
        text = _EXPORT.sub("", _IMPORT.sub(lambda m: f"const {m[1] or m[2]} = parts.{m[3]};", text))
        parts.append(f"parts.{name} = (() => {{\n{text}\nreturn {{ {', '.join(given)} }};\n}})();")
    return '"use strict";\n' + "\n".join(parts).replace("</", "<\\/")


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _asset(name: str) -> str:
    return (files("clew.web") / "assets" / name).read_text("utf-8")
