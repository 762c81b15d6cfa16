"""Entry point: answers `--version` and completion without loading the rest."""

import sys


def main() -> None:
    """Run the command line."""
    from clew import __version__  # answers before the rest is loaded

    if sys.argv[1:] in (["--version"], ["-V"]):
        sys.stdout.write(f"clew {__version__}\n")


if __name__ == "__main__":
    main()
