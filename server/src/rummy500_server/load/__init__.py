"""``rummy500-load``: whole hands through the real protocol, at many tables, and what they cost."""
