import { logFormat } from '#telemetry/log.ts';

type Print = (line: string) => void;

/** Milliseconds between lines about a step that takes long. */
const reportEvery = 30_000;

/** Prints a step and its duration. A terminal shows the seconds so far, a log has a line now and then. */
export async function withProgress<Made>(
  print: Print,
  [doing, done]: [string, string],
  work: () => Promise<Made>,
): Promise<Made> {
  const begun = performance.now();
  const seconds = () => (performance.now() - begun) / 1000;
  print(`${doing} …`);
  const isWatched = process.stdout.isTTY && logFormat() === 'text';
  const ticking = isWatched
    ? setInterval(() => process.stdout.write(`  ${seconds().toFixed()} s\r`), 1_000)
    : setInterval(() => print(`${doing}: ${seconds().toFixed()} s so far`), reportEvery);
  try {
    const made = await work();
    print(`  ${done} in ${seconds().toFixed(1)} s`);
    return made;
  } finally {
    clearInterval(ticking);
  }
}
