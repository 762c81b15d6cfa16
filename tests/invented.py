"""Small files of the formats that have no sample beside the checkout, made after their descriptions."""

import json

from test_readers_documents import W, docx, epub, pdf


def _lines(**value: object) -> bytes:
    return json.dumps(value).encode()


_AT = "2026-01-10T10:0{}:00Z"
_ASKED, _SAID = "Which queue do we use?", "NATS is light."

INVENTED: dict[str, list[tuple[str, bytes]]] = {
    "gemini": [
        (
            "session.json",
            _lines(
                sessionId="s",
                projectHash="h",
                messages=[
                    {"id": "1", "type": "user", "content": [{"text": _ASKED}], "timestamp": _AT.format(0)},
                    {"id": "2", "type": "gemini", "content": _SAID, "thoughts": [{"subject": "S", "description": "d"}]},
                    {"id": "3", "type": "gemini", "content": "", "toolCalls": [{"id": "c", "name": "ls", "args": {}}]},
                    {"id": "4", "type": "info", "content": "Update available"},
                ],
            ),
        )
    ],
    "studio": [
        (
            "Queue",
            _lines(
                runSettings={},
                systemInstruction={"text": "Be brief."},
                chunkedPrompt={
                    "chunks": [
                        {"role": "user", "text": _ASKED},
                        {"role": "model", "text": "hm", "isThought": True},
                        {"role": "model", "text": _SAID, "createTime": _AT.format(1)},
                        {"role": "user", "driveDocument": {"id": "x"}},
                    ]
                },
            ),
        )
    ],
    "grok": [
        (
            "prod-grok-backend.json",
            _lines(
                conversations=[
                    {
                        "conversation": {"id": "c", "title": "Queue"},
                        "responses": [
                            {
                                "response": {
                                    "_id": "1",
                                    "sender": "human",
                                    "message": _ASKED,
                                    "create_time": _AT.format(0),
                                }
                            },
                            {"response": {"_id": "2", "sender": "assistant", "message": _SAID}},
                        ],
                    }
                ]
            ),
        )
    ],
    "lechat": [
        (
            "chat-1.json",
            json.dumps(
                [
                    {
                        "id": "b",
                        "role": "assistant",
                        "content": _SAID,
                        "contentChunks": [{"type": "tool_call", "name": "web"}, {"type": "text", "text": _SAID}],
                        "createdAt": _AT.format(2),
                    },
                    {"id": "a", "role": "user", "content": _ASKED, "contentChunks": [], "createdAt": _AT.format(1)},
                ]
            ).encode(),
        )
    ],
    "perplexity": [
        (
            "threads.json",
            _lines(
                entries=[
                    {
                        "query_str": _ASKED,
                        "context_uuid": "ctx-1",
                        "blocks": [{"markdown_block": {"answer": _SAID}}, {"web_result_block": {}}],
                    }
                ]
            ),
        ),
        ("export.json", _lines(metadata={}, conversations=[{"query": _ASKED, "answer": _SAID, "sources": []}])),
    ],
    "messages": [
        (
            "chat.json",
            _lines(
                id="chat-queue-000000000001",
                messages=[
                    {"id": "1", "role": "user", "text": _ASKED, "at": _AT.format(0)},
                    {"id": "2", "role": "assistant", "text": _SAID, "at": _AT.format(1)},
                    {"id": "3", "role": "system", "text": "Be brief."},
                    {"id": "4", "role": "tool", "text": "ok"},
                    {"id": "5", "role": "user", "text": ""},
                ],
            ),
        )
    ],
    "pdf": [("report.pdf", pdf(["We use NATS."], [], title="Report")), ("scan.pdf", pdf([]))],
    "office": [
        (
            "plan.docx",
            docx(
                f"<w:p {W}><w:r><w:t>We use </w:t></w:r><w:del><w:r><w:delText>Kafka</w:delText></w:r></w:del>"
                "<w:ins><w:r><w:t>NATS.</w:t></w:r></w:ins></w:p>"
            ),
        ),
        ("book.epub", epub("<p>We use NATS.</p>", "<p>Second.</p>")),
    ],
    "notebook": [
        (
            "study.ipynb",
            _lines(
                nbformat=4,
                nbformat_minor=5,
                metadata={},
                cells=[
                    {"cell_type": "markdown", "metadata": {}, "source": ["# Queue\n", "We use NATS."]},
                    {
                        "cell_type": "code",
                        "metadata": {},
                        "source": "1 + 1",
                        "outputs": [{"output_type": "stream", "name": "stdout", "text": ["2\n"]}],
                    },
                ],
            ),
        )
    ],
    "canvas": [
        (
            "board.canvas",
            _lines(
                nodes=[
                    {"id": "b", "type": "file", "file": "queue.md", "x": 0, "y": 90, "width": 9, "height": 9},
                    {"id": "a", "type": "text", "text": "We use NATS.", "x": 0, "y": 0, "width": 9, "height": 9},
                ],
                edges=[{"id": "e", "fromNode": "a", "toNode": "b", "label": "because of"}],
            ),
        )
    ],
    "rowed": [("budget.csv", b"what;euros\nqueue;300\ncache;40\n")],
}
