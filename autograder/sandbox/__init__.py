"""Run a student's notebook where it can do no harm, and judge its answers where it cannot reach.

``inside`` is what runs in the box with the student's code: it executes cells and passes calls on, and knows
no answer. Everything else in this package runs outside: `box` builds the walls, `channel` carries requests
and claims through them, and `engine` makes the judgement.
"""
