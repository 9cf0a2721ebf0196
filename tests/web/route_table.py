"""Who may do what: every route and method, for every role, with their own things and with those of others.

A new route gets a row for each of its methods, and one with {own} and one with {foreign} where it is about something
that belongs to somebody. What a row needs in its path or its form is made in `route_things.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

ROLES = ("anonymous", "guest", "student", "instructor", "admin")


@dataclass(frozen=True)
class Row:
    """`statuses`: what each of ROLES is answered, in their order. Names in braces stand for things; see there."""

    endpoint: str
    method: str
    path: str
    statuses: str
    form: dict[str, str] = field(default_factory=dict)

    @property
    def expected(self) -> dict[str, int]:
        return dict(zip(ROLES, map(int, self.statuses.split()), strict=True))


def get(endpoint: str, path: str, statuses: str) -> Row:
    return Row(endpoint, "GET", path, statuses)


def post(endpoint: str, path: str, statuses: str, /, **form: str) -> Row:
    return Row(endpoint, "POST", path, statuses, form)


ALL = "200 200 200 200 200"
STAFF = "302 302 404 200 200"  # 302: to signing in; 404: there is no such page
STAFF_DO = "302 302 404 303 303"
ADMIN = "302 302 404 404 200"
ADMIN_DO = "302 302 404 404 303"
NOT_THEIRS, DO_THEIRS = ADMIN, ADMIN_DO  # to an instructor another's draft or problem is not there; admins may help
STAFFS_NOTHING = "302 302 404 404 404"
MEMBERS = "302 302 200 200 200"
STRANGERS = "200 200 302 302 302"  # whoever is signed in is led on
OWN = "404 200 200 200 200"
FOREIGN = "404 404 404 200 200"  # staff may look at everybody's, and that is written down
NOBODYS = "404 404 404 404 404"
P = "/problems/doubling"

PUBLIC = [
    get("static", "/static/mark.svg", ALL),
    get("site.alive", "/healthz", ALL),
    get("site.ready", "/readyz", ALL),
    get("metrics_page.show", "/metrics", ALL),  # from this machine alone, or with a token: see test_metrics.py
    get("problems.index", "/", ALL),
    get("problems.show", P, ALL),
    get("problems.show", "/problems/secret", "404 404 404 404 200"),  # another instructor's draft
    get("blocks.array_bytes", "/arrays/{digest}/theory-1.f64", ALL),
    get("blocks.array_csv", "/arrays/{digest}/theory-1.csv", ALL),
]

LEARNING = [
    get("drafts.show", f"{P}/draft", ALL),
    get("submissions.index", f"{P}/submissions", ALL),
    get("comparing.show", f"{P}/compare?with={{own}}&with={{foreign}}", ALL),  # and shows no foreign one: see below
    get("solutions.show", f"{P}/solution", OWN),  # passed
    get("solutions.show", "/problems/tripling/solution", FOREIGN),  # not passed
    post("submissions.create", f"{P}/submissions", "303 303 303 303 303", source="x"),
    post("submissions.create", "/problems/secret/submissions", "404 404 404 404 303", source="x"),
    post("runs.create", f"{P}/runs", "303 303 303 303 303", source="x"),
    post("own_calls.create", f"{P}/calls", "303 303 303 303 303", source="x", arguments="1"),
    post("blocks.run_snippet", f"{P}/tries", "303 303 303 303 303", source="x"),
    post("blocks.answer", f"{P}/questions/one", "303 303 303 303 303", answer="1"),
    post("hints.open_next", f"{P}/hints", "303 303 303 303 303", number="1"),
    post("drafts.save", f"{P}/draft", ALL, source="x"),
    post("drafts.undo", f"{P}/draft/undo", "303 303 303 303 303"),
]

SUBMISSIONS = [
    get("submissions.show", "/submissions/{own}", OWN),
    get("submissions.show", "/submissions/{foreign}", FOREIGN),
    get("submissions.source", "/submissions/{own}/source", OWN),
    get("submissions.source", "/submissions/{foreign}/source", FOREIGN),
    get("submissions.result", "/submissions/{own}/result", OWN),
    get("submissions.result", "/submissions/{foreign}/result", FOREIGN),
    get("submissions.as_json", "/submissions/{own}.json", OWN),
    get("submissions.as_json", "/submissions/{foreign}.json", FOREIGN),
    get("submissions.events", "/submissions/{own}/events", OWN),
    get("submissions.events", "/submissions/{foreign}/events", FOREIGN),
    post("submissions.cancel", "/submissions/{own}/cancel", "404 303 303 303 303"),
    post("submissions.cancel", "/submissions/{foreign}/cancel", NOBODYS),
    post("drafts.restore", "/submissions/{own}/restore", "404 303 303 303 303"),
    post("drafts.restore", "/submissions/{foreign}/restore", NOBODYS),
]

LETTERS = {"email": "new@example.org", "password": "a long enough one", "password_confirm": "a long enough one"}
ACCOUNTS = [
    get("security.login", "/login", STRANGERS),
    post("security.login", "/login", STRANGERS, email="new@example.org", password="wrong"),
    post("security.logout", "/logout", "302 302 302 302 302"),
    get("security.register", "/register", STRANGERS),
    post("security.register", "/register", "302 302 302 302 302", **LETTERS),
    get("security.send_confirmation", "/confirm", ALL),
    post("security.send_confirmation", "/confirm", ALL, email="new@example.org"),
    get("security.confirm_email", "/confirm/nonsense", "302 302 302 302 302"),
    post("security.confirm_email", "/confirm/nonsense", "302 302 302 302 302"),
    get("security.forgot_password", "/reset", ALL),
    post("security.forgot_password", "/reset", ALL, email="new@example.org"),
    get("security.reset_password", "/reset/nonsense", "302 302 302 302 302"),
    post("security.reset_password", "/reset/nonsense", "302 302 302 302 302", **LETTERS),
    get("security.change_password", "/change", MEMBERS),
    post("security.change_password", "/change", MEMBERS, password="wrong", new_password="a long enough one"),
    get("security.verify", "/verify", MEMBERS),
    post("security.verify", "/verify", MEMBERS, password="wrong"),
    get("security.two_factor_setup", "/tf-setup", MEMBERS),
    post("security.two_factor_setup", "/tf-setup", MEMBERS, setup="authenticator"),
    post("security.two_factor_setup_validate", "/tf-setup/nonsense", "302 302 302 302 302", code="1"),
    get("security.two_factor_token_validation", "/tf-validate", "302 302 302 302 302"),
    post("security.two_factor_token_validation", "/tf-validate", "302 302 302 302 302", code="1"),
    get("security.two_factor_rescue", "/tf-rescue", NOBODYS),
    post("security.two_factor_rescue", "/tf-rescue", NOBODYS, help_setup="help"),
    get("security.tf_select", "/tf-select", NOBODYS),
    post("security.tf_select", "/tf-select", NOBODYS),
    get("security.mf_recovery", "/mf-recovery", "302 302 302 302 302"),
    post("security.mf_recovery", "/mf-recovery", "302 302 302 302 302", code="1"),
    get("security.mf_recovery_codes", "/mf-recovery-codes", MEMBERS),
    post("security.mf_recovery_codes", "/mf-recovery-codes", MEMBERS),
    get("account.show", "/account", MEMBERS),
    post("account.end_session", "/account/sessions/{session}/end", "302 302 303 303 303"),
    post("account.end_session", "/account/sessions/{their_session}/end", "302 302 404 404 404"),
    post("account.end_other_sessions", "/account/end-sessions", "302 302 303 303 303"),
]

STAFFS = [
    get("staff.index", "/staff", STAFF),
    get("staff.live", "/staff/live", STAFF),
    post("staff.retry", "/staff/submissions/{failed}/retry", STAFF_DO),
    post("staff.requeue", "/staff/submissions/{waiting}/requeue", STAFF_DO),
    post("staff.retry_all", "/staff/retry-all", STAFF_DO),
    post("staff.retry_check", "/staff/checks/{failed_check}/retry", STAFF_DO),
    post("staff.drain", "/staff/workers/drain", STAFF_DO, worker="w"),
    post("staff.resume", "/staff/workers/resume", STAFF_DO, worker="w"),
    post("staff.send_letters", "/staff/letters/send", STAFF_DO),
    get("audit.index", "/staff/audit", STAFF),
    get("audit.as_csv", "/staff/audit.csv", STAFF),
    get("people.index", "/staff/users", ADMIN),
    post("people.change_role", "/staff/users/{user}/role", ADMIN_DO, role="instructor"),
    post("people.set_active", "/staff/users/{user}/active", ADMIN_DO, active="no"),
]

UNNAMED = "/staff/problems/doubling/unnamed/{fingerprint}"
PROBLEMS = [
    get("regrades.index", "/staff/problems/doubling/regrades", STAFF),
    get("regrades.index", "/staff/problems/secret/regrades", NOT_THEIRS),
    post("regrades.begin", "/staff/problems/doubling/regrades", STAFF_DO, by="ticked", id="{foreign}"),
    post("regrades.begin", "/staff/problems/secret/regrades", "302 302 404 404 409", by="ticked", id="{foreign}"),
    get("regrades.show", "/staff/regrades/{regrade}", STAFF),
    get("regrades.show", "/staff/regrades/{their_regrade}", NOT_THEIRS),
    get("regrades.events", "/staff/regrades/{regrade}/events", STAFF),
    get("regrades.events", "/staff/regrades/{their_regrade}/events", NOT_THEIRS),
    post("regrades.apply", "/staff/regrades/{regrade}/apply", STAFF_DO),
    post("regrades.apply", "/staff/regrades/{their_regrade}/apply", DO_THEIRS),
    post("regrades.throw_away", "/staff/regrades/{regrade}/throw-away", STAFF_DO),
    post("regrades.throw_away", "/staff/regrades/{their_regrade}/throw-away", DO_THEIRS),
    get("insight.show", "/staff/problems/doubling/insight", STAFF),
    get("insight.show", "/staff/problems/secret/insight", NOT_THEIRS),
    get("insight.table", "/staff/problems/doubling/insight/tests.csv", STAFF),
    get("insight.table", "/staff/problems/secret/insight/tests.csv", NOT_THEIRS),
    get("insight.mistake", UNNAMED, STAFF),
    post("insight.make_pitfall", f"{UNNAMED}/pitfall", STAFF_DO, name="tripled", title="It triples"),
    post("insight.make_pitfall", "/staff/problems/secret/unnamed/{fingerprint}/pitfall", STAFFS_NOTHING, name="x"),
    get("insight.mistake", "/staff/problems/secret/unnamed/{fingerprint}", STAFFS_NOTHING),  # has none
]

DRAFT, THEIRS = "/authoring/drafts/{draft}", "/authoring/drafts/{their_draft}"  # another instructor's


def of_draft(endpoint: str, rest: str, /, **form: str) -> list[Row]:
    """Reading, or doing where there is a form, to one's own draft and to another's."""
    if not form:
        return [get(endpoint, DRAFT + rest, STAFF), get(endpoint, THEIRS + rest, NOT_THEIRS)]
    return [post(endpoint, DRAFT + rest, STAFF_DO, **form), post(endpoint, THEIRS + rest, DO_THEIRS, **form)]


AUTHORING = [
    get("authoring.index", "/authoring", STAFF),
    get("authoring.new", "/authoring/new", STAFF),
    post("authoring.make", "/authoring/new", STAFF_DO, how="template", template="function", slug="brand-new"),
    *of_draft("authoring.draft", ""),
    *of_draft("authoring.fault", "/fault"),
    *of_draft("authoring.file", "/files/statement.md"),
    *of_draft("authoring.save", "/files/statement.md", source="Double $x$."),
    *of_draft("authoring.add", "/add", path="pitfalls/other.py"),
    *of_draft("authoring.rename", "/rename", path="starter.py", to="pitfalls/begun.py"),
    *of_draft("authoring.remove", "/remove", path="starter.py"),
    *of_draft("authoring.preview", "/preview"),
    post("authoring.preview_typed", f"{DRAFT}/preview", STAFF, path="statement.md", source="*x*"),
    post("authoring.preview_typed", f"{THEIRS}/preview", NOT_THEIRS, path="statement.md", source="*x*"),
    get("authoring.array_bytes", f"{DRAFT}/arrays/theory-1.f64", STAFFS_NOTHING),  # neither was checked
    get("authoring.array_bytes", f"{THEIRS}/arrays/theory-1.f64", STAFFS_NOTHING),
    *of_draft("authoring.check", "/check"),
    *of_draft("authoring.begin_check", "/check", do="check"),
    *of_draft("authoring.cancel_check", "/check/cancel", do="cancel"),
    *of_draft("authoring.check_events", "/check/events"),
    *of_draft("authoring.check_report", "/check.json"),
    *of_draft("authoring.mark_equivalent", "/equivalent", removed="a", added="b", reason="c"),
    *of_draft("authoring.export_draft", "/export"),
    *of_draft("authoring.confirm_publish", "/publish"),
    *of_draft("authoring.publish", "/publish", do="publish"),
    *of_draft("authoring.confirm_delete", "/delete"),
    *of_draft("authoring.delete", "/delete", do="delete"),
    get("authoring.problem", "/authoring/problems/doubling", STAFF),  # from a folder: every instructor's
    get("authoring.problem", "/authoring/problems/secret", NOT_THEIRS),
    post("authoring.edit", "/authoring/problems/doubling/edit", STAFF_DO),
    post("authoring.edit", "/authoring/problems/secret/edit", DO_THEIRS),
    post("authoring.show", "/authoring/problems/doubling/visibility", STAFF_DO, visibility="unlisted"),
    post("authoring.show", "/authoring/problems/secret/visibility", DO_THEIRS, visibility="listed"),
    post("authoring.archive", "/authoring/problems/doubling/archive", STAFF_DO, archived="yes"),
    post("authoring.archive", "/authoring/problems/secret/archive", DO_THEIRS, archived="yes"),
    get("authoring.export", "/authoring/problems/doubling/export", STAFF),
    get("authoring.export", "/authoring/problems/secret/export", NOT_THEIRS),
]

TABLE = PUBLIC + LEARNING + SUBMISSIONS + ACCOUNTS + STAFFS + PROBLEMS + AUTHORING
