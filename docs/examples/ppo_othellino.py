"""PPO learns Othellino against itself, in one file. `python ppo_othellino.py` takes minutes on a GPU.

Every game is played by the network on both sides (`bots="none"`): a row of the batch is whoever is to move. Rewards
come at the end of a game, for both seats, and are carried back to each seat's own decisions. Every game begins with a few
moves at random, from which nothing is learnt: Othellino always begins alike, and a network that only ever meets itself would
know one game by heart and no other.
"""

import argparse
import time
from pathlib import Path

import torch
from torch import nn
from torch.distributions import Categorical

from brillig.learn.encoding import encode
from brillig.learn.gymnasium import vector_env

GAME, SEATS = "othellino", 2
ENCODING = encode(GAME, SEATS)
CODES = ENCODING.game.codes


class Agent(nn.Module):
    """Planes of the board through convolutions; the few other numbers beside them; odds of moves, and who will win."""

    def __init__(self, channels=64):
        super().__init__()
        rest = ENCODING.columns - ENCODING.planes * 64
        self.body = nn.Sequential(
            nn.Conv2d(ENCODING.planes, channels, 3, padding=1), nn.ReLU(),
            nn.Conv2d(channels, channels, 3, padding=1), nn.ReLU(),
            nn.Conv2d(channels, channels, 3, padding=1), nn.ReLU(),
            nn.Conv2d(channels, 8, 1), nn.ReLU(), nn.Flatten(),
        )  # fmt: skip
        self.middle = nn.Sequential(nn.Linear(8 * 64 + rest, 256), nn.ReLU())
        self.odds, self.value = nn.Linear(256, CODES), nn.Linear(256, 1)
        nn.init.zeros_(self.odds.weight)

    def forward(self, seen, mask):
        planes, rest = ENCODING.split(seen)
        x = self.middle(torch.cat([self.body(planes), rest], -1))
        return self.odds(x).masked_fill(mask == 0, -1e9), self.value(x).tanh().squeeze(-1)


def carried_back(seats, values, over, returns, next_seat, next_value, decay):
    """Advantages, and for which decisions they are known: a seat's next decision, or the end, must have come."""
    steps, count = values.shape
    row = torch.arange(count, device=values.device)
    then = torch.zeros(count, SEATS, device=values.device)  # what each seat expects at its next decision
    ahead, known = torch.zeros_like(then), torch.zeros_like(then, dtype=torch.bool)
    then[row, next_seat], known[row, next_seat] = next_value, True
    advantages, sure = torch.zeros_like(values), torch.zeros_like(values, dtype=torch.bool)
    for t in reversed(range(steps)):
        ended = over[t][:, None]
        then, ahead, known = torch.where(ended, returns[t], then), ahead.masked_fill(ended, 0), known | ended
        me = seats[t]
        sure[t] = known[row, me]
        advantages[t] = then[row, me] - values[t] + decay * ahead[row, me]
        then[row, me], ahead[row, me] = values[t], advantages[t]
    return advantages, sure


@torch.no_grad()
def against_random(agent, device, games):
    """The share of games won against a random player, draws half."""
    envs = vector_env(GAME, games, SEATS, device=device, **settings(device))
    seen, _ = envs.reset(seed=99)
    points = torch.zeros(games, device=device)
    running = torch.ones(games, dtype=torch.bool, device=device)
    while running.any():
        odds, _ = agent(*as_tensors(seen, device))
        seen, reward, over, _, _ = envs.step(as_actions(odds.argmax(-1), device))
        over = torch.as_tensor(over, device=device)
        points += torch.where(running & over, torch.as_tensor(reward, device=device).float(), 0)
        running &= ~over
    return float((points.mean() + 1) / 2)


def settings(device):
    return {} if device == "cuda" else {"observations": "tensor", "final_obs": False}


def as_tensors(seen, device):
    return (torch.as_tensor(seen[name], device=device) for name in ("observation", "action_mask"))


def as_actions(actions, device):
    return actions if device == "cuda" else actions.numpy()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--envs", type=int, default=4096)
    parser.add_argument("--steps", type=int, default=32, help="of every game between two lessons")
    parser.add_argument("--lessons", type=int, default=600)
    parser.add_argument("--wild", type=int, default=6, help="moves at random at the beginning of every game")
    parser.add_argument("--minibatches", type=int, default=8)
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument(
        "--entropy", type=float, default=0.03, help="at the beginning; falls to nothing, as the rate does"
    )
    parser.add_argument("--decay", type=float, default=0.95, help="lambda of the advantages")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, default=Path("othellino"), help="folder for what was learnt")
    parser.add_argument("--tries", type=int, default=1024, help="games against a random player, each time")
    parser.add_argument("--looks", type=int, default=12, help="how often it is kept and tried against a random player")
    args = parser.parse_args()
    device = args.device
    torch.manual_seed(args.seed)
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    args.keep.mkdir(parents=True, exist_ok=True)

    envs = vector_env(GAME, args.envs, SEATS, bots="none", device=device, **settings(device))
    agent = Agent().to(device)
    optimizer = torch.optim.Adam(agent.parameters(), lr=args.rate, eps=1e-5)
    shape = (args.steps, args.envs)
    seen = torch.zeros(*shape, ENCODING.columns, device=device)
    masks = torch.zeros(*shape, CODES, dtype=torch.bool, device=device)
    actions, seats = (torch.zeros(shape, dtype=torch.long, device=device) for _ in range(2))
    logs, values = torch.zeros(shape, device=device), torch.zeros(shape, device=device)
    over, wild = (torch.zeros(shape, dtype=torch.bool, device=device) for _ in range(2))
    returns = torch.zeros(*shape, SEATS, device=device)
    age = torch.zeros(args.envs, dtype=torch.long, device=device)  # moves of each game so far

    now, infos = envs.reset(seed=args.seed)
    began, looks = time.time(), {args.lessons * k // args.looks for k in range(args.looks + 1)}
    for lesson in range(args.lessons + 1):
        if lesson in looks:
            torch.save({"agent": agent.state_dict(), "lesson": lesson, "key": ENCODING.key}, args.keep / f"{lesson}.pt")
            won, moves = against_random(agent, device, args.tries), lesson * args.steps * args.envs
            print(f"lesson {lesson}: {moves:,} moves, {time.time() - began:.0f} s, beats random {won:.1%}", flush=True)
        left = 1 - lesson / (args.lessons + 1)
        optimizer.param_groups[0]["lr"] = args.rate * left

        # Play: everything is copied into room of its own, since the environments write over what they showed.
        for t in range(args.steps):
            seen[t], masks[t] = as_tensors(now, device)
            seats[t] = torch.as_tensor(infos["seat"], device=device)
            with torch.no_grad():
                odds, values[t] = agent(seen[t], masks[t])
                wild[t] = age < args.wild
                even = torch.zeros_like(odds).masked_fill(~masks[t], -1e9)
                chance = Categorical(logits=torch.where(wild[t][:, None], even, odds))
                actions[t] = chance.sample()
                logs[t] = chance.log_prob(actions[t])
            now, _, ended, cut, infos = envs.step(as_actions(actions[t], device))
            over[t] = torch.as_tensor(ended, device=device) | torch.as_tensor(cut, device=device)
            age = torch.where(over[t], 0, age + 1)
            if "final_info" in infos:
                returns[t] = torch.as_tensor(infos["final_info"]["returns"], device=device)
        with torch.no_grad():
            _, next_value = agent(*as_tensors(now, device))
        next_seat = torch.as_tensor(infos["seat"], device=device).long()
        advantages, sure = carried_back(seats, values, over, returns, next_seat, next_value, args.decay)

        # Learn, from the decisions whose outcome is known.
        at = (sure & ~wild).flatten().nonzero().squeeze(-1)
        rows = [each.flatten(0, 1) for each in (seen, masks, actions, logs, advantages, values)]
        for _ in range(args.epochs):
            for some in at[torch.randperm(len(at), device=device)].chunk(args.minibatches):
                s, m, a, old, advantage, value = (each[some] for each in rows)
                odds, expected = agent(s, m)
                chance = Categorical(logits=odds)
                ratio = (chance.log_prob(a) - old).exp()
                scaled = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
                policy = -torch.min(ratio * scaled, ratio.clamp(0.8, 1.2) * scaled).mean()
                worth = (expected - (value + advantage)).square().mean()
                loss = policy + 0.5 * worth - args.entropy * left * chance.entropy().mean()
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
                optimizer.step()


if __name__ == "__main__":
    main()
