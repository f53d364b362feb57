import { createHash, randomBytes } from 'node:crypto';
import { day } from '#web/contracts/durations.ts';
import type { CvType } from '#web/contracts/states.ts';
import { moment } from '#web/database/moment.ts';
import type { Database } from '#web/database/tables.ts';
import { addMessages } from '#web/mail/outbox.ts';
import type { Application } from './application.ts';
import type { Applications } from './applications.ts';

/** Bytes that all CVs together may take, so that strangers cannot fill the ledger's disk. */
const room = 1024 ** 3;

type Sent = {
  /** The form's idempotency key, or an empty string. */
  key: string;
  opening: { id: string; title: string };
  cv: { type: CvType; bytes: Uint8Array<ArrayBuffer> };
  /** E-mail address of the staff who are notified. */
  recipient: string;
  /** Days after which the application is erased. */
  days: number;
};

/**
 * Stores an application and queues the e-mail to staff, which has no personal data. The same content is stored once, and a
 * form that is sent again with another content replaces the earlier one. Returns `full` if there is no room for the CV.
 */
export async function storeApplication(
  { db, settings, now }: Applications,
  application: Application,
  { key, opening, cv, recipient, days }: Sent,
): Promise<'stored' | 'known' | 'full'> {
  const at = now();
  const digest = createHash('sha256')
    .update(JSON.stringify([opening.id, Object.values(application)]))
    .update(cv.bytes)
    .digest('base64url');
  const id = randomBytes(12).toString('base64url');
  const content = { ...application, digest, file_type: cv.type, file_size: cv.bytes.byteLength };
  return db.transaction().execute(async (trx) => {
    const known = trx.selectFrom('applications').select('id').where('digest', '=', digest);
    if (await known.executeTakeFirst()) return 'known';
    const { used } = await trx
      .selectFrom('applications')
      .select((is) => is.fn.sum<number | string | null>('file_size').as('used'))
      .executeTakeFirstOrThrow();
    if (Number(used) + cv.bytes.byteLength > room) return 'full';
    const stored = await trx
      .insertInto('applications')
      .values({
        ...content,
        id,
        request_key: key ? `${opening.id} ${key}` : digest,
        opening_id: opening.id,
        opening: opening.title,
        state: 'new',
        note: '',
        created_at: moment(at),
        erase_at: moment(at + Math.max(days, settings.retention.minimum) * day),
      })
      .onConflict((conflict) =>
        conflict
          .column('request_key')
          .doUpdateSet((is) => ({ ...content, state: 'new', version: is('applications.version', '+', 1) })),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('application_files')
      .values({ application_id: stored.id, content: cv.bytes })
      .onConflict((conflict) => conflict.column('application_id').doUpdateSet({ content: cv.bytes }))
      .execute();
    const text = [
      `Somebody has applied for: ${opening.title}`,
      `Read the application and its CV in the Studio:\n${settings.siteUrl}/studio/applications`,
    ].join('\n\n');
    const message = { kind: 'application', subject: 'New application from the website', text, recipient };
    const links = { dedupe_key: `application:${stored.id}`, order_id: null };
    await addMessages(trx, [{ ...message, ...links }], settings, at);
    return 'stored';
  });
}

/**
 * Deletes applications that are due for erasure, or those with `ids` from before a time, with their CVs. Returns the number
 * of applications.
 */
export async function eraseApplications(
  db: Database,
  which: { ids: string[]; before: number } | { until: number },
): Promise<number> {
  const all = db.selectFrom('applications').select('id');
  const erased =
    'ids' in which
      ? all.where('id', 'in', which.ids).where('created_at', '<=', moment(which.before))
      : all.where('erase_at', '<=', moment(which.until));
  await db.deleteFrom('application_files').where('application_id', 'in', erased).execute();
  const { numDeletedRows } = await db.deleteFrom('applications').where('id', 'in', erased).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Reads a CV with its type and the applicant's name. */
export const readCv = (db: Database, id: string) =>
  db
    .selectFrom('applications')
    .innerJoin('application_files', 'application_id', 'id')
    .select(['name', 'file_type', 'content'])
    .where('id', '=', id)
    .executeTakeFirst();
