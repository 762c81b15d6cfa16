"""Full text: BM25 over token streams, one table for each kind of node."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from clew.index import words
from clew.index.database import Database

WEIGHTS = {"claim": (1.0, 1.0), "part": (0.3, 1.0), "page": (2.0, 1.0), "source": (1.0, 1.0)}
"""How much a word in the title and in the body counts, by kind."""
MOST = 32
"""Tokens of one question that are looked for; of a longer one the rarest are kept."""
MANY = 5000
"""Nodes that may be scored for one question; beyond, only those with one of its rarer words are."""
FEW, EQUALS = 10, 1000
"""Nodes of equal score that are looked at where a list is cut: at first, and where those are not all."""
_HELD = 4000


def _any(tokens: Sequence[str]) -> str:
    return " OR ".join(f'"{token}"' for token in tokens)


@dataclass(frozen=True, slots=True)
class _Change:
    """A row of a full-text table that comes or goes."""

    kind: str
    id: int
    title: str
    body: str
    gone: bool


class Text:
    """The full-text tables of one index; changes are held back and written in one sorted run."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self._log: list[_Change] = []
        self._written = 0
        database.on_commit.append(self._finish)

    def change(self, kind: str, node: int, title: str, body: str, gone: bool = False) -> None:
        """Take a node in, or out; for taking out, title and body must be what they were when it came."""
        self._log.append(_Change(kind, node, words.stream(title), words.stream(body), gone))

    def mark(self) -> tuple[int, int]:
        """Where the held changes stand, for `rewind`."""
        return len(self._log), self._written

    def rewind(self, mark: tuple[int, int]) -> None:
        """Forget changes after a savepoint was rolled back; what was written since is undone by SQLite."""
        del self._log[mark[0] :]
        self._written = mark[1]

    def relieve(self) -> None:
        """Write held changes when there are many; inside a savepoint they must stay, it may be rolled back."""
        if len(self._log) > _HELD and self._db.depth == 1:
            self._finish()

    def _finish(self) -> None:
        self.flush()
        self._log.clear()
        self._written = 0

    def flush(self) -> None:
        """Write held changes, sorted by row: each step back would cost a segment of its own."""
        self._db.backlog()
        new = self._log[self._written :]
        if not new:
            return
        came = {change.id for change in new if not change.gone}
        went = {change.id for change in new if change.gone}
        for kind in dict.fromkeys(change.kind for change in new):
            mine = sorted((c for c in new if c.kind == kind), key=lambda c: c.id)
            drops = [(c.id, c.title, c.body) for c in mine if c.gone and c.id not in came]
            adds = [(c.id, c.title, c.body) for c in mine if not c.gone and c.id not in went]
            table = f"text_{kind}"
            self._db.many(f"INSERT INTO {table} ({table}, rowid, title, body) VALUES ('delete', ?, ?, ?)", drops)  # noqa: S608  # fixed names
            self._db.many(f"INSERT INTO {table} (rowid, title, body) VALUES (?, ?, ?)", adds)  # noqa: S608  # fixed names
        self._written = len(self._log)

    def search(self, question: str, kinds: Sequence[str], k: int) -> list[tuple[float, str]]:
        """Score and ref of the best nodes, best first; equal scores in the order of their refs."""
        self.flush()
        tokens = words.terms(question)
        if len(tokens) > MOST * 8:  # counting has its price too; long words are the rarer ones
            tokens = sorted(tokens, key=lambda token: (-len(token), token))[: MOST * 8]
        found: list[tuple[float, str]] = []
        for kind in kinds:
            found += self._search(kind, self._query(kind, tokens, question), k)
        return [(-score, ref) for score, ref in sorted(found)[:k]]

    def _query(self, kind: str, tokens: Sequence[str], question: str) -> str:
        """The question as a full-text expression: rare tokens in quotes, any of which will do."""
        known = self.frequency(kind, tokens)
        known |= self._parts(kind, [token for token in tokens if not known[token]])
        kept = sorted((token for token in known if known[token]), key=lambda token: known[token])[:MOST]
        if not kept:
            return " OR ".join(f'"{start}" *' for start in words.beginnings(question)[:MOST])
        if sum(known[token] for token in kept) <= MANY:
            return _any(kept)
        # Words that stand nearly everywhere rank nothing and cost the most; common ones rank, but do not nominate.
        size = self.size(kind)
        kept = [token for token in kept if known[token] * 4 <= size] or kept[:1]
        rare = [token for i, token in enumerate(kept) if i == 0 or sum(known[t] for t in kept[: i + 1]) <= MANY]
        return _any(kept) if len(rare) == len(kept) else f"({_any(rare)}) AND ({_any(kept)})"

    def _parts(self, kind: str, unknown: Sequence[str]) -> dict[str, int]:
        """Of long words that stand nowhere the longest known beginning and the longest known end."""
        halves = {token: words.halves(token) for token in unknown[:MOST]}
        known = self.frequency(kind, list(dict.fromkeys(part for parts in halves.values() for part in parts)))
        out: dict[str, int] = {}
        for token, parts in halves.items():
            for fits in (token.startswith, token.endswith):
                best = next((part for part in parts if known[part] and fits(part)), None)
                if best is not None:
                    out[best] = known[best]
        return out

    def _search(self, kind: str, query: str, k: int) -> list[tuple[float, str]]:
        """Score as SQLite gives it, lowest best, and ref."""
        if not query:
            return []
        title, body = WEIGHTS[kind]
        scored = (
            f"SELECT rowid, bm25(text_{kind}, {title}, {body}) AS score FROM text_{kind} "  # noqa: S608  # fixed names
            f"WHERE text_{kind} MATCH ? ORDER BY score"
        )
        # where the cut falls among equals, refs decide, not rows; scoring costs most, so a few more are taken at once
        step = k + k // 2 + FEW
        limit = max(step, k + EQUALS)
        rows = self._db.while_wanted(
            f"{scored} LIMIT ?", (query, limit), step, lambda rows: bool(rows[-1][1] == rows[k - 1][1])
        )
        rows = [row for row in rows if row[1] <= rows[k - 1][1]] if len(rows) > k else rows
        refs = self._db.refs([row[0] for row in rows])
        return sorted([(score, refs[row]) for row, score in rows])[:k]

    def frequency(self, kind: str, tokens: Sequence[str]) -> dict[str, int]:
        """In how many nodes of a kind each token occurs."""
        self.flush()
        known = self._db.kept(f"words_{kind}")
        missing = [token for token in tokens if token not in known]
        if missing:
            known |= dict.fromkeys(missing, 0)
            known |= dict(self._db.each(f"SELECT term, doc FROM words_{kind} WHERE term IN ({{}})", missing))  # noqa: S608  # fixed names
        return {token: known[token] for token in tokens}

    def size(self, kind: str) -> int:
        """How many nodes of a kind are in."""
        self.flush()
        known = self._db.kept("size")
        if kind not in known:
            known[kind] = int(self._db.rows(f"SELECT count(*) FROM text_{kind}_docsize")[0][0])  # noqa: S608  # fixed names
        return int(known[kind])

    def spread(self, asked: Sequence[str], kinds: Sequence[str]) -> dict[str, int]:
        """In how many nodes each whole word occurs, in whichever spelling is commonest."""
        spellings = {word: words.wholes(word) for word in asked}
        tokens = list(dict.fromkeys(token for found in spellings.values() for token in found))
        counts = [self.frequency(kind, tokens) for kind in kinds] if tokens else []
        return {
            word: sum(max((known[token] for token in found), default=0) for known in counts)
            for word, found in spellings.items()
        }

    def optimize(self) -> None:
        """Merge each table into one segment, in which deleted words are gone."""
        for kind in WEIGHTS:
            self._db.run(f"INSERT INTO text_{kind} (text_{kind}) VALUES ('optimize')")  # noqa: S608  # fixed names

    def sound(self) -> bool:
        """True when each full-text table holds the words of its nodes and no others; reads everything."""
        self.flush()
        for kind in WEIGHTS:
            self._db.run(f"INSERT INTO text_{kind} (text_{kind}) VALUES ('integrity-check')")  # noqa: S608  # fixed names
            expected: Counter[str] = Counter()
            for title, body in self._db.rows("SELECT title, body FROM node WHERE kind = ?", (kind,)):
                expected.update(set(f"{words.stream(title)} {words.stream(body)}".split()))
            if expected != dict(self._db.rows(f"SELECT term, doc FROM words_{kind}")):  # noqa: S608  # fixed names
                return False
        return True
