import type { IncomingMessage, ServerResponse } from 'node:http';

/** Responds to a request, or modifies request or response and calls `next`. */
export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => unknown;
