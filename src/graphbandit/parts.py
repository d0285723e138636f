"""What everything that can be saved has in common."""

from abc import ABC


class Part(ABC):
    """A piece of a learner: settings fixed at construction, and arrays that it learns.

    A part is a frozen dataclass. Its init fields are its settings: numbers, strings, booleans, None, arrays,
    other parts, and tuples of these. Its other fields are the arrays that it learns, changed in place and
    never replaced. Nothing else is remembered: settings and arrays restore a part bit for bit.
    """
