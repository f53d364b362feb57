import { methodNotAllowed } from '#web/payments/http.ts';
import { jsonRoute } from '#web/payments/routes.ts';
import { verifyPayment } from '#web/payments/verify-payment.ts';

export const POST = jsonRoute('verifying a payment', ({ payments, body }) => verifyPayment(payments, body));

const refuse = methodNotAllowed('POST');

export { refuse as DELETE, refuse as GET, refuse as HEAD, refuse as OPTIONS, refuse as PATCH, refuse as PUT };
