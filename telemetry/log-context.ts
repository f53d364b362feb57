import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** The request or job run that log lines belong to. */
type LogContext = { request: string; job?: string };

// A global, because Next bundles each route separately from the server.
declare global {
  var logContextOfThisProcess: AsyncLocalStorage<LogContext> | undefined;
}
globalThis.logContextOfThisProcess ??= new AsyncLocalStorage<LogContext>();
const current = globalThis.logContextOfThisProcess;

/** Runs `action`. Its log lines, even asynchronous ones, get the context's fields. */
export const withLogContext = <T>(context: LogContext, action: () => T): T => current.run(context, action);

export const currentLogContext = (): LogContext | undefined => current.getStore();

/** Returns the id that a proxy or the site sent if it is well-formed, or else a new one. */
export function requestIdFrom(sent?: unknown): string {
  return typeof sent === 'string' && /^[\w-]{8,64}$/.test(sent) ? sent : randomUUID();
}
