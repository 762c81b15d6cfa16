"""Codex CLI rollouts: the same words stand in several kinds of lines, which changed from version to version."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from clew.model import Author, Json, Problem, Reading
from clew.readers.draft import Draft
from clew.readers.injected import typed
from clew.readers.records import Item, Node, Piece, Rows, Tally, ident, mapping, sequence, string
from clew.readers.text import blank
from clew.readers.times import stamp

_CALLS = {"function_call": "arguments", "custom_tool_call": "input", "local_shell_call": "action",
          "web_search_call": "action"}  # fmt: skip
_OUTPUTS = {"function_call_output", "custom_tool_call_output"}
_SILENT = {
    "turn_context", "world_state", "security_risk_score", "inter_agent_communication", "realtime_item", "token_count",
    "ghost_snapshot", "task_started", "task_complete", "turn_started", "turn_complete", "turn_aborted",
    "exec_command_begin", "exec_command_end", "patch_apply_begin", "patch_apply_end", "context_compacted",
    "CommandExecution", "FileChange", "WebSearch", "McpToolCall", "Reasoning", "state", "session_meta", "item_started",
    "agent_reasoning_section_break", "thread_name_updated", "background_event",
}  # fmt: skip


@dataclass(slots=True)
class _Rollout:
    """What has been gathered of one file."""

    tally: Tally = field(default_factory=Tally)
    nodes: list[Node] = field(default_factory=list)
    origin: str | None = None
    at: str | None = None
    front: dict[str, Json] = field(default_factory=dict)
    heard: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """How often each channel of the file has said these words."""
    kept: Counter[tuple[str, str]] = field(default_factory=Counter)

    def say(self, channel: str, author: Author, text: str, at: str | None) -> None:
        """Keep words once for every time that one channel says them; the other channels only repeat."""
        if blank(text):
            return
        words = author, text.strip()
        self.heard[channel, *words] += 1
        if self.heard[channel, *words] <= self.kept[words]:
            self.tally.add("repeated in another line")
            return
        self.kept[words] += 1
        self.nodes.append(Node("", None, at, (Piece(author, text),)))

    def tool(self, name: str | None, text: str, at: str | None) -> None:
        """Keep a tool call or its result."""
        self.nodes.append(Node("", None, at, (Piece("tool", text, name),)))


def fits(record: Json) -> bool:
    """Whether a record is a line of a rollout."""
    if not isinstance(record, dict):
        return False
    if isinstance(record.get("payload"), dict) and isinstance(record.get("type"), str) and "timestamp" in record:
        return True
    blocks = [mapping(block).get("type") for block in sequence(record.get("content"))]
    if record.get("type") == "message" and {"input_text", "output_text"} & set(map(str, blocks)):
        return True
    return record.get("record_type") == "state" or {"id", "timestamp", "instructions"} <= record.keys()


def read(rows: Iterable[Json], where: str) -> Iterator[Item]:
    """The rollout as one thread."""
    rollout = _Rollout()
    total = 0
    for row in map(mapping, rows):
        total += 1
        payload = mapping(row.get("payload")) or row
        _line(string(row.get("type")) or string(row.get("record_type")), payload, stamp(row.get("timestamp")), rollout)
    item = Draft("codex", where, rollout.origin, None, rollout.at, rollout.front).thread(rollout.nodes, rollout.tally)
    if isinstance(item, Reading):
        yield item
    else:
        yield Problem(where, "no_turns", f"None of its {total} records holds words; the format may have changed.")


def _line(kind: str, payload: dict[str, Json], at: str | None, rollout: _Rollout) -> None:
    if kind == "response_item" or kind in _CALLS or kind in _OUTPUTS or kind in {"message", "reasoning"}:
        _response(payload, at, rollout)
    elif kind == "event_msg":
        _event(payload, at, rollout)
    elif kind == "compacted":
        # the history it repeats has been read already
        rollout.tally.add("compacted")
        rollout.say("compacted", "derived", string(payload.get("message")), at)
    elif kind == "session_meta" or (not kind and "instructions" in payload):
        if rollout.origin is None:  # a resumed session repeats the meta line of the one it continues
            rollout.origin = ident(payload.get("id"))
            rollout.at = stamp(payload.get("timestamp")) or at
            rollout.front = {"cwd": string(payload.get("cwd")), "version": string(payload.get("cli_version"))}
        rollout.tally.add("session meta")
    else:
        rollout.tally.add(kind if kind in _SILENT else f"unknown type {kind or 'none'}")


def _response(payload: dict[str, Json], at: str | None, rollout: _Rollout) -> None:
    kind = string(payload.get("type"))
    if kind == "message":
        _message(string(payload.get("role")), _texts(payload.get("content"), rollout.tally), at, rollout)
    elif kind == "reasoning":
        summary = "\n".join(_texts(payload.get("summary"), rollout.tally))
        rollout.say("response", "derived", summary, at)
    elif kind in _CALLS:
        given = payload.get(_CALLS[kind])
        words = given if isinstance(given, str) else json.dumps(given, ensure_ascii=False, sort_keys=True)
        rollout.tool(string(payload.get("name")) or kind, words, at)
    elif kind in _OUTPUTS:
        output = payload.get("output")
        words = output if isinstance(output, str) else "\n".join(_texts(output, rollout.tally))
        rollout.tool("result", words, at)
    else:
        rollout.tally.add(kind if kind in _SILENT else f"unknown item {kind or 'none'}")


def _message(role: str, texts: list[str], at: str | None, rollout: _Rollout) -> None:
    if role == "user":
        for text in texts:
            for author, words in typed(text):
                rollout.say("response", author, words, at)
    else:
        other: Author = "assistant" if role == "assistant" else "injected"
        rollout.say("response", other, "\n".join(texts), at)


def _event(payload: dict[str, Json], at: str | None, rollout: _Rollout) -> None:
    kind = string(payload.get("type"))
    if kind == "user_message":
        for author, words in typed(string(payload.get("message"))):
            rollout.say("event", author, words, at)
    elif kind == "agent_message":
        rollout.say("event", "assistant", string(payload.get("message")), at)
    elif kind in {"agent_reasoning", "agent_reasoning_raw_content"}:
        rollout.say("event", "derived", string(payload.get("text")), at)
    elif kind == "item_completed":
        _item(mapping(payload.get("item")), at, rollout)
    else:
        rollout.tally.add(kind if kind in _SILENT else f"unknown event {kind or 'none'}")


def _item(item: dict[str, Json], at: str | None, rollout: _Rollout) -> None:
    kind = string(item.get("type"))
    texts = _texts(item.get("content"), rollout.tally)
    if kind == "UserMessage":
        for text in texts:
            for author, words in typed(text):
                rollout.say("item", author, words, at)
    elif kind == "AgentMessage":
        rollout.say("item", "assistant", "\n".join(texts), at)
    else:
        rollout.tally.add(kind if kind in _SILENT else f"unknown item {kind or 'none'}")


def _texts(content: Json, tally: Tally) -> list[str]:
    """Words of content blocks; a block type is written in lower or upper case, depending on the version."""
    if isinstance(content, str):
        return [content]
    found: list[str] = []
    for block in map(mapping, sequence(content)):
        kind = string(block.get("type")).lower()
        if kind in {"text", "input_text", "output_text", "summary_text", "reasoning_text"}:
            found.append(string(block.get("text")))
        else:
            tally.add(kind.removeprefix("input_") or "block")
    return found


FORMAT = Rows("codex", fits, read)
