import { methodNotAllowed } from '#web/payments/http.ts';
import { getExport } from '#web/payments/staff/routes.ts';

export const GET = getExport;

const refuse = methodNotAllowed('GET');

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT };
