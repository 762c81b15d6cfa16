"""Entry point: answers `--version`, and the prompt hook, without loading the rest."""

import os
import sys

from clew import __version__


def main() -> None:
    """Run the command line."""
    if sys.argv[1:] in (["--version"], ["-V"]):
        sys.stdout.write(f"clew {__version__}\n")
        return
    if hooked(sys.argv[1:]):
        from clew import hook

        hook.main([word for word in sys.argv[1:] if word != "hook"])
        os._exit(0)  # whatever else would happen at exit, a closed output too, must not disturb the client
    from clew.cli.main import main as run

    run()


def hooked(args: list[str]) -> bool:
    """Whether a client calls the hook: `clew [--bundle DIR] hook [session]`."""
    rest = args[2:] if args[:1] == ["--bundle"] else args
    return rest in (["hook"], ["hook", "session"])


if __name__ == "__main__":
    main()
