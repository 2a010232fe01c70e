"""The exercises of week 3."""
