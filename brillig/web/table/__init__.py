"""One table: its room, who sits there, what they do, and what each of them sees."""
