import { z } from 'zod';
import {
  type ApiResponse,
  errorResponse,
  limitedResponse,
  unknownLinkResponse,
} from '#web/payments/api-response.ts';
import { clientAddress } from '#web/payments/payment-route.ts';
import type { Payments } from '#web/payments/payments.ts';
import { waitForLook } from '#web/payments/receipt.ts';
import { findBillOfLink, statusOf } from './pay-by-link.ts';

const linkRequestSchema = z.object({ link: z.string() });

/** Body `{link}` → the state of its bill. */
export async function billStatus(
  payments: Payments,
  request: unknown,
  headers: Headers,
): Promise<ApiResponse> {
  const parsed = linkRequestSchema.safeParse(request);
  if (!parsed.success) return errorResponse(400, 'The link is missing.');
  const wait = await waitForLook(payments, clientAddress(headers));
  if (wait > 0) return limitedResponse('Bills were looked at too often from here.', wait);
  const bill = await findBillOfLink(payments, parsed.data.link);
  return bill ? { status: 200, body: statusOf(bill) } : unknownLinkResponse();
}
