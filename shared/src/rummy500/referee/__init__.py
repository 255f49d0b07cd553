"""The judge of ``.rummy`` files: reads positions and plays, runs them, reports."""
