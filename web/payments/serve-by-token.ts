import { toResponse } from '#web/http/api-response.ts';
import { clientAddress } from '#web/http/client-address.ts';
import { messageResponse } from '#web/http/message-html.ts';
import { secondsUntilRead } from './checkout/receipt.ts';
import { failureResponse } from './payment-route.ts';
import type { Payments } from './payments.ts';
import { getPayments } from './payments.ts';

const wait = { heading: 'Please wait', text: 'Please try again in a minute.', hint: '' };

/** Returns a route whose address ends with a secret token. Limits how often a network may try tokens. */
export const serveByToken =
  (action: string, handle: (payments: Payments, token: string, request: Request) => Promise<Response>) =>
  async (request: Request, { params }: { params: Promise<{ token: string }> }): Promise<Response> => {
    try {
      const payments = await getPayments();
      if ((await secondsUntilRead(payments, clientAddress(request.headers))) > 0)
        return messageResponse(429, wait, { 'retry-after': '60' });
      return await handle(payments, (await params).token, request);
    } catch (error) {
      return toResponse(failureResponse(error, action));
    }
  };
