"""What a network is shown: `encode(game)` says how hidden records become rows of numbers."""

from brillig.learn.encoding.columns import EVEN as EVEN
from brillig.learn.encoding.columns import Block as Block
from brillig.learn.encoding.columns import Encoding as Encoding
from brillig.learn.encoding.columns import encode as encode
