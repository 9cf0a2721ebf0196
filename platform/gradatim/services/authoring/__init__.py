"""Writing problems in the browser: drafts and their files, checks of them, and what makes a version of one."""
