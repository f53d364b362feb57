import { toResponse } from '#web/http/api-response.ts';
import { clientAddress } from '#web/http/client-address.ts';
import { messageResponse } from '#web/http/message-html.ts';
import { secondsUntilRead } from '#web/payments/checkout/receipt.ts';
import { findBillToUnsubscribe, unsubscribe } from '#web/payments/messages/reminders.ts';
import { failureResponse } from '#web/payments/payment-route.ts';
import type { Payments } from '#web/payments/payments.ts';
import { getPayments } from '#web/payments/payments.ts';

const home = [{ href: '/', label: 'Go to the home page' }];
const unknown = {
  heading: 'This link does not work',
  text: 'Please check that you have copied all of the address.',
  hint: 'You can also reply to the e-mail with the link.',
  links: home,
};

/** Unsubscribes from reminders. GET shows a page with a button and changes nothing, because mail scanners open links. */
export const GET = (request: Request) =>
  respond(request, async (payments, token) => {
    const bill = await findBillToUnsubscribe(payments, token);
    if (!bill) return messageResponse(404, unknown);
    return messageResponse(200, {
      heading: 'Stop reminders?',
      text: `We send you reminders about bill ${bill.bill_number} and your other open bills.`,
      hint: 'This does not change the bill. You will still get receipts.',
      links: [],
      button: 'Stop reminders',
    });
  });

/** Mail clients also send this request (RFC 8058). Its body is ignored. */
export const POST = (request: Request) =>
  respond(request, async (payments, token) => {
    if (!(await unsubscribe(payments, token))) return messageResponse(404, unknown);
    return messageResponse(200, {
      heading: 'No more reminders',
      text: 'We will no longer remind you by e-mail.',
      hint: 'You can still pay your bills with their payment links.',
      links: home,
    });
  });

async function respond(
  request: Request,
  work: (payments: Payments, token: string) => Promise<Response>,
): Promise<Response> {
  try {
    const payments = await getPayments();
    const wait = await secondsUntilRead(payments, clientAddress(request.headers));
    if (wait > 0)
      return messageResponse(429, {
        heading: 'Please wait',
        text: 'Please try again in a minute.',
        hint: '',
        links: home,
      });
    return await work(payments, new URL(request.url).pathname.split('/').at(-1) ?? '');
  } catch (error) {
    return toResponse(failureResponse(error, 'stopping reminders'));
  }
}
