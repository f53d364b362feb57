// Preloaded into the site's process. SIGUSR2 advances time by an hour and a second, SIGWINCH sets the machine's clock back by
// an hour. CLOCK_AHEAD is the milliseconds by which the clock is ahead from the start. CLOCK_FILE is a file with that number,
// which several processes follow while it changes.
import { readFileSync } from 'node:fs';

let ahead = 0;
let back = -Number(process.env.CLOCK_AHEAD ?? 0);
const now = Date.now.bind(Date);
const sinceStart = performance.now.bind(performance);
performance.now = () => sinceStart() + ahead;
Date.now = () => now() + ahead - back;
globalThis.Date = new Proxy(Date, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length > 0 ? given : [target.now()], newTarget),
});
process.on('SIGUSR2', () => {
  ahead += 3_601_000;
});
process.on('SIGWINCH', () => {
  back += 3_600_000;
});

// The content lake keeps the machine's clock, so that staff sessions stay valid.
const file = process.argv[1]?.includes('accounts') ? undefined : process.env.CLOCK_FILE;
if (file) {
  const read = () => {
    back = -Number(readFileSync(file, 'utf8'));
  };
  read();
  setInterval(read, 50).unref();
}
