import { toResponse } from '#web/http/api-response.ts';
import { clientAddress } from '#web/http/client-address.ts';
import { fileResponse } from '#web/http/downloads.ts';
import { messageHeaders, messageHtml } from '#web/http/message-html.ts';
import { readInvoiceByToken } from '#web/payments/bills/invoice-files.ts';
import { secondsUntilRead } from '#web/payments/checkout/receipt.ts';
import { failureResponse } from '#web/payments/payment-route.ts';
import { getPayments } from '#web/payments/payments.ts';

/** Sends a bill's tax invoice to the holder of its payment link or of a receipt. HEAD and ranges work, too. */
export async function GET(request: Request, { params }: { params: Promise<{ token: string }> }) {
  try {
    const payments = await getPayments();
    if ((await secondsUntilRead(payments, clientAddress(request.headers))) > 0)
      return page(429, 'Please wait', 'Please try again in a minute.');
    const file = await readInvoiceByToken(payments, (await params).token);
    if (file) return fileResponse(request, file);
    return page(404, 'There is no file here', 'The link may have ended. Please ask us for the tax invoice.');
  } catch (error) {
    return toResponse(failureResponse(error, 'reading a tax invoice'));
  }
}

export const HEAD = GET;

function page(status: number, heading: string, text: string): Response {
  const links = [{ href: '/contact', label: 'Contact us' }];
  const headers = { ...messageHeaders, ...(status === 429 && { 'retry-after': '60' }) };
  return new Response(messageHtml({ heading, text, hint: '', links }), { status, headers });
}
