import { logFormat } from '#telemetry/log.ts';

type Print = (line: string) => void;

/** Prints a step and its duration; a terminal shows the seconds so far. */
export async function withProgress<Made>(
  print: Print,
  [doing, done]: [string, string],
  work: () => Promise<Made>,
): Promise<Made> {
  const begun = performance.now();
  const seconds = () => (performance.now() - begun) / 1000;
  print(`${doing} …`);
  const isWatched = process.stdout.isTTY && logFormat() === 'text';
  const ticking = isWatched && setInterval(() => process.stdout.write(`  ${seconds().toFixed()} s\r`), 1_000);
  try {
    const made = await work();
    print(`  ${done} in ${seconds().toFixed(1)} s`);
    return made;
  } finally {
    if (ticking) clearInterval(ticking);
  }
}
