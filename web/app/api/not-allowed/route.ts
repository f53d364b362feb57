const allow = 'GET, HEAD, OPTIONS';

/** Where `delivery/well-formed-paths.ts` leads what would be sent to a page: pages are only read. */
const answer = () =>
  new Response('A page can only be read.\n', {
    status: 405,
    headers: { allow, 'content-type': 'text/plain; charset=utf-8' },
  });

export const POST = answer;
export const PUT = answer;
export const PATCH = answer;
export const DELETE = answer;
export const OPTIONS = () => new Response(null, { status: 204, headers: { allow } });
