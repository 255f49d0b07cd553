"""Mutation check: small changes to the rules, each of which some test has to notice."""
