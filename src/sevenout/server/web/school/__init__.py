"""The school over HTTP: exercises and their marks, classes, and what each learner did."""
