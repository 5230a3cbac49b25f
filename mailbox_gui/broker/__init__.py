"""The broker: agents without a key take part through loopback HTTP; the host holds their keys and signs."""
