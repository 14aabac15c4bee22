"""Slithy in words: who is with whom, what is asked, how choices are called, and what happened."""

from __future__ import annotations

from brillig.games.slithy.round import (
    COLLECT,
    COLLECTING,
    DEALING,
    LEFT,
    MOST_YELLOWS,
    NOT_PLAYED,
    NOT_YET,
    OPEN,
    OVER,
    PURPLES,
    SAY,
    SAY_NOTHING,
    SILENT,
    STAKE,
    STAKING,
    TALKING,
    TALKS,
    YELLOWS,
    State,
    bonus,
    is_used,
    seat_at,
    staked,
)  # fmt: skip
from brillig.parts.boxes.jabberwocky import PURPLE, YELLOW

SIDES = ("left", "right")


def name(seat: int) -> str:
    return f"Seat {seat + 1}"


def listed(words: list[str], last: str = "and") -> str:
    """'4, 5 and 7'"""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def gem_count(n: int) -> str:
    return f"{n} gem{'s' * (n != 1)}"


def groups(s: State) -> list[list[int]]:
    """The seats of each group, in order from the dealer's left."""
    seats = [seat_at(s, at) for at in range(s.seats - 1)]
    return [them for them in (seats[: LEFT[s.seats]], seats[LEFT[s.seats] :]) if them]


def side(s: State, which: int) -> str:
    """'left'; 'group' where there is only one."""
    return SIDES[which] if len(groups(s)) > 1 else "group"


def unseen(s: State, cards: int) -> list[int]:
    """The purple or yellow numbers that have not been shown in this round, as one who is not the dealer knows them."""
    row, most = (s.purple, PURPLES) if cards == PURPLE else (s.yellow, YELLOWS)
    lying = s.purple[s.turn] if cards == PURPLE and is_hidden(s) else NOT_PLAYED
    return [n for n in range(1, most[s.seats] + 1) if not is_used(s, row, n) and n != lying]


def is_hidden(s: State) -> bool:
    """Does a yellow card lie face down?"""
    return s.step in (TALKING, STAKING)


def limits(s: State, turn: int) -> list[int]:
    """What the limit of a turn may be, as one who is not the dealer knows it."""
    down = turn == s.turn
    return [s.purple[turn] + n for n in (unseen(s, YELLOW) if down else [s.yellow[turn]])]


def words_of(s: State, turn: int, seat: int) -> list[int]:
    """What a seat said in a turn, a number or SILENT for each round of talk in which it has spoken."""
    said = [s.said[TALKS * turn + talk, seat] for talk in range(TALKS)]
    return [word for word in said if word != NOT_YET]


# ---- choices -------------------------------------------------------------------------------------------------------


def pair(code: int) -> tuple[int, int]:
    """The purple and the yellow card of a choice, by their numbers."""
    return code // MOST_YELLOWS + 1, code % MOST_YELLOWS + 1


def label(s: State, seat: int, code: int) -> str:
    if code >= COLLECT:
        return f"Seat {code - COLLECT + 1}: {gem_count(s.hand[code - COLLECT])}"
    if code >= STAKE:
        return f"Stake {code - STAKE}"
    if code == SAY_NOTHING:
        return "Say nothing"
    if code >= SAY:
        return f"Say {code - SAY}"
    purple, yellow = pair(code)
    return f"P{purple} face up, Y{yellow} face down: limit {purple + yellow}"


def touch(s: State, seat: int, code: int) -> tuple[str, ...]:
    if code >= COLLECT:
        return ()
    if code >= STAKE:
        return (f"pick-{code - STAKE}",)
    if code >= SAY_NOTHING:
        return ("pick-nothing",) if code == SAY_NOTHING else (f"pick-{code - SAY}",)
    purple, yellow = pair(code)
    return (f"card-P{purple}", f"card-Y{yellow}")


# ---- what is asked -------------------------------------------------------------------------------------------------


def asked(s: State, seat: int) -> tuple[str, str]:
    """What a seat is asked, and what it means."""
    if s.step == OVER:
        return "The game is over.", ""
    dealer = name(s.dealer)
    if s.step == DEALING:
        if seat != s.dealer:
            return f"{dealer} chooses a purple and a yellow card.", ""
        return "You deal: touch a purple card, then a yellow one.", (
            "Each may score as many gems as the purple card says. The yellow one stays secret: a group that stakes as "
            "much as both together, or more, busts, and you win its stakes."
        )
    if s.step == COLLECTING:
        if seat != s.dealer:
            return f"{dealer} collects the gems that one player has left.", ""
        return "Collect all that one player has left.", (
            f"Your round: {s.busted} from groups that bust, and what you collect now. "
            f"Each other player scores the gems on the tray and {bonus(s)} for the yellow card that was not used."
        )
    if seat == s.dealer or seat < 0:
        doing = f"{name(s.speaker)} may announce a stake." if s.step == TALKING else "The others choose their stakes."
        return doing, ""
    if s.step == TALKING:
        if seat != s.speaker:
            return f"{name(s.speaker)} may announce a stake. {limit_words(s)}", ""
        again = " You may change your word." if s.talks else ""
        return f"{limit_words(s)} How many gems do you say you will stake?{again}", (
            "All hear it, and nobody has to keep to it: it may be a lie. You choose your stake in secret afterwards."
        )
    if s.stake[s.turn, seat] != OPEN:
        mine = gem_count(s.stake[s.turn, seat])
        return f"You have staked {mine}. The others are still choosing.", ""
    return f"{limit_words(s)} How many gems do you stake?", (
        f"If your group together stays below the limit, each of you scores up to {s.purple[s.turn]}, and the rest comes "
        "back. If it reaches the limit, all its stakes go to the dealer."
    )


def limit_words(s: State) -> str:
    """'The limit is 4, 5 or 7.'"""
    return f"The limit is {listed([str(n) for n in limits(s, s.turn)], 'or')}."


# ---- what happened -------------------------------------------------------------------------------------------------


def tell(before: State, after: State, viewer: int) -> list[str]:
    told: list[str] = []
    if before.step == DEALING:
        told.append(f"{name(before.dealer)} plays purple {after.purple[before.turn]} and a yellow card face down.")
    if before.step == TALKING:
        told += tell_word(before, after)
    if before.step in (TALKING, STAKING):
        told += [f"{name(seat)} seals a stake." for seat in range(after.seats) if sealed_now(before, after, seat)]
    if after.at == before.at and after.turn > before.turn:
        told += tell_reveal(before, after)
    if before.step == COLLECTING:
        told += tell_scores(before, after)
    return told


def sealed_now(before: State, after: State, seat: int) -> bool:
    """Has this seat just chosen? (For one without gems there is nothing to choose.)"""
    turn = before.turn
    new = before.stake[turn, seat] == OPEN != after.stake[turn, seat]
    return after.turn == turn and new and before.hand[seat] > 0


def tell_word(before: State, after: State) -> list[str]:
    speaker = before.speaker
    word = after.said[TALKS * before.turn + before.talks, speaker]
    return [f"{name(speaker)} says {'nothing' if word == SILENT else word}."]


def tell_reveal(before: State, after: State) -> list[str]:
    """The stakes, the yellow card, and what came of it for each group."""
    turn = before.turn
    purple, yellow = after.purple[turn], after.yellow[turn]
    stakes = [f"{name(seat)} stakes {after.stake[turn, seat]}" for team in groups(after) for seat in team]
    told = [f"{', '.join(stakes)}.", f"The yellow card is {yellow}: the limit is {purple + yellow}."]
    for which, team in enumerate(groups(after)):
        sum_of = staked(after, turn, which)
        start = f"{side(after, which).capitalize()} {sum_of} of {purple + yellow}: "
        if sum_of >= purple + yellow:
            told.append(f"{start}bust! {gem_count(sum_of)} for {name(after.dealer)}.")
        else:
            gains = [f"{name(seat)} scores {min(after.stake[turn, seat], purple)}" for seat in team]
            told.append(f"{start}safe. {', '.join(gains)}.")
    if after.step == COLLECTING:
        told.append(f"Yellow {bonus(after)} was not used: {bonus(after)} more for all who did not deal.")
    return told


def tell_scores(before: State, after: State) -> list[str]:
    """The collection, the round's line of the score sheet, and who goes on."""
    dealer, past = before.dealer, before.at
    taken = gem_count(before.hand[after.victim])
    told = [f"{name(dealer)} collects {taken} from {name(after.victim)}."]
    points = [f"{after.sheet[past, seat]} for {name(seat)}" for seat in range(after.seats)]
    totals = [f"{name(seat)} has {after.total[seat]}" for seat in range(after.seats)]
    told += [f"Round {past + 1}: {', '.join(points)}.", f"In all {', '.join(totals)}."]
    if after.step == OVER:
        return [*told, winners(after)]
    return [*told, f"Round {after.at + 1} begins: {name(after.dealer)} deals."]


def winners(s: State) -> str:
    """'Seat 2 wins with 31 points, having scored less as dealer.'"""
    seats = range(s.seats)
    level = [seat for seat in seats if s.total[seat] == max(s.total[other] for other in seats)]
    least = [seat for seat in level if s.dealt[seat] == min(s.dealt[other] for other in level)]
    how = ", having scored less as dealer" if len(least) < len(level) else ""
    return (
        f"{listed([name(seat) for seat in least])} win{'s' * (len(least) == 1)} with {s.total[least[0]]} points{how}."
    )


def turn_words(s: State, turn: int) -> str:
    """'Turn 1, limit 8: left 7 safe, right 8 bust.'"""
    limit = limits(s, turn)[0]
    said = []
    for which in range(len(groups(s))):
        sum_of = staked(s, turn, which)
        said.append(f"{side(s, which)} {sum_of} of {limit}: {'bust' if sum_of >= limit else 'safe'}")
    return f"Turn {turn + 1}: {', '.join(said)}."
