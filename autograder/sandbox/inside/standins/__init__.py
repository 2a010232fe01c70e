"""What stands in the box where a notebook looks for our two packages."""
