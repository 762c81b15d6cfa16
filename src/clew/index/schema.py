"""The tables of the index, in one place and with one number: another number means delete and rebuild."""

import sqlite3
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from clew.index import words

VERSION = 9
"""Goes up with every change of the tables below, and of what is put into them."""
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
CREATE TABLE imprint (  -- what files were made of when they were last written or looked at
  path TEXT PRIMARY KEY, stamp TEXT NOT NULL, sign TEXT NOT NULL, rests INTEGER NOT NULL, kept INTEGER NOT NULL,
  told TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE heard (claim TEXT PRIMARY KEY, data TEXT NOT NULL) WITHOUT ROWID;
"""

# For people and other programs: the words of the glossary over the tables above. Nothing in Clew reads them.
_VIEWS = """
CREATE VIEW source AS SELECT substr(ref, 8) AS id, title, at, json_extract(data, '$.until') AS until,
  json_extract(data, '$.kind') AS kind, json_extract(data, '$.provider') AS provider,
  json_extract(data, '$.parts') AS parts, json_extract(data, '$.precision') AS precision
  FROM node WHERE kind = 'source';
CREATE VIEW part AS SELECT json_extract(data, '$.source') AS source, json_extract(data, '$.n') AS n,
  json_extract(data, '$.author') AS author, json_extract(data, '$.name') AS name, at, body AS text,
  json_extract(data, '$.active') AS active FROM node WHERE kind = 'part';
CREATE VIEW claim AS SELECT substr(ref, 7) AS id, json_extract(data, '$.claim.kind') AS kind,
  json_extract(data, '$.claim.text') AS text,
  coalesce(json_extract(data, '$.standing.label'), json_extract(data, '$.claim.label')) AS label,
  coalesce(json_extract(data, '$.standing.topic'), json_extract(data, '$.claim.topic')) AS topic,
  json_extract(data, '$.claim.speaker.name') AS speaker, json_extract(data, '$.claim.scope') AS scope,
  coalesce(json_extract(data, '$.claim.polarity'), '+') AS polarity, at AS asserted_at,
  json_extract(data, '$.claim.valid_from') AS valid_from,
  coalesce(json_extract(data, '$.standing.valid_to'), json_extract(data, '$.claim.valid_to')) AS valid_to,
  json_extract(data, '$.standing.recorded_at') AS recorded_at,
  coalesce(json_extract(data, '$.standing.link'), 'proposed') AS link,
  coalesce(json_extract(data, '$.standing.shown'), 'shown') AS shown,
  coalesce(json_extract(data, '$.standing.review'), 'unreviewed') AS review,
  coalesce(json_extract(data, '$.standing.confidence'), 'low') AS confidence,
  json_extract(data, '$.standing.head') AS head, json_extract(data, '$.standing.successor') AS successor
  FROM node WHERE kind = 'claim';
CREATE VIEW evidence AS SELECT substr(node.ref, 7) AS claim, json_extract(span.value, '$.source') AS source,
  json_extract(span.value, '$.part') AS part, json_extract(span.value, '$.start') AS start,
  json_extract(span.value, '$.end') AS "end", json_extract(span.value, '$.quote') AS quote,
  coalesce(json_extract(span.value, '$.match'), 'exact') AS "match",
  coalesce(json_extract(span.value, '$.context'), 'ok') AS context
  FROM node, json_each(node.data, '$.claim.evidence') AS span WHERE node.kind = 'claim';
CREATE VIEW concept AS SELECT substr(ref, 6) AS path, title, json_extract(data, '$.type') AS type,
  json_extract(data, '$.status') AS status, json_extract(data, '$.description') AS description,
  json_extract(data, '$.aliases') AS aliases, json_extract(data, '$.tags') AS tags,
  json_extract(data, '$.superseded_by') AS superseded_by, body AS prose FROM node WHERE kind = 'page';
CREATE VIEW relation AS SELECT substr(a.ref, 6) AS subject, edge.rel AS predicate, substr(b.ref, 6) AS object
  FROM edge JOIN place AS a ON a.id = edge.src JOIN place AS b ON b.id = edge.dst
  WHERE a.ref LIKE 'page:%' AND b.ref LIKE 'page:%' AND edge.rel <> 'links';
CREATE VIEW link AS SELECT a.ref AS src, edge.rel AS rel, b.ref AS dst
  FROM edge JOIN place AS a ON a.id = edge.src JOIN place AS b ON b.id = edge.dst;
CREATE VIEW chain AS SELECT json_extract(data, '$.standing.head') AS head, substr(ref, 7) AS claim, at AS asserted_at,
  coalesce(json_extract(data, '$.standing.link'), 'proposed') AS link, json_extract(data, '$.claim.text') AS text
  FROM node WHERE kind = 'claim' AND json_extract(data, '$.standing.head') IS NOT NULL;
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
    script = _TABLES + _VIEWS
    for kind in KINDS:
        script += _TEXT.format(kind=kind, marks=words.JOINERS.replace("'", ""))
        script += _SECURE.format(kind=kind) if secure else ""
    form = "secure" if secure else "plain"
    return Schema(f"{VERSION}.{words.VERSION}.{unicodedata.unidata_version}.{form}", script)


INDEX = _index()
"""The index of a bundle."""
CACHE = Schema("vectors.1", "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);" + _CACHE)
"""The cache of vectors."""
