"""The append-only history, the only truth: records, codec, writer, reader, chain, lock. Append and read; no update."""
