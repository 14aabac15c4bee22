"""A process that finds its rules compiled answers soon: it brings in little that an answer does not need.

Seconds depend on the machine and on who else uses it, so modules are counted. `brillig bench --compile` shows seconds.
"""

import subprocess
import sys

from tests.toys import TOYS

ANSWER = """
import sys
import brillig
from brillig import bots

game = brillig.load(sys.argv[1])
table = game.new(gear="compiled").settle()
seat = table.waiting()[0]
expert = bots.make("expert", game)
expert.ending(table)
expert.search.think(table, seat, 0, iterations=1)
print(*sys.modules)
"""
MOST = 700  # it is about 600, with all of NumPy and what `import numba` brings
# What compiles; what draws, serves, reads commands and tables of data; and what only tests need.
NOT_NEEDED = {
    "numba.np.arrayobj", "numba.np.arraymath", "numba.typed.typeddict", "scipy.linalg",
    "asyncio", "http.server", "jinja2", "markdown_it", "multiprocessing", "pandas", "polars", "pyarrow", "rich", "sqlite3",
    "starlette", "typer", "hypothesis", "pytest", "unittest",
    "brillig.cli", "brillig.learn", "brillig.match", "brillig.paper", "brillig.testing", "brillig.web",
}  # fmt: skip


def modules() -> set[str]:
    command = [sys.executable, "-c", ANSWER, str(TOYS / "nim")]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())


def test_an_answer_of_compiled_rules_needs_little():
    modules()  # compiles, where that was not done before
    found = modules()
    assert {"brillig.bots.search", "numba"} <= found
    assert not found & NOT_NEEDED
    assert len(found) <= MOST
