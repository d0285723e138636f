"""Regressors: one number from a context, online."""

from graphbandit.beliefs.values.hinged import HingedRegressor
from graphbandit.beliefs.values.linear import LinearRegressor
from graphbandit.beliefs.values.logistic import LogisticRegressor
from graphbandit.beliefs.values.mixture import MixtureRegressor, robust_value
from graphbandit.beliefs.values.network import NetworkRegressor
from graphbandit.beliefs.values.selection import Selection

__all__ = [
    "HingedRegressor",
    "LinearRegressor",
    "LogisticRegressor",
    "MixtureRegressor",
    "NetworkRegressor",
    "Selection",
    "robust_value",
]
