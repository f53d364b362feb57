import { createHmac, randomBytes } from 'node:crypto';
import { addDays, startOfDay } from '#web/contracts/india.ts';
import type { Database } from '#web/database/tables.ts';
import { lastReminder } from '#web/payments/messages/reminder-days.ts';

/** A random token for a link: of a bill, a statement, or to stop reminders. */
export const newLinkToken = (): string => randomBytes(28).toString('base64url');

/** Whether a text has the form of such a token, or of a signed one. */
export const isLinkToken = (text: string): boolean => /^[\w-]{38}$/.test(text);

/**
 * When a link ends (milliseconds since 1970) that is wanted until `until`: never before the last reminder of its bill,
 * which would ask for a payment that cannot be made.
 */
export function linkEnd(until: number, dueOn: string | null, reminderDays: number[]): number {
  const last = dueOn === null ? undefined : lastReminder(reminderDays, dueOn);
  return last === undefined ? until : Math.max(until, startOfDay(addDays(last, 1)));
}

/** The token of bills from before tokens were stored: the random id with a signature. */
export function signedToken(billId: string, keySecret: string): string {
  return `${billId}${createHmac('sha256', keySecret).update(`pay link of ${billId}`).digest('base64url').slice(0, 22)}`;
}

/** Stores the signed tokens of bills without one, by the current key and the previous one. */
export async function storeSignedTokens(db: Database, [key = '', keyBefore]: string[]): Promise<void> {
  const bills = await db
    .selectFrom('bills')
    .select('id')
    .where('link_token', 'is', null)
    .orderBy('id')
    .execute();
  if (bills.length === 0) return;
  await db.transaction().execute(async (trx) => {
    for (const { id } of bills)
      await trx
        .updateTable('bills')
        .set({
          link_token: signedToken(id, key),
          earlier_link_token: keyBefore === undefined ? null : signedToken(id, keyBefore),
        })
        .where('id', '=', id)
        .where('link_token', 'is', null)
        .execute();
  });
}
