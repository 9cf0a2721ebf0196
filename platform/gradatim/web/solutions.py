"""After passing: the reference solution, where the problem shows it, and what others got wrong."""

from __future__ import annotations

from flask import Blueprint, render_template

from gradatim.services import mistakes, solutions
from gradatim.web.state import state
from gradatim.web.visitors import viewer

bp = Blueprint("solutions", __name__)


@bp.get("/problems/<slug>/solution")
def show(slug: str) -> str:
    who = viewer()
    solution = solutions.solution_for(state().sessions, who, slug=slug)
    others = None if who.user_id is None else mistakes.of_others(state().sessions, who.user_id, slug=slug)
    return render_template("problems/solution.html", slug=slug, solution=solution, mistakes=others)
