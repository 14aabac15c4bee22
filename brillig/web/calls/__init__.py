"""Calls: "your turn", for those who are not at their table: by their browser's push service, or by e-mail."""
