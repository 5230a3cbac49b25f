"""What lies over the window for a while: keys, command palette, settings, the question at closing."""
