"""A profile that somebody had before is as good as new, and what is not drawn can be found by axe all the same."""

from __future__ import annotations

import pytest

from tests.browser.person import DESK, PHONE, Person

LEFT = (
    "() => [localStorage.length, sessionStorage.length, innerWidth, matchMedia('(prefers-color-scheme: dark)').matches]"
)


@pytest.mark.parametrize(("size", "wide"), [(DESK, 1280), (PHONE, 390)], ids=["desk", "phone"])
def test_nothing_is_left_of_who_was_there_before(profiles, size, wide):
    first = profiles.lend("lent twice", **size, color_scheme="dark")
    ann = Person(first, profiles.url, "Ann")
    first.goto(f"{ann.url}/name")
    assert "Ann" in first.content()
    first.evaluate("() => { localStorage.setItem('a', 'b'); sessionStorage.setItem('a', 'b'); }")
    first.set_viewport_size({"width": 700, "height": 500})
    ann.leave()
    profiles.take_back(first)
    second = profiles.lend("lent twice", **size)
    assert second is first
    assert second.context.cookies() == []
    second.goto(f"{ann.url}/name")
    assert "Ann" not in second.content()
    assert second.evaluate(LEFT) == [0, 0, wide, False]
    second.goto(f"{ann.url}/nowhere")
    assert ann.trouble == []  # nobody listens for her any more
    profiles.take_back(second)


def test_axe_sees_what_is_not_drawn(person, axe):
    ann = person()
    ann.page.goto(f"{ann.url}/name")
    ann.page.evaluate("() => document.querySelector('main').append(document.createElement('button'))")
    assert [rule for _, rule, *_ in axe(ann.page)] == ["button-name"]
    assert ann.page.evaluate("getComputedStyle(document.documentElement).opacity") == "0"
