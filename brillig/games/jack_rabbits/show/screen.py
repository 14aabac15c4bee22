"""How Jack Rabbits looks: the land with its rabbits and carrots, the cards, and what is asked."""

from __future__ import annotations

from math import hypot

from msgspec.structs import replace

from brillig.core import Face, Screen, Spot, Zone
from brillig.core.screen import TABLE, Shape
from brillig.games.jack_rabbits import asked, purse, trade
from brillig.games.jack_rabbits import record as r
from brillig.games.jack_rabbits.land import tiles
from brillig.games.jack_rabbits.record import State
from brillig.games.jack_rabbits.show import in_hand, names
from brillig.games.jack_rabbits.show.ground import Frame, Point, ground
from brillig.games.jack_rabbits.show.names import label, touch
from brillig.games.jack_rabbits.show.prompts import helped, prompt, verdict
from brillig.parts.panels import seat_panel

__all__ = ["label", "screen", "touch"]

OUT = 0.28  # that an end of a road tile is moved outwards, to be touched
QUESTS = ("any three royals", "three suits", "K, Q and J", "K, Q and J of three suits", "all of one suit")
MOST_NAMED = 5  # royals that a panel has room for


def screen(s: State, seat: int) -> Screen:
    t = Screen(prompt(s, seat), help=helped(s, seat), verdict=verdict(s))
    offered = choices(s, seat)
    draw_land(t, s, offered)
    if seat == s.decider:
        draw_questions(t, s, offered)
    draw_cards(t, s, seat)
    draw_panels(t, s, seat)
    return t


def choices(s: State, seat: int) -> list[int]:
    if seat < 0 or seat != s.decider or s.step == r.OVER:
        return []
    return asked.codes(s)


# ---- the land ------------------------------------------------------------------------------------------------------


def draw_land(t: Screen, s: State, offered: list[int]) -> None:
    frame = Frame(s, offered)
    land = Zone("land", "grid", "", int(frame.high) + 4, int(frame.wide) + 2, map=True, first=True)
    if offered and on_the_way(s):
        land.about = f"rabbit-{s.mover + 1}"
    t.zones.append(land)
    land.shapes = ground(s, frame)
    spots = [tile_spot(s, tile, frame) for tile in frame.lying]
    if s.step > r.BUILD_TURN:
        rooms = [waiting_room(s, frame, place) for place in (r.UNDERGROUND, r.OFF)]
        land.shapes += map(room_ground, rooms)
        spots += rooms
    elif s.tile != r.NONE:
        spots += in_hand.draw(land, s, offered, frame)
    for code in offered:
        if r.ROAD <= code < r.HEXAGON:
            spots.append(end_spot(s, code - r.ROAD, frame))
        elif r.SPOT <= code < r.TURN:
            spots.append(new_spot(s, code - r.SPOT, frame))
    land.spots = sorted(spots, key=lambda spot: (spot.row, spot.col))


def spot_at(id: str, say: str, p: Point, size: int = 1, wide: int = 0) -> Spot:
    """A spot in the middle of a point, in columns."""
    wide = wide or size
    x, y = p[0] - wide / 2, p[1] - size / 2
    return Spot(id, max(0, int(p[1])), max(0, int(p[0])), say, high=size, wide=wide, at=(round(x, 2), round(y, 2)))


def tile_spot(s: State, tile: int, frame: Frame) -> Spot:
    spot = spot_at(
        f"tile-{tile}", tile_said(s, tile), frame.at(names.middle(s, tile)), 2 if tile < tiles.RHOMBUS else 1
    )
    # In a terminal the place says its name; in a browser the ground does.
    spot.put(f"sign-{tile}", Face("words", tiles.NAMES[tile][:4], ""))
    if tile < tiles.RHOMBUS:
        stand(s, spot, tile)
        holder = s.where[r.FIRST_ROYAL + tile - 1] - r.IN_HAND if tile else r.NOBODY
        if 0 <= holder < s.seats:
            spot.put(f"carrot-{tile}", names.carrot(holder))
    elif on_the_way(s) and tiles.TILE_OF[s.end] == tile:
        spot.put(f"rabbit-{s.mover + 1}", names.rabbit(s.mover))
    return spot


def tile_said(s: State, tile: int) -> str:
    if tile >= tiles.RHOMBUS:
        return f"{names.KINDS_OF_TILE[tiles.KIND[tile]]} {tiles.NAMES[tile]}"
    if tile == tiles.CITADEL:
        return "Citadel"
    house = f"house of the {names.said(r.FIRST_ROYAL + tile - 1)}"
    if s.level == r.FULL:
        house += f", a {('tower', 'palace', 'plaza')[(tile - 1) % 3]}"
    return house if s.step <= r.BUILD_TURN else f"{house}, {s.far[tiles.CITADEL, tile]} free turns from the Citadel"


def on_the_way(s: State) -> bool:
    """Is the rabbit in turn on a road tile?"""
    ways = (r.TREK, r.TREK_END, r.AT_FORK, r.AT_TAVERN, r.AT_CAVE, r.CAVE_OUT, r.SHORE, r.SAIL, r.RIDE)
    paying = s.step == r.PAY and s.why <= r.FOR_CAVE
    tidying = s.step == r.DISCARDING and s.then == r.AT_TAVERN
    return s.end >= tiles.RHOMBUS_ENDS and (s.step in ways or paying or tidying)


def stand(s: State, spot: Spot, place: int) -> None:
    for player in range(s.seats):
        if s.step > r.BUILD_TURN and s.place[player] == place and not (player == s.mover and on_the_way(s)):
            spot.put(f"rabbit-{player + 1}", names.rabbit(player))


def waiting_room(s: State, frame: Frame, place: int) -> Spot:
    """The Underground, or the sea off the board: where rabbits wait, below the land on the left and on the right."""
    name = "Underground" if place == r.UNDERGROUND else "Off the board"
    wide = int(frame.wide / 2 - 0.2)
    x = 0.1 if place == r.UNDERGROUND else frame.wide - wide - 0.1
    spot = Spot(name.lower().replace(" ", "-"), int(frame.high) + 1, int(x), name, high=1, wide=wide, look="words")
    spot.at = (round(x, 2), round(frame.high, 2))
    spot.badge = name
    stand(s, spot, place)
    return spot


def room_ground(spot: Spot) -> Shape:
    x, y = spot.at or (0, 0)
    look = "dark" if spot.id == "underground" else "deep"
    return Shape(look, (x, y, x + spot.wide, y, x + spot.wide, y + 1, x, y + 1))


def end_spot(s: State, end: int, frame: Frame) -> Spot:
    tile = tiles.TILE_OF[end]
    (x, y), (u, v) = names.middle(s, tile), names.edge_middle(s, end)
    far = hypot(u - x, v - y)
    out = 0.0 if tile < tiles.RHOMBUS else OUT / far
    spot = spot_at(f"end-{end}", names.road_label(s, end), frame.at((u + (u - x) * out, v + (v - y) * out)))
    spot.look = "ghost"
    spot.lights = [f"tile-{k}" for k in names.path(s, end)]
    goals = [k for k in range(tiles.HEXAGONS) if s.goal[end] >> k & 1]
    if s.step != r.SAIL:
        spot.lights += [f"tile-{k}" for k in goals]
    return spot


def new_spot(s: State, at: int, frame: Frame) -> Spot:
    spot = spot_at(f"spot-{at}", names.build_label(s, r.SPOT + at), frame.at(names.middle_at(s.tile, at)))
    spot.look = "ghost"
    return spot


# ---- what is asked -------------------------------------------------------------------------------------------------


def draw_questions(t: Screen, s: State, offered: list[int]) -> None:
    """Who is met, cards to name, prices, and tiles to lay, where those are asked for."""
    met = sorted({(code - r.FIGHT) % r.SEATS for code in offered if r.FIGHT <= code < r.PRICE})
    if met:
        here = t.line("meet", "row", "Who is here", area="hand")
        for k in met:
            here.put(f"meet-{k + 1}", names.rabbit(k))
        for k, (name, said) in enumerate(names.DEEDS.items()):
            here.put(f"deed-{k + 1}", Face("token", name, said, {"colour": "white"}))
    if s.step == r.OFFER_CARD:
        suits = t.line("suits", "row", "Which card?", area="hand")
        for k, name in enumerate(names.SUITS):
            suits.put(f"suit-{k}", Face("token", names.SIGNS[k], name, {"colour": names.COLOURS[k]}))
        for k in (r.RED_JOKER, r.RED_JOKER + 1):
            suits.put(f"joker-{k}", replace(names.card_face(k), kind="token"))
        ranks = t.line("ranks", "row", "", area="hand")
        for k, name in enumerate((*names.RANKS, "K", "Q", "J")):
            ranks.put(f"rank-{k}", Face("token", name, (*names.RANKS, *names.TITLES)[k], {"colour": "white"}))
    elif s.step == r.OFFER_PRICE:
        prices = t.line("prices", "row", "What price, in points of ♦?", area="hand")
        for k in range(20):
            prices.put(f"price-{k + 1}", Face("token", str(k + 1), f"{k + 1} points", {"colour": "yellow"}))
    elif s.step == r.BUILD_TILE:
        own = t.grid("own", 2, 9, "Your tiles")
        for n, code in enumerate(offered):
            tile = code - r.TILE
            spot = own.spot(
                f"own-{tile}", n // 9, n % 9, f"{names.KINDS_OF_TILE[tiles.KIND[tile]]} {tiles.NAMES[tile]}"
            )
            spot.put(f"own-tile-{tile}", Face("label", tiles.NAMES[tile], tiles.NAMES[tile]))


# ---- cards and panels ----------------------------------------------------------------------------------------------


def draw_cards(t: Screen, s: State, seat: int) -> None:
    if s.step <= r.BUILD_TURN:
        return
    dice = t.line("dice", "row", "Dice", area="right")
    for k in range(2):
        if s.dice[k]:
            dice.put(
                f"die-{k + 1}",
                Face("die", str(s.dice[k]), f"die showing {s.dice[k]}", {"colour": "white", "number": s.dice[k]}),
            )
    if seat >= 0:
        hand = t.line("hand", "hand", f"Your hand: {totals(s, seat)}", seat=seat)
        for k in in_order(s, r.IN_HAND + seat):
            piece = hand.put(f"card-{k}", names.card_face(k), mark(s, seat, k))
            if s.known[k]:
                piece.badge = "seen"
    market = s.step == r.GOODS and seat == s.decider
    if any(s.where[k] == r.TRAY for k in range(r.CARDS)):
        spread(t, s, "tray", "This turn's tray", r.TRAY)
    spread(t, s, "discard", "Discard", r.DISCARD, "main" if market else "right")
    spread(t, s, "aisle", "Aisle: royals and jokers to be had", r.AISLE)
    left = sum(s.where[k] in (r.PILE, r.UNSEEN) for k in range(r.NUMBERS)) - hidden(s)
    t.line("pile", "pile", "Pile", count=left, area="right", back=names.BACK)


def hidden(s: State) -> int:
    """Cards in hands that are not seen in this record."""
    return sum(s.cards[k] - sum(s.where[c] == r.IN_HAND + k for c in range(r.NUMBERS)) for k in range(s.seats))


def mark(s: State, seat: int, k: int) -> str:
    picked = s.goods | s.proof | s.hearts | (s.gold if seat == s.decider else 0)
    return "last" if picked >> k & 1 or k == s.passport or (s.sold == k and seat == trade.seller(s)) else ""


def in_order(s: State, where: int) -> list[int]:
    """Cards by suit, royals after numbers, jokers last."""
    return sorted((k for k in range(r.CARDS) if s.where[k] == where), key=lambda k: (purse.SUIT[k], k))


def spread(t: Screen, s: State, id: str, title: str, where: int, area: str = "right") -> None:
    zone = t.line(id, "row", title)
    zone.area = "main" if area == "main" else "right"
    for k in in_order(s, where):
        zone.put(f"card-{k}", names.card_face(k), "last" if s.goods >> k & 1 else "")


def totals(s: State, seat: int) -> str:
    """Points by suit."""
    return " ".join(f"{names.SIGNS[k]}{purse.means(s, seat, 1 << k)}" for k in range(4))


def draw_panels(t: Screen, s: State, seat: int) -> None:
    building = s.step <= r.BUILD_TURN
    table = t.panel(TABLE, "Table", quest=QUESTS[s.quest])
    if not building:
        table.counters["round"] = f"{s.turns // s.seats + 1} of {s.round_cap}"
        if s.dice[0]:
            table.counters["price"] = s.dice[0] + s.dice[1]
    situation(s, table.counters)
    for player in range(s.seats):
        panel = seat_panel(t, player, player == s.decider, names.RABBITS[player])
        if building:
            panel.counters["tiles"] = " ".join(str(s.share[player, k]) for k in range(3))
            continue
        panel.counters["quest"] = f"{purse.progress(s, purse.royals_of(s, player))} of 3"
        held = [names.card(k) for k in in_order(s, r.IN_HAND + player) if r.FIRST_ROYAL <= k < r.RED_JOKER]
        if held:
            panel.counters["royals"] = " ".join(held)
        if s.quest != r.SIMPLE or purse.progress(s, purse.royals_of(s, player)) == 3:
            panel.counters["needs"] = needs(s, player)  # any royals do for the simple quest: the count says how many
        panel.counters["cards"] = purse.hand_size(s, player)
        panel.counters["at"] = names.place(s.place[player]).removeprefix("the ")
        panel.lamp("moves", player == s.mover != s.decider and s.step != r.OVER)  # while another seat is asked
        panel.lamp("rival", player == s.rival)
        for joker, name in ((r.RED_JOKER, "horse"), (r.BLACK_JOKER, "boat")):
            panel.lamp(name, purse.holds(s, player, joker))
        if s.capital[player] != r.NONE:
            panel.counters["capital"] = names.card(s.capital[player])
        seen = [
            names.card(k) for k in range(r.NUMBERS) if s.where[k] == r.IN_HAND + player and s.known[k] & r.bit_of(seat)
        ]
        if player != seat and seen and s.step != r.OVER:
            panel.counters["seen"] = " ".join(seen)


def needs(s: State, player: int) -> str:
    """What a seat still lacks for its trio: royals in the aisle that would help it on."""
    held = purse.royals_of(s, player)
    done = purse.progress(s, held)
    if done == 3:
        return "the Citadel"
    help_on = [
        k for k in range(12) if s.where[r.FIRST_ROYAL + k] == r.AISLE and purse.progress(s, held | 1 << k) > done
    ]
    if not help_on:
        return "nothing to be had"
    if len(help_on) <= MOST_NAMED:
        return " ".join(tiles.NAMES[1 + k] for k in help_on)
    return f"{3 - done} of {len(help_on)} royals"


def situation(s: State, counters: dict[str, int | str]) -> None:
    """A payment, a fight, a trade, a tile in hand, as long as it lasts."""
    if s.step == r.PAY:
        counters["paid"] = f"{s.paid} of {s.due} in {names.signs(s.suits)}"
    if s.step == r.ATTACK:
        counters["spades"] = f"{s.force[0]} against {s.force[1]}"
    if s.passport != r.NONE:
        counters["passport"] = names.card(s.passport)
    if s.named != r.NONE:
        counters["offer"] = (
            f"{'sells' if s.selling else 'buys'} {names.card(s.named)}{f' for {s.price} ♦' if s.price else ''}"
        )
    if s.offered:
        counters["offers made"] = s.offered.bit_count()
    if s.shown:
        counters["lottery"] = " ".join(names.card(k) for k in range(r.NUMBERS) if s.shown >> k & 1)
    if s.tile != r.NONE:
        counters["tile"] = tiles.NAMES[s.tile]
    shown = s.proof | s.hearts
    if shown and s.step in (r.PROVE_FIRST, r.PROVE):
        counters["hearts shown"] = " ".join(names.card(k) for k in range(r.RED_JOKER) if shown >> k & 1)
