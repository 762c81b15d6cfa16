"""`clew serve` and `clew export html`: the app in a browser, and a picture of the bundle in one file."""

import importlib.util
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from clew.cli import paint
from clew.cli.state import opened
from clew.errors import Failed, UsageError

if TYPE_CHECKING:
    from clew.web.guard import Keys

NEEDED = ("starlette", "uvicorn", "jinja2", "python_multipart")


def serve(
    ctx: typer.Context,
    port: Annotated[
        int | None, typer.Option("--port", min=0, max=65535, help="Port; 0 takes any that is free.")
    ] = None,
    host: Annotated[str, typer.Option("--host", help="Address to listen on.")] = "127.0.0.1",
    remote: Annotated[bool, typer.Option("--remote", help="Let other machines in; they need the link too.")] = False,
    name: Annotated[
        list[str] | None, typer.Option("--name", metavar="HOST[:PORT]", help="Another name the site answers to.")
    ] = None,
    tls: Annotated[bool, typer.Option("--tls", help="A proxy in front speaks https.")] = False,
    browser: Annotated[bool, typer.Option("--open", help="Open the browser.")] = False,
    token: Annotated[bool, typer.Option("--token", help="Print the token of the API, for programs.")] = False,
) -> None:
    """Serve the app to a browser on this machine, until Ctrl-C.

    The link it prints lets one browser in, once. What is decided there counts as a person's decision; what a
    program does with the token never does.
    """
    missing = [module for module in NEEDED if importlib.util.find_spec(module) is None]
    if missing:
        raise Failed(f"the app needs {', '.join(missing)}; install it with: pip install 'clew[web]'")
    from clew.web import server

    where = server.Where(host, port, remote, tuple(n.lower() for n in name or ()), "https" if tls else "http")

    def tell(link: str, keys: "Keys") -> None:
        if remote and not server.local(host):
            paint.warn(f"clew: other machines can reach {host}; whoever has the link decides in your name")
            if not tls:
                paint.warn("clew: without TLS everyone on the way reads it; put a proxy in front and say --tls")
        paint.say(f"Open {link}")
        if token:
            paint.say(f"Token {keys.token}")
        paint.say("The link works once. Ctrl-C stops.")
        if browser:
            webbrowser.open(link)

    with opened(ctx) as bundle:
        root = bundle.root
    server.run(root, where, tell)


def html(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(help="File to write.")] = Path("clew.html"),
    topic: Annotated[str | None, typer.Option("--topic", help="Only this topic.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
) -> None:
    """Write one file with graph, threads and search: it opens from disk, without a server or network."""
    from clew.web import export

    if file.exists() and not force:
        raise UsageError(f"{file} exists; name another, or say --force")
    with opened(ctx) as bundle:
        made = export.page(bundle, topic)
    export.write(file, made)
    paint.say(f"Wrote {file}: {made.claims} claims, {made.topics} topics")
