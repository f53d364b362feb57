/** Liveness check. Restart the process if it does not respond. */
export const GET = () => new Response('alive\n', { headers: { 'cache-control': 'no-store' } });

export const dynamic = 'force-dynamic';
