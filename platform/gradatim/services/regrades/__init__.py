"""Grading submissions again by a later version: nothing counts before somebody has seen it and applies it."""
