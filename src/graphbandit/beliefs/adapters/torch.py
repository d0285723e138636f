"""Modules of PyTorch."""

import copy
from dataclasses import dataclass, field
from typing import Any, final

import numpy as np

from graphbandit.beliefs.base import LossOracle
from graphbandit.beliefs.settings import count, strength
from graphbandit.checks import Array, Mask
from graphbandit.errors import MissingExtraError, SettingError


@final
@dataclass(frozen=True, eq=False)
class TorchLosses(LossOracle):
    """A copy of `module`, from contexts (1, d) to losses (1, K), by Adam with `rate` on the mean square error observed.

    For five actions in contexts of three numbers: `TorchLosses(torch.nn.Linear(3, 5), actions=5, context_size=3)`.
    """

    module: Any
    actions: int
    context_size: int
    rate: float = 0.01
    learnt: list[Any] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Check the module and copy it."""
        try:
            import torch
        except ImportError:
            raise MissingExtraError("torch", "torch") from None
        if not isinstance(self.module, torch.nn.Module):
            raise SettingError("module", "must be a torch.nn.Module", self.module, "Pass torch.nn.Linear(d, K).")
        for name in ("actions", "context_size"):
            object.__setattr__(self, name, count(getattr(self, name), name))
        object.__setattr__(self, "rate", strength(self.rate, "rate"))
        module = copy.deepcopy(self.module).double()
        with torch.no_grad():
            shape = tuple(module(torch.zeros((1, self.context_size), dtype=torch.float64)).shape)
        if shape != (1, self.actions):
            raise SettingError("module", f"must give shape (1, {self.actions})", shape, "Set its last layer.")
        optimizer = torch.optim.Adam(module.parameters(), lr=self.rate)
        object.__setattr__(self, "learnt", [module, optimizer])

    def predict(self, context: Array) -> Array:
        """Predict the losses (K,); what is not a number counts as ½."""
        import torch

        with torch.no_grad():
            losses = self.learnt[0](torch.from_numpy(context[None, :]))[0].numpy()
        kept: Array = np.clip(np.nan_to_num(losses, nan=0.5), 0.0, 1.0)
        return kept

    def update(self, context: Array, losses: Array, observed: Mask) -> None:
        """Take one step on the mean square error of the observed losses."""
        if not observed.any():
            return
        import torch

        module, optimizer = self.learnt
        seen = np.flatnonzero(observed)
        optimizer.zero_grad()
        predicted = module(torch.from_numpy(context[None, :]))[0, torch.from_numpy(seen)]
        loss: Any = torch.mean((predicted - torch.from_numpy(losses[seen])) ** 2)
        loss.backward()
        optimizer.step()
