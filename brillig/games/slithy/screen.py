"""How Slithy looks."""

from __future__ import annotations

from brillig.core import Face, Screen, Spot, Zone
from brillig.core.screen import TABLE
from brillig.games.slithy.round import (
    COLLECTING,
    FACE_DOWN,
    NOT_PLAYED,
    OPEN,
    OVER,
    PURPLES,
    SEALED,
    SILENT,
    STAKING,
    TALKING,
    State,
    bonus,
    group,
    rounds,
    staked,
)  # fmt: skip
from brillig.games.slithy.words import (
    asked,
    groups,
    is_hidden,
    limits,
    listed,
    name,
    side,
    turn_words,
    unseen,
    words_of,
)
from brillig.parts.boxes.greenbox import SEAT_COLOURS
from brillig.parts.boxes.jabberwocky import GREEN, PURPLE, YELLOW, card_back, card_face, card_name, card_of, gems

TINTS = (GREEN, PURPLE)  # the gems of the left and the right group
DEALER_TINT = YELLOW  # and those that the dealer has won
NO_BREAK, DASH = "\u00a0", "\u2011"  # badges stay in one line

SILENCE = "…"
NO_GEMS = Face("label", "0", "no gems")

# The board: a column for the seat, its hand and its tray, then two for each turn: what was said and what was staked,
# under the purple and the yellow card.
SEAT, HAND, TRAY, FIRST_TURN = range(4)
CARD_HIGH, SEAT_HIGH, LINE_HIGH = 1.4, 0.86, 0.5


# ---- the table -----------------------------------------------------------------------------------------------------


def screen(s: State, seat: int) -> Screen:
    t = Screen(*asked(s, seat))
    if s.step == OVER:
        t.verdict = "The most points win; among equals, those who scored less as dealer."
    draw_round(t, s, seat)
    draw_cards(t, s, seat)
    draw_numbers(t, s, seat)
    draw_sheet(t, s)
    draw_panels(t, s)
    return t


def draw_round(t: Screen, s: State, seat: int) -> None:
    """Who has what, and turn by turn what was said and staked. The groups one below the other, then the dealer."""
    teams, turns = groups(s), PURPLES[s.seats]
    heights = [CARD_HIGH, LINE_HIGH]
    for team in teams:
        heights += [SEAT_HIGH] * len(team) + [LINE_HIGH]
    heights.append(SEAT_HIGH)
    board = t.grid("round", len(heights), FIRST_TURN + 2 * turns, f"Round {min(s.at + 1, rounds(s))} of {rounds(s)}")
    board.heights, board.widths = tuple(heights), (0.9, 1.2, 1.2, *[1.0] * (2 * turns))
    badge(board, "hands", 1, HAND, "hand", 1)
    badge(board, "trays", 1, TRAY, "tray", 1)
    for turn in range(turns):
        draw_turn(board, s, seat, turn)
    row = 2
    for which, team in enumerate(teams):
        for player in team:
            draw_seat(board, s, seat, row, player)
            for turn in range(turns):
                draw_word(board, s, row, turn, player)
                draw_stake(board, s, seat, row, turn, player)
            row += 1
        badge(board, f"side-{which + 1}", row, SEAT, f"{side(s, which)} group" if len(teams) > 1 else "group", 3)
        for turn in range(turns):
            if result := outcome(s, turn, which):
                spot = badge(board, f"result-{turn + 1}-{which + 1}", row, FIRST_TURN + 2 * turn, result, 2)
                spot.mark = "warn" if result.endswith("bust") else ""
        row += 1
    draw_seat(board, s, seat, row, s.dealer)
    badge(
        board,
        "busted",
        row,
        FIRST_TURN,
        "the dealer's busted gems" if s.busted else "the dealer: no busted gems yet",
        6,
    )
    board.note = turn_words(s, s.turn - 1) if s.turn else ""


def badge(board: Zone, id: str, row: int, col: int, words: str, wide: int) -> Spot:
    """A few words in a line of the board."""
    spot = board.spot(id, row, col, words, look="margin")
    spot.badge, spot.wide = words.replace(" ", NO_BREAK), wide
    return spot


def draw_turn(board: Zone, s: State, seat: int, turn: int) -> None:
    """The two cards of a turn, and their limit."""
    col = FIRST_TURN + 2 * turn
    now = turn == s.turn and s.step < COLLECTING
    for k, colour in enumerate((PURPLE, YELLOW)):
        number = (s.purple, s.yellow)[k][turn]
        say = f"{('purple', 'yellow')[k]} card of turn {turn + 1}"
        spot = board.spot(f"turn-{turn + 1}-{('P', 'Y')[k]}", 0, col + k, say, "last" if now else "")
        if number == NOT_PLAYED:
            spot.look = "gap"
        elif colour == YELLOW and now and (number == FACE_DOWN or seat != s.dealer):
            spot.put("face-down", card_back())
        else:
            face = card_face(card_of(colour, number))
            piece = spot.put("face-down" if now and colour == YELLOW else f"card-{face.text}", face)
            piece.badge = "down" if now and colour == YELLOW else ""
    if s.purple[turn] == NOT_PLAYED:
        words = f"turn {turn + 1}"
    elif now:
        words = f"limit {limits(s, turn)[0]}{DASH}{limits(s, turn)[-1]}"
    else:
        words = f"limit {limits(s, turn)[0]}"
    badge(board, f"limit-{turn + 1}", 1, col, words, 2)


def draw_seat(board: Zone, s: State, viewer: int, row: int, player: int) -> None:
    who = board.spot(f"player-{player + 1}", row, SEAT, name(player), look="margin")
    text = "you" if player == viewer else f"S{player + 1}"
    who.put(f"player-token-{player + 1}", Face("token", text, name(player), {"colour": SEAT_COLOURS[player]}))
    if player != s.dealer:
        hand = board.spot(f"hand-{player + 1}", row, HAND, f"hand of {name(player)}", look="margin")
        put_gems(hand, s, f"hand-gems-{player + 1}", player, s.hand[player])
    what = f"tray of {name(player)}" if player != s.dealer else f"busted gems, {name(player)}"
    tray = board.spot(f"tray-{player + 1}", row, TRAY, what, look="tray")
    put_gems(tray, s, f"tray-gems-{player + 1}", player, s.scored[player] if player != s.dealer else s.busted)


def put_gems(spot: Spot, s: State, id: str, player: int, count: int) -> None:
    if count:
        spot.put(id, heap(s, player, count))


def heap(s: State, player: int, count: int) -> Face:
    """Gems in the tint of a seat's group, with their number even if it is one."""
    tint = DEALER_TINT if player == s.dealer else TINTS[group(s, player)]
    face = gems(tint, count)
    return Face(face.kind, face.text, face.say, {**face.look, "number": count})


def draw_word(board: Zone, s: State, row: int, turn: int, player: int) -> None:
    """What a seat has said in a turn, the last word in large."""
    said = ["nothing" if word == SILENT else str(word) for word in words_of(s, turn, player)]
    say = f"{name(player)} said {listed(said, 'then')}" if said else f"{name(player)} has not spoken"
    spot = board.spot(f"word-{turn + 1}-{player + 1}", row, FIRST_TURN + 2 * turn, say, look="margin")
    if turn == s.turn and player == s.speaker:
        spot.mark = "last"
    if said:
        text = " ".join(SILENCE if word == SILENT else str(word) for word in words_of(s, turn, player))
        spot.put(f"bubble-{turn + 1}-{player + 1}", Face("bubble", text, say))


def draw_stake(board: Zone, s: State, seat: int, row: int, turn: int, player: int) -> None:
    stake = s.stake[turn, player]
    col = FIRST_TURN + 2 * turn + 1
    spot = board.spot(f"stake-{turn + 1}-{player + 1}", row, col, f"stake of {name(player)}", look="margin")
    if stake == OPEN:
        return
    id = f"stake-gems-{turn + 1}-{player + 1}"
    if stake == SEALED or (turn == s.turn and player != seat):
        spot.say = f"{name(player)} has sealed a stake"
        spot.put(id, Face("token", "?", "sealed stake", {"colour": "white"}))
    elif stake:
        spot.put(id, heap(s, player, stake))
    else:
        spot.put(id, NO_GEMS)


def outcome(s: State, turn: int, which: int) -> str:
    """'7/8 safe'; nothing before the stakes are shown."""
    if turn >= s.turn:
        return ""
    sum_of, limit = staked(s, turn, which), limits(s, turn)[0]
    return f"{sum_of}/{limit} {'bust' if sum_of >= limit else 'safe'}"


def draw_cards(t: Screen, s: State, seat: int) -> None:
    """The cards that the dealer has left: before the dealer to be touched, beside the table for the others."""
    if s.step in (COLLECTING, OVER):
        last = t.line("left-cards", "row", "Unused yellow card", area="left")
        last.put(f"card-Y{bonus(s)}", card_face(card_of(YELLOW, bonus(s))))
        last.note = f"{bonus(s)} for each player who did not deal"
        return
    mine = seat == s.dealer
    purple, yellow = unseen(s, PURPLE), unseen(s, YELLOW)
    if mine and is_hidden(s):
        yellow.remove(s.yellow[s.turn])
    if mine:
        hand = t.line("hand", "hand", "Your cards", seat=seat)
    else:
        hand = t.line("left-cards", "row", "The dealer's cards not seen yet", area="left")
        hand.note = "One of the yellow cards lies face down." if is_hidden(s) else ""
    for colour, numbers in ((PURPLE, purple), (YELLOW, yellow)):
        for number in numbers:
            card = card_of(colour, number)
            hand.put(f"card-{card_name(card)}" if mine else f"left-{card_name(card)}", card_face(card))


def draw_numbers(t: Screen, s: State, seat: int) -> None:
    """What a seat that is asked may say or stake, to be touched."""
    if seat < 0 or not is_hidden(s) or not is_asked(s, seat):
        return
    talks = s.step == TALKING
    line = t.line("numbers", "hand", "What do you say?" if talks else "How many do you stake?", seat=seat)
    if talks:
        line.put("pick-nothing", Face("bubble", SILENCE, "say nothing"))
    for n in range(s.hand[seat] + 1):
        face = Face("bubble", str(n), f"say {n}") if talks else heap(s, seat, n) if n else NO_GEMS
        line.put(f"pick-{n}", face)


def draw_sheet(t: Screen, s: State) -> None:
    """The score sheet: a line for each round that is over."""
    if s.at == 0:
        return
    sheet = t.grid("sheet", s.at + 1, s.seats + 1, "Score sheet")
    sheet.area = "right"
    sheet.heights, sheet.widths = (0.7,) * (s.at + 1), (0.6, *[1.0] * s.seats)
    for player in range(s.seats):
        head = sheet.spot(f"sheet-{player + 1}", 0, player + 1, name(player), look="margin")
        head.put(f"sheet-name-{player + 1}", Face("label", f"S{player + 1}", name(player)))
    for past in range(s.at):
        dealer = dealer_of(s, past)
        line = sheet.spot(f"sheet-round-{past + 1}", past + 1, 0, f"round {past + 1}", look="margin")
        line.put(f"sheet-number-{past + 1}", Face("label", f"{past + 1}.", f"round {past + 1}"))
        for player in range(s.seats):
            say = f"{name(player)}, round {past + 1}" + ", as dealer" * (player == dealer)
            spot = sheet.spot(f"sheet-{past + 1}-{player + 1}", past + 1, player + 1, say, look="margin")
            points = f"{s.sheet[past, player]}{'*' * (player == dealer)}"
            spot.put(f"points-{past + 1}-{player + 1}", Face("label", points, points))
    sheet.note = "* as dealer"


def dealer_of(s: State, past: int) -> int:
    """Who dealt in a round."""
    return (s.opener + (past if past < s.seats else 2 * s.seats - 1 - past)) % s.seats


def draw_panels(t: Screen, s: State) -> None:
    table = t.panel(TABLE, "Table", round=f"{min(s.at + 1, rounds(s))} of {rounds(s)}")
    if s.step < COLLECTING:
        table.counters["turn"] = f"{s.turn + 1} of {PURPLES[s.seats]}"
    if is_hidden(s):
        table.counters["purple"] = s.purple[s.turn]
        table.counters["limit"] = listed([str(n) for n in limits(s, s.turn)], "or")
    if s.step == TALKING:
        table.counters["talk"] = f"{s.talks + 1} of {s.talk}"
    for player in range(s.seats):
        panel = t.panel(player, name(player), SEAT_COLOURS[player], is_asked(s, player), score=s.total[player])
        if s.step == OVER or s.dealt[player]:
            panel.counters["as dealer"] = s.dealt[player]
        if s.spoke[player]:
            panel.counters["word kept"] = f"{s.kept[player]}/{s.spoke[player]}"
        if s.step == OVER:
            continue
        panel.lamps["deals"] = "on" if player == s.dealer else "off"
        sealed = s.step == STAKING and player != s.dealer and s.stake[s.turn, player] != OPEN
        panel.lamps["sealed"] = "amber" if sealed else "off"


def is_asked(s: State, player: int) -> bool:
    if s.step == STAKING:
        return player != s.dealer and s.stake[s.turn, player] == OPEN
    return s.step != OVER and player == (s.speaker if s.step == TALKING else s.dealer)
