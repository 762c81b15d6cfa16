"""What can make an operation impossible. Faults in a person's files are `Problem` values instead.

ClewError
├── UsageError            asked for something that cannot be (exit code 2)
│   ├── NotFound          no bundle, claim, topic, source or file of that name
│   └── Ambiguous         a short id or name that fits more than one thing
└── Failed                could not be done (exit code 1)
    ├── Locked            another process is writing to the bundle
    ├── Conflict          a file changed since it was read
    ├── Damaged           a file of the bundle cannot be read; nothing was changed
    ├── NewerFormat       the bundle was written by a newer Clew
    ├── StorageFailed     the disk is full, read-only or failing
    ├── Refused           a rule forbids it: authority, tombstone, limits
    └── ModelFailed       a model is missing, slow, or answered nonsense
"""


class ClewError(Exception):
    """Base of everything Clew raises on purpose; the message says what, where and what to do."""

    exit_code = 1


class UsageError(ClewError):
    """The request itself is wrong."""

    exit_code = 2


class NotFound(UsageError):
    """Nothing here has that name."""


class Ambiguous(UsageError):
    """More than one thing has that name."""


class Failed(ClewError):
    """The request was right but could not be carried out; nothing was changed."""


class Locked(Failed):
    """Another process is writing to this bundle."""


class Conflict(Failed):
    """A file changed between reading and writing."""


class Damaged(Failed):
    """A file of the bundle cannot be read."""


class NewerFormat(Failed):
    """The bundle was written by a newer version of Clew."""


class StorageFailed(Failed):
    """The disk would not take the bytes."""


class Refused(Failed):
    """A rule of the bundle forbids it."""


class ModelFailed(Failed):
    """A model could not be used.

    `kind` is a stable word for why (`key`, `unknown`, `down`, `slow`, `busy`, `refused`, `truncated`, `nonsense`,
    `budget`, `local_only`, …), `again` whether the same call may succeed later, `after` the seconds it asked to wait.
    """

    def __init__(self, message: str, kind: str = "failed", again: bool = False, after: float | None = None) -> None:
        super().__init__(message)
        self.kind, self.again, self.after = kind, again, after
        self.partial = ""  # what had come of a reply that was cut off
