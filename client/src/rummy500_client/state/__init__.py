"""What the client knows, as frozen values, and the pure functions that bring it up to date."""
