"""A command that the person has already: it reads a prompt on standard input and prints the reply.

For coding agents (`claude -p`, `codex exec -`) and any script. The words of the command come from the person's own
configuration, are run without a shell, and nothing of a bundle ever stands among them.
"""

import json
import os
import subprocess
import tempfile
from collections.abc import Iterator, Sequence

from clew.errors import ModelFailed
from clew.llm.provider import Said, charges, instructions
from clew.ports import Request

SHOWN = 200
"""Characters of what a failing command said that are passed on."""


class Command:
    """One command line; implements `provider.Provider`."""

    def __init__(self, name: str, words: Sequence[str], local: bool = False) -> None:
        self.name = name
        self.address = "http://127.0.0.1" if local else None
        self.paid = charges("command", self.address)
        self._words = list(words)

    def complete(self, request: Request, timeout: float) -> Said:
        """What the command prints; it runs in an empty folder, so that it finds nothing of the bundle."""
        given = f"{instructions(request, json.dumps(request.schema))}\n\n{request.text}\n"
        with tempfile.TemporaryDirectory(prefix="clew-") as folder:
            done = self._run(given, folder, timeout)
        if done.returncode:
            told = " ".join(done.stderr.decode("utf-8", "replace").split())[-SHOWN:]
            raise ModelFailed(f"{self.name} ended with exit code {done.returncode}: {told}", "down")
        return Said(done.stdout.decode("utf-8", "replace"))

    def stream(self, request: Request, timeout: float) -> Iterator[str]:
        """The whole reply as one piece."""
        yield self.complete(request, timeout).text

    def close(self) -> None:
        """Nothing stays open between calls."""

    def _run(self, given: str, folder: str, timeout: float) -> "subprocess.CompletedProcess[bytes]":
        # a coding agent must not take itself for the one that called Clew
        environment = {k: v for k, v in os.environ.items() if k not in ("CLAUDECODE", "CLEW_BUNDLE")}
        try:
            return subprocess.run(  # noqa: S603  # the words come from the person's own configuration
                self._words,
                input=given.encode("utf-8", "replace"),
                capture_output=True,
                timeout=timeout,
                cwd=folder,
                env=environment,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise ModelFailed(f"{self.name} did not answer within {timeout:g} seconds", "slow", again=True) from None
        except OSError as error:
            raise ModelFailed(f"{self.name}: {self._words[0]} cannot be run ({error.strerror})", "down") from error
