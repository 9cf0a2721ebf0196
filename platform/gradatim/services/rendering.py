"""Markdown to HTML that may stand in a page, whoever wrote it.

Raw HTML is not understood at all, and what the renderer makes is cleaned once more by an allow-list: two mistakes would
be needed to let a script through. Formulas become `<span class="math inline|block">TeX</span>`, for the bundle to draw.
"""

from __future__ import annotations

import re
from functools import lru_cache

import nh3
from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markupsafe import Markup
from mdit_py_plugins.dollarmath import dollarmath_plugin
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

TAGS = {
    *("a", "abbr", "blockquote", "br", "code", "del", "div", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "img"),
    *("li", "ol", "p", "pre", "s", "span", "strong", "sub", "sup", "table", "tbody", "td", "th", "thead", "tr", "ul"),
}
ATTRIBUTES = {
    "*": {"class"},
    "a": {"href", "title"},
    "img": {"src", "alt", "title", "width", "height"},
    "ol": {"start"},
    "td": {"align"},
    "th": {"align"},
}
NO_HEADER = re.compile(r"<th\b[^>]*></th>")  # the corner of a table whose rows have names: it is nobody's header


def render(text: str) -> Markup:
    return Markup(_clean_html(text))  # noqa: S704 - cleaned by an allow-list


@lru_cache(maxsize=1024)
def _clean_html(text: str) -> str:
    return nh3.clean(
        NO_HEADER.sub("<td></td>", _parser().render(text)),
        tags=TAGS,
        attributes=ATTRIBUTES,
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener noreferrer",
    )


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    options = {"html": False, "typographer": True, "highlight": _highlighted}
    parser = MarkdownIt("commonmark", options).enable(["table", "strikethrough", "smartquotes"])
    return parser.use(dollarmath_plugin, double_inline=True, allow_space=False, renderer=_formula)


def _formula(content: str, options: dict[str, bool]) -> str:
    return escapeHtml(content)  # the plugin itself puts it into an element of class "math inline" or "math block"


def _highlighted(code: str, language: str, attributes: str) -> str:
    try:
        lexer = get_lexer_by_name(language or "text")
    except ClassNotFound:
        return ""  # the parser then escapes it itself
    return str(highlight(code, lexer, HtmlFormatter(nowrap=True)))
