"""From the state of the client to what is shown: pure functions, free of Qt."""
