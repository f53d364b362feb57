import * as z from 'zod/mini';
import '#web/zod-without-eval.ts';
import { referenceKey } from '#web/contracts/text.ts';
import { moment } from '#web/database/moment.ts';
import { type ApiResponse, errorResponse } from '#web/http/api-response.ts';
import type { Payments } from '#web/payments/payments.ts';
import { unknownLinkResponse } from '#web/payments/responses.ts';
import { findBillOfLink } from './pay-by-link.ts';

/** A UTR has 16 characters for NEFT, 22 for RTGS and 12 digits for IMPS. The number of a certificate is shorter. */
const kinds: [kind: string, form: RegExp][] = [
  ['UTR', /^(?:\d{12}|[A-Z0-9]{16}|[A-Z0-9]{22})$/],
  ['TDS certificate', /^[A-Z0-9]{5,11}$/],
];
const wrong = 'Enter a UTR (12, 16 or 22 letters and digits) or a certificate number (5 to 11)';

/**
 * Returns the response of `POST /api/bill-notice` `{link, number}`: stores the latest UTR and certificate number that
 * customers send. Staff check it and record an entry by hand; until then, the bill stays as it is.
 */
export async function addCustomerNotice(
  payments: Payments,
  link: string,
  _own: string,
  request: unknown,
): Promise<ApiResponse> {
  const typed = z.object({ number: z.string() }).safeParse(request).data?.number ?? '';
  const number = referenceKey(typed);
  const kind = kinds.find(([, form]) => form.test(number))?.[0];
  const bill = await findBillOfLink(payments, link);
  if (!bill) return unknownLinkResponse();
  if (!kind || bill.state === 'cancelled')
    return errorResponse(400, kind ? 'This bill was cancelled.' : wrong);
  const notice = { bill_id: bill.id, kind, reference: number, created_at: moment(payments.now()) };
  const added = payments.db.insertInto('customer_notices').values(notice);
  await added.onConflict((conflict) => conflict.columns(['bill_id', 'kind']).doUpdateSet(notice)).execute();
  return { status: 200, body: {} };
}
