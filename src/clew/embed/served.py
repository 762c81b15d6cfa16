"""Embedding models behind HTTP: OpenAI's `/embeddings` and all that speaks like it, and Ollama's `/api/embed`.

A request is one JSON object over the standard library: no client is worth a dependency here. No redirect is followed,
and for addresses on this machine no proxy is used, so that what was checked is what is reached.
"""

import hashlib
import json
import urllib.error
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass
from http.client import HTTPException
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from clew.core.address import loopback, permit
from clew.core.patience import Patience
from clew.embed.base import Prefixed
from clew.errors import ModelFailed
from clew.text import secrets

if TYPE_CHECKING:
    from clew.ports import Outlet, Vectors

LONGEST = 6000
"""Characters of a text that are sent; the rest says little more."""
AGAIN = frozenset({408, 409, 425, 429})


@dataclass(frozen=True, slots=True)
class Place:
    """Where a model is, how it is spoken to, and what may be sent there."""

    name: str
    """`service:model`."""
    url: str
    key: str | None
    speaks: Literal["openai", "ollama"]
    patience: Patience
    local_only: bool = False
    timeout: float = 120.0
    salt: str = ""
    """Salt of the marks that take the place of secrets, and of the digests that are recorded."""
    outlet: "Outlet | None" = None
    """Where what is sent is counted."""


class Served(Prefixed):
    """One embedding model of one service; implements `ports.Embedder`."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._model = place.name.partition(":")[2]
        super().__init__(place.name, self._model)
        handlers: list[urllib.request.BaseHandler] = [_Straight()]
        if loopback(place.url):
            handlers.append(urllib.request.ProxyHandler({}))
        self._opener = urllib.request.build_opener(*handlers)

    def _run(self, texts: Sequence[str]) -> "Vectors":
        """Unit vectors of the texts as they are."""
        clean = [
            secrets.redact(text[:LONGEST], self._place.salt).text.encode("utf-8", "replace").decode() for text in texts
        ]
        reply = self._place.patience.run(lambda: self._counted(clean))
        if self._place.speaks == "ollama":
            rows = reply.get("embeddings")
        else:
            rows = [one.get("embedding") for one in sorted(_listed(reply.get("data")), key=_place)]
        try:
            vectors = np.asarray(rows, dtype=np.float32)
        except (ValueError, TypeError):
            vectors = np.zeros((0,), dtype=np.float32)
        if vectors.ndim != 2 or not vectors.shape[1] or not np.isfinite(vectors).all():
            raise ModelFailed(f"{self._place.name} gave no vectors", "nonsense")
        vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
        return vectors

    def _counted(self, texts: Sequence[str]) -> dict[str, Any]:
        """One request, counted whatever becomes of it."""
        place, outlet = self._place, self._place.outlet
        permit(place.name, place.url, place.local_only)
        if outlet is None:
            return self._once(texts)
        whole = "\x1f".join((place.salt, *texts)).encode("utf-8", "replace")
        tokens = len(whole) // 4 + 1
        ticket, outcome = outlet.begin(tokens), "ok"
        try:
            return self._once(texts)
        except ModelFailed as error:
            outcome = error.kind
            raise
        finally:
            outlet.end(ticket, hashlib.sha256(whole).hexdigest()[:16], tokens, outcome)

    def _once(self, texts: Sequence[str]) -> dict[str, Any]:
        place = self._place
        base = place.url.rstrip("/")
        url = f"{base.removesuffix('/v1')}/api/embed" if place.speaks == "ollama" else f"{base}/embeddings"
        if not url.startswith(("http://", "https://")):
            raise ModelFailed(f"{place.name}: {url} is no web address", "unknown")
        headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {place.key}"} if place.key else {})
        body = json.dumps({"model": self._model, "input": list(texts)}).encode()
        asked = urllib.request.Request(url, body, headers)  # noqa: S310  # only http and https, checked above
        try:
            with self._opener.open(asked, timeout=place.timeout) as reply:
                found = json.loads(reply.read())
        except urllib.error.HTTPError as error:
            again = error.code in AGAIN or error.code >= 500
            error.close()
            kind = {401: "key", 403: "key", 404: "unknown"}.get(error.code, "down" if again else "rejected")
            raise ModelFailed(f"{place.name} failed (HTTP {error.code})", kind, again) from None
        except TimeoutError as error:
            raise ModelFailed(f"{place.name} did not answer within {place.timeout:g} seconds", "slow", True) from error
        except (OSError, HTTPException) as error:
            raise ModelFailed(f"{place.name} cannot be reached at {place.url}: is it running?", "down", True) from error
        except ValueError as error:
            raise ModelFailed(f"{place.name} gave a reply that is no JSON", "nonsense") from error
        return found if isinstance(found, dict) else {}


class _Straight(urllib.request.HTTPRedirectHandler):
    """Follows no redirect: the address that was checked is the one that is asked."""

    def redirect_request(self, *args: Any, **more: Any) -> None:
        """Nothing instead of the other address."""


def _listed(data: object) -> list[dict[str, Any]]:
    return [one for one in data if isinstance(one, dict)] if isinstance(data, list) else []


def _place(one: dict[str, Any]) -> int:
    index = one.get("index")
    return index if isinstance(index, int) else 0
