"""The instances reach every class, whatever the solver."""

from __future__ import annotations

from itertools import combinations as pairs

import numpy as np
from tests.blueprints import KINDS
from tests.problems import GAMMAS, LOSSES, SIZES, TOTAL, combinations, instances


def test_two_thousand_instances_cover_every_pair_of_classes_and_every_triple_of_kind_size_gamma() -> None:
    drawn = list(combinations(2_000))
    classes = {"kind": KINDS, "size": SIZES, "gamma": GAMMAS, "losses": LOSSES}
    for first, second in pairs(classes, 2):
        met = {(getattr(c, first), getattr(c, second)) for c in drawn}
        assert len(met) == len(classes[first]) * len(classes[second]), (first, second)
    assert len({(c.kind, c.size, c.gamma) for c in drawn}) == len(KINDS) * len(SIZES) * len(GAMMAS)


def test_all_combinations_come_up_once_in_a_whole_turn() -> None:
    assert len({(c.kind, c.size, c.gamma, c.losses) for c in combinations(TOTAL)}) == TOTAL


def test_an_instance_does_not_depend_on_how_many_are_drawn() -> None:
    few, many = list(instances(40)), list(instances(60))
    for short, long in zip(few, many, strict=False):
        assert short.name == long.name
        np.testing.assert_array_equal(short.losses, long.losses)
        np.testing.assert_array_equal(short.matrix, long.matrix)


def test_the_library_builds_the_same_graphs() -> None:
    random = np.random.default_rng(5)
    for instance in instances(500, seed=1):
        matrix = instance.matrix.astype(float)
        np.testing.assert_allclose(instance.graph.matrix(), matrix, atol=3e-16, err_msg=instance.name)
        weights = random.dirichlet(np.ones(instance.actions))
        np.testing.assert_allclose(instance.graph.observation(weights), weights @ matrix, atol=1e-14)
        np.testing.assert_allclose(instance.graph.coverage(weights), matrix @ weights, atol=1e-14)
        assert matrix.any(axis=0).all(), instance.name
