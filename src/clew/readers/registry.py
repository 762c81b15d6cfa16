"""All formats in the order they are asked; a new format is one file and one line here."""

from clew.readers import (
    canvas,
    captions,
    chatgpt,
    claude,
    codex,
    copilot,
    cursor,
    discord,
    gemini,
    grok,
    lechat,
    librechat,
    mail,
    markdown,
    markup,
    messages,
    notebook,
    pasted,
    pdf,
    perplexity,
    rowed,
    session,
    studio,
    takeout,
    webui,
)
from clew.readers.records import File, Format, Rows, Text

FORMATS: tuple[Format, ...] = (
    chatgpt.FORMAT,
    chatgpt.SHARED,
    claude.FORMAT,
    claude.PROJECT,
    claude.MEMORY,
    takeout.ACTIVITY,
    studio.FORMAT,
    gemini.FORMAT,
    webui.FORMAT,
    librechat.FORMAT,
    copilot.FORMAT,
    discord.FORMAT,
    grok.FORMAT,
    perplexity.FORMAT,
    messages.FORMAT,
    notebook.FORMAT,
    canvas.FORMAT,
)
ROWS: tuple[Rows, ...] = (session.FORMAT, codex.FORMAT, copilot.CHANGES, lechat.FORMAT, perplexity.ROWS, messages.ROWS)
FILES: tuple[File, ...] = (cursor.FORMAT, pdf.FORMAT, mail.BOX, mail.SINGLE)
TEXTS: tuple[Text, ...] = (takeout.PAGE, markup.FORMAT, captions.FORMAT, pasted.FORMAT, rowed.FORMAT, markdown.FORMAT)
"""The last one takes any text."""
