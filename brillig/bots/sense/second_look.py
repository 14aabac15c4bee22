"""A second look at a choice: is another one better in every sample? Then no bot should make it."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from typing import Any

from brillig.bots.kernels import SearchPlan, Tree
from brillig.bots.search import Settings, known_to, plan_for
from brillig.bots.sense import kernels
from brillig.core import Game, Table
from brillig.core import kernels as core_kernels
from brillig.core.chance import halves
from brillig.core.faults import Steps, noted, telling
from brillig.core.game import check_seed
from brillig.core.gears import shared_kernels, stand_ins
from brillig.core.rule import Translator

SAMPLES = 16  # in which another choice must be better
CLEARLY = 100  # thousandths of a win by which it must be, to be clearly better
A_POINT = 1000  # and where points count: thousandths of a point,
SPAN = 10  # or one in so many of what lies between the best and the worst


class SecondLook:
    """Compares the choices of a seat in samples that are the same for all of them."""

    def __init__(self, game: Game, settings: Settings | None = None, gear: str = "") -> None:
        """`settings`: what the seat remembers, and whether it goes by what the game says of choices and positions."""
        self.game, self.settings = game, settings or Settings()
        self.gear = gear or ("compiled" if find_spec("numba") else "plain")
        self.kernel = compiled_compare(game) if self.gear == "compiled" else plain_compare(game)

    def better(
        self, view: Table, seat: int, code: int, codes: list[int], seed: int, samples: int = SAMPLES, part: int = 1
    ) -> int:
        """Of these codes one that is clearly better than `code` in every sample, the best of them; if none is, `code`.

        `part`: it is enough to be better by one in so many of what is clearly better.
        """
        rivals = [other for other in codes if other != code]
        if not rivals:
            return code
        samples_of = self.sampling(known_to(view, seat, self.settings), seat, seed)
        ahead = dict.fromkeys(rivals, 0)
        points, low, high = self.game.for_points(view.seats), 1 << 60, -(1 << 60)
        for k in range(samples):
            mine, *theirs = samples_of([code, *rivals], k)
            low, high = min(low, mine, *theirs), max(high, mine, *theirs)
            margin = max(A_POINT, (high - low) // SPAN) if points else CLEARLY
            for other, prize in zip(rivals, theirs, strict=True):
                ahead[other] += prize - mine
            rivals = [other for other, prize in zip(rivals, theirs, strict=True) if part * (prize - mine) >= margin]
            if not rivals:
                return code
        return max(rivals, key=lambda other: (ahead[other], -other))

    def sampling(self, view: Table, seat: int, seed: int) -> Any:
        """A function of some codes and the number of a sample: what each of them brings in it, in thousandths."""
        import numpy as np

        game, compiled = self.game, self.gear == "compiled"
        plan, head, raw, root = (
            plan_for(game, view.seats, self.settings),
            bytearray(Tree.nbytes),
            bytearray(view.raw),
            bytes(view),
        )
        tree: Any = Tree(head)
        tree.seed[0], tree.seed[1] = halves(check_seed(seed))
        out = np.zeros(game.codes, np.int16)

        def brought(codes: list[int], sample: int) -> list[int]:
            prizes = np.zeros(len(codes), np.int64)
            steps: Steps = []

            def plainly(kernel: Any) -> None:
                kernel(
                    [game.state(raw)], raw, root, seat, codes, [tree], [SearchPlan(plan)], memoryview(out.data),
                    memoryview(prizes.data), sample,
                )  # fmt: skip

            when = f" in a second look of seat {seat}, sample {sample} of seed {seed}"
            with telling(game, lambda: plainly(plain_compare(game, steps)), when, steps):
                if compiled:
                    bytes_ = np.frombuffer(raw, np.uint8)
                    self.kernel(
                        bytes_.view(game.state.dtype()), bytes_, np.frombuffer(root, np.uint8), seat,
                        np.array(codes, np.int16), np.frombuffer(head, Tree.dtype()),
                        np.frombuffer(plan, SearchPlan.dtype()), out, prizes, sample,
                    )  # fmt: skip
                else:
                    plainly(self.kernel)
            return [int(prize) for prize in prizes]

        return brought


@cache
def compiled_compare(game: Game) -> Any:
    return shared_kernels(game, kernels)["compare"]


def plain_compare(game: Game, steps: Steps | None = None) -> Any:
    """Interpreted; what is tried is written down in `steps`."""
    known = stand_ins(game, core_kernels, kernels)
    return Translator(lambda f: f, known if steps is None else {**known, **noted(game, steps)})(kernels.compare)
