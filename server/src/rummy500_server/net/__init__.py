"""Sockets: who connects, how fast they may speak, and how long we wait for them."""
