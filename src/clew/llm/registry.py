"""Names to models: `provider:model` for the usual services, `NAME:model` for the person's own."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from clew.core.service import Service
from clew.errors import ModelFailed, UsageError
from clew.llm import keys
from clew.llm.command import Command
from clew.llm.fake import Fake
from clew.llm.gguf import WINDOW, Gguf
from clew.llm.provider import Provider
from clew.llm.reach import state

USUAL: Mapping[str, Service] = {
    "anthropic": Service("anthropic", "https://api.anthropic.com"),
    "openai": Service("openai", "https://api.openai.com/v1"),
    "google": Service("google", "https://generativelanguage.googleapis.com"),
    "ollama": Service("ollama", "http://127.0.0.1:11434"),
    "gguf": Service("gguf"),
}
"""Services that need no table of their own."""
KEYED = ("anthropic", "google")
"""Kinds that never answer without a key; one that speaks like OpenAI may, at an address of one's own."""
OWN = ("command", "gguf")
"""Kinds that run on this machine and take no key."""
CLOUD = ("-cloud", ":cloud")
"""Ends of names that Ollama passes on to another machine."""


@dataclass(frozen=True, slots=True)
class Known:
    """One service as it can be listed."""

    name: str
    kind: str
    address: str
    key: str
    """Masked, with its origin; empty where there is none."""
    state: str = ""
    """What stands in its way, where that was looked at."""


@dataclass(frozen=True, slots=True)
class Registry:
    """All services of a person."""

    services: Mapping[str, Service] = field(default_factory=dict)
    environment: Mapping[str, str] = field(default_factory=dict)

    def provider(self, name: str) -> Provider:
        """The model of a name, ready to be asked; nothing is sent yet.

        Raises:
            UsageError: the name is none, or names no service.
            ModelFailed: the service lacks its key or its package.
        """
        service, _, model = name.partition(":")
        if service == "fake":
            return Fake.read(Path(model)) if model else Fake()
        known = self._all().get(service)
        if known is None:
            every = ", ".join(sorted(self._all()))
            raise UsageError(f"{name!r} names no model: write service:model with one of these services: {every}")
        if known.kind == "command":
            words = [word.replace("{model}", model) for word in known.command]
            return Command(name, words, known.local)
        if not model:
            raise UsageError(f"{name!r} lacks the model: write it like {service}:MODEL")
        if known.kind == "gguf":
            return Gguf(f"{service}:{Path(model).name}", Path(model).expanduser(), known.window or WINDOW)
        return self._remote(name, service, known)

    def place(self, name: str) -> tuple[Service, str | None] | None:
        """Service and key of an embedding model's name; None where it names no service that has any."""
        known = self._all().get(name.partition(":")[0])
        if known is None or known.kind not in ("openai", "ollama"):
            return None
        key = self._key(name.partition(":")[0], known)
        return known, key.value if key else None

    def list(self, reach: bool = False, local_only: bool = False) -> tuple[Known, ...]:
        """Every service with its address and masked key, and with `reach` whether it could be asked now."""
        found = []
        for name, service in sorted(self._all().items()):
            key = None if service.kind in OWN else self._key(name, service)
            shown = f"{key.masked} ({key.origin})" if key else ""
            told = state(name, service, bool(key) or not self._locked(service), local_only) if reach else ""
            found.append(Known(name, service.kind, service.url or " ".join(service.command[:1]), shown, told))
        return tuple(found)

    def _all(self) -> dict[str, Service]:
        host = self.environment.get("OLLAMA_HOST", "").strip()
        url = host if "://" in host else f"http://{host}"
        moved = {"ollama": Service("ollama", url)} if host and "0.0.0.0" not in host else {}  # noqa: S104  # read, not bound
        own = {name: replace(s, url=s.url or _usual(s.kind)) for name, s in self.services.items()}
        return {**USUAL, **moved, **own}

    def _key(self, name: str, service: Service) -> keys.Key | None:
        return keys.find(name, service.kind, service.key, self.environment)

    def _locked(self, service: Service) -> bool:
        """Whether a service answers nobody without a key."""
        return service.kind in KEYED or service.url == USUAL["openai"].url or bool(service.key)

    def _remote(self, name: str, service: str, known: Service) -> Provider:
        key = self._key(service, known)
        if key is None and self._locked(known):
            wanted = known.key or " or ".join(keys.USUAL[known.kind])
            raise ModelFailed(f"{name}: no key. Set {wanted}, or keep it in the keyring as clew/{service}", "key")
        if key and not (key.value.isascii() and key.value.isprintable()):
            raise ModelFailed(f"{name}: the key from {key.origin} holds characters that no key has", "key")
        try:
            from clew.llm.remote import Line, Remote
            from clew.llm.services import MAKERS
        except ImportError as error:
            raise ModelFailed(f"{name} needs an extra: pip install 'clew[{_extra(known.kind)}]'", "missing") from error
        cloud = known.kind == "ollama" and name.endswith(CLOUD)
        line = Line(known.url, key.value if key else None, "https://ollama.com" if cloud else "")
        return Remote(name, line, MAKERS[known.kind])


def _usual(kind: str) -> str:
    return USUAL[kind].url if kind in USUAL else ""


def _extra(kind: str) -> str:
    return "openai" if kind == "ollama" else kind
