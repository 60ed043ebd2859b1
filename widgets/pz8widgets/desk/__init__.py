"""The designer's desk: change any number of a book, see what it does, keep it."""
