import { askPublished } from '#web/content/client.ts';
import { withContent } from '#web/content/unavailable.ts';
import { refundTermsQuery } from '#web/contracts/refund-terms.ts';

export const dynamic = 'force-dynamic';

/** The refund terms as the public page has them. The Studio's refund dialog reads them here: finance may read no content. */
export const GET = withContent(async () =>
  Response.json(
    { result: await askPublished(refundTermsQuery) },
    { headers: { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' } },
  ),
);
