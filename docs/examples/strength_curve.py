"""How strong a network is after each lesson: what `ppo_othellino.py` or `ppo_gold_mine.py` kept, against our levels.

    python strength_curve.py ppo_othellino othellino --levels easy,normal,hard --games 40 --picture othellino.svg

Every kept network plays each level from every seat in turn, on all cores. The picture needs matplotlib.
"""

import argparse
import importlib
import json
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path

import torch

from brillig.learn.gymnasium import env

sys.path.insert(0, str(Path(__file__).parent))


@cache
def network(lesson, file):
    """What was learnt up to a lesson, from the file of that example."""
    torch.set_num_threads(1)
    example = importlib.import_module(lesson)
    kept = torch.load(file, map_location="cpu", weights_only=True)
    if kept["key"] != example.ENCODING.key:
        raise SystemExit(f"{file} was learnt from other observations than these rules give; teach it again.")
    agent = example.Agent()
    agent.load_state_dict(kept["agent"])
    return example, agent.eval()


@torch.no_grad()
def game_against(job):
    """One game: the share of opponents that the network leaves behind, ties half."""
    lesson, file, level, seed = job
    example, agent = network(lesson, file)
    mine, over = seed % example.SEATS, False
    game = env(example.GAME, example.SEATS, bots=level, seat=mine, observations="tensor")
    seen, _ = game.reset(seed=seed // example.SEATS)
    while not over:
        odds, _ = agent(*(torch.from_numpy(seen[name])[None] for name in ("observation", "action_mask")))
        seen, reward, over, _, _ = game.step(int(odds.argmax()))
    return (reward + 1) / 2


def draw(curve, title, picture):
    pyplot = importlib.import_module("matplotlib.pyplot")
    figure, axes = pyplot.subplots(figsize=(7, 4))
    for level, points in curve.items():
        lessons, shares, errors = zip(*points, strict=True)
        axes.errorbar(lessons, shares, errors, label=level, marker="o", capsize=2)
    axes.axhline(0.5, color="grey", linewidth=0.8)
    axes.set(xlabel="lessons", ylabel="opponents left behind", title=title, ylim=(0, 1))
    axes.legend(title="against")
    figure.tight_layout()
    figure.savefig(picture)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lesson", help="the example: ppo_othellino or ppo_gold_mine")
    parser.add_argument("kept", type=Path, help="the folder where it kept what it learnt")
    parser.add_argument("--levels", default="random,easy,normal,hard")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--cores", type=int, default=None)
    parser.add_argument("--picture", default="strength.svg")
    args = parser.parse_args()
    files = sorted(args.kept.glob("*.pt"), key=lambda file: int(file.stem))
    curve = {level: [] for level in args.levels.split(",")}
    if not files:
        raise SystemExit(f"There is nothing in {args.kept}; run {args.lesson}.py first.")
    for level in curve:
        game_against((args.lesson, str(files[0]), level, 0))  # compiles, once for all processes
    with ProcessPoolExecutor(args.cores) as pool:
        for level, points in curve.items():
            for file in files:
                jobs = [(args.lesson, str(file), level, seed) for seed in range(args.games)]
                shares = list(pool.map(game_against, jobs, chunksize=1))
                mean = sum(shares) / len(shares)
                error = (sum((x - mean) ** 2 for x in shares) / max(1, len(shares) - 1) / len(shares)) ** 0.5
                points.append((int(file.stem), mean, 1.96 * error))
                print(f"{level}, lesson {file.stem}: {mean:.1%} (±{1.96 * error:.1%})", flush=True)
    Path(args.picture).with_suffix(".json").write_text(json.dumps(curve))
    draw(curve, f"{args.lesson} against our levels", args.picture)


if __name__ == "__main__":
    main()
