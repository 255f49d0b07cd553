"""The link to a server, and the server that runs on this computer. It knows the wire alone."""
