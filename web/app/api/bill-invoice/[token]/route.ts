import { toResponse } from '#web/http/api-response.ts';
import { clientAddress } from '#web/http/client-address.ts';
import { fileResponse } from '#web/http/downloads.ts';
import { messageResponse } from '#web/http/message-html.ts';
import { readInvoiceByToken } from '#web/payments/bills/invoice-files.ts';
import { secondsUntilRead } from '#web/payments/checkout/receipt.ts';
import { failureResponse } from '#web/payments/payment-route.ts';
import { getPayments } from '#web/payments/payments.ts';

const wait = { heading: 'Please wait', text: 'Please try again in a minute.', hint: '' };

/** Sends a bill's tax invoice to the holder of its payment link or of a receipt. HEAD and ranges work, too. */
export async function GET(request: Request, { params }: { params: Promise<{ token: string }> }) {
  try {
    const payments = await getPayments();
    if ((await secondsUntilRead(payments, clientAddress(request.headers))) > 0)
      return messageResponse(429, wait, { 'retry-after': '60' });
    const file = await readInvoiceByToken(payments, (await params).token);
    if (file) return fileResponse(request, file);
    return messageResponse(404, {
      heading: 'There is no file here',
      text: 'The link may have ended. Please ask us for the tax invoice.',
      hint: '',
    });
  } catch (error) {
    return toResponse(failureResponse(error, 'reading a tax invoice'));
  }
}

export const HEAD = GET;
