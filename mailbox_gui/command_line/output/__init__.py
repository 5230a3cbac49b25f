"""How answers look: aligned for a person, one JSON object a line for a program, foreign text escaped once."""
