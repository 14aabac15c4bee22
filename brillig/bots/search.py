"""Thinking: runs the search on what a seat may know, for so many iterations, or until the time is up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.util import find_spec
from time import perf_counter
from typing import Any, NamedTuple

import msgspec

from brillig.bots import kernels
from brillig.bots.averages import room
from brillig.bots.kernels import SearchPlan, Tree
from brillig.bots.nodes import ROOT, Node
from brillig.core import Game, IllegalChoice, RuleFault, Table
from brillig.core.chance import THE_PLAYERS, halves, sow
from brillig.core.faults import SLIPS, Steps, fault, noted, way_to
from brillig.core.game import check_seed
from brillig.core.gears import shared_kernels, stand_ins
from brillig.core.record import Record
from brillig.core.rule import Translator

TO_THE_END = -1
ANY_DEPTH = 1 << 30
MOST_NODES = 1 << 20  # in a tree; it goes on without growing when they are used up
SPARE_NODES = 256
CHUNK = 0.01  # seconds between two looks at the clock
KNOWN = Record.nbytes  # a record's chance, clock and seats come first, and are not compared


ALL = -1


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How to think. Iterations say how long, whatever the machine; `seconds` is the most they may take."""

    iterations: int = 1000  # in all trees together
    seconds: float = 2.0
    reaction: int = 1000  # milliseconds to notice and to move, where time runs, on average
    glance: int = 0  # and to look at one thing that might do, where finding what does is the game
    form: int = 0  # by how much both differ from game to game, in hundredths (of a logarithm)
    timing: int = 35  # milliseconds by which it is too early or too late, as a rule, where something swings
    threads: int = 1  # as many trees, which are added up
    explore: int = 700  # how much to try what looks worse, in thousandths
    cap: int = TO_THE_END  # choices to play on from the edge of the tree before the position is judged
    depth: int = ANY_DEPTH  # how many choices deep the tree may grow
    floor: int = 0  # visits for every choice at the root
    look: int = 4  # where one is alone: choices to play on for a second look, before the position is judged
    margin: int = 0  # how much the margin of points counts beside the place, in thousandths
    prefer: bool = True  # go by what the game calls likely, if it does
    learn: bool = False  # play on by what choices have brought so far, wherever they were made (not on a GPU)
    value: bool = True  # go by what the game says about how seats stand, if it does
    slack: int = (
        0  # takes choices that look less than so much worse than the best, the seldomer the worse they look, in
    )
    # thousandths (of a win; or, where points count, of what lies between the best and the worst)
    care: int = 4  # in a second look it shuns what is worse by one in so many of what is clearly worse
    mix: bool = False  # when seats choose at once: as often as the search did, not always what it did most
    memory: int = ALL  # how much it remembers, where a game is about that and has a function `forget`
    solve: int = 0  # positions to look at for an exact ending; 0: none
    deepen: int = 0  # positions to look at depth first, ever further ahead, where endings could be exact; 0: the tree
    turns: bool = False  # judge whole turns of its own, each by how it ends, instead of searching
    replies: int = 0  # of these, so many that look best by the best answers to every roll; 0: none
    further: int = 0  # and so many of those by what becomes of these answers
    loose: int = 0  # takes the worst end of a turn that is within so many hundredths of the leeway which the game gives
    bluff: int = 0  # iterations with regrets, in an ending with secrets that is small enough for them; 0: none
    gpu: bool = False  # search on a GPU


class Estimate(NamedTuple):
    """What the search thinks of a choice: the share of the others beaten after it, or the points won."""

    code: int
    visits: int
    mean: float


class Thought(NamedTuple):
    """What came of thinking."""

    estimates: list[Estimate]  # the most visited first
    iterations: int
    seconds: float
    blind: bool  # do others choose at the same time?
    points: bool  # are the means points?


class Search:
    """Thinks for any seat of a game. With `reuse`, it remembers the last tree and goes on below where it can.

    Without, it remembers nothing: it may serve many tables and threads, and the same view, seed and iterations give
    the same thought.
    """

    def __init__(self, game: Game, settings: Settings, *, reuse: bool = False, gear: str = "") -> None:
        """`gear`: compiled or plain; without one, compiled if this machine can."""
        self.game, self.settings, self.reuse = game, settings, reuse
        self.gear = gear or ("compiled" if find_spec("numba") else "plain")
        self.kernels = compiled_search(game) if self.gear == "compiled" else plain_search(game)
        self.grow = Grown if self.gear == "compiled" else PlainGrown
        self._last: tuple[bytes, int, list[Grown]] | None = None

    def think(self, view: Table, seat: int, seed: int, iterations: int | None = None) -> Thought:
        """Estimates of the choices that this seat has. Whatever else the view holds is wiped first."""
        with way_to(view):
            return self._think(known_to(view, seat, self.settings), seat, seed, iterations)

    def _think(self, view: Table, seat: int, seed: int, iterations: int | None) -> Thought:
        many, root = self.settings.threads, bytes(view)
        share = -(-(iterations or self.settings.iterations) // many)
        plan = plan_for(self.game, view.seats, self.settings)
        trees = [self.grow(view, plan, share, check_seed(seed), k, many) for k in range(many)]
        if self.reuse:
            self._replant(view, seat, trees)
            self._last = root, seat, trees
        self.kernels["think"](*trees[0].given(root, seat), 0)  # the first time it is compiled: that is not thinking
        began = perf_counter()
        until = began + self.settings.seconds

        def run(tree: Grown) -> None:
            try:
                tree.think(self.kernels["think"], root, seat, share, until)
            except SLIPS as why:
                fresh = self.grow(view, plan, share, seed, trees.index(tree), many)
                raise self._fault(why, fresh, tree.done, root, seat, seed) from why

        if many == 1:
            run(trees[0])
        else:
            with ThreadPoolExecutor(many) as pool:
                list(pool.map(run, trees))
        found = merged(trees, seat, seed)
        blind = len(view.waiting()) > 1 and view.due() < 0
        points = self.game.for_points(view.seats)
        return Thought(found, sum(tree.done for tree in trees), perf_counter() - began, blind, points)

    def _fault(self, why: Exception, fresh: Grown, done: int, root: bytes, seat: int, seed: int) -> RuleFault:
        """Which rule broke down, and how it came to that: the same iterations again, the last of them interpreted."""
        steps: Steps = []
        make = Translator(lambda f: f, {**stand_ins(self.game, kernels), **noted(self.game, steps)})

        def again() -> None:
            self.kernels["think"](*fresh.given(root, seat), done)
            make(kernels.think)(*PlainGrown.given(fresh, root, seat), 1)  # type: ignore[arg-type]

        return fault(self.game, why, again, f" in iteration {done} of a search for seat {seat}, seed {seed}", steps)

    def _replant(self, view: Table, seat: int, trees: list[Grown]) -> None:
        """If the view lies below the last root, with no chance in between, go on with what is known about it."""
        if self._last is None or self.game.hidden or self._last[1] != seat:
            return
        root, _, old = self._last
        way = way_down(self.game.restore(root, gear=view.gear.name), view, old[0])
        if way is not None:
            for tree, before in zip(trees, old, strict=True):
                at = before.at(way)
                if at is not None:
                    tree.take(self.kernels["transplant"], before, at)


def known_to(view: Table, seat: int, settings: Settings) -> Table:
    """What a seat that is to decide may know, and remembers."""
    view = view.hidden(seat)
    if not view.shortlist(seat):
        raise IllegalChoice("It is not your turn.")
    if settings.memory != ALL and view.game.forget:
        view.game.forget(view.plain, seat, settings.memory)
    return view


def plan_for(game: Game, seats: int, settings: Settings) -> bytearray:
    """The settings as the kernels read them."""
    raw = bytearray(SearchPlan.nbytes)
    plan = SearchPlan(raw)
    plan.explore, plan.depth, plan.floor, plan.margin = (
        settings.explore, settings.depth, settings.floor, settings.margin,
    )  # fmt: skip
    plan.look, plan.codes, plan.learn = settings.look, game.codes, int(settings.learn)
    plan.cap = ANY_DEPTH if settings.cap == TO_THE_END else settings.cap
    plan.prefer = int(settings.prefer and game.prefer is not None)
    plan.points = int(game.for_points(seats))
    plan.value = int(settings.value and game.value is not None)
    return raw


# ---- trees ---------------------------------------------------------------------------------------------------------


class Grown:
    """A tree and all that the kernels work on."""

    def __init__(self, view: Table, plan: bytearray, iterations: int, seed: int, number: int, of: int) -> None:
        import numpy as np

        game = view.game
        self.record, self.plan = game.state, plan
        self.raw, self.head = bytearray(game.state.nbytes), bytearray(Tree.nbytes)
        # A node an iteration; when all seats choose at once, one for each and one for each but the first.
        self.nodes = np.empty(min(iterations * (2 * view.seats - 1) + SPARE_NODES, MOST_NODES), Node.dtype())
        self.nodes[ROOT] = 0
        self.out, self.mark = np.zeros(game.codes, np.int16), np.zeros(game.codes, np.int64)
        self.averages = np.zeros(room(view.seats, game.codes) if SearchPlan(plan).learn else 1, np.int64)
        self.tree: Any = Tree(self.head)
        self.tree.seed[0], self.tree.seed[1] = halves(seed)
        self.tree.stream[0], self.tree.stream[1] = number, of
        self.tree.low, self.tree.high = 1 << 60, -(1 << 60)
        self.tree.used = 1
        sow(self.tree.rng, *halves(seed), number, THE_PLAYERS)

    @property
    def done(self) -> int:
        return int(self.tree.done)

    def think(self, kernel: Callable[..., None], root: bytes, seat: int, count: int, until: float) -> None:
        """So many iterations, in portions, until the time is up. There is always time for a few."""
        given = self.given(root, seat)
        portion = 8
        while self.done < count:
            began = perf_counter()
            kernel(*given, min(portion, count - self.done))
            now = perf_counter()
            if now > until:
                return
            portion = max(1, int(portion * min(4.0, CHUNK / max(now - began, 1e-6))))

    def given(self, root: bytes, seat: int) -> tuple[Any, ...]:
        import numpy as np

        raw = np.frombuffer(self.raw, np.uint8)
        x, trees = raw.view(self.record.dtype()), np.frombuffer(self.head, Tree.dtype())
        plans = np.frombuffer(self.plan, SearchPlan.dtype())
        known = np.frombuffer(root, np.uint8)
        return x, raw, known, seat, self.nodes, trees, plans, self.out, self.mark, self.averages

    def take(self, kernel: Callable[..., None], old: Grown, at: int) -> None:
        """Begin with what the old tree knows below a node."""
        import numpy as np

        origin = np.zeros(len(self.nodes), np.int32)
        kernel(old.nodes, at, self.nodes, np.frombuffer(self.head, Tree.dtype()), origin)
        self.tree.low, self.tree.high, self.tree.swing = old.tree.low, old.tree.high, old.tree.swing

    def below(self, at: int) -> list[tuple[int, int, int]]:
        """The children of a node: where they are, the seat and the code."""
        found, child = [], int(self.nodes[at]["first"])
        while child:
            found.append((child, int(self.nodes[child]["seat"]), int(self.nodes[child]["code"])))
            child = int(self.nodes[child]["after"])
        return found

    def at(self, way: Sequence[tuple[int, int]]) -> int | None:
        """The node at the end of these choices."""
        node = ROOT
        for choice in way:
            under = {(seat, code): child for child, seat, code in self.below(node)}
            if choice not in under:
                return None
            node = under[choice]
        return node


class PlainGrown(Grown):
    """The same for kernels that run interpreted."""

    def given(self, root: bytes, seat: int) -> tuple[Any, ...]:
        x, nodes, plans = [self.record(self.raw)], Nodes(self.nodes), [SearchPlan(self.plan)]
        rows = (memoryview(row.data) for row in (self.out, self.mark, self.averages))
        return x, self.raw, root, seat, nodes, [self.tree], plans, *rows

    def take(self, kernel: Callable[..., None], old: Grown, at: int) -> None:
        kernel(Nodes(old.nodes), at, Nodes(self.nodes), [self.tree], [0] * len(self.nodes))
        self.tree.low, self.tree.high, self.tree.swing = old.tree.low, old.tree.high, old.tree.swing


class Nodes:
    """A pool of nodes for interpreted kernels, opened one by one as they are used."""

    def __init__(self, pool: Any) -> None:
        self.raw = memoryview(pool.view("u1"))
        self.known: dict[int, Node] = {}

    def __len__(self) -> int:
        return len(self.raw) // Node.nbytes

    def __getitem__(self, at: int) -> Node:
        if at not in self.known:
            self.known[at] = Node(self.raw[at * Node.nbytes : (at + 1) * Node.nbytes])
        return self.known[at]


def merged(trees: list[Grown], seat: int, seed: int) -> list[Estimate]:
    """What all trees found out about the choices of a seat at the root, added up. The seed decides between equals.

    The lowest code would not do: where codes are places, it leans to one side of the board.
    """
    visits: dict[int, int] = {}
    totals: dict[int, int] = {}
    for tree in trees:
        for at, chooser, code in tree.below(ROOT):
            if chooser == seat:
                visits[code] = visits.get(code, 0) + int(tree.nodes[at]["visits"])
                totals[code] = totals.get(code, 0) + int(tree.nodes[at]["total"])
    found = [Estimate(code, n, totals[code] / n / 1000) for code, n in visits.items() if n]
    return sorted(found, key=lambda e: (-e.visits, -e.mean, (e.code + seed) * SCATTER % (1 << 32)))


SCATTER = 2654435761  # an odd number that strews small numbers over 32 bits
MOST_TRIES = 400  # positions below the last root that are compared
MOST_STEPS = 4  # how far below it


def way_down(old: Table, new: Table, tree: Grown) -> list[tuple[int, int]] | None:
    """The choices that lead from an old position to a new one, if chance had no part in them."""
    wanted, tries = bytes(new)[KNOWN:], 0
    edge: list[tuple[Table, int, list[tuple[int, int]]]] = [(old, ROOT, [])]
    while edge:
        table, at, way = edge.pop(0)
        if bytes(table)[KNOWN:] == wanted:
            return way
        for child, seat, code in tree.below(at) if len(way) < MOST_STEPS else ():
            if tries == MOST_TRIES or seat not in table.waiting():
                break
            after, tries = table.copy(), tries + 1
            chance = list(after.plain.rng)
            if not after.refusal(seat, code):
                after.play(seat, code)
                if list(after.plain.rng) == chance:
                    edge.append((after, child, [*way, (seat, code)]))
    return None


# ---- kernels -------------------------------------------------------------------------------------------------------


@cache
def compiled_search(game: Game) -> dict[str, Any]:
    """The search kernels, compiled for a game when they are first called."""
    return dict(shared_kernels(game, kernels))


@cache
def plain_search(game: Game) -> dict[str, Any]:
    make = Translator(lambda f: f, stand_ins(game, kernels))
    return {name: make(getattr(kernels, name)) for name in kernels.WAYS_IN}
