"""A bad network: nothing is done twice, nothing that was acknowledged is lost, and everybody ends with the newest view.

A failure names its seed, or the calls that lead to it; the same again gives the same bytes.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from brillig.web.table.room import Room
from tests.faults.network import GAMES, Network, Tab, wild

picks = st.integers(0, 60)
ends = st.sampled_from([0, 0, 0, 1, 2, 5])  # mostly in order


class BadNetwork(RuleBasedStateMachine):
    """Whatever hypothesis can think of."""

    net: Network | None = None

    @initialize(game=st.sampled_from(GAMES), seats=st.integers(2, 3), seed=st.integers(0, 99))
    def begin(self, game, seats, seed):
        self.net = Network(game, seed, seats if game == "gold-mine" else 2)

    def tab(self, pick: int) -> Tab:
        return self.net.tabs[pick % len(self.net.tabs)]

    @rule(tab=picks, pick=picks)
    def choose(self, tab, pick):
        self.net.choose(self.tab(tab), pick)

    @rule(tab=picks, pick=picks)
    def choose_and_arrive(self, tab, pick):
        """The ordinary way, so that matches get somewhere."""
        tab = self.tab(tab)
        while tab.down:
            self.net.deliver_down(tab)
        before = len(tab.up)
        self.net.choose(tab, pick)
        if len(tab.up) > before:
            self.net.deliver_up(tab, before)

    @rule(tab=picks, pick=ends, double=st.booleans())
    def deliver_up(self, tab, pick, double):
        self.net.deliver_up(self.tab(tab), pick, keep=double)

    @rule(tab=picks, pick=ends, double=st.booleans())
    def deliver_down(self, tab, pick, double):
        self.net.deliver_down(self.tab(tab), pick, keep=double)

    @rule(tab=picks)
    def catch_up(self, tab):
        tab = self.tab(tab)
        while tab.down:
            self.net.deliver_down(tab)

    @rule(tab=picks, pick=picks, up=st.booleans())
    def lose(self, tab, pick, up):
        (self.net.lose_up if up else self.net.lose_down)(self.tab(tab), pick)

    @rule(tab=picks, pick=picks)
    def again(self, tab, pick):
        self.net.again(self.tab(tab), pick)

    @rule(tab=picks, pick=picks)
    def reuse(self, tab, pick):
        self.net.reuse(self.tab(tab), pick)

    @rule(tab=picks, person=st.integers(0, 1), pick=picks)
    def steal(self, tab, person, pick):
        self.net.steal(self.tab(tab), self.net.people[person], pick)

    @rule(tab=picks, code=st.integers(0, 80))
    def guess(self, tab, code):
        self.net.guess(self.tab(tab), code)

    @rule(tab=picks)
    def undo(self, tab):
        self.net.undo(self.tab(tab))

    @rule(tab=picks)
    def sync(self, tab):
        self.net.sync(self.tab(tab))

    @rule(tab=picks, lost=st.booleans())
    def reconnect(self, tab, lost):
        self.net.reconnect(self.tab(tab), lost)

    @precondition(lambda self: self.net and len(self.net.tabs) < 7)
    @rule(person=st.integers(0, 2))
    def open(self, person):
        self.net.open(self.net.people[person])

    @rule(tab=picks)
    def shut(self, tab):
        tab = self.tab(tab)
        if len(tab.person.tabs) > 1:
            self.net.shut(tab)

    @rule()
    def restart(self):
        self.net.restart()

    @rule(kept=st.booleans())
    def fail(self, kept):
        self.net.fail(kept)

    @invariant()
    def holds(self):
        if self.net:
            self.net.check()

    def teardown(self):
        if self.net:
            try:
                self.net.calm()
            finally:
                self.net.close()


def explore(examples: int, steps: int) -> None:
    run_state_machine_as_test(
        BadNetwork,
        settings=settings(
            max_examples=examples, stateful_step_count=steps, deadline=None, print_blob=True, database=None,
            suppress_health_check=list(HealthCheck), phases=(Phase.generate, Phase.shrink),
        ),
    )  # fmt: skip


def test_a_bad_network():
    explore(15, 40)


def test_seeds():
    first = random.randrange(1 << 32)
    for seed in range(first, first + 6):
        wild(seed, 200)


def test_the_same_seed_gives_the_same_bytes():
    assert wild(3, 150) == wild(3, 150)
    assert wild(3, 150) != wild(5, 150)


def test_a_server_that_forgets_is_found_out(monkeypatch):
    """The test of the tests: acknowledge what could not be saved."""
    commit = Room.commit

    async def careless(self, receipt):
        if receipt and self.live.kept % 3 == 0:
            self.live.kept += len(self.live.unkept())
            self.loaded = False
        else:
            await commit(self, receipt)

    monkeypatch.setattr(Room, "commit", careless)
    found = 0
    for seed in range(5):
        try:
            wild(seed, 200)
        except AssertionError:
            found += 1
    assert found >= 3


@pytest.mark.soak
def test_a_bad_network_for_long():
    explore(1500, 80)


@pytest.mark.soak
def test_many_seeds():
    first = random.randrange(1 << 32)
    for seed in range(first, first + 2000):
        wild(seed)
