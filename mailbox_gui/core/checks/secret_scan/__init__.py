"""Finds secrets in drafts: our rules and the scanner library behind one function, `SecretScanner.scan`."""
