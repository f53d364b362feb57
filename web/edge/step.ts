import type { IncomingMessage, ServerResponse } from 'node:http';

/** Answers a request, or changes it or its response and lets the next step have it. */
export type Step = (request: IncomingMessage, response: ServerResponse, next: () => void) => unknown;
