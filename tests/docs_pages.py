"""Reading the pages of the documentation: their blocks, links and commands; and running what they show."""

import ast
import contextlib
import importlib.util
import inspect
import io
import re
import shlex
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, final

import click
import typer

from graphbandit.cli import app

ROOT = Path(__file__).parents[1]
OPTIONAL = {"torch", "sklearn", "river", "ray", "marimo"}
FENCE = re.compile(r"^(`{3,})(\S*)[^\n]*\n(.*?)^\1[ \t]*$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
SCRIPT = re.compile(r"python (docs/figures/\w+\.py)")
CONTROL = {"|", ">", ">>", "2>", "&&", ";"}


@final
@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its text, and where it starts and ends in the page."""

    language: str
    text: str
    start: int
    end: int
    line: int


@final
@dataclass(frozen=True)
class Page:
    """A Markdown file."""

    path: Path

    @cached_property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def blocks(self) -> list[Block]:
        return [
            Block(found[2], found[3], found.start(), found.end(), self.text[: found.start(3)].count("\n"))
            for found in FENCE.finditer(self.text)
        ]

    @cached_property
    def prose(self) -> str:
        """The page with its fenced blocks blanked out, character by character."""
        return FENCE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), self.text)

    @cached_property
    def links(self) -> list[re.Match[str]]:
        """Links and images outside code: an exclamation mark or nothing, the text, the target."""
        return list(LINK.finditer(re.sub(r"`[^`\n]*`", lambda found: "·" * len(found[0]), self.prose)))

    @cached_property
    def anchors(self) -> set[str]:
        """What links may point to: headings as a code host writes them."""
        headings = re.findall(r"^#{1,6} +(.+?) *$", self.prose, re.MULTILINE)
        return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def pages() -> list[Page]:
    """Return the README and every page of the documentation."""
    return [Page(ROOT / "README.md"), *map(Page, sorted((ROOT / "docs").glob("*.md")))]


def broken_links(page: Page) -> Iterator[str]:
    """Yield the links that lead nowhere; addresses of the web are left alone."""
    for _, _, target in (found.groups() for found in page.links):
        if target.startswith("https://"):
            continue
        place, _, anchor = target.partition("#")
        path = page.path.parent / place if place else page.path
        if not path.exists():
            yield f"{target}: there is no such file"
        elif anchor and anchor not in Page(path).anchors:
            yield f"{target}: there is no such heading"


def bare_figures(page: Page) -> Iterator[str]:
    """Yield the pictures without a description, or without the command that makes them in the next block."""
    for found in page.links:
        mark, text, target = found.groups()
        if not mark:
            continue
        if not text.strip():
            yield f"{target}: has no description"
        below = next((block for block in page.blocks if block.start > found.end()), Block("", "", 0, 0, 0))
        script = SCRIPT.search(below.text)
        if script is None:
            made = f"--out docs/{target}" in below.text
        else:
            source = ROOT / script[1]
            made = source.exists() and Path(target).name in source.read_text(encoding="utf-8")
        if below.language != "console" or not made:
            yield f"{target}: is not followed by the command that makes it"


def shell_lines(page: Page) -> Iterator[list[str]]:
    """Yield the commands of console and shell blocks as words, without what the shell itself does."""
    for block in page.blocks:
        if block.language not in ("console", "bash", "sh", "shell"):
            continue
        lines = block.text.replace("\\\n", " ").splitlines()
        prompted = [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]
        for line in prompted or lines:
            words = shlex.split(line, comments=True)
            while words and re.fullmatch(r"\w+=\S*", words[0]):
                words.pop(0)
            stop = next((i for i, word in enumerate(words) if word in CONTROL), len(words))
            if words[:stop]:
                yield words[:stop]


def wrong_commands(page: Page) -> Iterator[str]:
    """Yield what is no command of graphbandit: whole commands in blocks, and those that prose names in code."""
    for words in shell_lines(page):
        if Path(words[0]).name == "graphbandit" and (said := complaint(words[1:], whole=True)):
            yield f"{shlex.join(words)}: {said}"
    for code in re.findall(r"`(graphbandit [^`\n]+)`", page.prose):
        if said := complaint(shlex.split(code)[1:], whole=False):
            yield f"{code}: {said}"


def leaves() -> dict[str, click.Command]:
    """Return every command that does something, by its words."""
    found: dict[str, click.Command] = {}
    waiting: list[tuple[str, Any]] = [("", typer.main.get_command(app))]
    while waiting:
        name, command = waiting.pop()
        inner = getattr(command, "commands", None)
        if inner is None:
            found[name] = command
        else:
            waiting += [(f"{name} {word}".strip(), one) for word, one in inner.items()]
    return found


def options(command: Any) -> set[str]:
    """Return the options of a command, `--help` among them."""
    return {"--help"}.union(*(set(one.opts + one.secondary_opts) for one in command.params if one.opts[0][:1] == "-"))


def complaint(words: list[str], *, whole: bool) -> str | None:
    """Tell what is wrong with the words after `graphbandit`, parsing but not running them."""
    command: Any = typer.main.get_command(app)
    words = list(words)
    while hasattr(command, "commands") and words and not words[0].startswith("-"):
        if words[0] not in command.commands:
            return f"there is no command {words[0]}"
        command = command.commands[words.pop(0)]
    unknown = {word.partition("=")[0] for word in words if word.startswith("--")} - options(command)
    if unknown:
        return f"there is no option {', '.join(sorted(unknown))}"
    if whole and not hasattr(command, "commands") and "--help" not in words:
        try:
            command.make_context("graphbandit", words)
        except Exception as error:
            return str(getattr(error, "message", error))
    return None


def run(page: Page) -> set[str]:
    """Run the Python blocks in order in one namespace, compare what they print, and return the libraries missing.

    What a `print` of one line writes must stand in the comment behind it; what others write, in the text block below.
    """
    names: dict[str, Any] = {"__name__": "__page__"}
    missing: set[str] = set()
    for block, below in zip(page.blocks, [*page.blocks[1:], None], strict=True):
        if block.language != "python":
            continue
        lacking = {name for name in imported(block.text) & OPTIONAL if importlib.util.find_spec(name) is None}
        missing |= lacking
        if lacking:
            continue
        printed = "".join(statements(page, block, names))
        wanted = below.text if below is not None and below.language == "text" else ""
        if printed.split() != (wanted.split() if printed else []):
            raise AssertionError(f"{page.path.name}:{block.line + 1} prints\n{printed}and the page says\n{wanted}")
    return missing


def statements(page: Page, block: Block, names: dict[str, Any]) -> Iterator[str]:
    """Run a block one statement after the other; yield what is printed and no comment says."""
    source = "\n" * block.line + block.text
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    comments = {token.start[0]: token.string[1:] for token in tokens if token.type == tokenize.COMMENT}
    for statement in ast.parse(source).body:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(ast.Module([statement], []), str(page.path), "exec"), names)
        printed, comment = out.getvalue(), comments.get(statement.end_lineno or 0, "")
        if (printed and not ast.unparse(statement).startswith("print(")) or not comment:
            yield printed
        elif " ".join(printed.split()) not in " ".join(comment.split()):
            place = f"{page.path.name}:{statement.lineno}"
            raise AssertionError(f"{place} prints {printed.strip()!r}, and the comment says {comment!r}")


def imported(code: str) -> set[str]:
    """Return the libraries that code imports."""
    found = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.partition(".")[0])
    return found


def callables(room: ModuleType) -> dict[str, Any]:
    """Return the public classes and functions of a room, by name."""
    own = [name for name, value in vars(room).items() if inspect.isclass(value) and value.__module__ == room.__name__]
    names = getattr(room, "__all__", own)
    return {name: getattr(room, name) for name in names if callable(getattr(room, name))}


def signature(name: str, value: Any) -> str:
    """Return how something is called, without types; the name alone of what is not to be called, or as anything is."""
    if inspect.isabstract(value) or (inspect.isclass(value) and not inspect.isfunction(value.__init__)):
        return name
    bare = inspect.signature(value)
    kept = [one.replace(annotation=inspect.Parameter.empty) for one in bare.parameters.values()]
    shown = bare.replace(parameters=kept, return_annotation=inspect.Signature.empty)
    return f"{name}{shown}".replace("<factory>", "...")
