"""Simulation: a plan of games, played in portions on threads or a cluster, kept in a folder."""
