import { setTimeout as wait } from 'node:timers/promises';
import { minute } from '../environment/durations.ts';
import { findFreePorts } from '../environment/ports.ts';
import { launchOnOwnPort, waitForStart } from './processes.ts';
import type { Service } from './services.ts';

/** Milliseconds for a new release to become ready once it listens, and for one request to `/readyz`. */
const limits = { ready: minute, request: 10_000 };

/** Starts a new release on the real data and a private port, while the current release keeps running. */
export async function launchTrial(site: Service, print: (line: string) => void) {
  const port = await findFreePorts(1);
  const readyUrl = `http://127.0.0.1:${port}/readyz`;
  const env = { ...site.env, PORT: String(port), HOST: '127.0.0.1', LISTEN_FDS: '', METRICS_PORT: '' };
  const running = launchOnOwnPort({ ...site, env }, print);

  /** Returns '' if the release is ready. Otherwise returns the response of `/readyz`, or why there was none. */
  async function readProblem(): Promise<string> {
    try {
      const response = await fetch(readyUrl, { signal: AbortSignal.timeout(limits.request) });
      return response.ok ? '' : await response.text();
    } catch (error) {
      return `/readyz does not respond (${error instanceof Error ? error.message : error})`;
    }
  }

  /** Waits until the release is ready. Throws an Error that names the parts that are not ready. */
  async function requireReady() {
    await waitForStart(running);
    const until = performance.now() + limits.ready;
    for (;;) {
      const problem = await readProblem();
      if (!problem) return;
      if (performance.now() > until) throw new Error(`It is not ready: ${problem}`);
      await wait(500);
    }
  }
  return { requireReady, stop: running.stop };
}
