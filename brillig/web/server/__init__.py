"""The server as a whole: the app, and the process that runs it behind a port."""
