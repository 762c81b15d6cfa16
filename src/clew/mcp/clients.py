"""The clients that can be set up: where each keeps its servers and hooks, and what an entry looks like there."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from clew.model import Json

Form = Literal["json", "toml"]


@dataclass(frozen=True, slots=True)
class Place:
    """One file of a client's settings."""

    user: str = ""
    """From the person's home; empty where there is none."""
    project: str = ""
    """From the folder of a project; empty where there is none."""
    form: Form = "json"
    keys: tuple[str, ...] = ()
    """Path to where entries stand."""
    inner: str = ""
    """A table below that holds the entries where there is one, as in files of newer versions."""


@dataclass(frozen=True, slots=True)
class Client:
    """A program that speaks to the server or calls the hook."""

    name: str
    title: str
    servers: Place
    entry: Literal["plain", "typed", "joined"] = "plain"
    """`typed` names the transport, `joined` has program and arguments in one list."""
    hooks: Place | None = None
    prompt: str = ""
    """Event at which a person sends a prompt."""
    end: str = ""
    """Event at which a session ends; empty where there is none."""
    patience: int = 5
    """How long it may wait for a hook, in its own unit."""
    extra: Mapping[str, Json] = field(default_factory=dict)
    remark: str = ""
    """What a person has to do before a hook runs."""

    def server(self, command: Sequence[str]) -> dict[str, Json]:
        """The entry of the server."""
        if self.entry == "joined":
            return {"type": "local", "command": list(command)}
        kind = {"type": "stdio"} if self.entry == "typed" else {}
        return {**kind, "command": command[0], "args": list(command[1:])}

    def hook(self, command: str) -> dict[str, Json]:
        """The entry of a hook."""
        return {"hooks": [{**self.extra, "type": "command", "command": command, "timeout": self.patience}]}


def _desktop(folder: str, file: str) -> str:
    """Where a desktop program keeps a file on this system."""
    base = {"darwin": "Library/Application Support", "win32": "AppData/Roaming"}.get(sys.platform, ".config")
    return f"{base}/{folder}/{file}"


_SERVERS = ("mcpServers",)
CLIENTS = {
    client.name: client
    for client in (
        Client(
            "claude-code",
            "Claude Code",
            Place(".claude.json", ".mcp.json", keys=_SERVERS),
            "typed",
            Place(".claude/settings.json", ".claude/settings.json", keys=("hooks",)),
            "UserPromptSubmit",
            "SessionEnd",
        ),
        Client(
            "claude-desktop", "Claude Desktop", Place(_desktop("Claude", "claude_desktop_config.json"), keys=_SERVERS)
        ),
        Client(
            "codex",
            "Codex",
            Place(".codex/config.toml", ".codex/config.toml", "toml", ("mcp_servers",)),
            hooks=Place(".codex/hooks.json", ".codex/hooks.json", keys=("hooks",)),
            prompt="UserPromptSubmit",
            remark="Codex runs a new hook only after you have looked at it: type /hooks in Codex and trust it.",
        ),
        Client("cursor", "Cursor", Place(".cursor/mcp.json", ".cursor/mcp.json", keys=_SERVERS)),
        Client(
            "gemini",
            "Gemini CLI",
            Place(".gemini/settings.json", ".gemini/settings.json", keys=_SERVERS),
            hooks=Place(".gemini/settings.json", ".gemini/settings.json", keys=("hooks",)),
            prompt="BeforeAgent",
            end="SessionEnd",
            patience=5000,
            extra={"name": "clew"},
        ),
        Client(
            "opencode",
            "OpenCode",
            Place(".config/opencode/opencode.json", "opencode.json", keys=("mcp",), inner="servers"),
            "joined",
        ),
        Client(
            "vscode",
            "VS Code",
            Place(_desktop("Code/User", "mcp.json"), ".vscode/mcp.json", keys=("servers",)),
            "typed",
        ),
        Client("windsurf", "Windsurf", Place(".codeium/windsurf/mcp_config.json", keys=_SERVERS)),
    )
}
