"""What the window asks of the post office: functions that run on the reader thread and answer with view values."""
