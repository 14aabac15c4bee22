"""Nodes of the search's tree: a pool of them, each with a first child and a next sibling, so that nothing is allocated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from brillig.core.record import Part, Row, i16, i32, i64
from brillig.core.rule import rule

ROOT, NONE = 0, 0  # the root is nobody's child, so its number can mean none


class Node(Part):
    """A choice that was made after those above it."""

    total = i64()  # what it brought the seat that made it, over all visits, in thousandths
    visits = i32()
    offered = i32()  # how often it could have been made
    first = i32()  # its first child, NONE without
    after = i32()  # the next child of the same parent, NONE for the last
    seat = i16()
    code = i16()


@rule
def new_node(nodes: Sequence[Node], tree: Any, parent: int, seat: int, code: int) -> int:
    """A node for a choice that was not made here before; NONE if there is no room."""
    at: int = tree.used
    if at == len(nodes):
        return NONE
    tree.used = at + 1
    node = nodes[at]
    node.total = 0
    node.visits = 0
    node.offered = 1
    node.first = NONE
    node.after = nodes[parent].first
    node.seat = seat
    node.code = code
    nodes[parent].first = at
    return at


@rule
def follow(nodes: Sequence[Node], tree: Any, parent: int, seat: int, code: int) -> int:
    """The node of that choice, a new one if need be."""
    child = nodes[parent].first
    while child != NONE:
        if nodes[child].seat == seat and nodes[child].code == code:
            return child
        child = nodes[child].after
    return new_node(nodes, tree, parent, seat, code)


@rule
def transplant(old: Sequence[Node], at: int, nodes: Sequence[Node], trees: Sequence[Any], origin: Row) -> None:
    """Copy what lies below a node of an old tree to a new one, as far as there is room. `origin` is scratch space."""
    tree = trees[0]
    origin[ROOT] = at
    grown = ROOT
    while grown < tree.used:
        child = old[origin[grown]].first
        while child != NONE:
            node = old[child]
            new = new_node(nodes, tree, grown, node.seat, node.code)
            if new == NONE:
                return
            origin[new] = child
            nodes[new].total = node.total
            nodes[new].visits = node.visits
            nodes[new].offered = node.offered
            child = node.after
        grown += 1
