"""What goes over HTTP: the app, the API and its forms, and the guard that every request passes."""
