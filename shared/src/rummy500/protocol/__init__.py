"""The wire: messages, their limits, and the one bridge between them and the engine."""
