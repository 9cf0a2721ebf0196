"""Sources that the doctor has a sandbox run as if a learner had sent them. Never imported by the host: read as text."""
