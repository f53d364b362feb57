import { type ApiResponse, errorResponse } from '#web/http/api-response.ts';
import { reportedBefore } from '#web/payments/bill.ts';
import { pendingConfirmation } from '#web/payments/bills/bill-texts.ts';
import { type Confirmation, verifyPayment } from '#web/payments/checkout/verify-payment.ts';
import { jsonRoute } from '#web/payments/payment-route.ts';
import { failureResponse, gatewayTiming } from '#web/payments/responses.ts';

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = jsonRoute(
  'verifying a payment',
  async (payments, request) => respond(await verifyPayment(payments, request)),
);

function respond(confirmed: Confirmation): ApiResponse {
  switch (confirmed.outcome) {
    case 'paid': {
      const { id: orderId, amount, currency, receipt_token: receipt } = confirmed.order;
      return {
        status: 200,
        body: { state: 'paid', orderId, paymentId: confirmed.paymentId, amount, currency, receipt },
        headers: gatewayTiming(confirmed.gatewayMs),
      };
    }
    case 'invalid':
      return errorResponse(400, 'This payment report is incomplete.', {
        fieldErrors: confirmed.fieldErrors,
      });
    case 'unverified':
      return errorResponse(400, 'This payment could not be verified.');
    case 'replayed':
      return errorResponse(409, 'This payment was already reported.', { code: reportedBefore });
    case 'order-paid':
      return errorResponse(409, 'This order was already paid by another payment. This payment is not used.', {
        code: 'order-paid',
      });
    case 'incomplete':
      return errorResponse(409, 'This payment is not complete.', { state: confirmed.state });
    case 'confirming': {
      const { body, ...failed } = failureResponse(confirmed.fault, 'verifying a payment');
      const error = `${pendingConfirmation.title}. ${pendingConfirmation.text}`;
      return { ...failed, body: { ...body, error, state: 'confirming' } };
    }
  }
}
