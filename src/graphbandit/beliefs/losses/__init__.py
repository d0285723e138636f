"""Oracles of losses, under square loss."""

from graphbandit.beliefs.losses.finite import FiniteLosses
from graphbandit.beliefs.losses.linear import LinearLosses
from graphbandit.beliefs.losses.network import NetworkLosses
from graphbandit.beliefs.losses.separate import SeparateLosses

__all__ = ["FiniteLosses", "LinearLosses", "NetworkLosses", "SeparateLosses"]
