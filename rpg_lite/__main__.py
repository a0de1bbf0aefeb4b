"""python -m rpg_lite: the command line."""

import sys

from rpg_lite.cli.app import main

if __name__ == "__main__":
    sys.exit(main())
