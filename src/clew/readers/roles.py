"""Words that name a role, in many languages, and the author class they stand for."""

from dataclasses import dataclass

from clew.model import Author
from clew.text import regex as re

_PERSON = (
    "user human me you prompt person customer client requester "
    "du ich benutzer nutzer mensch vous utilisateur moi humain usuario tú tu yo usted humano utente io umano "
    "usuário você eu gebruiker jij ik mens användare jag människa bruger jeg bruker menneske käyttäjä minä "
    "użytkownik ja człowiek uživatel já felhasználó én utilizator eu пользователь вы я человек користувач ти "
    "kullanıcı sen 用户 用戶 你 您 我 ユーザー ユーザ あなた 私 사용자 나 당신 مستخدم المستخدم أنت אתה משתמש "
    "उपयोगकर्ता आप ผู้ใช้ người dùng bạn pengguna anda χρήστης εσύ"
)
_ASSISTANT = (
    "assistant ai bot model agent chatbot llm "
    "chatgpt gpt claude gemini bard copilot grok llama mistral perplexity deepseek qwen kimi codex cursor aider "
    "assistent ki ia asistente assistente asystent asistent avustaja asszisztens ассистент помощник асистент "
    "yardımcı asistan 助手 助理 アシスタント 어시스턴트 도우미 مساعد المساعد עוזר सहायक ผู้ช่วย trợlý asisten βοηθός"
)
_PERSONS = frozenset(_PERSON.split())
_ASSISTANTS = frozenset(_ASSISTANT.split())
_SYSTEM = frozenset(
    ["system", "developer", "systeem", "système", "sistema", "система", "系统", "システム", "instructions"]
)
_TOOL = frozenset(["tool", "function", "tool_result", "tool_call", "tool_use", "observation", "environment", "ipython"])
_PRODUCT = re.compile(
    r"(?:chat\s?gpt|gpt[- ]?\d[\w.-]*|claude|gemini|copilot|grok|llama|mistral|le chat|perplexity|deepseek|qwen|bard)"
    r"(?:[ -](?:code|pro|plus|[\w.]*\d[\w.]*|sonnet|opus|haiku|flash|mini|turbo|large|ai))*",
    re.I,
)
_EDGE = re.compile(r"^[\W_]+|[\W_]+$")
_FACES: dict[str, Author] = {
    "👤": "person", "🧑": "person", "👩": "person", "👨": "person", "🙋": "person", "🗣": "person",
    "🤖": "assistant", "✨": "assistant", "🧠": "assistant",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Who:
    """Author class of a speaker; `named` when the word is a name and not a role."""

    author: Author
    named: bool


def author_of(word: str) -> Who:
    """The class of a speaker by the word an export or a transcript uses for it; an unknown word is a person's name."""
    plain = _EDGE.sub("", word).casefold()
    if not plain:
        return Who(_FACES.get(word.strip()[:1], "tool"), named=False)
    if plain in _PERSONS:
        return Who("person", named=False)
    if plain in _ASSISTANTS or _PRODUCT.fullmatch(plain):
        return Who("assistant", named=False)
    if plain in _SYSTEM:
        return Who("injected", named=False)
    if plain in _TOOL:
        return Who("tool", named=False)
    return Who("person", named=True)
