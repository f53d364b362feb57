import { methodNotAllowed } from '#web/payments/http.ts';
import { getList, preflight } from '#web/payments/staff/routes.ts';

export const OPTIONS = preflight('GET');
export const GET = getList;

const refuse = methodNotAllowed('GET');

export { refuse as DELETE, refuse as PATCH, refuse as POST, refuse as PUT };
