"""Markdown in templates; see `gradatim.services.rendering`."""

from __future__ import annotations

from flask import Flask

from gradatim.services.rendering import render

__all__ = ["init_markdown", "render"]


def init_markdown(app: Flask) -> None:
    app.jinja_env.filters["markdown"] = render
