"""Looking into the agents' working folders: commits and workaround markers. Reads only, within limits."""
