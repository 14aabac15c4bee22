"""Sets and bags as lists, for those who read them."""

from brillig.parts.bag import counts
from brillig.parts.bits import bit, members


def test_members_come_in_order_and_the_last_of_64_is_one():
    assert members(0) == []
    assert members(bit(63) | bit(0) | bit(40)) == [0, 40, 63]


def test_a_bag_is_counted_kind_by_kind():
    assert counts([2, 0, 1]) == [2, 0, 1]
