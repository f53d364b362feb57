import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Machine } from './machine.ts';

/** Asks for pages until told to stop, and counts. */
const visitor = `
  let asked = 0, failed = 0, stopped = false;
  process.on('SIGTERM', () => { stopped = true; });
  while (!stopped) for (const path of ['/', '/livez', '/staff/sign-in']) {
    asked += 1;
    const answer = await fetch(process.argv[1] + path).catch((error) => error);
    if (!answer.ok) { failed += 1; console.error(path, answer.status ?? answer); }
    else await answer.arrayBuffer();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  console.log(JSON.stringify({ asked, failed }));`;

/** Asks until there is an answer. */
const patient = `
  for (;;) {
    const answer = await fetch(process.argv[1]).catch(() => undefined);
    if (answer?.ok) { console.log(await answer.text()); break; }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }`;

const inNetwork = (machine: Machine, script: string, url: string) =>
  machine.within(
    ...['env', 'NODE_TLS_REJECT_UNAUTHORIZED=0', 'NODE_NO_WARNINGS=1', process.execPath],
    ...['--input-type=module', '--eval', script, url],
  );

/** Counts the requests of a visitor that fail while something is done. */
export async function visitDuring(
  machine: Machine,
  url: string,
  act: () => void,
): Promise<{ asked: number; failed: number }> {
  const [program = '', ...args] = inNetwork(machine, visitor, url);
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const counted = text(child.stdout);
  act();
  child.kill('SIGTERM');
  await once(child, 'exit');
  return JSON.parse(await counted);
}

/** The answer of an address, in the machine's network, once there is one. */
export function answerOf(machine: Machine, url: string): string {
  const [program = '', ...args] = inNetwork(machine, patient, url);
  return execFileSync(program, args, { encoding: 'utf8', timeout: 120_000 });
}
