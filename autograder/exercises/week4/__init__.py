"""The exercises of week 4."""
