"""What stands behind ``dev.py``: environments, system libraries, rooms of tests, checks.

Standard library only, because it runs before anything is installed.
"""
