"""What goes over a table's WebSocket: the connections, and the manual of the messages."""
