// boardgame.io as its documentation runs it: a trivial game of 64 cells, the store in memory.
const { Server, Origins } = require("boardgame.io/server");

const Cells = {
  name: "cells",
  setup: () => ({ cells: Array(64).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    place: ({ G, playerID }, cell) => {
      G.cells[cell] = playerID;
    },
  },
};

Server({ games: [Cells], origins: [Origins.LOCALHOST] }).run({ port: Number(process.argv[2]), callback: () => {} });
