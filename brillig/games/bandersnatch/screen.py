"""How Bandersnatch looks, is touched and is told."""

from __future__ import annotations

from brillig.core import Screen
from brillig.games.bandersnatch import field
from brillig.games.bandersnatch.field import State, score
from brillig.parts.bag import counts, total
from brillig.parts.bits import members
from brillig.parts.boxes import jabberwocky
from brillig.parts.boxes.jabberwocky import LETTERS, PURPLE, card_name, gem_words, gems, put_card, put_gems
from brillig.parts.panels import seat_panel

# The least points of each band; 10 is the least that wins.
BANDS = (
    (32, "perfect"), (20, "manxome victory"), (15, "frumious victory"), (10, "victory"), (5, "nearly"),
    (-32, "not good"),
)  # fmt: skip
WINS = 10  # points
LOW = 2  # purple gems in the supply that call for care
WORTH = ("+2", "+1", "-1")  # of a broiled gem
PLACES = ("top left", "top", "top right", "left", "middle", "right", "bottom left", "bottom", "bottom right")


def band(points: int) -> str:
    """What a score is called."""
    return next(name for least, name in BANDS if points >= least)


def preview(s: State, card: int, cell: int) -> str:
    """What comes of playing this card on that cell: '+2 green', 'remove 3', 'remove 1, supply -2 green'."""
    old, colour = s.card[cell], jabberwocky.CARD_COLOUR[card]
    beside = sum(total(s.gems[near]) for near in members(field.BESIDE[cell]))
    wanted = [colour] * (field.gain(card, old) + max(0, field.loss(card, old) - beside))
    if field.matched(card, old):
        wanted.append(jabberwocky.CARD_COLOUR[old])
    supply, given, missing = counts(s.supply), [0] * field.COLOURS, False
    for want in wanted:
        got = want if supply[want] else PURPLE
        if supply[got]:
            supply[got] -= 1
            given[got] += 1
        else:
            missing = True
    from_field = min(field.loss(card, old), beside)
    effects = [f"remove {from_field}"] * (from_field > 0)
    if any(given):
        effects.append(f"{'supply -' if field.loss(card, old) else '+'}{gem_words(given)}")
    return ", ".join(effects or ["no gem left"]) + ", last turn" * missing


def where(s: State, cell: int) -> str:
    """A cell, by the card that lies there: no two are alike."""
    return card_name(s.card[cell])


def label(s: State, seat: int, code: int) -> str:
    if code < field.REMOVE:
        card, cell = s.hand[code // field.CELLS], code % field.CELLS
        return f"{card_name(card)} on {where(s, cell)}: {preview(s, card, cell)}"
    if code < field.CAPTURE:
        cell, colour = divmod(code - field.REMOVE, field.COLOURS)
        return f"{jabberwocky.COLOURS[colour]} from {where(s, cell)}"
    cell = code - field.CAPTURE
    heap = counts(s.gems[cell])
    return f"capture {where(s, cell)}: " + (f"broil {gem_words(heap)}" if any(heap) else "empty, to the box")


def touch(s: State, seat: int, code: int) -> tuple[str, ...]:
    if code < field.REMOVE:
        return (f"card-{card_name(s.hand[code // field.CELLS])}", f"cell-{code % field.CELLS + 1}")
    if code < field.CAPTURE:
        cell, colour = divmod(code - field.REMOVE, field.COLOURS)
        return (f"gems-{cell + 1}-{LETTERS[colour]}",)
    return (f"cell-{code - field.CAPTURE + 1}",)


def screen(s: State, seat: int) -> Screen:
    t = Screen()
    points = score(s, 0)
    t.prompt = {
        field.PLAYING: "Play a card from your hand on an empty card of the field.",
        field.REMOVING: f"Remove gems from cards beside the new one: {s.to_remove} to go.",
        field.CAPTURING: "Choose the card to capture first.",
        field.OVER: f"The game is over with {points} points: {band(points)}.",
    }[s.step]
    t.help = {
        field.PLAYING: "A higher card brings gems, a lower one costs some, an equal one brings a gem of each of the two colours. "
        "A card whose neighbours all have gems is captured.",
        field.REMOVING: "A lower card costs gems. They come off the cards directly beside it, and leave the game.",
        field.CAPTURING: "The gap that a captured card leaves may save or doom another, so the order can matter.",
    }.get(s.step, "")
    t.then = "on which empty card?"
    if s.step == field.OVER:
        t.headline = f"You have won: {band(points)}" if points >= WINS else f"You have lost: {band(points)}"
        t.verdict = f"{WINS} points or more win; {BANDS[0][0]} are perfect."
    draw_field(t, s)
    hand = t.line("hand", "hand", "Hand", seat=0)
    for place in range(field.HAND):
        if s.hand[place] != field.NO_CARD:
            put_card(hand, s.hand[place])
    draw_cards(t, s)
    draw_gems(t, s)
    panel = seat_panel(t, 0, s.step != field.OVER, colour="", score=points)
    panel.counters["wins with"] = WINS
    if s.step == field.OVER:
        panel.counters["result"] = band(points)
    else:
        panel.counters["now"] = ("play a card", f"remove {s.to_remove}", "capture a card")[s.step]
    panel.lamp("few purple gems", s.supply[PURPLE] <= LOW, "amber" if s.supply[PURPLE] else "red")
    panel.lamp("last turn", s.last_turn, "red")
    return t


def draw_field(t: Screen, s: State) -> None:
    board = t.cards("field", 3, 3, "Field: gems that lie here count the other way round")
    board.look = "heaps"
    for cell in range(field.CELLS):
        gap = s.card[cell] == field.GAP
        say = PLACES[cell] + ", a gap" * gap
        mark = "last" if cell == s.fresh else ""
        spot = board.spot(f"cell-{cell + 1}", cell // 3, cell % 3, say, mark=mark, look="gap" if gap else "")
        empty = not gap and not total(s.gems[cell])
        if s.step == field.PLAYING and empty:  # only there a card can be played
            spot.badge = "empty"
        if not gap:
            put_card(spot, s.card[cell])
        put_gems(spot, f"{cell + 1}", s.gems[cell])


def draw_cards(t: Screen, s: State) -> None:
    unseen = " ".join(card_name(card) for card in range(jabberwocky.CARDS) if s.deck[card])
    note = f"in some order: {unseen}" if unseen else ""
    t.line("deck", "pile", "Deck", count=total(s.deck), note=note, area="right", back=jabberwocky.card_back())
    for name, title, cards in (("discard", "Discard", s.discard), ("boxed", "Boxed cards", s.boxed)):
        pile = t.line(name, "row", title, area="right")
        for card in range(jabberwocky.CARDS):
            if cards[card]:
                put_card(pile, card)


def draw_gems(t: Screen, s: State) -> None:
    trays = t.cards("trays", 1, field.COLOURS, f"Broiled, worth {', '.join(WORTH)} each")
    trays.area, trays.look = "left", "heaps"
    for colour in range(field.COLOURS):
        name = jabberwocky.jabberwocky_name(colour)
        say = f"{jabberwocky.COLOURS[colour]} tray, {WORTH[colour]} for each gem"
        tray = trays.spot(f"tray-{LETTERS[colour]}", 0, colour, say)
        tray.put(f"card-{name}", jabberwocky.jabberwocky_face(colour))
        tray.badge = WORTH[colour]
        if s.broiled[colour]:
            tray.put(f"gems-tray-{LETTERS[colour]}", gems(colour, s.broiled[colour]))
    for name, title, heap in (("supply", "Supply", s.supply), ("boxed-gems", "Boxed gems", s.boxed_gems)):
        put_gems(t.line(name, "row", title, area="right"), name, heap)


# ---- what happened -------------------------------------------------------------------------------------------------


def tell(before: State, after: State, viewer: int) -> list[str]:
    code, told = after.last, []
    if code < field.REMOVE:
        told.append(f"Seat 1 plays {label(before, 0, code)}.")
    elif code < field.CAPTURE:
        told.append(f"Seat 1 removes {label(before, 0, code)}.")
    boxed = [before.supply[c] - after.supply[c] for c in range(field.COLOURS)]
    if code < field.REMOVE:
        boxed = [boxed[c] - after.gems[after.fresh, c] for c in range(field.COLOURS)]
    if any(boxed):
        told.append(f"From the supply to the box: {gem_words(boxed)}.")
    told.extend(tell_captures(before, after))
    if after.last_turn > before.last_turn:
        told.append("Purple has run out: last turn.")
    if after.step == field.PLAYING or (after.step == field.OVER and not after.last_turn):
        told.extend(tell_draw(before, after))
    points = score(after, 0)
    if points != score(before, 0) or after.step == field.OVER:
        told.append(f"The score is {points}.")
    if after.step == field.OVER:
        why = "" if after.last_turn else "No card can be replaced. "
        told.append(f"{why}The game is over: {band(points)}.")
    return told


def tell_captures(before: State, after: State) -> list[str]:
    """The card that was chosen first, then those that followed by themselves.

    A card that lost a gem lies beside an empty one, so what a captured card had before it still has.
    """
    taken = [cell for cell in range(field.CELLS) if after.card[cell] == field.GAP and before.card[cell] != field.GAP]
    told = []
    for cell in sorted(taken, key=lambda cell: field.CAPTURE + cell != after.last):
        heap = counts(before.gems[cell])
        fate = f"{gem_words(heap)} broiled" if any(heap) else "it was empty and goes to the box"
        told.append(f"{card_name(before.card[cell])} ({PLACES[cell]}) is captured: {fate}.")
    return told


def tell_draw(before: State, after: State) -> list[str]:
    """A turn ended with a draw, into the place of the card that was played."""
    told = [] if total(before.deck) else ["The discard pile is shuffled into a new deck."]
    for place in range(field.HAND):
        if before.hand[place] == field.NO_CARD or after.last // field.CELLS == place:
            told.append(f"Seat 1 draws {card_name(after.hand[place])}.")
    return told
