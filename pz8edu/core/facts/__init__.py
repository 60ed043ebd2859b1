"""Facts, then dice: one engine for a single situation and for whole tables of them.

A rule runs as it stands, on a situation and a ruleset whose fields are not filled in yet (`record`). What
it looks at is put in and noted, in order: a field, or a *fact*, which is a function with what it is given.
All runs of a fact so far are a tree of forks (`fact`); what is looked at next depends on nothing but what has
been seen. A single row walks the tree and runs the function where it ends (`run`); a table goes from fork to
fork with all its rows together (`pz8edu.asking.diagrams`). The functions of a book become
facts by themselves (`wiring`).
Nothing reads a rule's source.
"""
