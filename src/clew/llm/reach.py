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
    """What stands in the way of a service, or that nothing does."""
    if service.kind == "command":
        return "found" if which(service.command[0]) else f"{service.command[0]} is not found"
    if not all(map(_here, NEEDS[service.kind])):
        return f"needs clew[{'openai' if service.kind == 'ollama' else service.kind}]"
    if service.kind == "gguf":
        return "installed"
    if not keyed:
        return "no key"
    try:
        permit(name, service.url, local_only)
    except ModelFailed:
        return "forbidden by models.local_only"
    return "reachable" if _answers(service.url) else "not reachable"


def _here(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:  # of the package that holds it
        return False


def _answers(url: str) -> bool:
    try:
        place = urlsplit(url)
        port = place.port or (80 if place.scheme == "http" else 443)
        with socket.create_connection((place.hostname or "", port), WAIT):
            return True
    except (OSError, ValueError):
        return False
