"""What is not needed is not imported: the first answer comes quickly."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent
HEAVY = ("sympy", "numpy", "shapely", "flint", "mpmath", "scipy", "bokeh")
DISPLAY = ("IPython", "ipywidgets", "anywidget", "bokeh", "panel", "jupyterlab", "pz8widgets", "notebook")
RALLY = '{"system": "pz8-ww2", "calculator": "rally", "inputs": {"condition": "suppressed"}}'
CHAIN = '{"system": "pz8-ww2", "chain": "rally-chain", "inputs": {"condition": "suppressed"}}'
SIGHT = '{"system": "pz8-ww2", "board": "within", "inputs": {"centre": [0, 0], "unit": [3, 4], "limit": 5}}'
TREE = "Enumerating().tree(lambda umpire: umpire.d6('x') >= 4)"


@pytest.mark.parametrize(
    "code",
    [
        "import pz8edu",
        "import pz8edu; pz8edu.Enumerating; pz8edu.Chain; pz8edu.D6; pz8edu.system",
        "import pz8edu.cli",
        "from pz8edu import ask; print(ask('pz8-ww2', 'direct-fire', attack=5, defence=4)['destroyed'])",
        "from pz8edu import ask; print(ask('pz8-ww2', 'direct-fire', attack=5, defence=4))",
        "import pz8edu; [pz8edu.system(name) for name in pz8edu.ids()]",
        f"from pz8edu import batch; print(list(batch(['{RALLY}', '{CHAIN}', '{SIGHT}'])))",
        f"from pz8edu import Enumerating; {TREE}.distribution.fractions()",
    ],
)
def test_nothing_heavy_is_imported(code: str) -> None:
    start, end = (
        "import sys, json; known = set(sys.modules)",
        "print(json.dumps([*(set(sys.modules) - known)]))",
    )
    told = f"{start}; {code}\n{end}"
    found = subprocess.run(
        [sys.executable, "-c", told], capture_output=True, text=True, cwd=PROJECT, timeout=60
    )
    assert found.returncode == 0, found.stderr
    imported = {name.split(".")[0] for name in json.loads(found.stdout.splitlines()[-1])}
    assert not imported & {*HEAVY, *DISPLAY}


def test_every_public_name_is_there() -> None:
    import pz8edu

    for name in pz8edu.__all__:
        assert getattr(pz8edu, name) is not None
    assert set(pz8edu.__all__) <= set(dir(pz8edu))
    assert pz8edu.__version__
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        pz8edu.nonsense  # noqa: B018
