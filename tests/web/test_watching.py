"""The alert rules and the dashboard: in the form that their programs want, and of metrics that there are."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from tests.architecture.tree import ROOT
from tests.web.visiting import Visitor

RULE_KEYS = {"alert", "expr", "for", "keep_firing_for", "labels", "annotations"}
DURATION = re.compile(r"\d+(ms|[smhdwy])")
SUFFIXES = {"counter": ["_total"], "histogram": ["_bucket", "_sum", "_count"], "gauge": [""]}


@pytest.fixture
def metrics(visitor: Visitor) -> set[str]:
    """The names of all series that the site has."""
    families = text_string_to_metric_families(visitor.get("/metrics").text)
    return {family.name + suffix for family in families for suffix in SUFFIXES.get(family.type, [])}


def rules() -> list[dict[str, Any]]:
    read = yaml.safe_load((ROOT / "deploy/alerts.yml").read_text())
    assert set(read) == {"groups"}
    for group in read["groups"]:
        assert set(group) <= {"name", "interval", "limit", "rules"}
    return [rule for group in read["groups"] for rule in group["rules"]]


def queries() -> Iterator[str]:
    board = json.loads((ROOT / "deploy/grafana.json").read_text())
    for panel in board["panels"]:
        assert {"type", "title", "gridPos", "targets", "datasource"} <= set(panel)
        assert panel["gridPos"]["x"] + panel["gridPos"]["w"] <= 24
        yield from (target["expr"] for target in panel["targets"])


def test_every_alert_is_a_rule_as_prometheus_wants_it() -> None:
    found = rules()
    assert len({rule["alert"] for rule in found}) == len(found)
    for rule in found:
        assert set(rule) <= RULE_KEYS
        assert re.fullmatch(r"[A-Za-z_]\w*", rule["alert"])
        assert DURATION.fullmatch(rule["for"])
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert rule["annotations"]["summary"]


def test_alerts_and_dashboard_ask_for_metrics_that_there_are(metrics: set[str]) -> None:
    asked = [*(rule["expr"] for rule in rules()), *queries()]
    named = {name for expr in asked for name in re.findall(r"gradatim_\w+", expr)}
    assert named - metrics == set()


def test_the_handbook_names_every_metric(metrics: set[str]) -> None:
    handbook = (ROOT / "docs/running.md").read_text()
    families = {re.sub(r"_(bucket|sum|count)$", "", name) for name in metrics if name.startswith("gradatim_")}
    assert {name for name in families if f"`{name}`" not in handbook} == set()
