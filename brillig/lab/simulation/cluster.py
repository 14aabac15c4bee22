"""The same simulation on a Dask cluster: the tasks go to its workers, the adding up stays here.

A worker that is lost loses nothing: Dask gives its tasks to others, and they come out the same.
When all are lost, the simulation stops, and what came back before is kept.
"""

from __future__ import annotations

import importlib
import logging
from collections.abc import Callable
from time import monotonic, sleep
from typing import Any

import brillig
from brillig.core import BrilligError
from brillig.lab.simulation.plan import Plan
from brillig.lab.simulation.portion import Portion, Task, lab_for
from brillig.lab.simulation.simulate import WorkersLost, cores, encoded

LOCAL = "local"
A_PORTION = 1.5  # seconds: what is sent to and fro must not weigh more than the work
WITHOUT = 15.0  # seconds without any worker until the simulation stops; a local one is replaced sooner
A_MOMENT = 0.01  # seconds between two looks at whether a task is done
PATIENCE = 10  # seconds to find the cluster
CHANCES = 10  # workers that may be lost over one task before it is given up


class NoCluster(BrilligError):
    """A cluster that cannot be reached or used."""


def carry_out(plan: bytes, version: str, task: Task, spelt: bool) -> Portion:
    """What a worker does. It loads and compiles the game once."""
    if version != brillig.__version__:
        raise NoCluster(f"A worker of the cluster has brillig {brillig.__version__}, not {version}; install the same.")
    return lab_for(plan).carry_out(task, spelt)


class Dask:
    """The workers of a cluster: at an address, or as many as there are cores, made here for the occasion."""

    seconds = A_PORTION

    def __init__(self, plan: Plan, address: str, spelt: bool, workers: int | None = None) -> None:
        try:
            distributed: Any = importlib.import_module("distributed")
            config: Any = importlib.import_module("dask").config
        except ImportError as why:
            raise NoCluster(f"--cluster needs Dask: pip install 'brillig[cluster]' ({why}).") from why
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what matters comes back with the tasks
        config.set({"distributed.scheduler.allowed-failures": CHANCES})
        self._plan, self._spelt = encoded(plan), spelt
        self._asked = self._present = monotonic()
        self._lost: tuple[type[Exception], ...] = (distributed.KilledWorker, distributed.CancelledError)
        self._cluster: Any = None
        try:
            if address == LOCAL:
                self._cluster = distributed.LocalCluster(
                    n_workers=workers or cores(), threads_per_worker=1, dashboard_address=None,
                    silence_logs=logging.CRITICAL,
                )  # fmt: skip
            self._client = distributed.Client(self._cluster or address, timeout=PATIENCE)
        except (OSError, TimeoutError, ValueError) as why:
            self._shut()
            raise NoCluster(f"The cluster at {address} cannot be reached; is its scheduler running?") from why

    @property
    def count(self) -> int:
        return max(1, sum(int(n) for n in self._client.nthreads().values()))

    @property
    def client(self) -> Any:
        return self._client

    def submit(self, task: Task) -> Any:
        future = self._client.submit(
            carry_out, self._plan, brillig.__version__, task, self._spelt, pure=False, retries=0
        )
        return _Answer(future, self._lost, self._anybody)

    def _anybody(self) -> bool:
        """Was there a worker within the last while? Asked once a second."""
        now = monotonic()
        if now - self._asked > 1:
            self._asked = now
            if self._client.nthreads():
                self._present = now
        return now - self._present < WITHOUT

    def close(self) -> None:
        self._client.close()
        self._shut()

    def _shut(self) -> None:
        if self._cluster:
            self._cluster.close()


class _Answer:
    """A future whose troubles come as sentences."""

    def __init__(self, future: Any, lost: tuple[type[Exception], ...], anybody: Callable[[], bool]) -> None:
        self.future, self.lost, self.anybody = future, lost, anybody

    def result(self, timeout: float) -> Portion:
        until = monotonic() + timeout
        while not self.future.done():  # (a timeout of Dask's own is not safe to use again and again)
            if monotonic() > until:
                if not self.anybody():
                    raise WorkersLost("All workers of the cluster are lost.")
                raise TimeoutError
            sleep(A_MOMENT)
        try:
            portion: Portion = self.future.result()
            return portion
        except self.lost as why:
            raise WorkersLost("All workers of the cluster are lost.") from why
        except ModuleNotFoundError as why:
            raise NoCluster(
                f"The workers of the cluster have no brillig ({why}); install the same version there."
            ) from why
