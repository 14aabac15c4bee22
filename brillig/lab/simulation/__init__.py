"""Simulation: a plan of games, played and added up in portions on threads or a cluster, kept in a folder."""
