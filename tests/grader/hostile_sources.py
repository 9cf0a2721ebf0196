"""Hostile sources that are no text files: each begins with its expectation, as the files of tests/cases/attacks do."""

from __future__ import annotations

RIGHT = """\
import numpy as np

def positional_encoding(seq_length, d_model):
    a = np.arange(seq_length)[:, None] / 10000 ** (2 * np.arange(d_model // 2) / d_model)
    t = np.empty((seq_length, d_model))
    t[:, ::2], t[:, 1::2] = np.sin(a), np.cos(a)
    return t
"""

SOURCES: dict[str, bytes] = {
    "source_nul": f"# expect: rejected\n{RIGHT}\0\n".encode(),
    "source_nul_in_a_comment": f"# expect: rejected\n{RIGHT}# \0\n".encode(),
    "source_utf_16": b"# expect: rejected\n" + RIGHT.encode("utf-16"),
    "source_latin_1": f"# expect: rejected\n# -*- coding: latin-1 -*-\n# \xe9\n{RIGHT}".encode("latin-1"),
    "source_surrogates": b"# expect: rejected\n# \xed\xa0\x80\n" + RIGHT.encode(),
    "source_overlong_utf_8": b"# expect: rejected\n# \xc0\xae\n" + RIGHT.encode(),
    "source_megabyte_line": b"# expect: rejected\nx = '" + b"y" * (1 << 20) + b"'\n",
    "source_unary_minuses_too_many": b"# expect: rejected\nx = " + b"-" * 100_000 + b"1\n",
    "source_unary_minuses": b"# expect: syntax_error\nx = " + b"-" * 60_000 + b"1\n",
    "source_attributes_nested": b"# expect: syntax_error error passed\nx = int"
    + b".a" * 30_000
    + b"\n"
    + RIGHT.encode(),
    "source_lambdas_nested": b"# expect: syntax_error\nx = " + b"lambda:" * 9_000 + b"0\n",
    "source_f_strings_nested": b"# expect: syntax_error\nx = " + b'f"{' * 200 + b"1" + b'}"' * 200 + b"\n",
    "source_additions": b"# expect: syntax_error passed\nx = 1" + b"+1" * 30_000 + b"\n" + RIGHT.encode(),
    "source_long_line": f"# expect: passed\nx = '{'y' * 60_000}'\n{RIGHT}".encode(),
    "source_many_lines": f"# expect: passed\n{RIGHT}{chr(10) * 60_000}".encode(),
    "source_bom_and_crlf": b"\xef\xbb\xbf# expect: passed\r\n" + RIGHT.replace("\n", "\r\n").encode(),
    "source_cr_only": b"# expect: passed\r" + RIGHT.replace("\n", "\r").encode(),
    "source_form_feeds": b"# expect: passed\n\f" + RIGHT.encode() + b"\f\n",
    "source_bom_inside": "# expect: syntax_error\nx = 1\n\ufeff\n".encode(),
    "source_bidi": f"# expect: passed\n# \u202e\u2066 reversed\n{RIGHT}".encode(),
    "source_no_last_newline": b"# expect: passed\n" + RIGHT.rstrip("\n").encode(),
}
