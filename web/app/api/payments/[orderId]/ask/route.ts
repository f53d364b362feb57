import { methodNotAllowed } from '#web/payments/http.ts';
import { postAsk, preflight } from '#web/payments/staff/routes.ts';

export const OPTIONS = preflight('POST');
export const POST = postAsk;

const refuse = methodNotAllowed('POST');

export { refuse as DELETE, refuse as GET, refuse as HEAD, refuse as PATCH, refuse as PUT };
