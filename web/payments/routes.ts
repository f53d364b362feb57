import { type Answer, answerTo } from './answers.ts';
import { receiveCallback } from './callback.ts';
import { createOrder } from './create-order.ts';
import { addressOf, bodyLimit, readBody, readJson, toResponse, webhookLimit } from './http.ts';
import type { Payments } from './payments.ts';
import { getPayments } from './runtime.ts';
import { receiveWebhook } from './webhook.ts';

type JsonContext = { payments: Payments; body: unknown; request: Request };

/** A POST handler that takes JSON: parses, opens the payments, answers. */
export function jsonRoute(doing: string, handle: (context: JsonContext) => Promise<Answer>) {
  return async (request: Request): Promise<Response> => {
    const read = await readJson(request);
    if ('refused' in read) return toResponse(read.refused);
    try {
      return toResponse(await handle({ payments: await getPayments(), body: read.value, request }));
    } catch (error) {
      return toResponse(answerTo(error, doing));
    }
  };
}

export const postOrder = jsonRoute('creating an order', ({ payments, body, request }) =>
  createOrder(payments, {
    body,
    requestKey: request.headers.get('idempotency-key') ?? undefined,
    address: addressOf(request),
  }),
);

/** The `callback_url`: a browser that comes back from Razorpay's own page is sent on with 303, to read and not to post. */
export async function postCallback(request: Request): Promise<Response> {
  const body = await readBody(request, bodyLimit, 'form');
  if (!(body instanceof Uint8Array)) return toResponse(body);
  try {
    const form = new URLSearchParams(Buffer.from(body).toString('utf8'));
    const location = await receiveCallback(await getPayments(), form);
    return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
  } catch (error) {
    return toResponse(answerTo(error, 'receiving a callback'));
  }
}

/** The webhook's handler keeps the body as bytes until its signature is checked. */
export async function postWebhook(request: Request): Promise<Response> {
  const body = await readBody(request, webhookLimit);
  if (!(body instanceof Uint8Array)) return toResponse(body);
  try {
    const webhook = {
      body,
      signature: request.headers.get('x-razorpay-signature'),
      eventId: request.headers.get('x-razorpay-event-id'),
    };
    return toResponse(await receiveWebhook(await getPayments(), webhook));
  } catch (error) {
    return toResponse(answerTo(error, 'receiving a webhook'));
  }
}
