"""What learners know: the memory of one, the syllabus and how far they have come with it, and a class side by side."""
