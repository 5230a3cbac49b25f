"""Who signs and how: the envelope of signed documents, the signature of a mail, and the keys of owner and relay."""
