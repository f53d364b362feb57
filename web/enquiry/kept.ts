import { createHash, randomBytes } from 'node:crypto';
import { day } from '#web/contracts/durations.ts';
import { moment } from '#web/database/moment.ts';
import type { Database } from '#web/database/tables.ts';
import { networksOf } from '#web/http/rate-limit.ts';
import { emailSchema } from '#web/mail/address.ts';
import { addMessages } from '#web/mail/outbox.ts';
import type { Enquiries } from './enquiries.ts';
import { chatText, type Enquiry, type EnquiryLabels } from './enquiry.ts';

type Copy = {
  /** Path of the page that led to the form. */
  beganOn: string;
  /** What had brought the visitor to the site. */
  cameFrom: string | undefined;
  /** The visitor's network address. */
  client: string;
  /** E-mail address of the copy. */
  recipient: string;
  /** Days after which it is erased. */
  days: number;
  labels: EnquiryLabels;
};

/**
 * Stores an enquiry and queues its e-mail, unless the same form came within a day: a reload or retry makes neither
 * twice. `known`: it had come before; `limited`: too many from this network.
 */
export async function keepEnquiry(
  { db, settings, limit, now }: Enquiries,
  enquiry: Enquiry,
  { beganOn, cameFrom, client, recipient, days, labels }: Copy,
): Promise<'kept' | 'known' | 'limited'> {
  const at = now();
  if ((await limit.take(networksOf(client), at)) > 0) return 'limited';
  const digest = digestOf(enquiry, at);
  const id = randomBytes(12).toString('base64url');
  const reply_to = emailSchema.safeParse(enquiry.email).data ?? null;
  const text = [
    chatText(enquiry, labels, `Began on:\n${settings.siteUrl}${beganOn}`),
    ...(reply_to ? ['An answer to this e-mail goes to the visitor.'] : []),
    `Note your answer in the Studio:\n${settings.siteUrl}/studio/enquiries`,
  ].join('\n\n');
  return db.transaction().execute(async (trx) => {
    const known = await trx
      .selectFrom('enquiries')
      .select('id')
      .where('digest', 'in', [digest, digestOf(enquiry, at - day)])
      .where('created_at', '>', moment(at - day))
      .executeTakeFirst();
    if (known) return 'known';
    const kept = await trx
      .insertInto('enquiries')
      .values({
        ...enquiry,
        id,
        digest,
        began_on: beganOn,
        came_from: cameFrom ?? null,
        state: 'new',
        note: '',
        created_at: moment(at),
        erase_at: moment(at + days * day),
      })
      .onConflict((conflict) => conflict.column('digest').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!kept) return 'known';
    const message = { kind: 'enquiry', subject: 'New enquiry from the website', text, recipient, reply_to };
    const links = { dedupe_key: `enquiry:${id}`, enquiry_id: id, order_id: null };
    await addMessages(trx, [{ ...message, ...links }], settings, at);
    return 'kept';
  });
}

function digestOf(enquiry: Enquiry, at: number): string {
  const said = JSON.stringify([moment(at).slice(0, 10), ...Object.values(enquiry)]);
  return createHash('sha256').update(said).digest('base64url');
}

/** Deletes an enquiry, or all that are due, with their e-mails. Returns how many. */
export async function eraseEnquiries(
  db: Database,
  which: { id: string } | { until: number },
): Promise<number> {
  const all = db.selectFrom('enquiries').select('id');
  const gone =
    'id' in which ? all.where('id', '=', which.id) : all.where('erase_at', '<=', moment(which.until));
  await db.deleteFrom('outbox').where('enquiry_id', 'in', gone).execute();
  const { numDeletedRows } = await db.deleteFrom('enquiries').where('id', 'in', gone).executeTakeFirst();
  return Number(numDeletedRows);
}
