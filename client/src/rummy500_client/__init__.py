"""The native client of Rummy 500: a window, what it shows, and its link to a server."""
