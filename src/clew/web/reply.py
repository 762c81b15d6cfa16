"""Short answers that need no template: refusals before anyone came in, as JSON for programs and a page for people."""

from html import escape

from starlette.types import Receive, Scope, Send

from clew.core import codec
from clew.web.call import Fault

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title} · Clew</title>{more}
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/assets/clew.css"></head>
<body class="bare"><main><h1>{title}</h1><p>{text}</p></main></body></html>
"""


class Reply:
    """An answer that is ready: `page` for people, `json` for programs."""

    def __init__(self, kind: str, status: int, title: str, text: str, metas: dict[str, str] | None = None) -> None:
        self.status = status
        self.headers = {"content-type": "application/json" if kind == "json" else "text/html; charset=utf-8"}
        more = "".join(f'<meta http-equiv="{name}" content="{escape(value)}">' for name, value in (metas or {}).items())
        page = _PAGE.format(title=escape(title), text=escape(text), more=more)
        self.body = (codec.line(Fault(status, title, text)) if kind == "json" else page).encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        self.headers["content-length"] = str(len(self.body))
        pairs = [(name.encode(), value.encode("latin-1")) for name, value in self.headers.items()]
        await send({"type": "http.response.start", "status": self.status, "headers": pairs})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else self.body})


def refusal(path: str, status: int, name: str, text: str) -> Reply:
    """A refusal in the form that the path's readers understand."""
    return Reply("json" if path.startswith("/api/") else "page", status, name, text)
