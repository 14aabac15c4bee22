"""From what a person types to what it means."""

from __future__ import annotations

from brillig.core import BadOption


def options(given: list[str]) -> dict[str, str]:
    """['size=8', 'first mover=seat 1'] as names and values; the game says whether it has them."""
    found: dict[str, str] = {}
    for word in given:
        name, equals, value = word.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise BadOption(f"An option is written name=value, as in --option size=8, not {word[:40]!r}.")
        found[name.strip()] = value.strip()
    return found
