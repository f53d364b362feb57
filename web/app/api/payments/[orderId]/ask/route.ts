import { methodNotAllowed } from '#web/payments/http.ts';
import { postAsk } from '#web/payments/staff/routes.ts';

export const POST = postAsk;

const refuse = methodNotAllowed('POST');

export { refuse as DELETE, refuse as GET, refuse as HEAD, refuse as OPTIONS, refuse as PATCH, refuse as PUT };
