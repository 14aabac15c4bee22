"""Endings with secrets: what to do how often, so that nobody learns what one holds."""
