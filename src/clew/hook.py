"""The prompt hook: one line that tells a coding agent what the bundle knows of the prompt it was just given.

It runs at every prompt, so it imports the standard library only, is dispatched before anything else of Clew is loaded,
and has 50 ms. Whatever is wrong, it says nothing and ends with 0: a hook that fails stands in a person's way.
"""

import json
import os
import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Mapping

KEYWORDS = ("trigger-keywords.txt", "wiki-trigger-keywords.txt")
"""Titles, aliases and tags of a bundle, one a line; the second name is that of wikis made by others."""
INPUT, FILE, PROMPT = 4_000_000, 4_000_000, 8_000
"""Most bytes read of the client's JSON and of the keywords, and characters of a prompt that are looked at."""
LONGEST, MOST, SHORTEST = 6, 5, 3
"""Words of a keyword that can be met, keywords that are named, and letters below which capitals must agree."""

_WORD = re.compile(r"\w+")
_MARKS = re.compile(r"[^\w\s]*")
_DASHES = "-_\u2010\u2011\t\r\u00a0"
# scripts that put no spaces between words, or endings right after them
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_TYPED = re.compile(r"</?command-args>")
# Wrappers of clients have compound or shouted names; what a person types in angle brackets hardly ever has.
_WRAPPER = re.compile(r"<([A-Za-z]+(?:[-_][\w-]+)|INSTRUCTIONS|skill)\b[^<>]{0,400}>.*?(?:</\1\s*>|\Z)", re.DOTALL)
_OWN = re.compile(r"<!--\s*clew:.*?(?:clew:end\b[^\n]*|\Z)", re.DOTALL)
_WHOLE = re.compile(
    r"\s*(?:Caveat: The messages below|\[Request interrupted by user|# AGENTS\.md instructions|Stop hook feedback:"
    r"|This session is being continued from a previous conversation|Another language model started to solve)"
)


def main(args: list[str]) -> None:
    """Answer the client: a nudge for a prompt; with `session`, take the finished session in."""
    named, rest = (args[1], args[2:]) if args[:1] == ["--bundle"] and len(args) > 1 else (None, args)
    try:
        if sys.stdin is None or sys.stdin.isatty():
            sys.stderr.write("clew hook reads what a client sends; set it up with: clew hook install CLIENT\n")
            return
        given = json.loads(sys.stdin.buffer.read(INPUT))
        root = bundle(given, named, os.environ)
        if root and rest[:1] == ["session"]:
            capture(given, root)
        elif root:
            sys.stdout.write(answer(given, root))
            sys.stdout.flush()
    except Exception:  # noqa: BLE001, S110  # whatever is wrong, the person's prompt must go through
        pass


def bundle(given: Mapping[str, object], named: str | None, env: Mapping[str, str]) -> str | None:
    """The folder that is meant: named, `CLEW_BUNDLE`, the nearest above the client's folder, the person's default."""
    chosen = named or env.get("CLEW_BUNDLE")
    if chosen:
        return os.path.expanduser(chosen)
    start = given.get("cwd")
    above = list(_above(start if isinstance(start, str) and start else os.getcwd()))
    for names in (("clew.toml",), KEYWORDS):
        found = next((folder for folder in above if any(map(os.path.isfile, _joined(folder, names)))), None)
        if found:
            return found
    return _default(env)


def _above(start: str) -> Iterator[str]:
    folder = os.path.abspath(start)
    while True:
        yield folder
        folder, before = os.path.dirname(folder), folder
        if folder == before:
            return


def _joined(folder: str, names: Iterable[str]) -> list[str]:
    return [os.path.join(folder, name) for name in names]


def _default(env: Mapping[str, str]) -> str | None:
    import tomllib  # only a person with a default bundle pays for it

    home = env.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
    with open(f"{home}/clew/config.toml", "rb") as file:
        chosen = tomllib.load(file).get("user", {}).get("bundle")
    return os.path.expanduser(chosen) if isinstance(chosen, str) and chosen else None


def answer(given: Mapping[str, object], root: str) -> str:
    """What the client is told: a line, or JSON with that line for a client that reads JSON only; often nothing."""
    prompt = given.get("prompt")
    text = typed(prompt) if isinstance(prompt, str) else ""
    line = nudge(met(text, keywords(root))) if text.strip() else ""
    if line and given.get("hook_event_name") == "BeforeAgent":
        return json.dumps({"hookSpecificOutput": {"hookEventName": "BeforeAgent", "additionalContext": line}}) + "\n"
    return line + "\n" if line else ""


def typed(prompt: str) -> str:
    """The prompt without what clients, tools and Clew itself put into it; empty where a person typed none of it."""
    if _WHOLE.match(prompt):
        return ""
    return _OWN.sub(" ", _WRAPPER.sub(" ", _TYPED.sub(" ", prompt)))[:PROMPT]


def keywords(root: str) -> list[str]:
    """The keywords of a bundle, as they are written."""
    for path in _joined(root, KEYWORDS):
        if os.path.isfile(path):
            with open(path, "rb") as file:
                text = file.read(FILE).decode("utf-8", "replace")
            return [line.strip() for line in text.split("\n") if line.strip() and not line.startswith("#")]
    return []


def met(text: str, known: list[str]) -> list[str]:
    """The keywords that stand in the text as whole words, longest first, none that lies within another."""
    flat = _folded(text)
    spans = _spans(flat)
    unspaced = _UNSPACED.search(flat) is not None
    found: dict[str, str] = {}
    # folded in one go: a call for each keyword would take too long
    for word, key in zip(known, _folded("\n".join(known)).split("\n"), strict=False):
        here = key in spans or (unspaced and len(key) > 1 and _UNSPACED.search(key) and key in flat)
        if here and (len(key) >= SHORTEST or not key.isascii() or _written(word, text)):
            found.setdefault(key, word)
    order = sorted(found, key=lambda key: (-len(key), key))
    return [found[key] for n, key in enumerate(order) if not any(key in longer for longer in order[:n])]


def _folded(text: str) -> str:
    flat = text if text.isascii() else unicodedata.normalize("NFC", text)
    flat = flat.casefold()
    for mark in _DASHES:  # faster than a table
        flat = flat.replace(mark, " ")
    return re.sub(r" {2,}", " ", flat) if "  " in flat else flat


def _spans(flat: str) -> set[str]:
    """Every stretch of up to `LONGEST` words, with and without the signs around it (`C++`, `.net`)."""
    flat = flat.replace("\n", " ")
    words = [found.span() for found in _WORD.finditer(flat)]
    found: set[str] = set()
    for n, (start, _) in enumerate(words):
        for _, end in words[n : n + LONGEST]:
            signs = _MARKS.match(flat, end)
            found.update((flat[start:end], flat[start : signs.end() if signs else end]))
            if start and flat[start - 1] in ".#@/":
                found.add(flat[start - 1 : end])
    return found


def _written(word: str, text: str) -> bool:
    """Whether a name of two letters stands in the text as it is written, capitals and all: `CI`, not `ci`."""
    return len(word) > 1 and not word.islower() and re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text) is not None


def nudge(found: list[str]) -> str:
    """The line: what is known of, as quoted data, and what to do about it."""
    if not found:
        return ""
    names = ", ".join(f'"{_inert(word)}"' for word in found[:MOST])
    more = f" and {len(found) - MOST} more" if len(found) > MOST else ""
    return (
        f"Clew keeps notes on {names}{more}: before answering, look at what was decided with the clew tools "
        "(context, history) or `clew context QUESTION`."
    )


def _inert(word: str) -> str:
    kept = "".join(c if c.isprintable() and c not in '"<>`' else " " for c in word)
    return " ".join(kept.split())[:60]


def capture(given: Mapping[str, object], root: str) -> None:
    """Add the session's own file in a process of its own: the client does not wait, and what happens is logged."""
    import subprocess  # a prompt needs none

    path = given.get("transcript_path")
    if not isinstance(path, str) or not os.path.isfile(os.path.expanduser(path)):
        return
    home = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    os.makedirs(f"{home}/clew", exist_ok=True)
    command = [sys.executable, "-P", "-m", "clew", "--bundle", root, "add", "--", os.path.expanduser(path)]
    with open(f"{home}/clew/hook.log", "ab") as log:
        log.write(f"\n{path}\n".encode("utf-8", "replace"))
        log.flush()
        subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)  # noqa: S603  # our own program, no shell
