import type { IncomingMessage, ServerResponse } from 'node:http';

/** Middleware: answers, or modifies request or response and calls `next`. */
export type Step = (request: IncomingMessage, response: ServerResponse, next: () => void) => unknown;
