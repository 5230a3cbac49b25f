"""What a post office is and does, without any face: no Qt, no HTTP, no terminal."""
