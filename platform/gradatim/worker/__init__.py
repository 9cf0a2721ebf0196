"""Takes submissions from the queue and has them graded. The only room of the site that holds a grader."""

from gradatim.worker.process import WorkerProcess

__all__ = ["WorkerProcess"]
