"""Writing mail in the owner's name: the overlay, its parts, and the drafts that are kept."""
