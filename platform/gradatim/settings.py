"""The settings of the site: environment variables that start with GRADATIM_.

Read once, at start. A wrong value or a misspelt name stops the start with one line that names the variable.
"""

from __future__ import annotations

import difflib
import os
import re
import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr, ValidationError, ValidationInfo, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from gradatim.errors import SettingsError

PREFIX = "GRADATIM_"
SHORTEST_SECRET = 32
CHECKOUT = Path(__file__).resolve().parents[2]
SECRETS = {  # or hold some
    "GRADATIM_SECRET_KEY",
    "GRADATIM_METRICS_TOKEN",
    "GRADATIM_SMTP_PASSWORD",
    "GRADATIM_DATABASE_URL",
    "GRADATIM_BROKER_URL",
}
OTHER_NAMES = {  # read by the set-up scripts and by docker-compose.yml alone
    "GRADATIM_NO_INSTALL",
    "GRADATIM_IMAGE",
    "GRADATIM_SERVICES_IMAGE",
    "GRADATIM_PROBLEMS_FOLDER",
    "GRADATIM_LOOK",
}


def _default_home() -> Path:
    return CHECKOUT if (CHECKOUT / "migrations").is_dir() else Path.cwd()


def _default_threads() -> int:
    return min(4, max(2, os.cpu_count() or 2))


class Settings(BaseSettings):
    """Relative paths, and the path of an SQLite database, are taken from `home`. An empty variable is as none."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_ignore_empty=True, frozen=True, validate_default=True)

    home: Path = Field(default_factory=_default_home)
    var: Path = Path("var")  # what the site writes on this machine
    problems: Path = Path("problems")
    migrations: Path = Path("migrations")

    host: str = "127.0.0.1"
    port: int = Field(8000, ge=1, le=65535)
    public_url: str = ""  # as browsers see the site; https makes cookies secure
    proxies: int = Field(0, ge=0, le=8)  # reverse proxies in front whose X-Forwarded-* headers are believed
    web_processes: int = Field(2, ge=1, le=64)  # where a broker is set; else one process holds everything
    web_threads: int = Field(64, ge=4, le=512)  # each open event stream holds one
    secret_key: SecretStr | None = None

    smtp_host: str = ""  # what sends the site's mail; without one it sends none
    smtp_port: int = Field(587, ge=1, le=65535)
    smtp_security: Literal["starttls", "tls", "none"] = "starttls"
    smtp_user: str = ""
    smtp_password: SecretStr = SecretStr("")
    smtp_sender: str = ""  # Name <address>

    wait_seconds: float = Field(30.0, ge=0, le=3600)  # at a start, for each of what is not there yet
    database_url: str = "sqlite:///var/gradatim.sqlite3"
    database_connections: int = Field(10, ge=2, le=500)  # of each process, to PostgreSQL
    broker_url: str = ""  # redis://...: where web and workers are apart

    grading_threads: int = Field(default_factory=_default_threads, ge=1, le=64)
    sandbox_runtime: str = ""  # a container runtime with a kernel of its own, such as runsc; else the engine's default
    worker_name: str = Field("", max_length=100)  # for people; else the name of the host
    beat_file: Path | None = None  # touched while this worker lives and the database answers it
    lease_seconds: float = Field(15.0, ge=1, le=600)
    sweep_seconds: float = Field(2.0, ge=0.1, le=60)
    metrics_token: SecretStr | None = None  # whoever asks for metrics says it; none: only this machine may ask
    metrics_host: str = "127.0.0.1"  # of a worker, whose metrics have an address of their own
    metrics_port: int = Field(0, ge=0, le=65535)  # 0: a worker has no such address
    submissions_per_minute: int = Field(60, ge=1)  # for one visitor

    @field_validator("secret_key")
    @classmethod
    def _long_enough(cls, key: SecretStr | None) -> SecretStr | None:
        if key is not None and len(key.get_secret_value()) < SHORTEST_SECRET:
            raise ValueError(f"must have at least {SHORTEST_SECRET} characters, and be random")
        return key

    @field_validator("database_url")
    @classmethod
    def _known_database(cls, url: str) -> str:
        if not url.startswith(("sqlite:///", "postgresql://", "postgresql+psycopg://")):
            raise ValueError("must start with sqlite:/// or postgresql://")
        return url

    @field_validator("broker_url")
    @classmethod
    def _known_broker(cls, url: str) -> str:
        if url and not url.startswith(("redis://", "rediss://", "unix://")):
            raise ValueError("must start with redis://, rediss:// or unix://")
        return url

    @field_validator("public_url")
    @classmethod
    def _known_scheme(cls, url: str) -> str:
        if url and not url.startswith(("http://", "https://")):
            raise ValueError("must start with http:// or https://")
        return url

    @field_validator("smtp_host")
    @classmethod
    def _with_an_address(cls, host: str, others: ValidationInfo) -> str:
        if host and not others.data.get("public_url"):
            raise ValueError("needs GRADATIM_PUBLIC_URL too: a mail's links must lead here, whatever a request claims")
        return host

    @field_validator("smtp_sender")
    @classmethod
    def _with_a_sender(cls, sender: str, others: ValidationInfo) -> str:
        if others.data.get("smtp_host") and not re.fullmatch(
            r"[^<>@\s]+@[^<>@\s]+|[^<>\r\n]+<[^<>@\s]+@[^<>@\s]+>", sender
        ):
            raise ValueError("must be an address, or Name <address>")
        return sender

    @property
    def address(self) -> str:
        """Where browsers find the site, without a slash at the end."""
        return self.public_url.rstrip("/") or f"http://{self.host}:{self.port}"

    @property
    def embedded(self) -> bool:
        """Whether the server's own process grades: one machine, no services."""
        return not self.broker_url

    @property
    def var_dir(self) -> Path:
        return self.home / self.var

    @property
    def problems_dir(self) -> Path:
        return self.home / self.problems

    @property
    def findings_dir(self) -> Path:
        """Where checks keep what they found out; safe to delete."""
        return self.var_dir / "check"

    @property
    def migrations_dir(self) -> Path:
        return self.home / self.migrations

    @property
    def database(self) -> str:
        """The database's URL, an SQLite path made absolute."""
        scheme, _, path = self.database_url.partition(":///")
        if scheme != "sqlite":
            return self.database_url.replace("postgresql://", "postgresql+psycopg://", 1)
        return f"sqlite:///{self.home / path}"

    def secret(self) -> str:
        """The key that signs cookies: the setting, or a random one kept in `var` for this machine alone."""
        if self.secret_key is not None:
            return self.secret_key.get_secret_value()
        return _kept_secret(self.var_dir / "secret_key")


def load() -> Settings:
    """Read the settings from the environment.

    Raises:
        SettingsError: a value is wrong or a name is unknown; the first such, in one line.
    """
    _check_names(os.environ)
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        name, reason = PREFIX + str(first["loc"][0]).upper(), first["msg"].removeprefix("Value error, ")
        shown = "" if name in SECRETS else f" (it is {first['input']!r})"
        raise SettingsError(f"{name}: {reason}{shown}") from None


def _check_names(environ: Iterable[str]) -> None:
    known = {PREFIX + name.upper() for name in Settings.model_fields} | OTHER_NAMES
    for name in sorted(environ):
        if name.upper().startswith(PREFIX) and name not in known:
            close = difflib.get_close_matches(name.upper(), known, n=1)
            raise SettingsError(f"{name} is not a setting" + (f"; did you mean {close[0]}?" if close else ""))


def _kept_secret(path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(secrets.token_urlsafe(48))
    try:
        os.link(draft, path)  # of two processes that start at once one wins, and both read the winner's
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    return path.read_text()
