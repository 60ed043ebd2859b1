"""The course: lessons as data, questions that teach, what a learner knows, and the teacher's edition."""
