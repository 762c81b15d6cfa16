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

CREATE VIRTUAL TABLE text_claim USING fts5(title, body, content='', tokenize="ascii tokenchars '_.-/:@&+#'");
CREATE VIRTUAL TABLE words_claim USING fts5vocab(text_claim, row);

CREATE VIRTUAL TABLE text_part USING fts5(title, body, content='', tokenize="ascii tokenchars '_.-/:@&+#'");
CREATE VIRTUAL TABLE words_part USING fts5vocab(text_part, row);

CREATE VIRTUAL TABLE text_page USING fts5(title, body, content='', tokenize="ascii tokenchars '_.-/:@&+#'");
CREATE VIRTUAL TABLE words_page USING fts5vocab(text_page, row);

CREATE VIRTUAL TABLE text_source USING fts5(title, body, content='', tokenize="ascii tokenchars '_.-/:@&+#'");
CREATE VIRTUAL TABLE words_source USING fts5vocab(text_source, row);
