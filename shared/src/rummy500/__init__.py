"""Rummy 500: what both ends stand on.

``rummy500.engine`` holds the rules, ``rummy500.protocol`` the wire, ``rummy500.referee`` the judge
of ``.rummy`` files.
"""
