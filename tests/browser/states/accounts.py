"""What concerns accounts: signing in and up, one's password, the second factor, and what is forbidden."""

from __future__ import annotations

from playwright.sync_api import expect

from gradatim.app import create_app
from gradatim.app.links import reset_link
from tests.browser.staffroom import HEAD
from tests.browser.states.state import State, States
from tests.browser.visit import Visit

STATES = States()
state = STATES.state


def as_nobody(name: str, path: str) -> None:
    """Whoever has signed in is led on from there."""

    def reach(visit: Visit) -> None:
        visit.leave()
        visit.go(path)

    STATES[name] = State(reach)


def as_staff(name: str, path: str) -> None:
    def reach(visit: Visit) -> None:
        visit.be_staff()
        visit.go(path)

    STATES[name] = State(reach)


as_nobody("sign-in", "/login")
as_nobody("sign-up", "/register")
as_nobody("forgot-password", "/reset")
as_nobody("confirm-address", "/confirm")


def by_mail(name: str, path: str) -> None:
    """The page as a site shows it that sends mail, which the one here does not."""

    def reach(visit: Visit) -> None:
        visit.leave()
        with create_app(visit.settings(smtp_host="localhost", smtp_sender="site@example.org")).test_client() as site:
            visit.hold(f"**{path}", body=site.get(path).text, content_type="text/html")
        visit.go(path)
        expect(visit.page.get_by_label("Email")).to_be_visible()

    STATES[name] = State(reach)


by_mail("forgot-password-by-mail", "/reset")
by_mail("confirm-address-by-mail", "/confirm")


@state()
def reset_password(visit: Visit) -> None:
    """By the link that a letter or the command line gives."""
    visit.be_staff()  # so that there is an account
    visit.leave()
    visit.page.goto(reset_link(visit.settings(), HEAD))
    expect(visit.page.get_by_role("heading", level=1)).to_contain_text("new password")


@state()
def sign_in_wrong(visit: Visit) -> None:
    visit.sign_in("somebody@example.org", "a wrong one")
    expect(visit.page.locator(".wrong").first).to_be_visible()


@state()
def sign_in_code(visit: Visit) -> None:
    """The password was right, and a second factor is on."""
    visit.be_learner()


@state()
def sign_in_recovery(visit: Visit) -> None:
    visit.be_learner()
    visit.page.get_by_role("link", name="recovery code").click()
    expect(visit.page.get_by_role("heading", level=1)).not_to_have_text("And six digits")


as_staff("own-account", "/account")
as_staff("change-password", "/change")
as_staff("password-again", "/verify")
as_staff("second-factor", "/tf-setup")
as_staff("recovery-codes", "/mf-recovery-codes")


@state()
def second_factor_key(visit: Visit) -> None:
    visit.be_staff()
    visit.go("/tf-setup")
    visit.page.get_by_role("button", name="Set up an authenticator").click()
    expect(visit.page.get_by_role("img")).to_be_visible()


@state()
def recovery_codes_made(visit: Visit) -> None:
    visit.be_staff()
    visit.go("/mf-recovery-codes")
    visit.page.get_by_role("button", name="Make new codes").click()
    expect(visit.page.locator(".codes li")).to_have_count(8)
