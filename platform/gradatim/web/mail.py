"""How Flask-Security reads addresses and sends mail: as the rest of the site does."""

from __future__ import annotations

from typing import Any

from flask_security import MailUtil

from gradatim.web.state import state


class SiteMail(MailUtil):
    """One way to write an address, and no mail where the site sends none."""

    def normalize(self, email: str) -> str:
        return str(super().normalize(email)).lower()

    def validate(self, email: str) -> str:
        return str(super().validate(email)).lower()

    def send_mail(
        self,
        template: str,
        subject: str,
        recipient: str | tuple[str, str],
        sender: str | tuple[str, str],
        body: str | None,
        html: str | None,
        **context: Any,
    ) -> None:
        mailer = state().mailer
        if mailer is not None:
            mailer.send(to=str(recipient), subject=str(subject), text=body or "")
