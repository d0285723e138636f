"""Importing a peer, or saying how to get it."""

from importlib import import_module
from typing import Any

from graphbandit.errors import MissingExtraError


def peer(library: str) -> Any:
    """Return the library, or a module of it, or raise `MissingExtraError`."""
    try:
        return import_module(library)
    except ImportError as error:
        raise MissingExtraError(library.partition(".")[0], "peers") from error
