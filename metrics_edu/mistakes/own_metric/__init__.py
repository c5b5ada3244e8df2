"""A metric of one's own against ours: whether it is the measure that it is meant to be, and if not, where and why."""

from __future__ import annotations

from metrics_edu.mistakes.own_metric.metric_check import MetricCheck, check_metric

__all__ = ["MetricCheck", "check_metric"]
