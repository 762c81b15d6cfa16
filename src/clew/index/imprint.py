"""What files were made of when they were last written or looked at, so that nothing is made twice."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass

from clew.index.database import Database


@dataclass(frozen=True, slots=True)
class Imprint:
    """One file as it was seen; it says nothing of a file with another stamp."""

    stamp: str
    """Time of its last change and size."""
    sign: str = ""
    """Digest of what it was made of; empty for a file that was only looked at."""
    rests: bool = False
    """Whether people's prose on it rests on claims."""
    kept: bool = False
    """Whether people's hands are on it, so that it stays when nothing is filed on it."""
    told: str = ""
    """JSON of what derived files speak of; empty where nobody has asked."""


class Imprints:
    """Imprints by path, and by claim what was read out of it; lost with the index without regret."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def all(self, edition: str) -> dict[str, Imprint]:
        """Every imprint; none where files were made by another edition of the code."""
        if not self._of("imprint", edition):
            return {}
        rows = self._db.rows("SELECT path, stamp, sign, rests, kept, told FROM imprint")
        return {
            path: Imprint(stamp, sign, bool(rests), bool(kept), told) for path, stamp, sign, rests, kept, told in rows
        }

    def save(self, edition: str, fresh: Mapping[str, Imprint], gone: Iterable[str]) -> None:
        """Keep imprints, and forget those of files that are gone."""
        with self._db.transaction():
            self._begin("imprint", edition)
            self._db.many("DELETE FROM imprint WHERE path = ?", [(path,) for path in gone])
            rows = [(path, *astuple(it)) for path, it in fresh.items()]
            self._db.many("INSERT OR REPLACE INTO imprint VALUES (?, ?, ?, ?, ?, ?)", rows)

    def listened(self, edition: str) -> set[str]:
        """Claims that were read; none where another edition of the code read."""
        return {claim for (claim,) in self._db.rows("SELECT claim FROM heard")} if self._of("heard", edition) else set()

    def heard(self, claims: Sequence[str]) -> dict[str, str]:
        """By claim what was read out of it, as JSON."""
        return dict(self._db.each("SELECT claim, data FROM heard WHERE claim IN ({})", claims))

    def hear(self, edition: str, fresh: Mapping[str, str], gone: Iterable[str]) -> None:
        """Keep what was read out of claims, and forget what those that are gone said."""
        with self._db.transaction():
            self._begin("heard", edition)
            self._db.many("DELETE FROM heard WHERE claim = ?", [(claim,) for claim in gone])
            self._db.many("INSERT OR REPLACE INTO heard VALUES (?, ?)", list(fresh.items()))

    def forget(self) -> None:
        """Forget everything: words that must not stay anywhere may be among it."""
        self._db.run("DELETE FROM imprint")
        self._db.run("DELETE FROM heard")

    def _of(self, table: str, edition: str) -> bool:
        return self._db.rows("SELECT value FROM meta WHERE name = ?", (f"edition.{table}",)) == [(edition,)]

    def _begin(self, table: str, edition: str) -> None:
        """Empty a table that another edition filled."""
        if not self._of(table, edition):
            self._db.run(f"DELETE FROM {table}")  # noqa: S608  # one of two fixed names
            self._db.run("INSERT OR REPLACE INTO meta VALUES (?, ?)", (f"edition.{table}", edition))
