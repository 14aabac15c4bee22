"""The examples of the specification, every illegal attempt, the options, time, and what is told."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brillig.core import SPECTATOR, IllegalChoice
from brillig.core.chance import sow
from brillig.games.speed.game import GAME, REFUSALS
from brillig.games.speed.record import (
    ALL_CARDS,
    BETWEEN,
    CODES,
    COUNTING,
    DECK,
    DRAW,
    FITS,
    HAND,
    NONE,
    OUT,
    OVER,
    PLAYING,
    TIME_UP,
    WAIT,
    cards_left,
    in_common,
)
from brillig.match import Match
from brillig.parts.boxes.greenbox import CARDS

BLOCK = ((11, 19, 29), (16, 23, 44))  # nothing of this fits on 0 or 48


def cards(*them):
    return sum(1 << card for card in them)


def lay_out(gear, tops, hands, pool=(), decks=(0, 0), stock=(), now=0, **options):
    """Play has gone on since `now`. The pool must hold as many cards as the decks; the rest lie under the tops."""
    t = GAME.new(options=options, gear=gear, timed=True)
    s = t.plain
    assert len(pool) == sum(decks)
    s.phase, s.count, s.since, s.now = PLAYING, 0, now, now
    s.pool, s.stock = cards(*pool), cards(*stock)
    s.under = ALL_CARDS ^ cards(*tops, *hands[0], *hands[1], *pool, *stock)
    for seat in range(2):
        s.top[seat], s.deck[seat], s.name[seat] = tops[seat], decks[seat], 0
        s.height[seat] = 1 + s.under.bit_count() // 2
        for k in range(HAND):
            s.hand[seat, k] = hands[seat][k] if k < len(hands[seat]) else NONE
            s.drawn[seat, k] = decks[seat] + 1 + k
    assert t.census() == [1] * CARDS
    return t


def code(t, seat, card, pile):
    """A card on pile 1 or 2."""
    held = [t.plain.hand[seat, k] for k in range(HAND)]
    return 2 * held.index(card) + pile - 1


def play(t, seat, card, pile, at=None):
    t.plain.now = t.plain.now if at is None else at
    t.play(seat, code(t, seat, card, pile))


def reason(t, seat, choice):
    """The rules' own reason, also when the game is over."""
    number = t.gear.refuse(t._x, seat, choice)
    return REFUSALS[number] if number else ""


def count_down(t):
    """Let the table count until cards have turned up."""
    while t.plain.phase == COUNTING:
        t.tick()
        if t.plain.count == t.plain.countdown:
            return  # blocked again


def hand(t, seat):
    return sorted(card for card in (t.plain.hand[seat, k] for k in range(HAND)) if card != NONE)


# ---- set-up --------------------------------------------------------------------------------------------------------


def test_set_up(gear):
    t = GAME.new(seed=3, gear=gear, timed=True)
    s = t.plain
    assert list(s.deck) == [23, 23]
    assert [len(hand(t, seat)) for seat in range(2)] == [3, 3]
    assert list(s.top) == [NONE, NONE]
    assert t.waiting() == []
    for second in (1, 2, 3):
        assert t.due() == 1000 * second
        assert s.phase == COUNTING
        t.tick()
    assert s.phase == PLAYING
    assert list(s.deck) == [23, 23]
    assert min(s.top) >= 0
    assert t.waiting() == [0, 1]
    assert t.census() == [1] * CARDS


@pytest.mark.parametrize("seconds", [1, 5])
def test_countdown(gear, seconds):
    t = GAME.new(options={"countdown": seconds}, gear=gear, timed=True)
    count_down(t)
    assert t.plain.now == 1000 * seconds


# ---- the examples --------------------------------------------------------------------------------------------------


def test_example_1_three_ways_to_match(gear):
    t = lay_out(gear, (27, 17), ((30, 3, 45), (46,)))
    for card in (30, 3, 45):
        assert reason(t, 0, code(t, 0, card, 1)) == ""
    assert t.refusal(1, code(t, 1, 46, 1)) == "It must match number, symbol or colour."


def test_example_2_too_late(gear):
    t = lay_out(gear, (27, 20), ((30, 46), (9, 47)))
    play(t, 1, 9, 1, at=5_150)
    assert t.plain.top[0] == 9
    t.plain.now = 5_200
    before = bytes(t)
    with pytest.raises(IllegalChoice, match="Too late: the pile has changed"):
        play(t, 0, 30, 1)
    assert bytes(t) == before
    assert hand(t, 0) == [30, 46]
    t.plain.now = 9_000
    assert t.refusal(0, code(t, 0, 30, 1)) == "It must match number, symbol or colour."


def test_example_3_draw_limit(gear):
    t = GAME.new(seed=1, gear=gear, timed=True)
    count_down(t)
    assert t.refusal(0, DRAW) == "You may hold at most three cards."
    t.play(0, t.codes(0)[0])
    assert (len(hand(t, 0)), t.plain.deck[0]) == (2, 23)
    t.play(0, DRAW)
    assert (len(hand(t, 0)), t.plain.deck[0]) == (3, 22)
    assert t.refusal(0, DRAW) == "You may hold at most three cards."


def test_example_4_block_with_full_hands(gear):
    # Whichever of the unseen cards seat 1 draws, nothing fits.
    t = lay_out(gear, (0, 48), ((11, 19), BLOCK[1]), pool=(20, 28, 29), decks=(2, 1), now=5_000)
    t.play(0, DRAW)
    s = t.plain
    assert s.phase == COUNTING
    assert t.waiting() == []
    assert t.due() == 6_000
    count_down(t)
    assert s.now == 8_000
    assert list(s.deck) == [0, 0]
    assert list(s.below) == [0, 48]
    assert cards(*s.top, *hand(t, 0)) == cards(11, 19, 20, 28, 29)
    assert list(s.layer) == [NONE, NONE]
    assert t.census() == [1] * CARDS


@pytest.mark.parametrize(("fresh", "phase"), [(23, COUNTING), (46, PLAYING)])
def test_example_5_block_with_an_unfilled_hand(gear, fresh, phase):
    # Seat 1 lays 48 on 32 and both tops are as in the example; the only unseen card comes to seat 2.
    t = lay_out(gear, (0, 32), ((19, 29, 48), (16, 44)), pool=(fresh,), decks=(0, 1))
    play(t, 0, 48, 2)
    assert hand(t, 1) == sorted((16, 44, fresh))
    assert t.plain.phase == phase
    if phase == PLAYING:
        assert t.codes(1) == [code(t, 1, 46, 1), code(t, 1, 46, 2)]


def test_example_6_win(gear):
    t = lay_out(gear, (0, 33), ((30,), (16, 23)))
    play(t, 0, 30, 2)
    assert t.over
    assert t.plain.ended == OUT
    assert t.ranks() == [1, 2]
    assert t.scores() == [26, 24]
    t = lay_out(gear, (0, 33), ((30,), (16, 23)), pool=(2,), decks=(1, 0))
    play(t, 0, 30, 2)
    assert not t.over


def test_example_7_empty_decks(gear):
    seen = set()
    for deal in range(40):
        t = lay_out(gear, (0, 48), ((11,), (44,)))
        s = t.plain
        s.phase, s.count = COUNTING, 1
        sow(s.rng, deal, 0, 0, 0)
        t.tick()
        assert s.stock.bit_count() == 48
        assert s.under == cards(0, 48)
        assert not cards(*s.top) & cards(0, 48, 11, 44)
        assert list(s.height) == [2, 2]
        seen.add(tuple(s.top))
    assert len(seen) > 30
    t = lay_out(gear, (0, 48), ((11,), (44,)), stock=(5, 35))
    t.plain.phase, t.plain.count = COUNTING, 1
    t.tick()
    assert sorted(t.plain.top) == [5, 35]
    play(t, 1, 44, 1 + list(t.plain.top).index(35))
    assert t.over
    assert t.ranks() == [2, 1]


def test_example_8_matching_density():
    pairs = sum(bits.bit_count() for bits in FITS)
    assert round(100 * pairs / (54 * 53)) == 45
    assert all(bool(FITS[b] >> a & 1) == (a != b and in_common(a, b)) for a in range(CARDS) for b in range(CARDS))


# ---- illegal attempts ----------------------------------------------------------------------------------------------


def test_a_card_not_in_hand(gear):
    t = lay_out(gear, (27, 20), ((30,), (9, 44)))
    assert t.refusal(0, 4) == "You do not hold that card."
    with pytest.raises(IllegalChoice):
        t.play(0, 4)


def test_draw_from_an_empty_deck(gear):
    t = lay_out(gear, (27, 20), ((30, 46), (9, 44)))
    assert t.refusal(0, DRAW) == "Your deck is empty."


def test_acting_during_a_countdown_or_after_the_end(gear):
    t = GAME.new(gear=gear, timed=True)
    for choice in range(CODES):
        assert t.refusal(0, choice) == "Wait for the cards to turn."
    t = lay_out(gear, (0, 33), ((30,), (16, 23)))
    play(t, 0, 30, 2)
    assert {t.refusal(seat, choice) for seat in range(2) for choice in range(CODES)} == {"The game is over."}
    assert {reason(t, seat, choice) for seat in range(2) for choice in range(CODES)} == {"The game is over."}


def test_waiting_is_for_who_can_do_nothing(gear):
    t = lay_out(gear, (27, 2), ((30, 46), (14, 22)), pool=(29,), decks=(1, 0))
    assert t.refusal(0, WAIT) == "You can still play or draw."
    assert t.codes(1) == [WAIT]
    seen = bytes(t.hidden(0))
    t.play(1, WAIT)
    assert t.waiting() == [0]
    assert t.refusal(1, WAIT) == "You wait until a pile changes."
    assert bytes(t.hidden(0)) == seen  # nobody learns of it
    t.play(0, DRAW)
    assert t.waiting() == [0]
    play(t, 0, 30, 1)
    assert t.waiting() == [0, 1]


# ---- time ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hands", "ranks"), [(((30,), (16, 23)), [1, 2]), (((30, 2), (16, 23)), [1, 1])])
def test_time_limit(gear, hands, ranks):
    t = lay_out(gear, (0, 33), hands, now=4_000, time_limit=60)
    assert t.due() == 64_000
    t.tick()
    assert t.over
    assert t.plain.ended == TIME_UP
    assert t.ranks() == ranks


def test_countdowns_do_not_count(gear):
    t = lay_out(gear, (0, 32), ((11, 19, 48), BLOCK[1]), pool=(2, 10), decks=(0, 2), now=4_000, time_limit=60)
    play(t, 0, 48, 2, at=14_000)
    assert t.plain.phase == COUNTING
    count_down(t)
    assert t.plain.now == 17_000
    assert t.due() == 67_000


def test_a_referee_takes_them_in_the_order_of_their_arrival(gear):
    """The first of two cards for one pile counts; when the time is up nothing does."""
    match = Match.start(GAME, secret=bytes(32), gear=gear, options={"countdown": 1, "time_limit": 60})
    match.advance(1000)
    first, second = match.table.codes(0)[0], match.table.codes(1)[0]
    match.choose(1, second, 1500)
    assert match.table.plain.layer[second % 2] == 1
    assert match.alarm() == 61_000
    with pytest.raises(IllegalChoice, match="over"):
        match.choose(0, first, 61_000)
    assert match.finished


# ---- options -------------------------------------------------------------------------------------------------------


def test_best_of_three(gear):
    t = lay_out(gear, (0, 33), ((30,), (16, 23)), games=3)
    play(t, 0, 30, 2, at=9_000)
    s = t.plain
    assert s.phase == BETWEEN
    assert t.scores() == [1, 0]
    assert not t.over
    assert t.screen(1).prompt.startswith("Seat 1 is rid of all cards")
    t.tick()
    assert (s.deal, s.phase, list(s.deck)) == (2, COUNTING, [23, 23])
    assert t.census() == [1] * CARDS
    count_down(t)
    t.plain.left = 1
    for k in range(HAND):
        s.pool |= 0 if s.hand[0, k] == NONE else 1 << s.hand[0, k]
        s.hand[0, k] = NONE
    t.tick()
    assert s.phase == OVER  # two of three
    assert t.scores() == [2, 0]
    assert "wins the match by 2 to 0" in t.screen(SPECTATOR).verdict


def test_draws_count_for_nobody(gear):
    t = GAME.new(options={"games": 3, "time_limit": 60}, gear=gear, timed=True)
    while not t.over:
        t.tick()
    assert t.plain.deal == 3
    assert t.ranks() == [1, 1]
    assert "a draw" in t.screen(0).verdict


def test_ticks_for_beginners():
    def badges(**options):
        t = lay_out("plain", (27, 20), ((30, 5), (46,)), **options)
        return [spot.badge for spot in t.screen(0).zones[0].spots if spot.id.startswith("hand-1")]

    assert badges() == ["", "", ""]
    assert badges(show_fits="yes") == ["✓", "", ""]


# ---- what is seen and told -----------------------------------------------------------------------------------------


def test_a_card_keeps_its_name_from_the_deck_to_the_pile():
    t = GAME.new(seed=1, gear="plain", timed=True)
    count_down(t)
    choice = t.codes(0)[0]

    def names(place, seat):
        return [piece.id for spot in t.screen(seat).zones[0].spots if spot.id == place for piece in spot.pieces]

    k, pile = choice // 2 + 1, choice % 2 + 1
    held = names(f"hand-1-{k}", 0)
    assert names(f"hand-1-{k}", 1) == held  # also for who sees its back only
    t.play(0, choice)
    assert names(f"pile-{pile}", 1)[-1:] == held
    top = names("deck-1", 0)
    assert top == [f"card-1-{DECK - 4}"]
    t.play(0, DRAW)
    assert names(f"hand-1-{k}", 0) == top


def test_candidates_do_not_tell_what_fits():
    t = lay_out("plain", (27, 2), ((30, 46), (14, 22)), pool=(29,), decks=(1, 0))
    assert GAME.candidates(t.view(0), 0) == [0, 1, 2, 3, DRAW]
    assert GAME.candidates(t.view(1), 1) == [0, 1, 2, 3]
    t.play(1, WAIT)
    assert GAME.candidates(t.view(1), 1) == [0, 1, 2, 3]


def told(t, act, viewer=SPECTATOR):
    before = t.view(viewer)
    act()
    return GAME.tell(before, t.view(viewer), viewer)


def test_what_is_told():
    t = lay_out("plain", (0, 32), ((19, 29, 48), (16, 44)), pool=(23,), decks=(0, 1))
    assert told(t, lambda: play(t, 0, 48, 2)) == [
        "Seat 1 plays black Arrow 6 on pile 2.",
        "Nobody can play: the hands are filled.",
        "Nobody can play: fresh cards turn up in three …",
    ]
    assert told(t, t.tick) == ["Two …"]
    assert told(t, t.tick) == ["One …"]
    assert told(t, t.tick)[0].endswith("turn up.")
    t = lay_out("plain", (0, 33), ((30, 38), (16, 23)), pool=(2,), decks=(1, 0))
    assert told(t, lambda: t.play(0, DRAW)) == ["Seat 1 draws a card."]
    play(t, 0, 38, 2)
    t = lay_out("plain", (0, 33), ((30, 38), (16, 23)))
    assert told(t, lambda: play(t, 0, 38, 2)) == ["Seat 1 plays green Drop 1 on pile 2.", "Seat 1 has one card left."]
    assert told(t, lambda: play(t, 0, 30, 2))[-1] == "Seat 1 is rid of all cards and wins; Seat 2 has 2 left."


# ---- whatever happens ----------------------------------------------------------------------------------------------


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**32), limit=st.sampled_from([60, 300]))
def test_somebody_can_always_play(seed, limit):
    """While play is on, a card fits or the time will be up; hands and decks never grow beyond what was dealt."""
    t = GAME.new(seed=seed, options={"time_limit": limit}, gear="plain", timed=True)
    for step in range(400):
        s = t.plain
        assert all(cards_left(s, seat) <= 26 for seat in range(2))
        waiting = t.waiting()
        if s.phase == PLAYING:
            assert any(choice < DRAW for seat in range(2) for choice in range(DRAW) if not t.refusal(seat, choice))
        if t.over:
            return
        if not waiting:
            t.tick()
            continue
        seat = waiting[(seed >> step % 32) % len(waiting)]
        t.play(seat, t.codes(seat)[0])
