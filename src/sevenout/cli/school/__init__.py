"""The command `sevenout school`: drills and exams in the terminal, and what a teacher has of it."""
