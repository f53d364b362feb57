import { queryPublished } from '#web/content/client.ts';
import { catchUnavailable } from '#web/content/unavailable.ts';
import { refundTermsQuery } from '#web/contracts/refund-terms.ts';

export const dynamic = 'force-dynamic';

/**
 * Returns the published refund terms. The Studio's refund dialog uses this, since the finance role cannot read content.
 */
export const GET = catchUnavailable(async () =>
  Response.json(
    { result: await queryPublished(refundTermsQuery) },
    { headers: { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' } },
  ),
);
