"""Names to models: `provider:model` for the usual services, `NAME:model` for the person's own."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from clew.core.address import loopback, nearby
from clew.core.service import Service
from clew.errors import ModelFailed, UsageError
from clew.llm import keys
from clew.llm.command import Command
from clew.llm.fake import Fake
from clew.llm.gguf import WINDOW, Gguf
from clew.llm.provider import Idle, Provider, charges
from clew.llm.reach import answers, missing, state

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

    def provider(self, name: str, local_only: bool = False) -> Provider:
        """The model of a name, ready to be asked; nothing is sent yet.

        Raises:
            UsageError: the name is none, or names no service.
            ModelFailed: it cannot be asked; the message names all that stands in its way.
        """
        if name.partition(":")[0] == "fake":
            return _fake(name.partition(":")[2])
        service, known, model = self._known(name)
        if why := self._why(name, known, local_only):
            raise why
        if known.kind == "command":
            return Command(name, [word.replace("{model}", model) for word in known.command], known.local)
        if known.kind == "gguf":
            return Gguf(f"{service}:{Path(model).name}", Path(model).expanduser(), known.window or WINDOW)
        try:
            from clew.llm.remote import Line, Remote
            from clew.llm.services import MAKERS
        except ImportError as error:
            raise ModelFailed(f"{name}: {_extra(known.kind)}", "missing") from error
        key = self._key(service, known)
        line = Line(known.url, key.value if key else None, _passed(name, known), known.kind)
        return Remote(name, line, MAKERS[known.kind])

    def idle(self, name: str, local_only: bool = False) -> Provider:
        """The same to be looked at and not asked: its name, place and price are known whatever stands in its way."""
        if name.partition(":")[0] == "fake":
            return _fake(name.partition(":")[2])
        service, known, model = self._known(name)
        shown = f"{service}:{Path(model).name}" if known.kind == "gguf" else name
        local = known.kind == "gguf" or known.local
        address = "http://127.0.0.1" if local else _passed(name, known) or known.url or None
        return Idle(shown, address, charges(known.kind, address), self._why(name, known, local_only))

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

    def _known(self, name: str) -> tuple[str, Service, str]:
        """Name of the service, the service, and the model of it that a name means."""
        service, _, model = name.partition(":")
        known = self._all().get(service)
        if known is None:
            every = ", ".join(sorted(self._all()))
            raise UsageError(f"{name!r} names no model: write service:model with one of these services: {every}")
        if not model and known.kind != "command":
            raise UsageError(f"{name!r} lacks the model: write it like {service}:MODEL")
        return service, known, model

    def _why(self, name: str, known: Service, local_only: bool) -> ModelFailed | None:
        """All that must be mended before a model can be asked; None where nothing is known to stand in its way."""
        found = list(self._obstacles(name, known))
        if not found:
            return None
        if known.url and local_only and not loopback(known.url):
            found.append(("local_only", "`models.local_only` is on, and it is elsewhere"))
        elif nearby(known.url) and not answers(known.url):
            found.append(("down", f"nothing answers at {known.url}: is it running?"))
        return ModelFailed(f"{name}: {'; '.join(text for _, text in found)}", found[0][0])

    def _obstacles(self, name: str, known: Service) -> Iterator[tuple[str, str]]:
        """What is sure to fail: the kind of failure and what to do about it."""
        service, _, model = name.partition(":")
        if known.kind == "gguf" and not Path(model).expanduser().is_file():
            yield "unknown", f"there is no model file {model}"
        key = None if known.kind in OWN else self._key(service, known)
        if key is None and known.kind not in OWN and self._locked(known):
            wanted = known.key or " or ".join(keys.USUAL[known.kind])
            yield "key", f"no key. Set {wanted}, or keep it in the keyring as clew/{service}"
        if key and not (key.value.isascii() and key.value.isprintable()):
            yield "key", f"the key from {key.origin} holds characters that no key has"
        if missing(known.kind):
            yield "missing", _extra(known.kind)


def _fake(path: str) -> Fake:
    return Fake.read(Path(path)) if path else Fake()


def _passed(name: str, known: Service) -> str:
    """Where the text ends up, if the address passes it on."""
    return "https://ollama.com" if known.kind == "ollama" and name.endswith(CLOUD) else ""


def _usual(kind: str) -> str:
    return USUAL[kind].url if kind in USUAL else ""


def _extra(kind: str) -> str:
    return f"it needs an extra: pip install 'clew[{missing(kind) or kind}]'"
