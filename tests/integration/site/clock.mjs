// Preloaded into the site's process: each SIGUSR2 lets an hour and a second pass, each SIGWINCH sets the machine's clock
// back by an hour. CLOCK_AHEAD is how many milliseconds the machine's clock is ahead from the start. CLOCK_FILE holds a
// number of milliseconds instead, which several processes follow while it changes.
import { readFileSync } from 'node:fs';

let ahead = 0;
let back = -Number(process.env.CLOCK_AHEAD ?? 0);
const now = Date.now.bind(Date);
const sinceStart = performance.now.bind(performance);
performance.now = () => sinceStart() + ahead;
Date.now = () => now() + ahead - back;
globalThis.Date = new Proxy(Date, {
  construct: (target, given, asked) =>
    Reflect.construct(target, given.length > 0 ? given : [target.now()], asked),
});
process.on('SIGUSR2', () => {
  ahead += 3_601_000;
});
process.on('SIGWINCH', () => {
  back += 3_600_000;
});

// The content lake keeps the machine's clock: its sessions of staff are no part of what a test moves.
const file = process.argv[1]?.includes('accounts') ? undefined : process.env.CLOCK_FILE;
if (file) {
  const read = () => {
    back = -Number(readFileSync(file, 'utf8'));
  };
  read();
  setInterval(read, 50).unref();
}
