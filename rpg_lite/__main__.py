"""python -m rpg_lite: the command line."""

import sys

from rpg_lite.frontends.cli import main

if __name__ == "__main__":
    sys.exit(main())
