"""Nodes: one of several servers over one database, as it sees itself and reaches the others."""
