"""The computer players: what they are told, how they choose, and the processes they think in.

A computer player gets the bytes of one seat's view (``wire``) and a seed, and answers with one
action. It can reach no other card: nothing here imports the full state of a hand, the server's
tables or the protocol.
"""
