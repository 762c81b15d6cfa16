"""Model services of the person's own configuration: addresses, keys and commands that no bundle may name."""

from collections.abc import Mapping
from dataclasses import dataclass

from clew.model import Json

KINDS = ("anthropic", "openai", "google", "ollama", "command", "gguf")


@dataclass(frozen=True, slots=True)
class Service:
    """One `[models.services.NAME]` table; `NAME:model` is how its models are called."""

    kind: str
    """`anthropic`, `openai` (and all that speaks like it), `google`, `ollama`, `command`, or `gguf`."""
    url: str = ""
    """Address, where it is not the usual one."""
    key: str = ""
    """Environment variable with the key, or `keyring:NAME`."""
    command: tuple[str, ...] = ()
    """Words of a command that reads a prompt on standard input; `{model}` is replaced by the model's name."""
    local: bool = False
    """Whether a command is known to stay on this machine."""
    window: int = 0
    """Tokens of prompt and reply together that a model file is opened with; 0 leaves the usual."""


def read(name: str, table: Json) -> Service | str:
    """The service of a table, or what is wrong with it."""
    if not isinstance(table, Mapping) or table.get("kind") not in KINDS:
        return f"`models.services.{name}` needs `kind`, one of: {', '.join(KINDS)}"
    known: dict[str, type] = {"kind": str, "url": str, "key": str, "command": list, "local": bool, "window": int}
    wrong = [key for key, value in table.items() if key not in known or not isinstance(value, known[key])]
    if wrong or not all(isinstance(word, str) for word in table.get("command", ())):
        return f"`models.services.{name}.{wrong[0] if wrong else 'command'}` is not understood"
    if (table["kind"] == "command") != bool(table.get("command")):
        return f'`models.services.{name}`: `command` is a list of words and goes with `kind = "command"`'
    if table.get("key", "").startswith("sk-"):
        return f"`models.services.{name}.key` names an environment variable or keyring:NAME; it never holds the key"
    return Service(**{**table, "command": tuple(table.get("command", ()))})
