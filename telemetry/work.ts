import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** A request, or one run of a job, by an id that log lines name. */
type Work = { request: string; job?: string };

// Next bundles each route by itself, apart from what stands before Next.
declare global {
  var workOfThisProcess: AsyncLocalStorage<Work> | undefined;
}
globalThis.workOfThisProcess ??= new AsyncLocalStorage<Work>();
const current = globalThis.workOfThisProcess;

/** Does something as part of the given work: whatever it logs, also later, says so. */
export const inWork = <T>(work: Work, action: () => T): T => current.run(work, action);

export const currentWork = (): Work | undefined => current.getStore();

/** The id that somebody who is trusted gave to a request, if it looks like one, or else a new id. */
export function requestIdFrom(given?: unknown): string {
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
}
