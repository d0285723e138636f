"""What solving the program gives."""

from dataclasses import dataclass
from typing import final

from graphbandit.checks import Array


@final
@dataclass(frozen=True, eq=False, slots=True)
class Allocation:
    """Probabilities over the actions, and the proof of how good they are.

    `value` is the decision-estimation coefficient of these very `probabilities` (K,), and no probabilities
    have one below `bound`. `certified` tells whether the two are as close as was asked. `method` names what
    found them.
    """

    probabilities: Array
    value: float
    bound: float
    iterations: int = 0
    certified: bool = True
    method: str = "closed form"
