"""The host: all tables of a server, who may connect, the lists of tables, and what is compiled in the background."""
