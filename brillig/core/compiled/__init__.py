"""The compiled gear from the inside: rules compiled once, and kernels that serve every game (docs/adr/0009)."""
