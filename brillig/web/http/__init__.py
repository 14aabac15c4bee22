"""What goes over HTTP: the API and its forms, and the guard that every request passes."""
