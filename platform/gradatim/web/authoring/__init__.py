"""Writing problems in the browser: pages for instructors, each over one service of `gradatim.services.authoring`."""

from gradatim.web.authoring import checking, drafts, files, making, previewing, problems, releasing
from gradatim.web.authoring.blueprint import bp

__all__ = ["bp", "checking", "drafts", "files", "making", "previewing", "problems", "releasing"]
