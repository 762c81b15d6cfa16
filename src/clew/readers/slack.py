"""Slack exports: one file a day in a folder a channel; people and channels are listed beside them."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from clew.model import Ignored, Json
from clew.readers.draft import Draft
from clew.readers.records import Item, Node, Piece, Tally, mapping, sequence, string
from clew.readers.times import stamp
from clew.text import regex as re

_TS = re.compile(r"\d{9,11}\.\d{4,7}")
_KEPT = {"", "thread_broadcast", "me_message", "file_share", "file_comment", "reply_broadcast", "bot_message"}
_MARK = re.compile(r"<([@#!]?)([^<>|]*)(?:\|([^<>]*))?>")


@dataclass(slots=True)
class Workspace:
    """Messages of the channel that is being read, and the names met so far."""

    people: dict[str, str] = field(default_factory=dict)
    channels: dict[str, str] = field(default_factory=dict)
    """Folder name → channel id."""
    folder: str | None = None
    rows: dict[str, dict[str, Json]] = field(default_factory=dict)
    """Messages by `ts`, which is an id: as a number it would lose its tail."""
    tally: Tally = field(default_factory=Tally)

    def take(self, record: Json, folder: str) -> str | None:
        """Keep a record if it is one of Slack's and say what it is; the folder it lies in is the channel."""
        if message(record):
            self.folder = folder
            self._keep(record)
            return "message"
        if not isinstance(record, dict) or not isinstance(record.get("id"), str):
            return None
        profile = mapping(record.get("profile"))
        if profile and "name" in record:
            names = (profile.get("display_name"), profile.get("real_name"), record.get("real_name"), record["name"])
            self.people[record["id"]] = next((string(name) for name in names if string(name)), string(record["id"]))
            return "a person of a Slack workspace"
        if isinstance(record.get("members"), list) and "messages" not in record:
            self.channels[string(record.get("name")) or record["id"]] = string(record["id"])
            return "a channel of a Slack workspace"
        return None

    def _keep(self, row: dict[str, Json]) -> None:
        kind = string(row.get("subtype"))
        if kind not in _KEPT:
            self.tally.add(kind)
        elif row["ts"] in self.rows:
            self.tally.add("duplicate")
        else:
            self.rows[row["ts"]] = {
                key: row[key]
                for key in (
                    "ts",
                    "thread_ts",
                    "user",
                    "username",
                    "text",
                    "bot_id",
                    "files",
                    "attachments",
                    "user_profile",
                )
                if key in row
            }

    def close(self, folder: str | None = None) -> Iterator[Item]:
        """The channel as one reading, when the walk has left its folder."""
        if self.folder is None or self.folder == folder:
            return
        where, name = self.folder, re.split(r"[/\\!]", self.folder)[-1]
        nodes = [self._node(row) for row in sorted(self.rows.values(), key=_place)]
        tally, self.folder, self.rows, self.tally = self.tally, None, {}, Tally()
        if nodes:
            yield Draft("slack", where, self.channels.get(name, name), name).all(_linked(nodes), tally)
        else:
            yield Ignored(where, "a channel without messages")

    def _node(self, row: dict[str, Json]) -> Node:
        name = self._name(row)
        text = _MARK.sub(self._shown, string(row.get("text")))
        text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
        bot = bool(row.get("bot_id")) or not row.get("user")
        if bot and not text:
            text = "\n".join(string(mapping(a).get("text")) for a in sequence(row.get("attachments")))
        self.tally.add("file", len(sequence(row.get("files"))))
        thread = string(row.get("thread_ts"))
        parent = thread if thread and thread != row["ts"] else None
        return Node(
            row["ts"], parent, stamp(row["ts"].partition(".")[0]), (Piece("tool" if bot else "person", text, name),)
        )

    def _name(self, row: dict[str, Json]) -> str | None:
        given = mapping(row.get("user_profile"))
        known = self.people.get(string(row.get("user")))
        return known or string(given.get("real_name")) or string(row.get("username")) or string(row.get("user")) or None

    def _shown(self, found: re.Match[str]) -> str:
        kind, target, label = found[1], found[2].replace("\\/", "/"), found[3]
        if kind == "@":
            return "@" + (self.people.get(target) or label or target)
        if kind in {"#", "!"}:
            return kind.replace("!", "@") + (label or target)
        return f"{label} ({target})" if label and label != target else target


def _place(row: dict[str, Json]) -> tuple[str, str]:
    """A thread stands together, where it began."""
    return string(row.get("thread_ts")) or row["ts"], row["ts"]


def _linked(nodes: list[Node]) -> Iterator[Node]:
    """Answers name the beginning of their thread, everything else what was said before it."""
    here = {node.id for node in nodes}
    last: str | None = None
    for node in nodes:
        if node.parent is None or node.parent not in here:
            node.parent = last
            last = node.id
        yield node


def message(record: Json) -> bool:
    """Whether a record is a message."""
    if not isinstance(record, dict) or not isinstance(record.get("ts"), str) or not _TS.fullmatch(record["ts"]):
        return False
    return record.get("type") == "message" or "user" in record or "text" in record
