"""The rules as a form: routes, limits, obligations, agents, and what they would have done lately."""
