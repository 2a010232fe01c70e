"""The exercises of week 1."""
