import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Machine } from './machine.ts';

/** A script that requests pages until it gets SIGTERM, and prints how many requests failed. */
const visitor = `
  let requests = 0, failed = 0, stopped = false;
  process.on('SIGTERM', () => { stopped = true; });
  while (!stopped) for (const path of ['/', '/livez', '/staff/sign-in']) {
    requests += 1;
    const response = await fetch(process.argv[1] + path).catch((error) => error);
    if (!response.ok) { failed += 1; console.error(path, response.status ?? response); }
    else await response.arrayBuffer();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  console.log(JSON.stringify({ requests, failed }));`;

/** A script that requests a URL until it responds, and prints the response. */
const patient = `
  for (;;) {
    const response = await fetch(process.argv[1]).catch(() => undefined);
    if (response?.ok) { console.log(await response.text()); break; }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }`;

const inNetwork = (machine: Machine, script: string, url: string) =>
  machine.within(
    ...['env', 'NODE_TLS_REJECT_UNAUTHORIZED=0', 'NODE_NO_WARNINGS=1', process.execPath],
    ...['--input-type=module', '--eval', script, url],
  );

/** Sends requests while `action` runs. Returns how many were sent and how many failed. */
export async function visitDuring(
  machine: Machine,
  url: string,
  action: () => void,
): Promise<{ requests: number; failed: number }> {
  const [program = '', ...args] = inNetwork(machine, visitor, url);
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const counted = text(child.stdout);
  action();
  child.kill('SIGTERM');
  await once(child, 'exit');
  return JSON.parse(await counted);
}

/** Waits until a URL responds in the machine's network, and returns the body. */
export function waitForResponse(machine: Machine, url: string): string {
  const [program = '', ...args] = inNetwork(machine, patient, url);
  return execFileSync(program, args, { encoding: 'utf8', timeout: 120_000 });
}
