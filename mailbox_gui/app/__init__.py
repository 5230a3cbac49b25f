"""Composition: the one place that knows every part, builds the program from them and starts and stops it."""
