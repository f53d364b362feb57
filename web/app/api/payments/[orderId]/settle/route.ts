import { methodNotAllowed } from '#web/payments/http.ts';
import { postSettle, preflight } from '#web/payments/staff/routes.ts';

export const OPTIONS = preflight('POST');
export const POST = postSettle;

const refuse = methodNotAllowed('POST');

export { refuse as DELETE, refuse as GET, refuse as HEAD, refuse as PATCH, refuse as PUT };
