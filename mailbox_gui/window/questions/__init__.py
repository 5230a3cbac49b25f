"""What the window asks of the post office: plain functions that run on the reader thread and answer with view values."""
