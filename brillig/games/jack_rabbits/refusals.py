"""Why something is refused, in sentences."""

from __future__ import annotations

from brillig.games.jack_rabbits import asked, encounters, journey
from brillig.games.jack_rabbits.land import building
from brillig.parts.words import listed

SIGNS = "♣♦♥♠"


def suit_signs(suits: int) -> str:
    return listed([SIGNS[k] for k in range(4) if suits >> k & 1], "or")


REFUSALS = {
    journey.NOT_ASKED: "That is not what is asked now.",
    journey.FORWARD_ONLY: "Roads are walked forward only.",
    journey.STOP_FIRST: "You must stop at each hexagon.",
    journey.HOP_OUT: "Hop out: choose a cave.",
    journey.NO_BOATS: "No boats here.",
    journey.OTHER_WATER: "Not on this water.",
    journey.NOT_ON_BOARD: "Not a place on the board.",
    journey.JOKER_TAKEN: "That joker is taken.",
    journey.NO_JOKER: "You do not hold that joker.",
    journey.RING_ROAD: "That track runs in a ring and leads nowhere.",
    journey.BEEN_THERE: "You have walked that road on this journey already.",
    encounters.NO_ONE_HERE: "No one to fight here.",
    encounters.NEED_SPADE: "You need a spade.",
    encounters.DRAW: "Draws are barred.",
    encounters.SILENT: "Off-board rabbits stay silent.",
    encounters.SIX_HEARTS: "Show six in hearts first.",
    encounters.QUEEN_VOUCHES: "The queen vouches for this guest.",
    encounters.NOT_SOLD: "Not sold here.",
    encounters.NOT_YET: "Not yet discarded.",
    encounters.BEYOND_MEANS: "You cannot pay for that.",
    encounters.ONE_OFFER: "One offer per rabbit per turn.",
    encounters.CLAIMED: "Already claimed.",
    encounters.VISIT_FIRST: "Visit the house first.",
    encounters.AFTER_JOURNEY: "Only after your journey.",
    encounters.TEN_POINTS: "Ten points of that suit.",
    encounters.THREE_CARROTS: "You have three carrots only.",
    encounters.CLUB_FIRST: "Show a club before rolling, on a tower.",
    encounters.HOLD_A_CARD: "Both sides of a trade must hold a card.",
    encounters.ROYAL_FIRST: "You have three carrots only: pay with one of your royals of that suit first.",
    encounters.FINISH: "Once begun, this must be finished.",
    building.DEAD_END: "Dead end.",
    building.TWO_HEXAGONS: "Hexagons may not share a road.",
    building.TWO_TRIANGLES: "Keep triangles apart.",
    building.NOT_JOINED: "Join a road.",
    building.TAKEN: "There is no room for it.",
    building.NO_TILES: "You have no tiles of that shape left.",
    building.NOT_YOURS: "That is not one of your tiles.",
    asked.NO_MATCH: "That card matches no die.",
    asked.ONE_PRIZE: "One prize per turn.",
    asked.JOKER_MONEY: "Jokers are rides, not money.",
    asked.DISCARD_TO: "Discard to 9.",
    asked.DISCARD_TO + 1: "Discard to 6.",
    **{encounters.TOWER_TAKES + k: f"This tower takes only {SIGNS[k]}." for k in range(4)},
    **{asked.POST_TAKES + k: f"This post takes only {suit_signs(k)}." for k in range(1, 16)},
    **{
        journey.TOO_LITTLE + 16 * suits + price: f"You need {price} points in {suit_signs(suits)}."
        for suits in range(1, 16)
        for price in range(1, 16)
    },
}
