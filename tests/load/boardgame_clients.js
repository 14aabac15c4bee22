// Raw socket.io clients in a closed loop: node boardgame_clients.js PORT MATCHES SECONDS PAUSE_MS
// The same shape of load as lean.py: two sockets a match; a move is acknowledged when its sender sees the new state.
const { io } = require("socket.io-client");

const [port, matches, seconds, pause] = process.argv.slice(2).map(Number);
const now = () => Number(process.hrtime.bigint()) / 1e6;
const latencies = [];
const early = []; // what is to be done at the start: nobody moves before everybody sits
let running = false;

function sit(match, seat) {
  return new Promise((ready, failed) => {
    const socket = io(`http://127.0.0.1:${port}/cells`, {
      transports: ["websocket"], forceNew: true, reconnection: false, extraHeaders: { Origin: `http://localhost:${port}` },
    });
    const id = `m${match}`;
    let began = 0;
    let waitsFor = -1;
    const move = (state) => {
      if (!running) return;
      waitsFor = state._stateID + 1;
      began = now();
      const payload = { type: "place", args: [state._stateID % 64], playerID: seat };
      socket.emit("update", { type: "MAKE_MOVE", payload }, state._stateID, id, seat);
    };
    const saw = (state, part = 1) => {
      if (waitsFor >= 0 && state._stateID >= waitsFor) {
        latencies.push(now() - began);
        waitsFor = -1;
      }
      if (state.ctx.currentPlayer === seat && waitsFor < 0) {
        if (!running) early.push(() => saw(state, Math.random()));
        else if (pause) setTimeout(move, part * pause, state);
        else move(state);
      }
    };
    socket.on("connect_error", failed);
    socket.on("connect", () => socket.emit("sync", id, seat, undefined, 2));
    socket.on("sync", (_, info) => { ready(); saw(info.state); });
    socket.on("update", (_, state) => saw(state));
  });
}

async function main() {
  for (const seat of ["1", "0"])
    for (let first = 0; first < matches; first += 50)
      await Promise.all(Array.from({ length: Math.min(50, matches - first) }, (_, k) => sit(first + k, seat)));
  console.log("{}"); // all have sat down
  const opened = now();
  running = true;
  early.forEach((start) => start());
  await new Promise((done) => setTimeout(done, seconds * 1000));
  running = false;
  const took = (now() - opened) / 1000;
  const counted = latencies.slice().sort((a, b) => a - b);
  const at = (q) => counted[Math.min(counted.length - 1, Math.floor((counted.length * q) / 100))];
  console.log(JSON.stringify({ moves: counted.length, seconds: took, per_second: counted.length / took, p50: at(50), p99: at(99) }));
  process.stdin.resume(); // stay connected until the memory has been measured
  process.stdin.on("end", () => process.exit(0));
}

main().catch((why) => { console.error(String(why)); process.exit(1); });
