# expect: syntax_error
from __future__ import braces
