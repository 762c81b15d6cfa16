"""Which document of a bundle replaces which, by what the documents say of themselves."""

import json
from collections.abc import Iterable, Mapping

from clew.index.sqlite import SqliteIndex
from clew.model import Json, Source
from clew.pages.lineage import HEAD, Library, Paper, stated
from clew.store.files import Files

_META = "lineage"


def successors(files: Files, index: SqliteIndex, sources: Mapping[str, Source]) -> dict[str, tuple[str, ...]]:
    """Document → the documents that replace it; the head of each is read once and remembered by its digest."""
    known: dict[str, Json] = json.loads(index.meta(_META) or "{}")
    papers = {s.id: s for s in sources.values() if s.kind != "chat"}
    fresh = {i: known[i] for i in papers.keys() & known.keys() if known[i][0] == papers[i].sha256}
    for ident in papers.keys() - fresh.keys():
        fresh[ident] = [papers[ident].sha256, _lines(files, ident)]
    if fresh != known:
        index.set_meta(_META, json.dumps(fresh, sort_keys=True))
    if not any(lines for _, lines in fresh.values()):
        return {}
    out: dict[str, list[str]] = {}
    for old, new in Library(_named(papers.values(), fresh)).pairs():
        out.setdefault(old.partition("/")[0], []).append(new.partition("/")[0])
    return {old: tuple(sorted(news)) for old, news in out.items()}


def _lines(files: Files, ident: str) -> str:
    """The lines of a document that state a supersession."""
    text = ""
    for part in files.held(ident).values:
        text += f"{part.text}\n"
        if len(text) > HEAD:
            break
    return "\n".join(text[line.start : line.end] for line in stated(text))


def _named(papers: Iterable[Source], known: Mapping[str, Json]) -> Iterable[Paper]:
    for source in papers:
        yield Paper(f"{source.id}/{source.title.replace('/', ' ')}", known[source.id][1])
