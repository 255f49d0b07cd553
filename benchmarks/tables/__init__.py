"""Other card-table servers, and somebody to play at them: used by ``tables_vs_peers.py``."""
