"""How Slithy looks."""

from __future__ import annotations

from brillig.core import Face, Screen, Spot, Zone
from brillig.core.screen import CARD_HIGH, TABLE
from brillig.games.slithy import round as the_round
from brillig.games.slithy.round import State
from brillig.games.slithy.words import asked, groups, is_hidden, limits, turn_words, unseen, words_of
from brillig.parts.boxes.jabberwocky import GREEN, PURPLE, YELLOW, card_back, card_face, card_name, card_of, gems
from brillig.parts.panels import seat_panel
from brillig.parts.words import listed, seat_name

TINTS = (GREEN, PURPLE)  # the gems of the left and the right group
DEALER_TINT = YELLOW  # and those that the dealer has won
DASH = "\u2011"  # words stay in one line

REVEAL = 1800  # milliseconds
SILENCE = "…"
NO_GEMS = Face("label", "0", "no gems")

# The table from above, in columns: the dealer's place at the upper left, beside it the two cards of this turn, and below them
# two columns of places. A place is a mat with a name, four things in a line, and a word under each.
PLACE_WIDE, PLACE_HIGH, THING, IN = 4, 2, 0.94, 0.1
NAME_UP, THINGS_DOWN, WORDS_DOWN = -0.22, 0.52, 1.18
HAND, WORD, STAKE, TRAY = range(4)
THINGS = ("hand", "says", "stakes", "won")
BUSTED = "busted"  # what lies on the dealer's tray
# What has been played in this round: a line for each seat, two columns for each turn. (The more there are, the narrower
# are they, and the more of them is as wide as a name.)
NAME_WIDE, MORE_WIDE, SEAT_HIGH = 2.4, 0.56, 0.8


# ---- the table -----------------------------------------------------------------------------------------------------


def screen(s: State, seat: int) -> Screen:
    t = Screen(*asked(s, seat))
    if s.turn and s.step < the_round.TALKING:  # the stakes of the last turn are open
        t.pause = REVEAL
    if s.step == the_round.OVER:
        t.verdict = "The most points win; among equals, those who scored less as dealer."
    draw_table(t, s, seat)
    draw_turns(t, s, seat)
    draw_cards(t, s, seat)
    draw_numbers(t, s, seat)
    draw_sheet(t, s)
    draw_panels(t, s)
    return t


def draw_table(t: Screen, s: State, seat: int) -> None:
    """This turn: who has what, what is said and what is staked, round the two cards."""
    around = [player for team in groups(s) for player in team]
    left = groups(s)[0] if len(groups(s)) > 1 else around[: (len(around) + 1) // 2]
    sides = (left, [player for player in around if player not in left])
    board = t.grid("round", 4 + s.seats, 8, f"Round {min(s.at + 1, the_round.rounds(s))} of {the_round.rounds(s)}")
    turn = min(s.turn, the_round.PURPLES[s.seats] - 1)
    draw_place(board, s, seat, s.dealer, (0, 0), turn)
    for which, team in enumerate(sides):
        for k, player in enumerate(team, 1):
            draw_place(board, s, seat, player, (which * PLACE_WIDE, k * PLACE_HIGH), turn)
    draw_turn(board, s, seat, turn, PLACE_WIDE)
    board.note = turn_words(s, s.turn - 1) if s.turn else ""


def words(board: Zone, id: str, row: int, col: int, text: str, wide: int = 1, short: str = "") -> Spot:
    """A few words that lie on the table; `short`: for a terminal, which has no room for more."""
    spot = board.spot(id, row, col, text, look="words")
    spot.badge, spot.wide = text, wide
    if short:
        spot.put(f"{id}-short", Face("words", short, ""))
    return spot


def draw_place(board: Zone, s: State, viewer: int, player: int, at: tuple[int, int], turn: int) -> None:
    (x, y), row = at, 3 + player
    mat = board.spot(f"mat-{player + 1}", row, 0, "", look="mat")
    mat.at, mat.wide, mat.high = at, PLACE_WIDE, PLACE_HIGH
    head = words(
        board, f"player-{player + 1}", row, 0, seat_name(player) + ", deals" * (player == s.dealer), 2, f"S{player + 1}"
    )
    head.at, head.wide = (x, y + NAME_UP), PLACE_WIDE
    spots = []
    for k, what in enumerate(THINGS):
        left = round(x + (1.5 if player == s.dealer else IN + THING * k), 2)
        if player != s.dealer or k == TRAY:
            under = words(board, f"{what}-{player + 1}-word", row, 2 + k, BUSTED if player == s.dealer else what)
            under.at, under.say = (left, y + WORDS_DOWN), ""
        spot = board.spot(f"{what}-{player + 1}", row, 2 + k, f"{seat_name(player)} {what}", look="margin")
        spot.at = (left, y + THINGS_DOWN)
        spots.append(spot)
    spots[TRAY].look = "tray"
    if player == s.dealer:
        spots[TRAY].say = f"busted gems, {seat_name(player)}"
        put_gems(spots[TRAY], s, f"tray-gems-{player + 1}", player, s.busted)
        return
    spots[HAND].put(f"hand-gems-{player + 1}", heap(s, player, s.hand[player]) if s.hand[player] else NO_GEMS)
    put_gems(spots[TRAY], s, f"tray-gems-{player + 1}", player, s.scored[player])
    if s.turn < the_round.PURPLES[s.seats]:
        draw_word(spots[WORD], s, turn, player)
        draw_stake(spots[STAKE], s, viewer, turn, player)


def draw_turn(board: Zone, s: State, seat: int, turn: int, x: int) -> None:
    """The two cards of this turn, and their limit."""
    now = turn == s.turn and s.step < the_round.COLLECTING
    for k, colour in enumerate((PURPLE, YELLOW)):
        number = (s.purple, s.yellow)[k][turn] if now else the_round.NOT_PLAYED
        spot = board.spot(f"now-{('P', 'Y')[k]}", 0, k, f"{('purple', 'yellow')[k]} card of this turn")
        spot.at, spot.wide, spot.high = (x + k * 1.45 - 0.2, 0), 2, 2
        if number == the_round.NOT_PLAYED:
            spot.look = "margin"
        elif colour == YELLOW and (number == the_round.FACE_DOWN or seat != s.dealer):
            spot.put("face-down", card_back())
        else:
            face = card_face(card_of(colour, number))
            piece = spot.put("face-down" if colour == YELLOW else f"card-{face.text}", face)
            piece.badge = "down" if colour == YELLOW else ""
    limit = f"limit {limits(s, turn)[0]}{DASH}{limits(s, turn)[-1]}" if now and is_hidden(s) else f"turn {turn + 1}"
    beside = words(board, "limit", 1, 0, limit, 3)
    beside.at, beside.wide = ((x + 2.95, 0.5), 1) if now else ((x + 1, 0.5), 2)


def draw_turns(t: Screen, s: State, seat: int) -> None:
    """The turns of this round that are over: their cards, and what each seat said and staked."""
    if not s.turn:
        return
    around = [player for team in groups(s) for player in team]
    board = t.grid("turns", 2 + len(around), 1 + 2 * s.turn, "Turns of this round")
    board.area = "right"
    board.heights = (CARD_HIGH, *[SEAT_HIGH] * (1 + len(around)))
    board.widths = (NAME_WIDE + MORE_WIDE * s.turn, *[1.0] * (2 * s.turn))
    words(board, "limits", 1, 0, "limit")
    for row, player in enumerate(around, 2):
        words(board, f"line-{player + 1}", row, 0, seat_name(player), short=f"S{player + 1}")
    for turn in range(s.turn):
        col = 1 + 2 * turn
        for k, colour in enumerate((PURPLE, YELLOW)):
            face = card_face(card_of(colour, (s.purple, s.yellow)[k][turn]))
            spot = board.spot(f"turn-{turn + 1}-{('P', 'Y')[k]}", 0, col + k, f"turn {turn + 1}", look="margin")
            spot.put(f"card-{face.text}", face)
        words(board, f"limit-{turn + 1}", 1, col, str(limits(s, turn)[0]), 2, str(limits(s, turn)[0]))
        for row, player in enumerate(around, 2):
            word = board.spot(f"word-{turn + 1}-{player + 1}", row, col, "", look="margin")
            draw_word(word, s, turn, player)
            stake = board.spot(f"stake-{turn + 1}-{player + 1}", row, col + 1, "", look="margin")
            draw_stake(stake, s, seat, turn, player)


def put_gems(spot: Spot, s: State, id: str, player: int, count: int) -> None:
    if count:
        spot.put(id, heap(s, player, count))


def heap(s: State, player: int, count: int) -> Face:
    """Gems in the tint of a seat's group, with their number even if it is one."""
    tint = DEALER_TINT if player == s.dealer else TINTS[the_round.group(s, player)]
    face = gems(tint, count)
    return Face(face.kind, face.text, face.say, {**face.look, "number": count})


def draw_word(spot: Spot, s: State, turn: int, player: int) -> None:
    """What a seat has said in a turn, the last word in large."""
    said = ["nothing" if word == the_round.SILENT else str(word) for word in words_of(s, turn, player)]
    spot.say = f"{seat_name(player)} said {listed(said, 'then')}" if said else f"{seat_name(player)} has not spoken"
    if turn == s.turn and player == s.speaker:
        spot.mark = "last"
    if said:
        text = " ".join(SILENCE if word == the_round.SILENT else str(word) for word in words_of(s, turn, player))
        spot.put(f"bubble-{turn + 1}-{player + 1}", Face("bubble", text, spot.say))


def draw_stake(spot: Spot, s: State, seat: int, turn: int, player: int) -> None:
    stake = s.stake[turn, player]
    spot.say = f"stake of {seat_name(player)}"
    if stake == the_round.OPEN:
        return
    id = f"stake-gems-{turn + 1}-{player + 1}"
    if stake == the_round.SEALED or (turn == s.turn and player != seat):
        spot.say = f"{seat_name(player)} has sealed a stake"
        spot.put(id, Face("token", "?", "sealed stake", {"colour": "white"}))
    elif stake:
        spot.put(id, heap(s, player, stake))
    else:
        spot.put(id, NO_GEMS)


def draw_cards(t: Screen, s: State, seat: int) -> None:
    """The cards that the dealer has left: before the dealer to be touched, beside the table for the others."""
    if s.step in (the_round.COLLECTING, the_round.OVER):
        last = t.line("left-cards", "row", "Unused yellow card", area="left")
        last.put(f"card-Y{the_round.bonus(s)}", card_face(card_of(YELLOW, the_round.bonus(s))))
        last.note = f"{the_round.bonus(s)} for each player who did not deal"
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
    talks = s.step == the_round.TALKING
    line = t.line("numbers", "hand", "What do you say?" if talks else "How many do you stake?", seat=seat)
    if talks:
        line.put("pick-nothing", Face("bubble", SILENCE, "say nothing"))
    for n in range(s.hand[seat] + 1):
        face = Face("bubble", str(n), f"say {n}") if talks else heap(s, seat, n) if n else NO_GEMS
        line.put(f"pick-{n}", face)


def draw_sheet(t: Screen, s: State) -> None:
    """The score sheet: a line for each seat, a column for each round that is over."""
    if s.at == 0:
        return
    sheet = t.grid("sheet", s.seats + 1, s.at + 1, "Score sheet")
    sheet.area = "right"
    sheet.heights, sheet.widths = (0.7,) * (s.seats + 1), (NAME_WIDE, *[1.0] * s.at)
    for player in range(s.seats):
        words(sheet, f"sheet-{player + 1}", player + 1, 0, seat_name(player), short=f"S{player + 1}")
    for past in range(s.at):
        dealer = dealer_of(s, past)
        head = sheet.spot(f"sheet-round-{past + 1}", 0, past + 1, f"round {past + 1}", look="margin")
        head.put(f"sheet-number-{past + 1}", Face("label", f"{past + 1}.", f"round {past + 1}"))
        for player in range(s.seats):
            say = f"{seat_name(player)}, round {past + 1}" + ", as dealer" * (player == dealer)
            spot = sheet.spot(f"sheet-{past + 1}-{player + 1}", player + 1, past + 1, say, look="margin")
            points = f"{s.sheet[past, player]}{'*' * (player == dealer)}"
            spot.put(f"points-{past + 1}-{player + 1}", Face("label", points, points))
    sheet.note = "* as dealer"


def dealer_of(s: State, past: int) -> int:
    """Who dealt in a round."""
    return (s.opener + (past if past < s.seats else 2 * s.seats - 1 - past)) % s.seats


def draw_panels(t: Screen, s: State) -> None:
    table = t.panel(TABLE, "Table", round=f"{min(s.at + 1, the_round.rounds(s))} of {the_round.rounds(s)}")
    if s.step < the_round.COLLECTING:
        table.counters["turn"] = f"{s.turn + 1} of {the_round.PURPLES[s.seats]}"
    if is_hidden(s):
        table.counters["purple"] = s.purple[s.turn]
        table.counters["limit"] = listed([str(n) for n in limits(s, s.turn)], "or")
    if s.step == the_round.TALKING:
        table.counters["talk"] = f"{s.talks + 1} of {s.talk}"
    for player in range(s.seats):
        panel = seat_panel(t, player, is_asked(s, player), score=s.total[player])
        if s.step == the_round.OVER or s.dealt[player]:
            panel.counters["as dealer"] = s.dealt[player]
        if s.spoke[player]:
            panel.counters["word kept"] = f"{s.kept[player]}/{s.spoke[player]}"
        if s.step == the_round.OVER:
            continue
        panel.lamp("deals", player == s.dealer)
        sealed = s.step == the_round.STAKING and player != s.dealer and s.stake[s.turn, player] != the_round.OPEN
        panel.lamp("sealed", sealed, "amber")


def is_asked(s: State, player: int) -> bool:
    if s.step == the_round.STAKING:
        return player != s.dealer and s.stake[s.turn, player] == the_round.OPEN
    return s.step != the_round.OVER and player == (s.speaker if s.step == the_round.TALKING else s.dealer)
