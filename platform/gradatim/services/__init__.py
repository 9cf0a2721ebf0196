"""What the site does, each a function over sessions and plain data. Knows nothing of Flask, workers or Docker."""
