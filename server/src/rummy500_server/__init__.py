"""The authoritative server of Rummy 500."""
