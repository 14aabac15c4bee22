"""The host: the server process, its configuration, its rooms, logs and figures."""
