"""One table: a journal of facts, what may be added to it, and who is told what of it."""
