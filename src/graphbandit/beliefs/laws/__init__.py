"""Laws of a one-dimensional driver, learnt under censoring."""

from graphbandit.beliefs.laws.base import ScoredLaw
from graphbandit.beliefs.laws.empirical import EmpiricalLaw
from graphbandit.beliefs.laws.hazards import ReverseHazards
from graphbandit.beliefs.laws.location import LOGISTIC, NORMAL, STUDENT, Bank, LocationScale, View
from graphbandit.beliefs.laws.mixture import MixtureLaw
from graphbandit.beliefs.laws.recalibrated import Recalibrated
from graphbandit.beliefs.laws.robust import robust_law
from graphbandit.beliefs.laws.softmax import SoftmaxLaw

__all__ = [
    "LOGISTIC",
    "NORMAL",
    "STUDENT",
    "Bank",
    "EmpiricalLaw",
    "LocationScale",
    "MixtureLaw",
    "Recalibrated",
    "ReverseHazards",
    "ScoredLaw",
    "SoftmaxLaw",
    "View",
    "robust_law",
]
