"""The tables, as SQLAlchemy models. They state their constraints and rebuild plain data; they decide nothing."""

from gradatim.models.accounts import STAFF, Role, RoleName, SignIn, User, roles_users
from gradatim.models.audit import AuditEvent
from gradatim.models.authoring import DraftCheck, DraftFile, ProblemDraft
from gradatim.models.base import Base
from gradatim.models.lessons import LessonArray, QuizAnswer
from gradatim.models.problems import Problem, ProblemFile, ProblemVersion, Visibility
from gradatim.models.regrades import Regrade, RegradeState
from gradatim.models.submissions import OVER, SENT, Kind, State, StoredPitfall, StoredTest, Submission
from gradatim.models.workers import WorkerPresence
from gradatim.models.workspace import Draft, OpenedHints

__all__ = [
    "OVER",
    "SENT",
    "STAFF",
    "AuditEvent",
    "Base",
    "Draft",
    "DraftCheck",
    "DraftFile",
    "Kind",
    "LessonArray",
    "OpenedHints",
    "Problem",
    "ProblemDraft",
    "ProblemFile",
    "ProblemVersion",
    "QuizAnswer",
    "Regrade",
    "RegradeState",
    "Role",
    "RoleName",
    "SignIn",
    "State",
    "StoredPitfall",
    "StoredTest",
    "Submission",
    "User",
    "Visibility",
    "WorkerPresence",
    "roles_users",
]
