import { z } from 'zod';
import { editPath } from '#schemas/paths.ts';
import type { Settings } from '#settings';
import { draftClient } from '#web/content/client.ts';
import { minute } from '#web/contracts/durations.ts';
import { moment } from '#web/database/moment.ts';
import type { Database } from '#web/database/tables.ts';
import { addMessages } from '#web/mail/outbox.ts';

/** Milliseconds before the last run that a run rereads. An entry that is read again queues no second message. */
const overlap = 10 * minute;

const text = z.string();
const entry = z.object({ _key: text, kind: text, name: text, text });
const review = z.object({ document: text, documentType: text, entries: z.array(entry) });
const resultSchema = z.object({ noticesTo: text.nullish(), reviews: z.array(review) });

const query = `{
  "noticesTo": *[_id == "approvalRules"][0].noticesTo,
  "reviews": *[_type == "review" && _updatedAt >= $from]{
    document, documentType, "entries": entries[at >= $from && kind != "close"]{_key, kind, name, text}
  }
}`;

/** Queues an e-mail about each note and approval since `since` (milliseconds since 1970), if the content has an address. */
export async function addReviewMessages(
  { db, settings, now }: { db: Database; settings: Settings; now: () => number },
  since: number | undefined,
  client = draftClient(),
): Promise<void> {
  const from = moment((since ?? now()) - overlap);
  const { noticesTo, reviews } = resultSchema.parse(
    await client.fetch(query, { from }, { perspective: 'raw' }),
  );
  if (!noticesTo) return;
  const messages = reviews.flatMap(({ document, documentType, entries }) =>
    entries.map(({ _key, kind, name, text }) => {
      const subject = `${name} ${kind === 'approve' ? 'approved a document' : 'asks for a check of a document'}`;
      const link = `${settings.siteUrl}/studio${editPath(document, documentType)}`;
      return {
        kind: 'review',
        subject,
        text: [text, `Open it in the Studio:\n${link}`].filter(Boolean).join('\n\n'),
        recipient: noticesTo,
        order_id: null,
        dedupe_key: `review:${_key}`,
      };
    }),
  );
  await addMessages(db, messages, settings, now());
}
