"""What all tests share."""

import signal
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def interrupts() -> Iterator[None]:
    """Let the processes that tests start be interrupted, though a shell that runs all this behind it would not."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
