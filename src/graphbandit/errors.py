"""Everything that graphbandit raises on purpose.

    GraphbanditError
    ├── InputError (a ValueError)     an argument breaks its rule
    │   ├── ShapeError                wrong shape, or not numbers at all
    │   ├── LossError                 a loss outside [0, 1], NaN or infinite
    │   ├── GraphError                not a feedback graph: an entry outside [0, 1], a survival that rises
    │   │   └── UnobservableError     an action whose loss nothing reveals
    │   ├── GammaError                γ not a finite positive number
    │   ├── ProbabilityError          not a distribution over the actions
    │   ├── ContextError              a context of the wrong size, NaN or infinite
    │   ├── FeedbackError             an outcome or feedback that contradicts itself or its decision
    │   └── SettingError              a setting of a part out of its range
    ├── DecisionError (a LookupError) a decision that cannot be learnt from
    │   ├── UnknownDecisionError      never made here, or forgotten since
    │   └── RepeatedFeedbackError     what was revealed has been learnt already
    ├── StorageError (a ValueError)   a file that cannot be loaded, or a part that cannot be saved
    ├── DataError (a ValueError)      a data set that cannot be used
    └── MissingExtraError (an ImportError) an optional library that is not installed

A message names the argument, the rule, the value, and the remedy.
"""

from collections.abc import Iterable
from difflib import get_close_matches


class GraphbanditError(Exception):
    """The root of everything raised on purpose."""


class InputError(GraphbanditError, ValueError):
    """An argument breaks its rule."""

    def __init__(self, argument: str, rule: str, value: object, remedy: str) -> None:
        """Compose the message from its four parts."""
        shown = repr(value)
        if len(shown) > 120:
            shown = shown[:117] + "..."
        super().__init__(f"{argument}: {rule}; got {shown}. {remedy}")
        self.argument = argument
        self.rule = rule
        self.value = value
        self.remedy = remedy

    def __reduce__(self) -> tuple[type, tuple[str, str, object, str]]:
        """Rebuild from the four parts, so that it crosses process boundaries."""
        return type(self), (self.argument, self.rule, self.value, self.remedy)


class ShapeError(InputError):
    """Wrong shape, or not numbers at all."""


class LossError(InputError):
    """A loss outside [0, 1], NaN or infinite."""


class GraphError(InputError):
    """Not a feedback graph."""


class UnobservableError(GraphError):
    """An action whose loss nothing reveals."""


class GammaError(InputError):
    """γ is not a finite positive number."""


class ProbabilityError(InputError):
    """Not a distribution over the actions."""


class ContextError(InputError):
    """A context of the wrong size, NaN or infinite."""


class FeedbackError(InputError):
    """An outcome or feedback that contradicts itself or its decision."""


class SettingError(InputError):
    """A setting of a part out of its range."""


class DecisionError(GraphbanditError, LookupError):
    """A decision that cannot be learnt from."""


class UnknownDecisionError(DecisionError):
    """A decision never made here, or forgotten since."""


class RepeatedFeedbackError(DecisionError):
    """What was revealed has been learnt already."""


class StorageError(GraphbanditError, ValueError):
    """A file that cannot be loaded, or a part that cannot be saved."""


class DataError(GraphbanditError, ValueError):
    """A data set that cannot be used."""


class MissingExtraError(GraphbanditError, ImportError):
    """An optional library that is not installed."""

    def __init__(self, library: str, extra: str) -> None:
        """Name the library and the extra that brings it."""
        super().__init__(f"{library} is not installed: pip install 'graphbandit[{extra}]' brings it.")
        self.library = library
        self.extra = extra

    def __reduce__(self) -> tuple[type, tuple[str, str]]:
        """Rebuild from the two names, so that it crosses process boundaries."""
        return type(self), (self.library, self.extra)


def suggestion(word: str, names: Iterable[str]) -> str:
    """Ask whether the nearest of the right names was meant; "" if none is near.

    >>> suggestion("dmeo", ["demo", "paper"]), suggestion("price", ["hour", "competing_price"]), suggestion("x", ["y"])
    (" Did you mean 'demo'?", " Did you mean 'competing_price'?", '')
    """
    plain = {name.casefold(): name for name in names}
    asked = word.casefold()
    near = get_close_matches(asked, plain, n=1, cutoff=0.6)
    if not near and len(asked.strip("-")) >= 3:
        near = [name for name in plain if asked in name][:1]
    return f" Did you mean '{plain[near[0]]}'?" if near else ""
