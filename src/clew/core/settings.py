"""Every setting with its default; where the values come from is the business of `clew.config`."""

from dataclasses import dataclass

FORMAT = 2
"""Version of the bundle layout this program writes; older ones are migrated, newer ones refused."""

ACCEPT = ("auto-high", "manual", "auto")
SUPERSEDE = ("narrow", "off")
EMBEDDERS = ("minilm", "multilingual", "none")
"""Embedding models that a bundle may choose: they come whole with a package and call nobody."""
SECRETS = ("redact", "keep", "refuse")
LINKS = ("relative", "absolute")


@dataclass(frozen=True, slots=True)
class Settings:
    """Every setting with the value that applies."""

    title: str = "Clew bundle"
    """Name of the bundle, for people."""
    id: str = ""
    """Random id of the bundle, made by `init`."""
    salt: str = ""
    """Salt of the ledger's digests, made by `init`."""
    format: int = FORMAT
    """Version of the layout the bundle is written in."""
    owner: tuple[str, ...] = ("user",)
    """Names and aliases of the person whose bundle this is."""
    accept: str = "auto-high"
    """Which claims become active without review: `auto-high`, `manual` (none) or `auto` (all)."""
    auto_supersede: str = "off"
    """Whether the narrow automatic rule may retire a claim: `narrow` or `off`."""
    secrets: str = "redact"
    """What happens to keys, tokens and passwords in what is added: `redact`, `keep` or `refuse`."""
    links: str = "relative"
    """How generated links in the text of pages are written: `relative` to their page, or `absolute` from the root."""
    budget: int = 2000
    """Most tokens in a context block."""
    confidence: float = 0.0
    """Where the gate opens, between 0 and 1, as `clew evaluate --calibrate` finds it; 0 is the value built in."""
    local_only: bool = False
    """True forbids every call that leaves this machine."""
    embedder: str = "minilm"
    """Embedding model: `minilm` (packaged), `multilingual`, `none`, or in the person's own file `service:model`."""
    extract: str = ""
    """Chat model that `clew extract` asks, as `service:model`; the person's own file sets it and the next eight."""
    judge: str = ""
    """Chat model that is asked about pairs of claims which the rules leave open."""
    resolve: str = ""
    """Chat model that is asked whether two names mean one thing."""
    answer: str = ""
    """Chat model that words the answers of `clew ask`."""
    decompose: str = ""
    """Chat model that splits a question which asks for several things."""
    browser: str = ""
    """Model that runs in the browser of `clew serve` and words answers there, as WebLLM names it."""
    browser_from: str = ""
    """Folder, or address in the person's own network, from which that model and its engine are loaded."""
    timeout: int = 120
    """Seconds that one call of a model may take."""
    spend: float = 0.0
    """Most US dollars that one run may spend on models; 0 sets no limit."""
    author: str = ""
    """Name written as the actor of a person's decisions."""
    scripts: bool = False
    """Whether commands outside a terminal may retire what is in force; read from the person's own file only."""
    git: bool = False
    """Whether every operation is committed to the git repository that the bundle lies in."""
    default_bundle: str = ""
    """Bundle used when none is named and none lies above the working directory."""
    roots: tuple[str, ...] = ()
    """Folders from which programs may add files; read from the person's own file only."""
