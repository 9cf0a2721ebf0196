"""Mail, by SMTP where the settings name a server; else there is none.

It is sent from a thread of its own: how long that takes must tell nobody whether an address is known here.
"""

from __future__ import annotations

import smtplib
import ssl
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Protocol

import structlog

from gradatim.settings import Settings

TIMEOUT_SECONDS = 20

log = structlog.get_logger(__name__)


class Mailer(Protocol):
    """Takes a plain-text message and returns at once."""

    def send(self, *, to: str, subject: str, text: str) -> None: ...


def mailer_for(settings: Settings) -> Mailer | None:
    """None: this site sends no mail."""
    return Smtp(settings) if settings.smtp_host else None


class Smtp:
    """One connection for each message. What cannot be sent is logged and lost: whoever waits for it asks again."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="mail")

    def send(self, *, to: str, subject: str, text: str) -> None:
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self._settings.smtp_sender, to, subject
        message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain="gradatim")
        message.set_content(text)
        self._thread.submit(self._deliver, message)

    def close(self) -> None:
        """Send what is left."""
        self._thread.shutdown()

    def _deliver(self, message: EmailMessage) -> None:
        try:
            with self._connection() as server:
                if self._settings.smtp_user:
                    server.login(self._settings.smtp_user, self._settings.smtp_password.get_secret_value())
                server.send_message(message)
        except (OSError, smtplib.SMTPException) as error:
            log.error("mail could not be sent", server=self._settings.smtp_host, error=str(error))

    def _connection(self) -> smtplib.SMTP:
        host, port, security = self._settings.smtp_host, self._settings.smtp_port, self._settings.smtp_security
        if security == "tls":
            context = ssl.create_default_context()
            return smtplib.SMTP_SSL(host, port, timeout=TIMEOUT_SECONDS, context=context)
        server = smtplib.SMTP(host, port, timeout=TIMEOUT_SECONDS)
        if security == "starttls":
            server.starttls(context=ssl.create_default_context())
        return server
