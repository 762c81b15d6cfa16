"""The server: the table of tools, resources and prompts behind the official SDK, over standard input and output.

One piece of work at a time, each in a worker thread, so that a long import does not keep a client from being answered.
"""

import re
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import anyio
import mcp_types as types
from anyio import to_thread
from mcp import MCPError
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from clew import __version__
from clew.bundle import Bundle
from clew.core.given import from_json
from clew.errors import ClewError, UsageError
from clew.mcp import papers, prompts
from clew.mcp.deeds import DEEDS
from clew.mcp.reads import READS
from clew.mcp.reply import LONGEST
from clew.mcp.tool import Tool
from clew.model import Json
from clew.search.block import inert

T = TypeVar("T")
PLAIN = "text/plain"
TOOLS = {tool.name: tool for tool in (*READS, *DEEDS)}
GUIDE = (
    "Clew remembers what this person said, decided and changed, with the words it rests on. Before you answer or "
    "decide something that may have come up before, call `context`. Cite claim ids. What is PAST, DISPUTED or PROPOSED "
    "does not hold; where it says 'no confident match', say that nothing is known. When the person decides something, "
    "`propose` it with their exact words. You read and propose; the person decides."
)


HINT = re.compile(r"(?:list them|see what there is) with: clew(?: [a-z]+)+$")
"""Where a message sends people on to a command, an agent is sent to a tool."""


class Work:
    """The bundle, for one caller at a time."""

    def __init__(self, bundle: Bundle) -> None:
        bundle.line_up()  # an agent that is told to try again may never do it
        self._bundle = bundle
        self._turn = anyio.CapacityLimiter(1)

    async def do(self, act: Callable[[Bundle], T]) -> T:
        """Carry something out in a thread of its own."""
        return await to_thread.run_sync(partial(act, self._bundle), limiter=self._turn)


def carried_out(bundle: Bundle, name: str, given: Json) -> str:
    """What a tool answers, within the budget that was asked for.

    Raises:
        ClewError: why it could not be carried out; nothing was changed.
    """
    tool = TOOLS.get(name)
    if tool is None:
        raise UsageError(f"there is no tool {name[:60]!r}; there is: {', '.join(TOOLS)}")
    taken: Any = from_json(tool.takes, given)
    return tool.act(bundle, taken).text(getattr(taken, "budget", None) or bundle.settings.budget)


def described(tool: Tool) -> types.Tool:
    """A tool as clients see it."""
    hints = types.ToolAnnotations(
        title=tool.title,
        read_only_hint=tool.reads,
        destructive_hint=False,
        idempotent_hint=True,
        open_world_hint=False,
    )
    return types.Tool(
        name=tool.name, title=tool.title, description=tool.about, input_schema=tool.schema(), annotations=hints
    )


def server(bundle: Bundle) -> Server[Any]:
    """The server of one bundle."""
    work = Work(bundle)

    async def tools(_: Any, params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[described(tool) for tool in TOOLS.values()])

    async def call(_: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        try:
            text = await work.do(lambda b: carried_out(b, params.name, params.arguments or {}))
        except ClewError as error:
            said = HINT.sub("find it with the tool `search`", str(error))
            return types.CallToolResult(content=[_text(inert(said, LONGEST))], is_error=True)
        return types.CallToolResult(content=[_text(text)])

    return Server(
        "clew",
        version=__version__,
        title="Clew",
        instructions=GUIDE,
        on_list_tools=tools,
        on_call_tool=call,
        **_papers(work),
        **_prompts(work),
    )


def _papers(work: Work) -> dict[str, Any]:
    """The handlers of resources."""

    async def every(_: Any, params: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
        cursor = (params.cursor if params else None) or "0"
        if not cursor.isdecimal() or len(cursor) > 9:
            raise MCPError(types.INVALID_PARAMS, "the cursor is none of this server")
        found, after = await work.do(lambda b: papers.listed(b, int(cursor)))
        return types.ListResourcesResult(
            resources=[
                types.Resource(uri=p.uri, name=inert(p.name, 200), description=inert(p.about, 300), mime_type=PLAIN)
                for p in found
            ],
            next_cursor=None if after is None else str(after),
        )

    async def templates(_: Any, params: Any) -> types.ListResourceTemplatesResult:
        return types.ListResourceTemplatesResult(
            resource_templates=[
                types.ResourceTemplate(uri_template=p.uri, name=p.name, description=p.about, mime_type=PLAIN)
                for p in papers.TEMPLATES
            ]
        )

    async def read(_: Any, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        text = await _asked(work, lambda b: papers.read(b, params.uri))
        return types.ReadResourceResult(
            contents=[types.TextResourceContents(uri=params.uri, mime_type=PLAIN, text=text)]
        )

    return {"on_list_resources": every, "on_list_resource_templates": templates, "on_read_resource": read}


def _prompts(work: Work) -> dict[str, Any]:
    """The handlers of prompts, and of the completion of their topics."""

    async def every(_: Any, params: Any) -> types.ListPromptsResult:
        return types.ListPromptsResult(prompts=[_described(one) for one in prompts.PROMPTS])

    async def get(_: Any, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        text = await _asked(work, lambda b: prompts.written(b, params.name, params.arguments or {}))
        return types.GetPromptResult(messages=[types.PromptMessage(role="user", content=_text(text))])

    async def complete(_: Any, params: types.CompleteRequestParams) -> types.CompleteResult:
        begun = params.argument.value.casefold()
        topics = await work.do(lambda b: [topic for topic in b.topics() if topic.startswith(begun)])
        known = params.argument.name == "topic"
        return types.CompleteResult(completion=types.Completion(values=topics[:100] if known else []))

    return {"on_list_prompts": every, "on_get_prompt": get, "on_completion": complete}


async def _asked(work: Work, act: Callable[[Bundle], str]) -> str:
    """The text that was asked for; what cannot be had is an error of the request."""
    try:
        return await work.do(act)
    except ClewError as error:
        raise MCPError(types.INVALID_PARAMS, inert(str(error), LONGEST)) from error


def _described(one: prompts.Prompt) -> types.Prompt:
    argument = types.PromptArgument(name=one.argument, description=one.meaning, required=one.required)
    return types.Prompt(name=one.name, title=one.title, description=one.about, arguments=[argument])


def _text(text: str) -> types.TextContent:
    return types.TextContent(type="text", text=text)


def run(bundle: Bundle) -> None:
    """Serve until the client closes its end."""

    async def serve() -> None:
        made = server(bundle)
        async with stdio_server() as (reading, writing):
            await made.run(reading, writing, made.create_initialization_options())

    anyio.run(serve)
