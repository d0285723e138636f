"""The decision program: losses, a graph and γ make an allocation, with a certificate."""

from graphbandit.dec.allocation import Allocation
from graphbandit.dec.program import dec_value
from graphbandit.dec.solve import solve_dec

__all__ = ["Allocation", "dec_value", "solve_dec"]
