"""Many independent runs: those that the store has not got are made, by as many processes as there are cores."""

import os
import traceback
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Any, Literal, final

from graphbandit.errors import MissingExtraError
from graphbandit.experiments.store import Run, Settings, Store, key_of

Job = Callable[[Settings], Run]
Executor = Literal["pool", "ray"]


@final
@dataclass(frozen=True)
class Failure:
    """A run that raised: its settings and what it said."""

    settings: Settings
    message: str


@final
@dataclass(frozen=True, eq=False)
class Sweep:
    """What a sweep left: every run asked for that there is, and the failures."""

    runs: list[Run]
    failures: list[Failure] = field(default_factory=list)


def sweep(
    job: Job,
    wanted: Sequence[Settings],
    store: Store,
    *,
    workers: int | None = None,
    executor: Executor = "pool",
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Sweep:
    """Make the runs that are missing and return all that were wanted, in their order.

    `job` is a function of a module, not a closure. One that raises does not stop the others. Whatever is interrupted is
    kept as far as it came; the same call goes on from there, with the same result.
    """
    have = store.runs()
    keys = [key_of(settings) for settings in wanted]
    missing = {key: settings for key, settings in zip(keys, wanted, strict=True) if key not in have}
    failures: list[Failure] = []
    total, done = len(set(keys)), len(set(keys)) - len(missing)
    progress(done, total)
    if missing:
        count = workers or os.cpu_count() or 1
        chunks = chunked(list(missing.values()), count)
        produce = _ray if executor == "ray" else _pool
        for runs, failed in produce(job, chunks, count):
            store.put(runs)
            failures += failed
            done += len(runs) + len(failed)
            progress(done, total)
            have.update({run.key: run for run in runs})
    unique = dict.fromkeys(keys)
    return Sweep([have[key] for key in unique if key in have], failures)


def chunked(settings: list[Settings], workers: int) -> list[list[Settings]]:
    """Return chunks small enough to lose little by a crash, large enough to make few files."""
    size = max(1, min(16, len(settings) // (8 * workers)))
    return [settings[start : start + size] for start in range(0, len(settings), size)]


def work(job: Job, chunk: list[Settings]) -> tuple[list[Run], list[Failure]]:
    """Make the runs of one chunk; what raises becomes a failure."""
    runs, failures = [], []
    for settings in chunk:
        try:
            runs.append(job(settings))
        except Exception:
            failures.append(Failure(settings, traceback.format_exc(limit=4)))
    return runs, failures


def _pool(job: Job, chunks: list[list[Settings]], workers: int) -> Iterator[tuple[list[Run], list[Failure]]]:
    if workers == 1:
        yield from (work(job, chunk) for chunk in chunks)
        return
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_quiet)
    try:
        waiting: set[Future[Any]] = {pool.submit(work, job, chunk) for chunk in chunks}
        while waiting:
            ready, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in ready:
                yield future.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in list((pool._processes or {}).values()):
            process.terminate()


def _quiet() -> None:
    """Leave an interrupt to the parent, and the cores to the processes."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ["OPENBLAS_NUM_THREADS"] = "1"


def _ray(job: Job, chunks: list[list[Settings]], workers: int) -> Iterator[tuple[list[Run], list[Failure]]]:
    try:
        import ray
    except ImportError:
        raise MissingExtraError("ray", "ray") from None
    if not ray.is_initialized():
        ray.init(num_cpus=workers, include_dashboard=False, log_to_driver=False)
    remote = ray.remote(work)
    waiting = [remote.remote(job, chunk) for chunk in chunks]
    while waiting:
        ready, waiting = ray.wait(waiting, num_returns=1)
        for reference in ready:
            yield ray.get(reference)
