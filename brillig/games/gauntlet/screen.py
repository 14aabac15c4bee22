"""How The Gauntlet looks and is touched."""

from __future__ import annotations

from msgspec.structs import replace

from brillig.core import Face, Screen, Zone
from brillig.core.screen import TABLE, Area, Spot
from brillig.games.gauntlet import record, tracks
from brillig.games.gauntlet.record import State
from brillig.games.gauntlet.words import CALLED, card_name, place_name, tell, tile_name
from brillig.parts.bits import has
from brillig.parts.boxes import greenbox
from brillig.parts.boxes.greenbox import CARD_NUMBER, CARD_SYMBOL, CARDS
from brillig.parts.panels import seat_panel
from brillig.parts.words import counted, listed, seat_name

__all__ = ["label", "screen", "tell", "touch"]

STRIP = 0.6  # how wide the start and the finish are drawn, beside a tile
TOP = (0.4, STRIP, 0.1)  # how high the first row is, by outline: in it the ends of the corridor are named
# Where the start and the finish lie, by outline: row, column, rows and columns that they cover. The tiles begin at (1, 1).
STARTS = ((1, 0, 3, 1), (0, 1, 1, 2), (1, 0, 2, 1))
FINISHES = ((1, 13, 3, 1), (0, 5, 1, 2), (7, 5, 2, 1))
# Where they are named, and how: row, column, columns, words.
WORDS = (
    ((0, 0, 2, "Start"), (0, 12, 2, "Finish")),
    ((1, 3, 2, "◂ Start"), (2, 3, 2, "Finish ▸")),
    ((3, 0, 2, "▴ Start"), (6, 5, 2, "Finish ▾")),
)
FIRE = {0: "", 1: "maybe", 2: "warn"}  # marks of tiles in one line of fire, and in several


# ---- choices -------------------------------------------------------------------------------------------------------


def spot_id(s: State, place: int) -> str:
    return place_name(s, place).replace(" ", "-")


def card_id(card: int) -> str:
    return f"card-{card}"


def runner_id(seat: int) -> str:
    return f"runner-{seat + 1}"


def label(s: State, seat: int, code: int) -> str:
    if code < record.EFFECT_FIRST:
        if s.phase == record.TAKE:
            return f"Take {full_name(code)}"
        if s.planned[seat] == record.STEPS:
            return f"Discard {full_name(code)}"
        return f"{full_name(code)} for {slot_name(s.planned[seat])}"
    if code in (record.EFFECT_FIRST, record.MOVES_FIRST):
        card = CALLED[CARD_SYMBOL[s.shown[seat]]]
        deed = "Strike" if card == "Swords" else "Fire"
        return f"{deed} first, then move" if code == record.EFFECT_FIRST else f"Move first, then {deed.lower()}"
    if code == record.STOP:
        return "Stop here"
    if code >= record.STRIKE:
        return f"Strike {seat_name(code - record.STRIKE)}"
    return f"Move to {place_name(s, code - record.STEP_TO)}"


def full_name(card: int) -> str:
    """With its colour, which means nothing but tells cards apart: 'Swords 1 (red)'."""
    return f"{card_name(card)} ({greenbox.COLOURS[greenbox.CARD_COLOUR[card]]})"


def slot_name(slot: int) -> str:
    return f"step {slot + 1}" if slot < record.STEPS else "discard"


def touch(s: State, seat: int, code: int) -> tuple[str, ...]:
    if code < record.EFFECT_FIRST:
        return (card_id(code),)
    if code < record.STEP_TO or code == record.STOP:
        return ()
    return (runner_id(code - record.STRIKE),) if code >= record.STRIKE else (spot_id(s, code - record.STEP_TO),)


# ---- the table -----------------------------------------------------------------------------------------------------


def screen(s: State, seat: int) -> Screen:
    t = Screen(prompt(s, seat), explained(s, seat), verdict(s))
    if s.phase == record.TAKE:  # what is decided comes first, so that a phone shows it
        draw_pool(t, s, "main")
    draw_track(t, s)
    # While runners move, the track needs the room on a phone.
    draw_hand(t, s, seat, "hand" if s.phase in (record.TAKE, record.PLAN) else "right")
    draw_plans(t, s, seat)
    if s.phase != record.TAKE:
        draw_pool(t, s, "right")
    draw_rest(t, s, seat)
    table = t.panel(TABLE, "Turn")
    step = s.step + 1 if record.PLAN < s.phase < record.OVER else "–"
    table.counters = {"turn": f"{s.turn} of {s.turn_cap}", "die": s.moves, "step": step, "draw pile": in_pile(s)}
    for player in range(s.seats):
        panel = seat_panel(
            t, player, is_asked(s, player),
            life="♥" * s.life[player] + "♡" * (record.LIVES - s.life[player]), moves_left=s.left[player],
            to_go=s.away[s.at[player]], cards=s.held[player],
        )  # fmt: skip
        if record.PLAN < s.phase < record.OVER and s.shown[player] != record.NONE:
            panel.counters["plays"] = card_name(s.shown[player])  # a phone shows no plans
        panel.lamps = {
            "die": "on" if player == s.holder else "off",
            "stunned": "red" if s.stun[player] else "off",
        }
    return t


def in_pile(s: State) -> int:
    """How many cards the draw pile has: what is neither in the open nor in hands."""
    held = sum(s.held[k] for k in range(s.seats))
    return sum(s.where[c] == record.PILE or s.where[c] >= record.HAND for c in range(CARDS)) - held


def is_asked(s: State, seat: int) -> bool:
    if s.phase == record.PLAN:
        return s.stun[seat] == 0 and s.planned[seat] < record.SLOTS
    return s.phase != record.OVER and seat == s.mover


def prompt(s: State, seat: int) -> str:
    if s.phase == record.OVER:
        return "The game is over."
    if s.phase == record.PLAN:
        if seat >= 0 and is_asked(s, seat):
            what = f"for step {s.planned[seat] + 1}" if s.planned[seat] < record.STEPS else "to discard"
            return f"The die shows {s.moves}: you must move {counted(s.moves, 'tile')} in three steps. Choose the card {what}."
        return f"{listed([seat_name(k) for k in range(s.seats) if is_asked(s, k)])} plan."
    if seat != s.mover:
        doing = {record.TAKE: "takes cards of the pool", record.ORDER: "chooses the order", record.MOVE: "moves"}.get(
            s.phase, "strikes"
        )
        return f"{seat_name(s.mover)} {doing}."
    if s.phase == record.TAKE:
        return f"Take a card of the pool ({s.taken + 1} of 2). You will have {s.moves} moves."
    if s.phase == record.ORDER:
        return f"Step {s.step + 1}, {card_name(s.shown[seat])}: before or after your moves?"
    if s.phase == record.MOVE:
        most = record.to_spare(s, seat)
        least = "" if record.must_move(s) else ", or stop"
        all_of_them = "exactly" if s.step == record.STEPS - 1 else "up to"
        cards = card_name(s.shown[seat]) + still_to_come(s, seat)
        return f"Step {s.step + 1} of {record.STEPS}, {cards}: move {all_of_them} {most} now{least}."
    return "Whom do you strike?"


def still_to_come(s: State, seat: int) -> str:
    """The cards of a seat's later steps, for it alone: how far it goes now depends on them."""
    later = [card_name(s.plan[seat, k]) for k in range(s.step + 1, record.STEPS)]
    return f", then {listed(later)}" if later else ""


def explained(s: State, seat: int) -> str:
    """The same words whenever the same is asked."""
    if seat < 0 or not is_asked(s, seat):
        return ""
    if s.phase == record.TAKE:
        return (
            "Bricks and circles (Lumber) climb their tiles, hammers (Swords) strike beside you, arrow fires all arrow tiles, "
            "drop (Blood) heals, wheel (Shield) protects. Higher numbers act first."
        )
    if s.phase == record.PLAN:
        return (
            "One card for each of three steps, and one to discard; the others stay. In every step you must move, and in "
            "all three together as far as the die says. Tiles with a dotted or red edge lie in one or more lines of fire."
        )
    if s.phase == record.ORDER:
        return "Your card must work if it can. Whoever reaches the finish before it does loses its effect."
    if s.phase == record.MOVE:
        return "Blank tiles are free; Brick and Lumber need their card in this step; nobody enters an Arrow tile."
    return "An opponent on your tile or next to it loses a life point, unless shielded."


def verdict(s: State) -> str:
    if s.phase != record.OVER:
        return ""
    ends = [
        f"{seat_name(k)} at the finish with {s.life[k]} life"
        if s.home[k]
        else f"{seat_name(k)} {s.away[s.at[k]]} moves away"
        for k in range(s.seats)
    ]
    how = (
        "At the finish the most life points win, then the earlier; then the closest"
        if s.arrived
        else "The closest wins"
    )
    return f"{how}, then more life. Points are moves nearer the finish, and life at it. {'; '.join(ends)}."


def draw_track(t: Screen, s: State) -> None:
    rows, cols = tracks.LINES[s.outline], tracks.COLUMNS[s.outline]
    wide = cols + 2 if s.outline == 0 else cols + 1
    title = tracks.NAMES[s.outline] if s.track else f"Random {tracks.NAMES[s.outline].lower()}"
    letters = ["", *"abcdefghijkl"[:cols], *[""] * (wide - cols - 1)]
    board = t.grid("track", rows + 1, wide, title, ["", *map(str, range(1, rows + 1))], letters)
    board.look, board.map, board.turns = "walls", True, s.outline == 0
    board.heights = (TOP[s.outline], *[1.0] * rows)
    board.widths = (0.1 if s.outline == 1 else STRIP, *[1.0] * cols, *[STRIP] * (s.outline == 0))
    draw_strip(board, s, tracks.START, STARTS[s.outline])
    for place in tracks.PLACE[s.outline]:
        row, col = divmod(place, tracks.STRIDE[s.outline])
        lines = record.lines_on(s, place)
        fire = f", in {counted(lines, 'line')} of fire" if lines else ""
        said = f"{place_name(s, place)} {tile_name(s, place)}{fire}"
        spot = board.spot(spot_id(s, place), row + 1, col + 1, said, FIRE[min(lines, 2)])
        piece = spot.put(f"tile-{place_name(s, place)}", tile_face(s, place))
        if s.tile[place] >= tracks.ARROW:
            piece.turned = (
                90 * (s.tile[place] - tracks.ARROW) or 360
            )  # not nothing: it points, also on a board that is turned
        for player in range(s.seats):
            if s.at[player] == place:
                put_runner(spot, s, player)
    draw_strip(board, s, tracks.FINISH, FINISHES[s.outline])


def draw_strip(board: Zone, s: State, place: int, lies: tuple[int, int, int, int]) -> None:
    row, col, high, wide = lies
    look, short = ("tray", "GO") if place == tracks.START else ("finish", "END")
    spot = board.spot(spot_id(s, place), row, col, place_name(s, place), look=look)
    spot.high, spot.wide = high, wide
    row, col, wide, badge = WORDS[s.outline][place - tracks.START]
    word = board.spot(f"{spot_id(s, place)}-word", row, col, f"the {place_name(s, place)} is here", look="words")
    word.wide, word.badge = wide, badge
    word.put(f"{spot_id(s, place)}-text", Face("words", short, ""))
    for player in range(s.seats):
        if s.at[player] == place:
            put_runner(spot, s, player)


def put_runner(spot: Spot, s: State, player: int) -> None:
    piece = spot.put(runner_id(player), greenbox.cube(player))
    piece.mark = "dim" if s.stun[player] else ""


def tile_face(s: State, place: int) -> Face:
    kind = s.tile[place]
    if kind == tracks.BRICK:
        return greenbox.tile_face(greenbox.BRICKS)
    if kind == tracks.LUMBER:
        return greenbox.tile_face(greenbox.CIRCLES)
    if kind >= tracks.ARROW:
        face = greenbox.tile_face(greenbox.ARROW)
        return replace(face, text="^>v<"[kind - tracks.ARROW], say=tile_name(s, place))
    return replace(greenbox.tile_back(), text=".", say="blank tile")


def card_face(card: int) -> Face:
    return replace(greenbox.card_face(card), say=full_name(card))


def cards_at(s: State, where: int) -> list[int]:
    """Sorted as people sort them: by symbol, then by number."""
    found = [card for card in range(CARDS) if s.where[card] == where]
    return sorted(found, key=lambda card: (CARD_SYMBOL[card], CARD_NUMBER[card]))


def draw_pool(t: Screen, s: State, area: Area) -> None:
    zone = t.line("pool", "row", "Pool", area=area)
    for card in cards_at(s, record.POOL):
        zone.put(card_id(card), card_face(card))


def draw_hand(t: Screen, s: State, seat: int, area: Area) -> None:
    """What has been planned stays in sight before the others, numbered by its step."""
    zone = t.line("hand", "hand", "Hand", seat=seat, area=area)
    if s.phase == record.PLAN and seat >= 0:
        for k in range(s.planned[seat]):
            card = s.plan[seat, k]
            zone.put(f"planned-{k + 1}", card_face(card), "last").badge = str(k + 1) if k < record.STEPS else "–"
    for card in cards_at(s, record.HAND + seat) if seat >= 0 else ():
        if not record.in_plan(s, seat, card):
            zone.put(card_id(card), card_face(card))


def draw_plans(t: Screen, s: State, seat: int) -> None:
    """A row for each seat: the cards of the three steps and the discard, as far as the viewer may know them."""
    zone = t.grid("plans", s.seats, record.SLOTS + 1, "Plans: steps 1 to 3, discard")
    zone.area, zone.heights = "right", (1.4,) * s.seats
    for player in range(s.seats):
        who = zone.spot(f"plan-of-{player + 1}", player, 0, seat_name(player), look="margin")
        who.put(f"plan-cube-{player + 1}", greenbox.cube(player))
        for k in range(record.SLOTS):
            spot = zone.spot(
                f"plan-{player + 1}-{k + 1}", player, 1 + k, f"{seat_name(player)}, {slot_name(k)}", look="ghost"
            )
            card = s.plan[player, k]
            if card == record.NONE or k >= s.planned[player]:
                continue
            if player == seat or is_shown(s, player, k):
                now = s.phase > record.PLAN and k == s.step and s.shown[player] == card
                spot.put(f"plan-card-{player + 1}-{k + 1}", card_face(card), "last" if now else "")
            else:
                spot.put(f"plan-back-{player + 1}-{k + 1}", greenbox.card_back())


def is_shown(s: State, player: int, k: int) -> bool:
    """Has this card of a plan been shown to all?"""
    card = s.plan[player, k]
    return card >= 0 and s.phase != record.PLAN and s.where[card] != record.HAND + player


def draw_rest(t: Screen, s: State, seat: int) -> None:
    """The cards of others that all have seen being taken, and the discard pile."""
    others = [k for k in range(s.seats) if k != seat]
    known = t.line("known", "row", "Seen in the others' hands, with their letters", area="right")
    for player in others:
        for card in cards_at(s, record.HAND + player):
            if has(s.seen, card):
                known.put(card_id(card), card_face(card)).badge = greenbox.SEAT_LETTERS[player]
    discard = t.line("discard", "row", "Discard pile", area="right")
    for card in cards_at(s, record.DISCARD):
        discard.put(card_id(card), card_face(card))
