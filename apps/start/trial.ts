import { setTimeout as wait } from 'node:timers/promises';
import { findFreePorts } from '../environment/ports.ts';
import { launchOnOwnPort, waitForStart } from './processes.ts';
import type { Service } from './services.ts';

/** Milliseconds by the clock for a new release to become ready once it listens, and for one answer about it. */
const limits = { ready: 60_000, answer: 10_000 };

/** Launches the site on the real data and an unannounced port, while the current release goes on. */
export async function launchTrial(site: Service, print: (line: string) => void) {
  const port = await findFreePorts(1);
  const readyUrl = `http://127.0.0.1:${port}/readyz`;
  const env = { ...site.env, PORT: String(port), HOST: '127.0.0.1', LISTEN_FDS: '', METRICS_PORT: '' };
  const running = launchOnOwnPort({ ...site, env }, print);

  /** Empty if it is ready; otherwise what it says, or that it says nothing. */
  async function findMissing(): Promise<string> {
    try {
      const answer = await fetch(readyUrl, { signal: AbortSignal.timeout(limits.answer) });
      return answer.ok ? '' : await answer.text();
    } catch (error) {
      return `/readyz gives no answer (${error instanceof Error ? error.message : error})`;
    }
  }

  /** Throws an Error that names missing parts. */
  async function requireReady() {
    await waitForStart(running);
    const until = performance.now() + limits.ready;
    for (;;) {
      const missing = await findMissing();
      if (!missing) return;
      if (performance.now() > until) throw new Error(`It is not ready: ${missing}`);
      await wait(500);
    }
  }
  return { requireReady, stop: running.stop };
}
