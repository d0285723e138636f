"""Saving parts to one file and building them again: settings as JSON, arrays as arrays, no pickle."""

import importlib
import io
import json
import os
import zipfile
import zlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import IO, Any, TypeVar
from uuid import uuid4

import numpy as np

from graphbandit.errors import StorageError
from graphbandit.parts import Part

FORMAT = 1
Arrays = dict[str, np.ndarray[Any, Any]]
P = TypeVar("P", bound=Part)


def describe(part: Part, arrays: Arrays, path: str = "") -> dict[str, Any]:
    """Return a part as JSON, its arrays put into `arrays` under their path."""
    kind = type(part)
    if not is_dataclass(part):
        raise StorageError(f"{path or 'part'}: {kind.__qualname__} is no dataclass. A part's fields are what is saved.")
    settings: dict[str, Any] = {}
    for item in fields(part):
        value = getattr(part, item.name)
        place = f"{path}/{item.name}"
        if item.init:
            settings[item.name] = _encode(value, arrays, place)
        elif isinstance(value, np.ndarray):
            arrays[place] = value
        else:
            raise StorageError(f"{place}: what is learnt must be an array, not {type(value).__name__}.")
    return {"part": f"{kind.__module__}:{kind.__qualname__}", "settings": settings}


def _encode(value: Any, arrays: Arrays, place: str) -> Any:
    if isinstance(value, Part):
        return describe(value, arrays, place)
    if isinstance(value, np.ndarray):
        arrays[place] = value
        return {"array": place}
    if isinstance(value, tuple | list):
        return {"tuple": [_encode(entry, arrays, f"{place}/{i}") for i, entry in enumerate(value)]}
    if isinstance(value, np.generic):
        value = value.item()
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise StorageError(f"{place}: a setting must be a number, text, array, part or tuple, not {type(value).__name__}.")


def build(tree: Any, arrays: Mapping[str, Any], extra: tuple[type[Part], ...] = (), path: str = "") -> Any:
    """Return the part that `describe` described, its arrays copied in place."""
    if not isinstance(tree, dict):
        return tree
    if "array" in tree:
        return np.array(arrays[tree["array"]])
    if "tuple" in tree:
        return tuple(build(entry, arrays, extra, f"{path}/{i}") for i, entry in enumerate(tree["tuple"]))
    kind = _kind(tree["part"], extra)
    settings = {name: build(value, arrays, extra, f"{path}/{name}") for name, value in tree["settings"].items()}
    part = kind(**settings)
    for item in fields(part):  # type: ignore[arg-type]
        if not item.init:
            target = getattr(part, item.name)
            source = np.asarray(arrays[f"{path}/{item.name}"])
            if target.shape != source.shape or target.dtype != source.dtype:
                raise StorageError(f"{path}/{item.name}: shape or type changed since it was saved. Use that version.")
            target[...] = source
    return part


def _kind(name: str, extra: tuple[type[Part], ...]) -> type[Part]:
    module, _, qualname = name.partition(":")
    own = {kind.__qualname__: kind for kind in extra} | {
        f"{kind.__module__}:{kind.__qualname__}": kind for kind in extra
    }
    if name in own or (qualname in own and not module.startswith("graphbandit.")):
        return own.get(name, own.get(qualname, Part))
    if not module.startswith("graphbandit."):
        raise StorageError(f"{name} is no part of graphbandit. Pass its class: load(path, parts=({qualname},)).")
    try:
        kind = getattr(importlib.import_module(module), qualname)
    except (ImportError, AttributeError):
        remedy = "Load the file with the version that saved it."
        raise StorageError(f"{name} is not in this version of graphbandit. {remedy}") from None
    if not (isinstance(kind, type) and issubclass(kind, Part)):
        raise StorageError(f"{name} is no part. The file is damaged or was not written by graphbandit.")
    return kind


def fresh(part: P) -> P:
    """Return a part with the same settings that has learnt nothing."""
    built: P = _renewed(part)
    return built


def _renewed(value: Any) -> Any:
    if isinstance(value, Part):
        return type(value)(**{i.name: _renewed(getattr(value, i.name)) for i in fields(value) if i.init})  # type: ignore[arg-type]
    if isinstance(value, tuple | list):
        return tuple(_renewed(entry) for entry in value)
    return value


def write(path: str | Path, tree: dict[str, Any], arrays: Arrays) -> None:
    """Write one file, whole or not at all: a crash on the way leaves what was there."""
    target = Path(path)
    content = {"format": FORMAT, "tree": tree}
    if not target.parent.is_dir():
        raise StorageError(f"{target}: there is no folder {target.parent}. Create it first.")
    if os.path.isdir(target):  # says no where a path cannot be, and what cannot be fails below
        raise StorageError(f"{target}: is a folder. Pass the path of a file in it.")
    draft = target.with_name(f".{target.name}.{uuid4().hex[:8]}")
    try:
        with draft.open("xb") as file:
            _fill(file, content, arrays)
        os.replace(draft, target)
    except OSError as error:
        raise StorageError(f"{target}: cannot be written ({error}). What was there is as it was.") from None
    finally:
        with suppress(OSError):  # gone where it took its place
            draft.unlink()


def _fill(file: IO[bytes], content: dict[str, Any], arrays: Arrays) -> None:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("graphbandit.json", json.dumps(content))
        for place, array in arrays.items():
            buffer = io.BytesIO()
            np.save(buffer, array, allow_pickle=False)
            archive.writestr(f"arrays{place}.npy", buffer.getvalue())
    file.flush()
    os.fsync(file.fileno())


def read(path: str | Path) -> tuple[dict[str, Any], Arrays]:
    """Read what `write` wrote."""
    try:
        with zipfile.ZipFile(path) as archive:
            content = json.loads(archive.read("graphbandit.json"))
            arrays = {
                name.removeprefix("arrays").removesuffix(".npy"): np.load(
                    io.BytesIO(archive.read(name)), allow_pickle=False
                )
                for name in archive.namelist()
                if name.startswith("arrays")
            }
    except FileNotFoundError:
        raise StorageError(f"{path}: no such file. Pass the path that `save` was given.") from None
    except (zipfile.BadZipFile, zlib.error, KeyError, ValueError, OSError, EOFError, RuntimeError) as error:
        raise StorageError(f"{path}: not a file that graphbandit saved ({error}).") from None
    if not (isinstance(content, dict) and isinstance(content.get("tree"), dict)):
        raise StorageError(f"{path}: not a file that graphbandit saved. Pass the path that `save` was given.")
    if content.get("format") != FORMAT:
        raise StorageError(f"{path}: format {content.get('format')} is unknown, this version reads {FORMAT}.")
    return content["tree"], arrays
