import { createHash, randomBytes } from 'node:crypto';
import { day } from '#web/contracts/durations.ts';
import type { CvType } from '#web/contracts/states.ts';
import { moment } from '#web/database/moment.ts';
import type { Database } from '#web/database/tables.ts';
import type { FormWork } from '#web/http/form-dependencies.ts';
import { addMessages } from '#web/mail/outbox.ts';
import type { Application } from './application.ts';

/** Bytes that all CVs together may take, so that strangers cannot fill the ledger's disk. */
const room = 1024 ** 3;

export type Cv = { type: CvType; bytes: Uint8Array<ArrayBuffer> };

type Sent = {
  opening: { id: string; title: string };
  cv: Cv;
  /** E-mail address of the staff who are notified. */
  recipient: string;
  /** Days after which the application is erased. */
  days: number;
};

/**
 * Stores an application and queues the e-mail to staff, which has no personal data. The same content is stored once.
 * Rejects if there is no room for the CV.
 */
export async function storeApplication(
  { db, settings, now }: FormWork,
  application: Application,
  { opening, cv, recipient, days }: Sent,
): Promise<void> {
  const at = now();
  const digest = createHash('sha256')
    .update(JSON.stringify([opening.id, Object.values(application)]))
    .update(cv.bytes)
    .digest('base64url');
  const id = randomBytes(12).toString('base64url');
  await db.transaction().execute(async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('applications')
      .values({
        ...application,
        id,
        request_key: digest,
        digest,
        file_type: cv.type,
        file_size: cv.bytes.byteLength,
        opening_id: opening.id,
        opening: opening.title,
        state: 'new',
        note: '',
        created_at: moment(at),
        erase_at: moment(at + Math.max(days, settings.retention.minimum) * day),
      })
      .onConflict((conflict) => conflict.column('request_key').doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 0n) return;
    const { used } = await trx
      .selectFrom('applications')
      .select((is) => is.fn.sum<number | string>('file_size').as('used'))
      .executeTakeFirstOrThrow();
    if (Number(used) > room)
      throw new Error('there is no room for more applications: erase old ones in the Studio');
    await trx.insertInto('application_files').values({ application_id: id, content: cv.bytes }).execute();
    const text = [
      `Somebody has applied for: ${opening.title}`,
      `Read the application and its CV in the Studio:\n${settings.siteUrl}/studio/applications`,
    ].join('\n\n');
    const message = { kind: 'application', subject: 'New application from the website', text, recipient };
    const links = { dedupe_key: `application:${id}`, order_id: null };
    await addMessages(trx, [{ ...message, ...links }], settings, at);
  });
}

/** Reads a CV with its type and the applicant's name. */
export const readCv = (db: Database, id: string) =>
  db
    .selectFrom('applications')
    .innerJoin('application_files', 'application_id', 'id')
    .select(['name', 'file_type', 'content'])
    .where('id', '=', id)
    .executeTakeFirst();
