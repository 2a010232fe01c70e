"""The exercises of week 5."""
