import { methodNotAllowed } from '#web/payments/http.ts';
import { getList } from '#web/payments/staff/routes.ts';

export const GET = getList;

const refuse = methodNotAllowed('GET');

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT };
