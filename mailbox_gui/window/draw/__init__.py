"""The small parts of the design as painting, shared by delegates and widgets."""
