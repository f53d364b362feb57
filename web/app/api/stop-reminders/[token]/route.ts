import { toResponse } from '#web/http/api-response.ts';
import { clientAddress } from '#web/http/client-address.ts';
import { buttonHeaders, messageHeaders, messageHtml } from '#web/http/message-html.ts';
import { onlyMethods } from '#web/http/methods.ts';
import { secondsUntilRead } from '#web/payments/checkout/receipt.ts';
import { findBillToUnsubscribe, unsubscribe } from '#web/payments/messages/reminders.ts';
import type { Payments } from '#web/payments/payments.ts';
import { failureResponse } from '#web/payments/responses.ts';
import { getPayments } from '#web/payments/runtime.ts';

const home = [{ href: '/', label: 'To the home page' }];
const unknown = {
  heading: 'This address is not known',
  text: 'Please check that you have all of it.',
  hint: 'Or answer the e-mail that it came with.',
  links: home,
};

/** The page of a stop address. Mail scanners open it, so that it changes nothing: its button, and mail programs, post. */
export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = onlyMethods({
  GET: (request) =>
    answer(request, async (payments, token) => {
      const bill = await findBillToUnsubscribe(payments, token);
      if (!bill) return page(404, unknown);
      return page(200, {
        heading: 'Stop reminders?',
        text: `You get e-mails about bill ${bill.bill_number} and other bills of ours that are open.`,
        hint: 'The bill stays as it is, and you still get receipts.',
        links: [],
        button: 'Stop reminders',
      });
    }),
  // The body of RFC 8058 says nothing more than the request itself.
  POST: (request) =>
    answer(request, async (payments, token) => {
      if (!(await unsubscribe(payments, token))) return page(404, unknown);
      return page(200, {
        heading: 'No more reminders',
        text: 'We will not remind you by e-mail any more.',
        hint: 'Your bills can still be paid by their links.',
        links: home,
      });
    }),
});

async function answer(
  request: Request,
  work: (payments: Payments, token: string) => Promise<Response>,
): Promise<Response> {
  try {
    const payments = await getPayments();
    const wait = await secondsUntilRead(payments, clientAddress(request.headers));
    if (wait > 0)
      return page(429, {
        heading: 'A moment, please',
        text: 'Please try again in a minute.',
        hint: '',
        links: home,
      });
    return await work(payments, new URL(request.url).pathname.split('/').at(-1) ?? '');
  } catch (error) {
    return toResponse(failureResponse(error, 'stopping reminders'));
  }
}

function page(status: number, message: Parameters<typeof messageHtml>[0]): Response {
  return new Response(messageHtml(message), {
    status,
    headers: message.button ? buttonHeaders : messageHeaders,
  });
}
