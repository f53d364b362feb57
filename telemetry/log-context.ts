import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** A request, or one run of a job. */
type LogContext = { request: string; job?: string };

// Next bundles each route separately from the server.
declare global {
  var logContextOfThisProcess: AsyncLocalStorage<LogContext> | undefined;
}
globalThis.logContextOfThisProcess ??= new AsyncLocalStorage<LogContext>();
const current = globalThis.logContextOfThisProcess;

/** Runs `action` so that its log lines, even later ones, name the work. */
export const withLogContext = <T>(work: LogContext, action: () => T): T => current.run(work, action);

export const currentLogContext = (): LogContext | undefined => current.getStore();

/** A trusted id if it is well-formed, or a new one. */
export function requestIdFrom(given?: unknown): string {
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
}
