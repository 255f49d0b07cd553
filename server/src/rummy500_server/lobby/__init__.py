"""Who people are, and which tables there are."""
