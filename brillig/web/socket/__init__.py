"""What goes over a table's WebSocket: connections, messages and their limits."""
