import { queryPublished } from '#web/content/client.ts';
import { asksEmailQuery } from '#web/content/queries.ts';
import { formatRupees } from '#web/contracts/money.ts';
import { attributionHeader } from '#web/contracts/visit.ts';
import { type ApiResponse, errorResponse, limitedResponse } from '#web/http/api-response.ts';
import { clientAddress } from '#web/http/client-address.ts';
import { billText } from '#web/payments/bills/bill-texts.ts';
import { createOrder, type OrderOutcome } from '#web/payments/checkout/create-order.ts';
import { gatewayTiming, jsonRoute, outcomeResponse } from '#web/payments/payment-route.ts';
import type { Payments } from '#web/payments/payments.ts';
import { findSource } from '#web/visits/source.ts';

export const POST = jsonRoute('creating an order', async (payments, request, headers) => {
  const requestKey = headers.get('idempotency-key') ?? undefined;
  const asksEmail = () => queryPublished(asksEmailQuery);
  const made = await createOrder(payments, request, {
    requestKey,
    address: clientAddress(headers),
    attribution: findSource(new URLSearchParams(headers.get(attributionHeader) ?? '')),
    asksEmail,
  });
  return respond(payments, made);
});

function respond({ settings }: Payments, made: OrderOutcome): ApiResponse {
  switch (made.outcome) {
    case 'made': {
      const { order, isOwner, paidBefore, underWay } = made;
      const { id: orderId, amount, currency } = order;
      const receipt = isOwner ? order.receipt_token : undefined;
      return {
        status: 200,
        body: { keyId: settings.keyId, amount, currency, orderId, receipt, paidBefore, underWay },
        headers: gatewayTiming(made.gatewayMs),
      };
    }
    case 'invalid':
      return outcomeResponse('invalid-bill', { fieldErrors: made.fieldErrors });
    case 'invalid-key':
    case 'other-request':
    case 'unexpected-order':
      return outcomeResponse(made.outcome);
    case 'unknown-link':
      return outcomeResponse(made.outcome, { code: made.outcome });
    case 'limited':
      return limitedResponse('Too many payments were started from here.', made.seconds);
    case 'not-payable': {
      const { title, text } = billText(made.status);
      return errorResponse(409, `${title}. ${text}`, { code: 'not-payable', state: made.status.state });
    }
    case 'taken':
      return errorResponse(
        409,
        `Someone else is paying ${formatRupees(made.amount)} of bill ${made.billNumber} at the moment. Please wait a minute. This page shows when you can pay.`,
        { code: 'not-payable', state: 'open' },
      );
  }
}
