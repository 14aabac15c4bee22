"""What a seat is asked, in a player's words."""

from __future__ import annotations

from brillig.games.jack_rabbits import encounters, journey, purse
from brillig.games.jack_rabbits import record as r
from brillig.games.jack_rabbits.land import tiles
from brillig.games.jack_rabbits.record import State
from brillig.games.jack_rabbits.show import names
from brillig.parts.words import seat_name

FOR_WHAT = {
    r.FOR_TREK: "the trek", r.FOR_HORSE: "a horse", r.FOR_BOAT: "a boat", r.FOR_RED: "the horse joker",
    r.FOR_BLACK: "the boat joker", r.FOR_CAVE: "the way to another cave", r.FOR_SHORTFALL: "the flight", r.FOR_GOODS: "the goods",
}  # fmt: skip
# Asked of the seat that decides, and told to the others: "{}" is its name.
ASKED = {
    r.BUILD_SHAPE: ("Which shape do you turn up?", "{} turns up a tile."),
    r.BUILD_TILE: ("Which of your tiles do you lay?", "{} chooses a tile."),
    r.BUILD_TURN: ("Which way round does it lie?", "{} turns a tile."),
    r.PASSPORT: ("You are on a tower. Show a club as a passport and fly after the roll?", "{} may show a passport."),
    r.SHORTFALL: ("Your passport is too low. Pay what is missing, or fall?", "{} may fall from the sky."),
    r.LAND: ("To which tower do you fly?", "{} is in the air."),
    r.TREK_END: ("You cross to the other track. Which way do you go on?", "{} treks to another road."),
    r.CAVE_OUT: ("Out of which cave?", "{} is between two caves."),
    r.RIDE: ("You ride: to which hexagon?", "{} rides a horse."),
    r.SAIL: ("You sail: to which port?", "{} takes a boat."),
    r.STOP: ("Your own carrot lies here: stop, or go on by another road?", "{} may go on."),
    r.RETURN_ROYAL: ("Three carrots, four royals: which one do you return?", "{} returns a royal."),
    r.GOODS: ("Pick what you buy from the discard, then touch Done.", "{} is at the market."),
    r.SELLER_GIVES: ("Hand over one card, face down. It need not be the one that was named.", "{} hands over a card."),
    r.BUYER_GIVES: ("Hand over cards, face down, then touch Done. They need not be enough.", "{} hands over cards."),
    r.EXPOSE: ("You were short-changed. Expose the swindle, and the swindler goes off the board?", "{} looks at the cards."),
    r.PROVE_FIRST: ("Show hearts worth 6, or the queen of this palace.", "{} challenges and shows hearts."),
    r.PROVE: ("You are challenged. Show hearts worth 6, or be sent off the board?", "{} is challenged."),
}  # fmt: skip


def prompt(s: State, seat: int) -> str:
    if s.step == r.OVER:
        return "The game is over."
    who = seat_name(s.decider)
    mine = seat == s.decider
    if s.step in ASKED:
        return ASKED[s.step][0] if mine else ASKED[s.step][1].format(who)
    if s.step == r.BUILD_SPOT:
        return f"Where does {tiles.NAMES[s.tile]} go?" if mine else f"{who} lays {tiles.NAMES[s.tile]}."
    if s.step == r.DISCARDING:
        return f"Discard a card: you may hold {purse.limit(s)}." if mine else f"{who} discards."
    if s.step == r.LOTTERY:
        dice = f"The dice show {s.dice[0]} and {s.dice[1]}."
        return f"{dice} Show a card of that value and win a prize?" if mine else f"{dice} {who} may win a prize."
    if s.step == r.PAY:
        return paying(s, mine)
    if s.step == r.CHALLENGE:
        guest = f"{seat_name(s.mover)} comes to {names.place(s.place[s.mover])}"
        return f"{guest}. Let in, or challenge with hearts?" if mine else f"{guest}. {who} may challenge."
    if s.step in (r.OFFER_CARD, r.OFFER_PRICE):
        return offering(s) if mine else f"{who} makes an offer."
    if s.step == r.ACCEPT:
        return offer(s, mine)
    if s.step == r.ATTACK:
        return fight(s, mine)
    return way(s, mine)


def paying(s: State, mine: bool) -> str:
    what = tiles.NAMES[s.place[s.mover]] if s.why == r.FOR_ROYAL else FOR_WHAT[s.why]
    if not mine:
        return f"{seat_name(s.mover)} pays for {what}."
    return f"Pay {s.due} in {names.signs(s.suits)} for {what}: as suggested, or card by card. Paid: {s.paid}."


def offering(s: State) -> str:
    deal = f"You {'sell to' if s.selling else 'buy from'} {seat_name(s.rival)}"
    if s.step == r.OFFER_CARD:
        return f"{deal}: which card do you name?"
    return f"{deal} {names.card(s.named)}: for how many points in ♦?"


def offer(s: State, mine: bool) -> str:
    verb = "sell you" if s.selling else "buy from you"
    if mine:
        return f"{seat_name(s.mover)} offers to {verb} {names.card(s.named)} for {s.price} in ♦. Nobody need be honest. Accept?"
    return f"{seat_name(s.decider)} thinks about an offer."


def fight(s: State, mine: bool) -> str:
    one, other = (s.force[0], s.force[1]) if s.decider == s.mover else (s.force[1], s.force[0])
    if not mine:
        return f"{seat_name(s.decider)} fights: {one} against {other}."
    if encounters.is_first_blow(s):
        return f"Play spades, then strike. So far {one}."
    return f"You have {one} against {other} in spades: play more, strike when you are higher, or yield."


def way(s: State, mine: bool) -> str:
    """Decisions on the way and at a hexagon."""
    who, price = seat_name(s.mover), journey.cost(s)
    if not mine:
        return f"{who} is on the way." if s.step != r.LOCAL else f"{who} is at {names.place(s.place[s.mover])}."
    if s.step == r.LOCAL:
        where = names.place(s.place[s.mover])
        return (
            f"You are at {where}. What do you do here?"
            if s.after
            else f"You are at {where}. Anything here before you leave?"
        )
    if s.step == r.DEPART:
        if s.place[s.mover] == r.UNDERGROUND:
            return f"Price {price}. Hop out: which cave?"
        return f"Price {price}. Which road do you take, or do you stay?"
    if s.step == r.SHORE:
        return "The road ends at the water: go off the board, or take your boat?"
    tile = tiles.TILE_OF[s.end]
    post = (
        f"{names.KINDS_OF_TILE[tiles.KIND[tile]]} {tiles.NAMES[tile]}, price {price} in {names.signs(journey.toll(s))}"
    )
    if s.step == r.TREK:
        return f"You come to {post}. Keep to the track, or pay and cross to the other?"
    if s.step == r.AT_FORK:
        return f"You come to {post}. Which road, or a ride?"
    if s.step == r.AT_TAVERN:
        return f"You come to {post}. Walk on, or buy a joker?"
    return f"You come to {post}. Go underground, or pay and come out of another cave?"


HELP = {
    r.DEPART: "A walk goes on by itself to the next choice and ends at a hexagon. Pointing at a road lights up where it leads.",
    r.PAY: "The suggestion loses the least. Any other cards do as well: touch them one by one. What you pay too much is lost.",
    r.LOCAL: "A royal costs ten points of its suit. Three that fit the quest, and back to the Citadel: that wins.",
    r.TREK: "Both tracks of a trail are roads. Keeping to yours is free; crossing costs the price of the dice.",
    r.OFFER_CARD: "First its suit, then its number or title; or a joker. You need not have it, or mean it.",
    r.LOTTERY: "The card stays in your hand, but all have seen it. You draw one card as a prize.",
    r.BUILD_SPOT: "Roads must meet roads. Two hexagons may not share a road, nor two triangles if it can be helped.",
}  # fmt: skip


def helped(s: State, seat: int) -> str:
    return HELP.get(s.step, "") if seat == s.decider else ""


def verdict(s: State) -> str:
    if s.step != r.OVER:
        return ""
    if s.winner != r.NOBODY:
        held = [names.card(k) for k in range(r.FIRST_ROYAL, r.RED_JOKER) if purse.holds(s, s.winner, k)]
        home = f"{seat_name(s.winner)} is back in the Citadel with {' '.join(held)}."
        return f"{home} The others: royals that fit, then royals, then points in hand."
    return f"{s.round_cap} rounds are over: more royals that fit the quest, then more royals, then more points in hand."
