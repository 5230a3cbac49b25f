"""Small widgets of the window, each painted from the parts in `draw`."""
