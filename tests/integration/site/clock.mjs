// Preloaded into the site's process: each SIGUSR2 moves its clocks on by an hour and a second.
let ahead = 0;
const now = Date.now.bind(Date);
const sinceStart = performance.now.bind(performance);
Date.now = () => now() + ahead;
performance.now = () => sinceStart() + ahead;
process.on('SIGUSR2', () => {
  ahead += 3_601_000;
});
