"""The demo post office: a week in the life of five agents, lived through by the real relay."""
