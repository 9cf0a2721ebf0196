"""Mail leaves by SMTP, and what cannot be sent holds nobody up."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from gradatim.errors import SettingsError
from gradatim.services import mail
from gradatim.services.mail import Smtp, mailer_for
from gradatim.settings import Settings, load

SENDER = "Gradatim <no-reply@learn.example>"


class Talk(socketserver.StreamRequestHandler):
    """As much of SMTP as one message needs."""

    def handle(self) -> None:
        self.wfile.write(b"220 here\r\n")
        for line in iter(self.rfile.readline, b""):
            if line.upper().startswith(b"DATA"):
                self.wfile.write(b"354 go on\r\n")
                text = b"".join(iter(self.rfile.readline, b".\r\n"))
                cast(Server, self.server).taken.append(text.decode())
            self.wfile.write(b"221 bye\r\n" if line.upper().startswith(b"QUIT") else b"250 fine\r\n")


class Server(socketserver.TCPServer):
    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Talk)
        self.taken: list[str] = []


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def settings(port: int, tmp_path: Path) -> Settings:
    return Settings(
        var=tmp_path,
        public_url="http://learn.example",
        smtp_host="127.0.0.1",
        smtp_port=port,
        smtp_security="none",
        smtp_sender=SENDER,
    )


def test_a_message_arrives_as_it_was_written(server: Server, tmp_path: Path) -> None:
    mailer = Smtp(settings(int(server.server_address[1]), tmp_path))
    mailer.send(to="bob@example.org", subject="Hello", text="A link:\nhttp://learn.example/x\n")
    mailer.close()
    [taken] = server.taken
    for part in (f"From: {SENDER}", "To: bob@example.org", "Subject: Hello", "http://learn.example/x"):
        assert part in taken


def test_a_server_that_is_not_there_is_logged_and_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(mail.log, "error", lambda event, **more: said.append(event))
    mailer = Smtp(settings(1, tmp_path))
    mailer.send(to="bob@example.org", subject="Hello", text="x")
    mailer.close()
    assert said == ["mail could not be sent"]


def test_without_a_server_there_is_no_mail(tmp_path: Path) -> None:
    assert mailer_for(Settings(var=tmp_path)) is None


@pytest.mark.parametrize(
    ("more", "names"),
    [
        pytest.param({}, "GRADATIM_SMTP_HOST", id="no public address for links"),
        pytest.param({"GRADATIM_PUBLIC_URL": "https://x.example"}, "GRADATIM_SMTP_SENDER", id="no sender"),
    ],
)
def test_half_of_the_settings_stop_the_start(monkeypatch: pytest.MonkeyPatch, more: dict[str, str], names: str) -> None:
    for name, value in {"GRADATIM_SMTP_HOST": "mail.example", **more}.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError, match=names):
        load()
