"""Slithy in words: who is with whom, what is asked, how choices are called, and what happened."""

from __future__ import annotations

from brillig.games.slithy import round
from brillig.games.slithy.round import State
from brillig.parts.boxes.jabberwocky import PURPLE, YELLOW
from brillig.parts.words import counted, listed, seat_name, winners

SIDES = ("left", "right")


def groups(s: State) -> list[list[int]]:
    """The seats of each group, in order from the dealer's left."""
    seats = [round.seat_at(s, at) for at in range(s.seats - 1)]
    return [them for them in (seats[: round.LEFT[s.seats]], seats[round.LEFT[s.seats] :]) if them]


def side(s: State, which: int) -> str:
    """'left'; 'group' where there is only one."""
    return SIDES[which] if len(groups(s)) > 1 else "group"


def unseen(s: State, cards: int) -> list[int]:
    """The purple or yellow numbers that have not been shown in this round, as one who is not the dealer knows them."""
    row, most = (s.purple, round.PURPLES) if cards == PURPLE else (s.yellow, round.YELLOWS)
    lying = s.purple[s.turn] if cards == PURPLE and is_hidden(s) else round.NOT_PLAYED
    return [n for n in range(1, most[s.seats] + 1) if not round.is_used(s, row, n) and n != lying]


def is_hidden(s: State) -> bool:
    """Does a yellow card lie face down?"""
    return s.step in (round.TALKING, round.STAKING)


def limits(s: State, turn: int) -> list[int]:
    """What the limit of a turn may be, as one who is not the dealer knows it."""
    down = turn == s.turn
    return [s.purple[turn] + n for n in (unseen(s, YELLOW) if down else [s.yellow[turn]])]


def words_of(s: State, turn: int, seat: int) -> list[int]:
    """What a seat said in a turn, a number or SILENT for each round of talk in which it has spoken."""
    said = [s.said[round.TALKS * turn + talk, seat] for talk in range(round.TALKS)]
    return [word for word in said if word != round.NOT_YET]


# ---- choices -------------------------------------------------------------------------------------------------------


def pair(code: int) -> tuple[int, int]:
    """The purple and the yellow card of a choice, by their numbers."""
    return code // round.MOST_YELLOWS + 1, code % round.MOST_YELLOWS + 1


def label(s: State, seat: int, code: int) -> str:
    if code >= round.COLLECT:
        return f"{seat_name(code - round.COLLECT)}: {counted(s.hand[code - round.COLLECT], 'gem')}"
    if code >= round.STAKE:
        return f"Stake {code - round.STAKE}"
    if code == round.SAY_NOTHING:
        return "Say nothing"
    if code >= round.SAY:
        return f"Say {code - round.SAY}"
    purple, yellow = pair(code)
    return f"P{purple} face up, Y{yellow} face down: limit {purple + yellow}"


def touch(s: State, seat: int, code: int) -> tuple[str, ...]:
    if code >= round.COLLECT:
        return ()
    if code >= round.STAKE:
        return (f"pick-{code - round.STAKE}",)
    if code >= round.SAY_NOTHING:
        return ("pick-nothing",) if code == round.SAY_NOTHING else (f"pick-{code - round.SAY}",)
    purple, yellow = pair(code)
    return (f"card-P{purple}", f"card-Y{yellow}")


# ---- what is asked -------------------------------------------------------------------------------------------------


def asked(s: State, seat: int) -> tuple[str, str]:
    """What a seat is asked, and what it means."""
    if s.step == round.OVER:
        return "The game is over.", ""
    dealer = seat_name(s.dealer)
    if s.step == round.DEALING:
        if seat != s.dealer:
            return f"{dealer} chooses a purple and a yellow card.", ""
        return "You deal: touch a purple card, then a yellow one.", (
            "Each may score as many gems as the purple card says. The yellow one stays secret: a group that stakes as "
            "much as both together, or more, busts, and you win its stakes."
        )
    if s.step == round.COLLECTING:
        if seat != s.dealer:
            return f"{dealer} collects the gems that one player has left.", ""
        return "Collect all that one player has left.", (
            f"Your round: {s.busted} from groups that bust, and what you collect now. "
            f"Each other player scores the gems on the tray and {round.bonus(s)} for the yellow card that was not used."
        )
    if seat == s.dealer or seat < 0:
        doing = (
            f"{seat_name(s.speaker)} may announce a stake."
            if s.step == round.TALKING
            else "The others choose their stakes."
        )
        return doing, ""
    if s.step == round.TALKING:
        if seat != s.speaker:
            return f"{seat_name(s.speaker)} may announce a stake. {limit_words(s)}", ""
        again = " You may change your word." if s.talks else ""
        return f"{limit_words(s)} How many gems do you say you will stake?{again}", (
            "All hear it, and nobody has to keep to it: it may be a lie. You choose your stake in secret afterwards."
        )
    if s.stake[s.turn, seat] != round.OPEN:
        mine = counted(s.stake[s.turn, seat], "gem")
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
    if before.step == round.DEALING:
        told.append(f"{seat_name(before.dealer)} plays purple {after.purple[before.turn]} and a yellow card face down.")
    if before.step == round.TALKING:
        told += tell_word(before, after)
    if before.step in (round.TALKING, round.STAKING):
        told += [f"{seat_name(seat)} seals a stake." for seat in range(after.seats) if sealed_now(before, after, seat)]
    if after.at == before.at and after.turn > before.turn:
        told += tell_reveal(before, after)
    if before.step == round.COLLECTING:
        told += tell_scores(before, after)
    return told


def sealed_now(before: State, after: State, seat: int) -> bool:
    """Has this seat just chosen? (For one without gems there is nothing to choose.)"""
    turn = before.turn
    new = before.stake[turn, seat] == round.OPEN != after.stake[turn, seat]
    return after.turn == turn and new and before.hand[seat] > 0


def tell_word(before: State, after: State) -> list[str]:
    speaker = before.speaker
    word = after.said[round.TALKS * before.turn + before.talks, speaker]
    return [f"{seat_name(speaker)} says {'nothing' if word == round.SILENT else word}."]


def tell_reveal(before: State, after: State) -> list[str]:
    """The stakes, the yellow card, and what came of it for each group."""
    turn = before.turn
    purple, yellow = after.purple[turn], after.yellow[turn]
    stakes = [f"{seat_name(seat)} stakes {after.stake[turn, seat]}" for team in groups(after) for seat in team]
    told = [f"{', '.join(stakes)}.", f"The yellow card is {yellow}: the limit is {purple + yellow}."]
    for which, team in enumerate(groups(after)):
        sum_of = round.staked(after, turn, which)
        start = f"{side(after, which).capitalize()} {sum_of} of {purple + yellow}: "
        if sum_of >= purple + yellow:
            told.append(f"{start}bust! {counted(sum_of, 'gem')} for {seat_name(after.dealer)}.")
        else:
            gains = [f"{seat_name(seat)} scores {min(after.stake[turn, seat], purple)}" for seat in team]
            told.append(f"{start}safe. {', '.join(gains)}.")
    if after.step == round.COLLECTING:
        told.append(f"Yellow {round.bonus(after)} was not used: {round.bonus(after)} more for all who did not deal.")
    return told


def tell_scores(before: State, after: State) -> list[str]:
    """The collection, the round's line of the score sheet, and who goes on."""
    dealer, past = before.dealer, before.at
    taken = counted(before.hand[after.victim], "gem")
    told = [f"{seat_name(dealer)} collects {taken} from {seat_name(after.victim)}."]
    points = [f"{after.sheet[past, seat]} for {seat_name(seat)}" for seat in range(after.seats)]
    totals = [f"{seat_name(seat)} has {after.total[seat]}" for seat in range(after.seats)]
    told += [f"Round {past + 1}: {', '.join(points)}.", f"In all {', '.join(totals)}."]
    if after.step == round.OVER:
        return [*told, result(after)]
    return [*told, f"Round {after.at + 1} begins: {seat_name(after.dealer)} deals."]


def result(s: State) -> str:
    """'Seat 2 wins with 31 points, having scored less as dealer.'"""
    seats = range(s.seats)
    level = [seat for seat in seats if s.total[seat] == max(s.total[other] for other in seats)]
    least = [seat for seat in level if s.dealt[seat] == min(s.dealt[other] for other in level)]
    how = ", having scored less as dealer" if len(least) < len(level) else ""
    return winners([1 if seat in least else 2 for seat in seats], f"{s.total[least[0]]} points{how}")


def turn_words(s: State, turn: int) -> str:
    """'Turn 1, limit 8: left 7 safe, right 8 bust.'"""
    limit = limits(s, turn)[0]
    said = []
    for which in range(len(groups(s))):
        sum_of = round.staked(s, turn, which)
        said.append(f"{side(s, which)} {sum_of} of {limit}: {'bust' if sum_of >= limit else 'safe'}")
    return f"Turn {turn + 1}: {', '.join(said)}."
