"""The site: problems, submissions, accounts, and the worker that has them graded."""
