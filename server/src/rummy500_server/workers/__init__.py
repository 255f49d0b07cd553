"""Several server processes on one port."""
