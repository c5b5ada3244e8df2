"""A metric of one's own against ours: whether it is the measure that it is meant to be, and if not, where and why."""

from __future__ import annotations

from metrics_edu.checking.report import MetricCheck, check_metric

__all__ = ["MetricCheck", "check_metric"]
