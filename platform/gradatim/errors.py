"""What the site refuses or fails at. Each class has a sentence for the public; the detail goes to the log."""

from __future__ import annotations


class GradatimError(Exception):
    """The base of all errors of the site. `code` is for programs, `public` is for people."""

    code = "internal"
    public = "Something went wrong on our side. It has been noted."


class SettingsError(GradatimError):
    """A setting is wrong. The message is one line that names the variable."""

    code = "settings"


class StartError(GradatimError):
    """The site cannot start. The message is one line that says what to do."""

    code = "start"


class Refused(GradatimError):
    """A request that was understood and is not granted."""

    code = "refused"
    public = "This cannot be done."


class NotFound(Refused):
    """There is no such thing, or it is not the asker's to see: the answer is the same for both."""

    code = "not_found"
    public = "There is nothing here."


class NoSuchProblem(NotFound):
    public = "There is no such problem."

    def __init__(self, slug: str) -> None:
        super().__init__(f"no published problem {slug!r}")


class NoSuchSubmission(NotFound):
    public = "There is no such submission."

    def __init__(self, submission_id: int) -> None:
        super().__init__(f"no submission {submission_id} for this viewer")


class TooManyPending(Refused):
    code = "already_grading"
    public = "Your earlier submission is still being graded. Try again in a moment."

    def __init__(self, *, user_id: int, pending: int) -> None:
        super().__init__(f"user {user_id} has {pending} pending")


class BadArguments(Refused):
    """What was typed as arguments for a call are none; the message says why."""

    code = "bad_arguments"

    def __init__(self, public: str) -> None:
        super().__init__(public)
        self.public = public


class DraftTooLarge(Refused):
    code = "too_large"
    public = "This is more text than a draft can hold. It is kept in this browser alone."


class NoSource(Refused):
    code = "no_source"
    public = "The request holds no source code."


class UserExists(Refused):
    code = "user_exists"

    def __init__(self, email: str) -> None:
        super().__init__(f"there is already a user {email}")


class WeakPassword(Refused):
    code = "weak_password"
