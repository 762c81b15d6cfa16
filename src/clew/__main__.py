"""Entry point: answers `--version` without loading the rest."""

import sys

from clew import __version__


def main() -> None:
    """Run the command line."""
    if sys.argv[1:] in (["--version"], ["-V"]):
        sys.stdout.write(f"clew {__version__}\n")
        return
    from clew.cli.main import main as run

    run()


if __name__ == "__main__":
    main()
