"""The site as containers: images that need no registry, and the secrets of one composition."""
