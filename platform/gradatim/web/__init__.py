"""The pages and their JSON: thin views over services. Knows nothing of Docker, of workers or of the database."""
