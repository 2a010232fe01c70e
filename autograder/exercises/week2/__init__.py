"""The exercises of week 2."""
