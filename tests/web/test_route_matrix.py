"""Every route as every role: nobody does what they may not, and no route is forgotten."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.web.route_table import ROLES, TABLE, Row
from tests.web.route_things import World, world_in

# What in an address names something that belongs to somebody, and what stands for one's own and for another's.
OWNED = {"submission_id": ("{own}", "{foreign}"), "draft_id": ("{draft}", "{their_draft}")}
STAFFS = ("/staff/submissions/", "/staff/checks/")  # retried by whoever is staff, whosever it is
OWNED["regrade_id"] = ("{regrade}", "{their_regrade}")


@pytest.fixture(scope="module")
def world(migrated_sqlite: Path, tmp_path_factory: pytest.TempPathFactory) -> World:
    return world_in(tmp_path_factory.mktemp("routes"), migrated_sqlite)


@pytest.mark.parametrize("row", TABLE, ids=lambda row: f"{row.method} {row.path}")
def test_everybody_may_do_what_is_theirs_to_do_and_nothing_else(world: World, row: Row) -> None:
    assert {role: world.ask(role, row) for role in ROLES} == row.expected


def test_the_table_has_every_route(world: World) -> None:
    routes = {
        (rule.endpoint, method)
        for rule in world.app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    listed = {(row.endpoint, row.method) for row in TABLE}
    assert routes - listed == set(), "routes without a row in tests/web/route_table.py"
    assert listed - routes == set(), "rows of routes that are gone"


def test_every_row_is_about_the_route_that_it_names(world: World) -> None:
    site = world.app.url_map.bind("localhost")
    for row in TABLE:
        path = urlsplit(row.path.format(**world.names | world.own["student"])).path
        assert site.match(path, method=row.method)[0] == row.endpoint, row


def test_what_belongs_to_somebody_is_asked_for_by_its_owner_and_by_others(world: World) -> None:
    for rule in world.app.url_map.iter_rules():
        for argument in OWNED.keys() & rule.arguments:
            paths = " ".join(row.path for row in TABLE if row.endpoint == rule.endpoint)
            named = [name for name in OWNED[argument] if name in paths]
            assert named == list(OWNED[argument]) or rule.rule.startswith(STAFFS), rule.endpoint


@pytest.mark.parametrize("role", ["anonymous", "admin"])
def test_no_form_is_taken_without_the_pages_token(world: World, role: str) -> None:
    refused = {row.path: world.ask(role, row, token=False) for row in TABLE if row.method == "POST"}
    assert {path: status for path, status in refused.items() if status != 400} == {}


def test_two_submissions_are_compared_only_where_both_are_ones_own(world: World) -> None:
    mine, foreign = world.own["student"]["own"], world.names["foreign"]
    client = world.app.test_client()
    for name, value in world.cookies["student"].items():
        client.set_cookie(name, value)
    page = client.get(f"/problems/doubling/compare?with={mine}&with={foreign}").text
    assert f"/submissions/{foreign}" not in page
