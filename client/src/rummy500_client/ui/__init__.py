"""Everything that is painted and pressed. The only part of the client that knows Qt."""
