"""`python -m pz8edu`: the same as the command `pz8edu`."""

import sys

from pz8edu.cli import main

sys.exit(main())
