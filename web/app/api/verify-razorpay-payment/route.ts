import { pendingConfirmation } from '#web/contracts/outcomes.ts';
import type { ApiResponse } from '#web/http/api-response.ts';
import { type Confirmation, verifyPayment } from '#web/payments/checkout/verify-payment.ts';
import { failureResponse, gatewayTiming, jsonRoute, outcomeResponse } from '#web/payments/payment-route.ts';

export const POST = jsonRoute('verifying a payment', async (payments, request) =>
  respond(await verifyPayment(payments, request)),
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
      return outcomeResponse('invalid-report', { fieldErrors: confirmed.fieldErrors });
    case 'unverified':
      return outcomeResponse(confirmed.outcome);
    case 'order-paid':
      return outcomeResponse(confirmed.outcome, { code: confirmed.outcome });
    case 'incomplete':
      return outcomeResponse(confirmed.outcome, { state: confirmed.state });
    case 'confirming': {
      const { body, ...failed } = failureResponse(confirmed.fault, 'verifying a payment');
      const error = `${pendingConfirmation.title}. ${pendingConfirmation.customer}`;
      return { ...failed, body: { ...body, error, state: 'confirming' } };
    }
  }
}
