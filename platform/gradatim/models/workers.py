"""Worker processes, as they tell of themselves."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, String, false
from sqlalchemy.orm import Mapped, mapped_column

from gradatim.db import AnyText
from gradatim.models.base import Base


class WorkerPresence(Base):
    """One worker process. It lives while `beats` grows; the row stays a while after it has gone."""

    __tablename__ = "workers"

    owner: Mapped[str] = mapped_column(String(200), primary_key=True)  # as in `claimed_by`, and on its containers
    name: Mapped[str] = mapped_column(String(100))  # for people: need not be unique
    started_at: Mapped[datetime]
    seen_at: Mapped[datetime]  # by the database's clock
    beats: Mapped[int] = mapped_column(default=1)
    left_at: Mapped[datetime | None]  # it ended as it should
    threads: Mapped[int] = mapped_column(default=0, server_default="0")  # how many submissions it grades at a time
    grading: Mapped[int] = mapped_column(default=0, server_default="0")  # what it holds
    pool_json: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict, server_default="{}")  # its containers
    trouble: Mapped[str] = mapped_column(AnyText, default="", server_default="")  # the engine's last bad words
    draining: Mapped[bool] = mapped_column(default=False, server_default=false())  # staff: it shall take nothing more
