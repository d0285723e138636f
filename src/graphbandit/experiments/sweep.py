"""Many independent runs: those that the store has not got are made, by as many processes as there are cores."""

import os
import traceback
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Literal, final

from graphbandit.errors import GraphbanditError, MissingExtraError
from graphbandit.experiments.store import Run, Settings, Store, key_of

Job = Callable[[Settings], Run]
Executor = Literal["pool", "ray"]


@final
@dataclass(frozen=True)
class Failure:
    """A run that raised: its settings, what it said, and whether the library refused what it was given."""

    settings: Settings
    message: str
    refused: bool = False


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
    prepare: Callable[[], None] = lambda: None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Sweep:
    """Make the runs that are missing and return all that were wanted, in their order.

    `job` is a function of a module, not a closure. One that raises, or ends its process, does not stop the others.
    Whatever is interrupted is kept as far as it came; the same call goes on from there, with the same result. Runs are
    made in the order of their keys, quick and slow ones mixed, so that the time left can be told. `prepare` is called
    here, once, if anything is to be made: what it compiles lies in the cache when the processes start.
    """
    have = store.runs()
    keys = [key_of(settings) for settings in wanted]
    by_key = dict(zip(keys, wanted, strict=True))
    missing = [by_key[key] for key in sorted(by_key.keys() - have.keys())]
    failures: list[Failure] = []
    total, done = len(by_key), len(by_key) - len(missing)
    progress(done, total)
    if missing:
        prepare()
        count = workers or os.cpu_count() or 1
        chunks = chunked(missing, count)
        produce = _ray if executor == "ray" else _pool
        for runs, failed in produce(job, chunks, count):
            store.put(runs)
            failures += failed
            done += len(runs) + len(failed)
            progress(done, total)
            have.update({run.key: run for run in runs})
    place = {key: index for index, key in enumerate(by_key)}
    failures.sort(key=lambda failure: place[key_of(failure.settings)])
    return Sweep([have[key] for key in by_key if key in have], failures)


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
        except GraphbanditError as error:
            failures.append(Failure(settings, str(error), refused=True))
        except Exception:
            failures.append(Failure(settings, traceback.format_exc(limit=4)))
    return runs, failures


def lost(chunk: list[Settings], reason: str) -> tuple[list[Run], list[Failure]]:
    """Return the failures of a chunk whose process ended before it answered."""
    message = f"{reason} Perhaps memory ran out: use fewer workers."
    return [], [Failure(settings, message) for settings in chunk]


def _pool(job: Job, chunks: list[list[Settings]], workers: int) -> Iterator[tuple[list[Run], list[Failure]]]:
    """Make the runs in processes; where one of these dies, go on with others, and find out which run it died of."""
    if workers == 1:
        yield from (work(job, chunk) for chunk in chunks)
        return
    suspects: list[list[Settings]] = []
    while chunks:
        left: list[list[Settings]] = []
        yield from _answers(job, chunks, workers, left)
        suspects += [[settings] for chunk in left[:workers] for settings in chunk]  # these were at work
        chunks = left[workers:]
    while suspects:  # alone, so that it is known who it was
        left = []
        yield from _answers(job, suspects, 1, left)
        if left:
            yield lost(left[0], "The process that made this run ended.")
        suspects = left[1:]


def _answers(
    job: Job, chunks: list[list[Settings]], workers: int, left: list[list[Settings]]
) -> Iterator[tuple[list[Run], list[Failure]]]:
    """Give the chunks to processes in their order; `left` takes those that were not answered since a process died."""
    pool = ProcessPoolExecutor(min(workers, len(chunks)), mp_context=get_context("spawn"), initializer=_quiet)
    processes: list[BaseProcess] = []
    unanswered: list[int] = []
    try:
        with _deaf():
            waiting = {pool.submit(work, job, chunk): place for place, chunk in enumerate(chunks)}
        processes += (pool._processes or {}).values()  # shutdown forgets them
        while waiting:
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                place = waiting.pop(future)
                try:
                    answer = future.result()
                except BrokenProcessPool:
                    unanswered.append(place)
                else:
                    yield answer
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
    left += [chunks[place] for place in sorted(unanswered)]


@contextmanager
def _deaf() -> Iterator[None]:
    """Start processes that never hear an interrupt from the keyboard: the parent does, and ends them."""
    import signal

    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _quiet() -> None:
    """End with the parent, whatever ends it, and leave the cores to the processes."""
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    parent = parent_process()

    def follow() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    Thread(target=follow, daemon=True).start()


def _ray(job: Job, chunks: list[list[Settings]], workers: int) -> Iterator[tuple[list[Run], list[Failure]]]:
    try:
        import ray
    except ImportError:
        raise MissingExtraError("ray", "ray") from None
    ours = not ray.is_initialized()
    if ours:
        ray.init(num_cpus=workers, include_dashboard=False, log_to_driver=False)
    try:
        remote = ray.remote(work)
        waiting = {remote.remote(job, chunk): chunk for chunk in chunks}
        while waiting:
            ready, _ = ray.wait(list(waiting), num_returns=1)
            for reference in ready:
                chunk = waiting.pop(reference)
                try:
                    yield ray.get(reference)
                except ray.exceptions.RayError as error:
                    yield lost(chunk, f"{type(error).__name__}: {error}")
    finally:
        if ours:
            ray.shutdown()
