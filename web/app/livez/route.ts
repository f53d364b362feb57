import { onlyMethods } from '#web/http/methods.ts';

/** Answers as long as this process runs: one that does not is to be started again. */
export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = onlyMethods({
  GET: async () => new Response('alive\n', { headers: { 'cache-control': 'no-store' } }),
});

export const dynamic = 'force-dynamic';
