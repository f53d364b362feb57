import { messageResponse } from '#web/http/message-html.ts';
import { findBillToUnsubscribe, unsubscribe } from '#web/payments/messages/reminders.ts';
import { serveByToken } from '#web/payments/serve-by-token.ts';

const home = [{ href: '/', label: 'Go to the home page' }];
const unknown = {
  heading: 'This link does not work',
  text: 'Please check that you have copied all of the address.',
  hint: 'You can also reply to the e-mail with the link.',
  links: home,
};

/** Unsubscribes from reminders. GET shows a page with a button and changes nothing, because mail scanners open links. */
export const GET = serveByToken('stopping reminders', async (payments, token) => {
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
export const POST = serveByToken('stopping reminders', async (payments, token) => {
  if (!(await unsubscribe(payments, token))) return messageResponse(404, unknown);
  return messageResponse(200, {
    heading: 'No more reminders',
    text: 'We will no longer remind you by e-mail.',
    hint: 'You can still pay your bills with their payment links.',
    links: home,
  });
});
