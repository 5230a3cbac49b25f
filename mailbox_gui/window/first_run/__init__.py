"""The first run: from nothing to a post office that works, in four steps."""
