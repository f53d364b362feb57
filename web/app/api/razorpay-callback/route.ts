import { methodNotAllowed } from '#web/payments/http.ts';
import { postCallback } from '#web/payments/routes.ts';

export const POST = postCallback;

const refuse = methodNotAllowed('POST');

export { refuse as DELETE, refuse as GET, refuse as HEAD, refuse as OPTIONS, refuse as PATCH, refuse as PUT };
