import { readBody } from '#web/http/body.ts';
import { parseJson } from '#web/http/json.ts';
import { onlyMethods } from '#web/http/methods.ts';
import { countReport } from '#web/payments/checkout/policy-reports.ts';

/** In bytes. A report names little more than a page and a script. */
const maxBody = 16_384;

/**
 * Counts browsers' reports of requests that the payment page's policy blocked. Responds with 204, or 400 if invalid.
 */
export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = onlyMethods({
  async POST(request) {
    const body = await readBody(request, maxBody);
    const isReport = body instanceof Uint8Array && countReport(parseJson(body), Date.now());
    return new Response(null, { status: isReport ? 204 : 400, headers: { 'cache-control': 'no-store' } });
  },
});
