import { methodNotAllowed } from '#web/payments/http.ts';
import { paymentStatus } from '#web/payments/receipt.ts';
import { jsonRoute } from '#web/payments/routes.ts';

export const POST = jsonRoute('reading a payment', ({ payments, body }) => paymentStatus(payments, body));

const refuse = methodNotAllowed('POST');

export { refuse as DELETE, refuse as GET, refuse as HEAD, refuse as OPTIONS, refuse as PATCH, refuse as PUT };
