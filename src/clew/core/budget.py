"""How many tokens a text costs at most, whatever the model: a bound that is proved, not guessed.

Every tokenizer in use (byte-level BPE, SentencePiece with byte fallback, WordPiece) cuts a text into
pieces that each cover at least one byte of its UTF-8 form, so bytes bound tokens. Digits, signs and
all that is not plain English letters are counted so. For runs of plain letters the bound is tighter:
see `word`.
"""


def tokens(text: str) -> int:
    """Upper bound of the tokens of a text."""
    return len(text.encode("utf-8", "surrogatepass"))
