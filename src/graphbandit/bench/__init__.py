"""Measurements: how long things take here, beside what other libraries take for the same."""
