import { onlyMethods } from '#web/http/methods.ts';

/** Liveness check. Restart the process if it does not respond. */
export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = onlyMethods({
  GET: async () => new Response('alive\n', { headers: { 'cache-control': 'no-store' } }),
});

export const dynamic = 'force-dynamic';
