"""The rules of Rummy 500, in the standard library alone: no IO, no clock, no dice.

``decide`` says what an action brings about or refuses it, ``evolve`` folds what has happened,
``view_for`` shows a hand to one viewer, ``legal_actions`` lists what the seat on turn may do.
"""
