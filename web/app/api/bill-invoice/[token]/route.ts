import { fileResponse } from '#web/http/downloads.ts';
import { messageResponse } from '#web/http/message-html.ts';
import { readInvoiceByToken } from '#web/payments/bills/invoice-files.ts';
import { serveByToken } from '#web/payments/serve-by-token.ts';

/** Sends a bill's tax invoice to the holder of its payment link or of a receipt. HEAD and ranges work, too. */
export const GET = serveByToken('reading a tax invoice', async (payments, token, request) => {
  const file = await readInvoiceByToken(payments, token);
  if (file) return fileResponse(request, file);
  return messageResponse(404, {
    heading: 'There is no file here',
    text: 'The link may have ended. Please ask us for the tax invoice.',
    hint: '',
  });
});

export const HEAD = GET;
