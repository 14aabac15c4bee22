"""Every game that has no clock as an OpenSpiel game, for OpenSpiel's algorithms.

    brillig.learn.openspiel.register()
    game = pyspiel.load_game("brillig_gold_mine", {"seats": 4})

Seats that choose at once are asked one after another, going round the table: the hidden record keeps what the earlier
ones chose from the later ones, which is what OpenSpiel's own sequential form of a simultaneous game does.

Chance: a choice whose outcome depends on chance is followed by a chance node with KEYS equally likely outcomes. Each
starts the table's random numbers anew: the key itself is the head of the first number, so that a die or a card has its
proper odds to within two keys, and what follows is mixed from all keys so far. So the moves of a game are all there is
to it, and a search meets chance as it is. A game whose rules never draw has no chance nodes.
"""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from typing import Any

from brillig.learn.adapters import missing

try:
    import pyspiel
except ImportError as why:
    raise missing("open_spiel", "brillig.learn.openspiel", "openspiel") from why

import numpy as np

from brillig import catalogue
from brillig.core import BrilligError, Game, Row, RuleFault, Table, UnknownGame
from brillig.core.chance import LOW32, THE_TABLE, draw32, sow
from brillig.core.rule import reach
from brillig.learn.episode import check_rewards, worth
from brillig.learn.observation import describe, fields

KEY_BITS = 12
KEYS = 1 << KEY_BITS
OUTCOMES = [(key, 1 / KEYS) for key in range(KEYS)]
AT_THE_START = 5  # chance nodes: sixty bits of seed
MOST = float(1 << 31)  # a score is less
CHANCE, OVER = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
WITHOUT_A_CLOCK = {"tempo": "beats"}  # the option by which a game of speed can do without a clock


def register(*slugs: str) -> list[str]:
    """Make these games known to OpenSpiel, or without any all that it can express; their names there."""
    try:
        games = [catalogue.load(slug) for slug in slugs] or [g for g in catalogue.games() if expressible(g)]
    except UnknownGame as why:
        raise pyspiel.SpielError(str(why)) from why
    for game in games:
        if not expressible(game):
            raise pyspiel.SpielError(f"OpenSpiel has no clock, and {game.title} cannot be played without one.")
        if name_of(game) not in pyspiel.registered_names():
            pyspiel.register_game(type_of(game, game.seats[0], ""), maker(game))
    return [name_of(game) for game in games]


def name_of(game: Game) -> str:
    return f"brillig_{game.slug.replace('-', '_')}"


def maker(game: Game) -> Any:
    """What OpenSpiel calls to load a game. (A class, because a mere function would not outlive Python's own end.)"""
    return type(name_of(game), (SpielGame,), {"game": game})


def expressible(game: Game) -> bool:
    """OpenSpiel has moves but no time: where the quickest hand wins there is no telling whose move it is."""
    return game.due is None or bool(clockless(game))


def clockless(game: Game) -> dict[str, str]:
    """The options that a game with a clock must have to be played without it."""
    fixed = {name: word for name, word in WITHOUT_A_CLOCK.items() if game.due is not None and name in game.options}
    return {name: word for name, word in fixed.items() if word in game.options[name].values}


@cache
def draws(game: Game) -> bool:
    """Does any rule of the game draw a random number?"""
    rules = [rule for rule in (game.setup, game.play, game.tick) if rule is not None]
    return draw32 in reach(rules, {})


def parameters(game: Game) -> dict[str, Any]:
    """What a game can be asked for: its seats and options, and how it is paid."""
    defaults = {name: option.default for name, option in game.options.items()}
    return {"seats": game.seats[0], "rewards": "", **defaults, **clockless(game)}


def type_of(game: Game, seats: int, rewards: str) -> Any:
    """What OpenSpiel wants to know of a game beforehand."""
    kind = pyspiel.GameType
    by_ranks = check_rewards(rewards or None, seats) == "ranks"
    return kind(
        short_name=name_of(game),
        long_name=f"Brillig: {game.title}",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if draws(game) else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.IMPERFECT_INFORMATION if game.hidden else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if by_ranks else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=game.seats[1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=parameters(game),
    )


class Setting:
    """A game with its seats and options, and how it is paid."""

    def __init__(self, game: Game, params: dict[str, Any]) -> None:
        self.game, self.given, self.by_chance = game, {**parameters(game), **params}, draws(game)
        self.wishes = {name: self.given[name] for name in game.options}
        try:
            self.seats = game.check_seats(self.given["seats"])
            self.rewards_by = check_rewards(self.given["rewards"] or None, self.seats)
            self.bound = game.bound(self.seats, self.wishes)
        except (BrilligError, ValueError) as why:
            raise pyspiel.SpielError(str(why)) from why
        for name, word in clockless(game).items():
            if self.wishes[name] != word:
                raise pyspiel.SpielError(f"OpenSpiel has no clock: {game.title} needs {name} = {word!r} there.")

    def __reduce__(self) -> Any:
        return load_setting, (self.game.slug, self.given)


def load_setting(slug: str, params: dict[str, Any]) -> Setting:
    return Setting(catalogue.load(slug), params)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of ours in OpenSpiel's terms."""

    game: Game  # of the class that `maker` makes

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        game = self.game
        self.setting = it = Setting(game, params or {})
        by_ranks = it.rewards_by == "ranks"
        info = pyspiel.GameInfo(
            num_distinct_actions=game.codes,
            max_chance_outcomes=KEYS if it.by_chance else 0,
            num_players=it.seats,
            min_utility=-1.0 if by_ranks else -MOST,
            max_utility=1.0 if by_ranks else MOST,
            utility_sum=0.0 if by_ranks else None,
            max_game_length=it.bound,
        )
        super().__init__(type_of(game, it.seats, it.rewards_by), info, it.given)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self.game, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position in OpenSpiel's terms."""

    def __init__(self, spiel: SpielGame) -> None:
        super().__init__(spiel)
        self.at = Position(spiel.setting)  # all that there is: OpenSpiel copies a state by copying what it holds

    def current_player(self) -> int:
        return self.at.seat

    def is_terminal(self) -> bool:
        return self.at.seat == OVER

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.at.table.shortlist(player)) if player == self.at.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return OUTCOMES

    def _apply_action(self, action: int) -> None:
        try:
            if self.at.seat == CHANCE:
                self.at.turn_key(action)
            else:
                self.at.choose(action)
        except RuleFault as why:
            why.begun(f"apply_action(action) for {[*self.history(), action]}")
            raise

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE or not self.at.laid_out:
            return f"key {action}"
        return f"{action}: {self.at.game.label(self.at.table.view(player), player, action)}"

    def returns(self) -> list[float]:
        at = self.at
        return worth(at.table, at.setting.rewards_by) if at.seat == OVER else [0.0] * at.setting.seats

    def __str__(self) -> str:
        return self.at.seen(-1)


class Position:
    """A table, who is to decide at it, and what each seat has seen so far."""

    def __init__(self, setting: Setting) -> None:
        self.setting, self.game = setting, setting.game
        self.seat, self.last = CHANCE, setting.seats - 1
        self.keys: list[int] = []  # of the chance nodes before the table is laid out
        self.chosen = -1  # what the last seat chose, if that waits for a chance node
        self.memory = [b""] * setting.seats  # a digest of all that each seat has seen and done
        self.table: Table = Table(self.game, self.game.blank(setting.seats, setting.wishes), self.game.gear())
        self.laid_out = False
        if not setting.by_chance:
            self.lay_out()

    def __deepcopy__(self, memo: Any) -> Position:
        other = Position.__new__(Position)
        vars(other).update(vars(self), keys=list(self.keys), memory=list(self.memory), table=self.table.copy())
        return other

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "game": None, "table": bytes(self.table)}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept, game=kept["setting"].game)
        self.table = self.game.restore(kept["table"])

    def turn_key(self, key: int) -> None:
        """A chance node has its outcome."""
        if not 0 <= key < KEYS:
            raise pyspiel.SpielError(f"The outcome of a chance node is from 0 to {KEYS - 1}, not {key}.")
        if not self.laid_out:
            self.keys.append(key)
            if len(self.keys) == AT_THE_START:
                self.lay_out()
        else:
            unlock(self.table.plain.rng, key)
            self.table.began = None  # what is drawn from here on comes from the keys, and not from the seed
            self.table.play(self.last, self.chosen)
            self.go_on()

    def lay_out(self) -> None:
        seed = sum(key * KEYS**k for k, key in enumerate(self.keys))
        self.table = self.game.new(self.setting.seats, seed, self.setting.wishes)
        self.laid_out = True
        self.go_on()

    def choose(self, code: int) -> None:
        """Carry a choice out, or wait for chance if it needs any."""
        why = self.table.refusal(self.seat, code)
        if why:
            codes = ", ".join(map(str, self.table.codes(self.seat)[:12]))
            raise pyspiel.SpielError(f"Seat {self.seat} may not choose {code}: {why} Allowed are {codes}.")
        self.remember(self.seat, b"chose %d" % code)
        self.last = self.seat
        tried = self.table.copy()
        tried.play(self.seat, code)
        if list(tried.plain.rng) != list(self.table.plain.rng):
            self.chosen, self.seat = code, CHANCE
        else:
            self.table = tried
            self.go_on()

    def go_on(self) -> None:
        """Find out who is next, and let everybody look."""
        while self.table.due() >= 0:  # a count-down that nobody can act in
            if self.table.waiting():
                raise pyspiel.SpielError(f"OpenSpiel has no clock, and {self.game.title} has come to one.")
            self.table.tick()
        waiting, seats = self.table.waiting(), self.setting.seats
        order = ((self.last + 1 + k) % seats for k in range(seats))
        self.seat = next((seat for seat in order if seat in waiting), OVER)
        for seat in range(seats):
            self.remember(seat, bytes(self.table.hidden(seat)))

    def remember(self, seat: int, what: bytes) -> None:
        self.memory[seat] = blake2b(self.memory[seat] + what, digest_size=16).digest()

    def seen(self, seat: int) -> str:
        """The hidden record of a seat in words."""
        return "\n".join(f"{name}: {numbers}" for name, numbers in lines(self.view(seat)))

    def view(self, seat: int) -> dict[str, Any]:
        return fields(np.frombuffer(bytes(self.table.hidden(seat)), self.game.state.dtype()))


def unlock(rng: Row, key: int) -> None:
    """Start random numbers anew from all that came before and this key, whose bits the next number begins with."""
    sow(rng, rng[0] ^ key, rng[1], rng[2], THE_TABLE)
    rest = 32 - KEY_BITS
    head = (rng[0] + rng[1] + rng[3]) & LOW32  # the number that draw32 would give
    rng[0] = (rng[0] + (key << rest) - (head >> rest << rest)) & LOW32


def lines(shown: dict[str, Any], before: str = "") -> list[tuple[str, str]]:
    """The fields of one record, each with its numbers."""
    found = []
    for name, numbers in shown.items():
        if isinstance(numbers, dict):
            found += lines(numbers, f"{before}{name}.")
        else:
            found.append((before + name, " ".join(map(str, numbers.ravel().tolist()))))
    return found


class Observer:
    """What a seat sees, as a string or as numbers.

    With perfect recall the string ends in a digest of everything the seat has seen and done before. A field of 8 or 16
    bits is a number in the tensor; one of 32 or 64 bits, which is a set more often than not, is one number a bit.
    """

    def __init__(self, game: Game, kind: Any) -> None:
        self.game, self.recall = game, bool(kind.perfect_recall)
        self.sizes = {seen.name: size(seen) for seen in describe(game)}
        self.tensor = np.zeros(sum(self.sizes.values()), np.float32)
        self.dict: dict[str, Any] = {}
        at = 0
        for name, count in self.sizes.items():
            self.dict[name] = self.tensor[at : at + count]
            at += count

    def set_from(self, state: SpielState, player: int) -> None:
        view = state.at.view(player)
        for name, part in self.dict.items():
            numbers: Any = view
            for step in name.split("."):
                numbers = numbers[step]
            part[:] = bits(numbers) if numbers.dtype.itemsize > 2 else numbers.ravel()

    def string_from(self, state: SpielState, player: int) -> str:
        seen = state.at.seen(player)
        return f"{seen}\nbefore: {state.at.memory[player].hex()}" if self.recall else seen


def size(seen: Any) -> int:
    count = int(np.prod(seen.shape))
    return count * 8 * seen.dtype.itemsize if seen.dtype.itemsize > 2 else count


def bits(numbers: Any) -> Any:
    return np.unpackbits(np.ascontiguousarray(numbers).view(np.uint8).ravel(), bitorder="little")
