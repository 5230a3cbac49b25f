"""How the window looks: colours, type, icons and the style sheet, each from one place."""
