"""Keys: from the environment or the keyring of the system, never from a file of a bundle; shown masked."""

import importlib
from collections.abc import Mapping
from dataclasses import dataclass

USUAL: Mapping[str, tuple[str, ...]] = {
    "anthropic": ("ANTHROPIC_API_KEY",),
    "openai": ("OPENAI_API_KEY",),
    "google": ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
    "ollama": ("OLLAMA_API_KEY",),
}
"""Kind of service → environment variables that its own tools read."""
RING = "clew"
"""Service name in the keyring; the user name there is the name of the service here."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key and where it was found."""

    value: str
    origin: str

    @property
    def masked(self) -> str:
        """The last characters of a long key, nothing of a short one."""
        return f"…{self.value[-4:]}" if len(self.value) >= 16 else "********"


def find(name: str, kind: str, named: str, environment: Mapping[str, str]) -> Key | None:
    """The key of a service: the variable or keyring entry that its settings name, else the usual variables."""
    if named.startswith("keyring:"):
        return _ring(named.removeprefix("keyring:"))
    for variable in (named,) if named else USUAL.get(kind, ()):
        value = environment.get(variable, "").strip()
        if value:
            return Key(value, f"${variable}")
    return None if named else _ring(name)


def _ring(user: str) -> Key | None:
    try:
        keyring = importlib.import_module("keyring")
        errors = importlib.import_module("keyring.errors")
    except ImportError:
        return None
    try:
        value = keyring.get_password(RING, user)
    except (errors.KeyringError, OSError, RuntimeError):
        return None
    return Key(value, "keyring") if value else None
