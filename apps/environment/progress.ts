import { logFormat } from '#telemetry/log.ts';

type Print = (line: string) => void;

/** Milliseconds between log lines about a long step. */
const reportEvery = 30_000;

/** Prints a step and its duration. A terminal shows the seconds as they pass; a log gets a line every 30 seconds. */
export async function withProgress<Result>(
  print: Print,
  [doing, done]: [string, string],
  work: () => Promise<Result>,
): Promise<Result> {
  const begun = performance.now();
  const seconds = () => (performance.now() - begun) / 1000;
  print(`${doing} …`);
  const isWatched = process.stdout.isTTY && logFormat() === 'text';
  const ticking = isWatched
    ? setInterval(() => process.stdout.write(`  ${seconds().toFixed()} s\r`), 1_000)
    : setInterval(() => print(`${doing}: ${seconds().toFixed()} s so far`), reportEvery);
  try {
    const result = await work();
    print(`  ${done} in ${seconds().toFixed(1)} s`);
    return result;
  } finally {
    clearInterval(ticking);
  }
}
