"""The classroom: any number of phones, one projector, every calculator, and one exact answer.

`python -m pz8widgets.apps.classroom` serves it. The server (`server`) keeps the room (`room`) and passes
messages on; visitors' pages live in processes of their own (`hosts`, `host`, `visit`), so that no question,
however heavy, stops anybody else.
"""
