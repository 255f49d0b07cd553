"""Words: every sentence that a person reads, in Spanish and English, by gettext catalogues.

The sentences in the code are English and are the keys of the catalogues in ``locale``. Babel
collects them from calls of ``say``, ``count`` and ``say_in`` and from ``marked(...)``;
``python -m tools.catalogues`` brings the catalogues up to date.
"""
