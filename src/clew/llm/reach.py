"""Whether a service could be asked now: its package, its key, its address; nothing is asked of it."""

import socket
from importlib.util import find_spec
from shutil import which
from urllib.parse import urlsplit

from clew.core.address import permit
from clew.core.service import Service
from clew.errors import ModelFailed

NEEDS = {
    "anthropic": ("pydantic_ai", "anthropic"),
    "openai": ("pydantic_ai", "openai"),
    "ollama": ("pydantic_ai", "openai"),
    "google": ("pydantic_ai", "google.genai"),
    "gguf": ("xllamacpp",),
}
"""Kind of service → packages that speak with it."""
WAIT = 3.0
"""Seconds that an address has to take a connection."""


def state(name: str, service: Service, keyed: bool, local_only: bool) -> str:
    """All that stands in the way of a service, or that nothing does."""
    if service.kind == "command":
        return "found" if which(service.command[0]) else f"{service.command[0]} is not found"
    found = [] if keyed else ["no key"]
    if extra := missing(service.kind):
        found.append(f"needs clew[{extra}]")
    if service.kind == "gguf":
        return ", ".join(found) or "installed"
    try:
        permit(name, service.url, local_only)
        found += [] if answers(service.url) else ["not reachable"]
    except ModelFailed:
        found.append("forbidden by models.local_only")
    return ", ".join(found) or "reachable"


def missing(kind: str) -> str:
    """The extra that a kind of service lacks; empty where it is installed."""
    if all(map(_here, NEEDS.get(kind, ()))):
        return ""
    return "openai" if kind == "ollama" else kind


def answers(url: str) -> bool:
    """Whether something takes connections at an address."""
    try:
        place = urlsplit(url)
        port = place.port or (80 if place.scheme == "http" else 443)
        with socket.create_connection((place.hostname or "", port), WAIT):
            return True
    except (OSError, ValueError):
        return False


def _here(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:  # of the package that holds it
        return False
