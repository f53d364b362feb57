import { createHash, randomBytes } from 'node:crypto';
import { day } from '#web/contracts/durations.ts';
import { moment } from '#web/database/moment.ts';
import type { FormWork } from '#web/http/form-dependencies.ts';
import { listNetworks } from '#web/http/rate-limit.ts';
import { emailSchema } from '#web/mail/address.ts';
import { addMessages } from '#web/mail/outbox.ts';
import { chatText, type Enquiry, type EnquiryLabels } from './enquiry.ts';

type Copy = {
  /** Path of the page that led to the form. */
  beganOn: string;
  source: string | undefined;
  /** The visitor's network address. */
  client: string;
  /** E-mail address that receives the copy. */
  recipient: string;
  /** Days after which the copy is erased. */
  days: number;
  labels: EnquiryLabels;
};

/**
 * Stores an enquiry and queues its e-mail. Returns `known` and does nothing if the same form was stored within a day,
 * for example before a reload or retry. Returns `limited` if too many enquiries come from this network.
 */
export async function storeEnquiry(
  { db, settings, limit, now }: FormWork,
  enquiry: Enquiry,
  { beganOn, source, client, recipient, days, labels }: Copy,
): Promise<'stored' | 'known' | 'limited'> {
  const at = now();
  if ((await limit.take(listNetworks(client), at)) > 0) return 'limited';
  const digest = computeDigest(enquiry, at);
  const id = randomBytes(12).toString('base64url');
  const reply_to = emailSchema.safeParse(enquiry.email).data ?? null;
  const text = [
    chatText(enquiry, labels, `Began on:\n${settings.siteUrl}${beganOn}`),
    ...(reply_to ? ['If you reply to this e-mail, your reply goes to the visitor.'] : []),
    `Mark it as answered in the Studio:\n${settings.siteUrl}/studio/enquiries`,
  ].join('\n\n');
  return db.transaction().execute(async (trx) => {
    const known = await trx
      .selectFrom('enquiries')
      .select('id')
      .where('digest', 'in', [digest, computeDigest(enquiry, at - day)])
      .where('created_at', '>', moment(at - day))
      .executeTakeFirst();
    if (known) return 'known';
    const stored = await trx
      .insertInto('enquiries')
      .values({
        ...enquiry,
        id,
        digest,
        began_on: beganOn,
        came_from: source ?? null,
        state: 'new',
        note: '',
        created_at: moment(at),
        erase_at: moment(at + Math.max(days, settings.retention.minimum) * day),
      })
      .onConflict((conflict) => conflict.column('digest').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!stored) return 'known';
    const message = { kind: 'enquiry', subject: 'New enquiry from the website', text, recipient, reply_to };
    const links = { dedupe_key: `enquiry:${id}`, enquiry_id: id, order_id: null };
    await addMessages(trx, [{ ...message, ...links }], settings, at);
    return 'stored';
  });
}

function computeDigest(enquiry: Enquiry, at: number): string {
  const text = JSON.stringify([moment(at).slice(0, 10), ...Object.values(enquiry)]);
  return createHash('sha256').update(text).digest('base64url');
}
