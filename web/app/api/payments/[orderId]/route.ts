import { methodNotAllowed } from '#web/payments/http.ts';
import { getDetails } from '#web/payments/staff/routes.ts';

export const GET = getDetails;

const refuse = methodNotAllowed('GET');

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT };
