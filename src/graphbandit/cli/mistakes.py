"""What is said of a command line that cannot be understood: one sentence, with the nearest right name."""

import re
from typing import Any

from graphbandit.errors import suggestion

# How Typer, now and in versions before, says that a value breaks a rule, and how it is said here.
RULES = (
    (r"(?:greater than or equal to |in the range x>=)([\d.]+)", "must be at least {}"),
    (r"valid integer", "must be a whole number"),
    (r"valid (?:number|float)", "must be a number"),
)


def is_mistake(error: BaseException) -> bool:
    """Tell whether Typer raised it of what was typed; which class that is differs between its versions."""
    return hasattr(error, "format_message") and hasattr(error, "exit_code")


def sentence(error: Any, words: list[str]) -> str:
    """Say what is wrong with the words of a command line, and what was probably meant; "" if help was all it needs."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else " ".join(["graphbandit", *commands(words)])
    said = wrong(error, context, words)
    return f"{path}: {said}" if said else ""


def wrong(error: Any, context: Any, words: list[str]) -> str:
    """Say what is wrong."""
    kind, message = type(error).__name__, str(error.format_message())
    if kind == "NoArgsIsHelpError":
        return ""
    if found := re.search(r"No such command '(.*)'\.", message.partition(" Did you mean")[0]):
        names = list(getattr(context.command, "commands", {}))
        return f"there is no command '{found[1]}'.{suggestion(found[1], names) or one_of(names)}"
    if kind == "NoSuchOption":
        meant = suggestion(error.option_name, options(context))
        return f"there is no option '{error.option_name}'.{meant or see(context)}"
    if kind == "MissingParameter":
        return f"{name_of(error.param)} is missing.{see(context)}"
    if kind == "BadParameter" and getattr(error, "param", None) is not None:
        return broken_rule(error.param, error.message, words)
    if kind == "BadOptionUsage":
        what = "takes no value" if "does not take" in message else "needs a value"
        return f"{error.option_name} {what}.{see(context)}"
    if found := re.search(r"unexpected extra arguments?.*\((.*)\)", message):
        return f"'{found[1]}' is more than it takes.{see(context)}"
    return f"{message[:1].lower()}{message[1:].rstrip('.')}.{see(context)}"


def broken_rule(param: Any, message: str, words: list[str]) -> str:
    """Say which rule a value breaks."""
    name, value = name_of(param), typed(param, words)
    got = "." if value is None else f"; got {value}."
    if found := re.search(r"'(.*?)' is not one of (.+?)\.?$", message):
        names = re.findall(r"'(.*?)'", found[2])
        return f"{name} must be {alternatives(names)}; got '{found[1]}'.{suggestion(found[1], names)}"
    for pattern, rule in RULES:
        if found := re.search(pattern, message):
            return f"{name} {rule.format(*found.groups())}{got}"
    return f"{name}: {message.rpartition(': ')[2].rstrip('.')}{got}"


def commands(words: list[str]) -> list[str]:
    """Return the words before the first option: the command."""
    first = next((place for place, word in enumerate(words) if word.startswith("-")), len(words))
    return words[:first]


def typed(param: Any, words: list[str]) -> str | None:
    """Return the value that was typed last for an option, None if there is none to be found."""
    found = None
    for word, after in zip(words, [*words[1:], None], strict=True):
        name, equals, value = word.partition("=")
        if name in param.opts:
            found = value if equals else after
    return found


def options(context: Any) -> list[str]:
    """Return all options of the command."""
    return ["--help", *(name for param in context.command.params for name in param.opts if name.startswith("-"))]


def name_of(param: Any) -> str:
    """Return an option's long name, or an argument's in capitals."""
    name = str(max(param.opts, key=len))
    return name if name.startswith("-") else name.upper()


def see(context: Any) -> str:
    """Say where to read on."""
    return f" See {context.command_path} --help." if context is not None else ""


def one_of(names: list[str]) -> str:
    """Say which there are."""
    return f" There is {' and '.join([', '.join(names[:-1]), names[-1]])}."


def alternatives(names: list[str]) -> str:
    """Name the alternatives."""
    return " or ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]
