"""Games that live on an NVIDIA GPU, for learners: `GpuGames`, and several kinds `SideBySide`."""

from brillig.learn.gpu.games import GpuGames as GpuGames
from brillig.learn.gpu.games import SideBySide as SideBySide
