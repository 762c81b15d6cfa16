"""The tables of the index, in one place and with one number: another number means delete and rebuild."""

import sqlite3
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from clew.index import words

VERSION = 3
"""Goes up with every change of the tables below."""
KINDS = ("claim", "part", "page", "source")
"""Node kinds; each has a full-text table of its own, so that word statistics do not mix."""

_TABLES = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE owner (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, digest TEXT NOT NULL);
CREATE TABLE node (  -- ids are never reused: a late vector must not meet another text
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  ref TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  owner INTEGER NOT NULL,
  title TEXT NOT NULL,
  body TEXT NOT NULL,
  at TEXT,
  data TEXT NOT NULL
);
CREATE INDEX node_owner ON node (owner);
CREATE TABLE place (  -- every end of an edge, whether there is such a node or not
  id INTEGER PRIMARY KEY, ref TEXT NOT NULL UNIQUE
);
CREATE TABLE edge (
  src INTEGER NOT NULL, rel TEXT NOT NULL, dst INTEGER NOT NULL, owner INTEGER NOT NULL, weight REAL NOT NULL,
  PRIMARY KEY (src, rel, dst, owner)
) WITHOUT ROWID;
CREATE INDEX edge_back ON edge (dst, rel, src);
CREATE INDEX edge_owner ON edge (owner);
CREATE TABLE key (key TEXT NOT NULL, claim TEXT NOT NULL, owner INTEGER NOT NULL,
  PRIMARY KEY (key, claim)) WITHOUT ROWID;
CREATE INDEX key_owner ON key (owner);
CREATE TABLE name (key TEXT NOT NULL, node INTEGER NOT NULL, PRIMARY KEY (key, node)) WITHOUT ROWID;
CREATE INDEX name_node ON name (node);
CREATE TABLE print (id INTEGER PRIMARY KEY AUTOINCREMENT, fingerprint TEXT NOT NULL UNIQUE, dim INTEGER NOT NULL);
CREATE TABLE vector (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  print INTEGER NOT NULL,
  node INTEGER NOT NULL,
  piece INTEGER NOT NULL,
  data BLOB NOT NULL
);
CREATE UNIQUE INDEX vector_of ON vector (node, print, piece);
"""

# Contentless: the tokens can be made again from title and body, so they are not stored twice.
_TEXT = """
CREATE VIRTUAL TABLE text_{kind} USING fts5(title, body, content='', tokenize="ascii tokenchars '{marks}'");
CREATE VIRTUAL TABLE words_{kind} USING fts5vocab(text_{kind}, row);
"""


_SECURE = "INSERT INTO text_{kind} (text_{kind}, rank) VALUES ('secure-delete', 1);\n"
_CACHE = """
CREATE TABLE vector (
  print TEXT NOT NULL, digest TEXT NOT NULL, data BLOB NOT NULL, PRIMARY KEY (print, digest)
);
"""


@dataclass(frozen=True, slots=True)
class Schema:
    """What a file must hold: a stamp that tells it from other versions, and the statements that make it."""

    stamp: str
    script: str

    @property
    def statements(self) -> Iterator[str]:
        """One at a time, so that they can stand in one transaction."""
        return (statement for statement in self.script.split(";\n") if statement.strip())


def _index() -> Schema:
    """Usable only with equal tables, token rules, Unicode tables and full-text format."""
    secure = sqlite3.sqlite_version_info >= (3, 42)
    script = _TABLES
    for kind in KINDS:
        script += _TEXT.format(kind=kind, marks=words.JOINERS.replace("'", ""))
        script += _SECURE.format(kind=kind) if secure else ""
    form = "secure" if secure else "plain"
    return Schema(f"{VERSION}.{words.VERSION}.{unicodedata.unidata_version}.{form}", script)


INDEX = _index()
"""The index of a bundle."""
CACHE = Schema("vectors.1", "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);" + _CACHE)
"""The cache of vectors."""
