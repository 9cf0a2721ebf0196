"""A witness inside the database: a trigger that writes down every verdict that was ever given, and every change of one.

What the site says of itself cannot prove that no verdict was given twice; this can.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from sqlalchemy import create_engine, select, text

from gradatim import db
from gradatim.models import OVER, State, Submission
from tests.cases.expected import Expected

TRIGGER = """
create table given (submission_id integer, attempt integer, verdict text, at timestamptz default now());
create function write_down() returns trigger language plpgsql as $$
begin
  insert into given (submission_id, attempt, verdict) values (new.id, new.attempt, new.verdict);
  return new;
end $$;
create trigger verdicts after update of state, verdict on submissions
  for each row when (new.verdict is not null and old.verdict is distinct from new.verdict
                     or new.state = 'done' and old.state <> 'done')
  execute function write_down();
"""


class Witness:
    """Call `watch` before the first submission, `faults` after the last verdict."""

    def __init__(self, url: str) -> None:
        self._url = url

    def watch(self) -> None:
        engine = create_engine(self._url)
        with engine.begin() as connection:
            connection.execute(text(TRIGGER))
        engine.dispose()

    def faults(self, sent: Mapping[str, Expected], accepted: list[int]) -> list[str]:
        """A line for each submission that was lost, got another verdict than it deserves, or got it twice.

        `sent`: what each source deserves. `accepted`: the ids that students were told.
        """
        sessions = db.connect(self._url)
        with sessions.read() as session:
            given = Counter(row.submission_id for row in session.execute(text("select submission_id from given")))
            stored = session.scalars(select(Submission)).all()
            faults = [f"{number}: it was taken and is gone" for number in set(accepted) - {one.id for one in stored}]
            faults += [
                f"{number}: it was told to two students" for number, times in Counter(accepted).items() if times > 1
            ]
            for one in stored:
                faults += [f"{one.id}: {fault}" for fault in _faults_of(one, sent, given[one.id])]
        sessions.close()
        return faults


def _faults_of(one: Submission, sent: Mapping[str, Expected], times: int) -> list[str]:
    expected = sent[one.source_text]
    pitfalls = {stored.name for stored in one.pitfalls}
    faults = []
    if one.state not in OVER:
        return [f"is {one.state.value} still: {one.waiting_reason}"]
    if times != 1:
        faults.append(f"got {times} verdicts")
    if one.state is not State.DONE or str(one.verdict) not in expected.verdicts:
        faults.append(f"{one.verdict} ({one.sentence}) instead of {'/'.join(expected.verdicts)}; {one.waiting_reason}")
    elif expected.pitfalls is not None and pitfalls != expected.pitfalls:
        faults.append(f"named {sorted(pitfalls)} instead of {sorted(expected.pitfalls)}")
    return faults
