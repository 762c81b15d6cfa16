"""Which addresses stay on this machine, the one rule behind `models.local_only`, and which on the person's network."""

import ipaddress
import re

from clew.errors import ModelFailed

_PLAIN = re.compile(r"https?://(?:(localhost)|\[([0-9a-fA-F:.]+)\]|([0-9.]+))(?::[0-9]{1,5})?(?:/[^\s\\@]*)?")
"""The only form that is trusted: nothing in it can be read as another host by another reader of addresses."""


def loopback(url: str) -> bool:
    """Whether an address can only mean this machine: `localhost` or a literal loopback address, nothing looked up."""
    found = _PLAIN.fullmatch(url)
    if not found:
        return False  # other names may be pointed elsewhere after they were checked
    try:
        return bool(found[1]) or ipaddress.ip_address(found[2] or found[3]).is_loopback
    except ValueError:
        return False


_NAMED = re.compile(
    r"https?://(?:[a-z][a-z0-9-]{0,62}|(?:[a-z0-9-]{1,63}\.)+(?:local|lan|internal|home\.arpa))(?::[0-9]{1,5})?(?:/[^\s\\@]*)?"
)
"""Names that only the person's own network gives out: one word, or an ending that is kept for that."""


def nearby(url: str) -> bool:
    """Whether an address lies in the person's own network: this machine, a private address, a name of that network."""
    if _NAMED.fullmatch(url):
        return True
    found = _PLAIN.fullmatch(url)
    try:
        return found is not None and ipaddress.ip_address(found[2] or found[3]).is_private
    except ValueError:
        return False


def permit(name: str, url: str | None, local_only: bool) -> None:
    """Let a call pass that the settings allow; `url` is None where nothing tells what the model reaches.

    Raises:
        ModelFailed: `models.local_only` is on and the call would, or might, leave this machine.
    """
    if local_only and (url is None or not loopback(url)):
        where = f"reaches {url}" if url else "may reach other machines"
        raise ModelFailed(
            f"{name} {where} and `models.local_only` is on; nothing was sent. Use a model on this machine, "
            "or turn the setting off where it is made (clew config show)",
            "local_only",
        )
