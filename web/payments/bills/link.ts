import { createHmac, randomBytes } from 'node:crypto';
import { addDays, startOfDay } from '#web/contracts/india.ts';
import type { Database } from '#web/database/tables.ts';
import { lastReminder } from '#web/payments/messages/reminder-days.ts';

/** Returns a random token for the link of a bill or statement, or for unsubscribing. */
export const newLinkToken = (): string => randomBytes(28).toString('base64url');

/** Returns whether a string has the form of a random or signed token. */
export const isLinkToken = (text: string): boolean => /^[\w-]{38}$/.test(text);

/**
 * Returns when a link expires, in milliseconds since 1970: at `until`, but not before the end of the due date and not
 * before the bill's last reminder, which would otherwise request a payment that the link refuses.
 */
export function linkEnd(until: number, dueOn: string | null, reminderDays: number[]): number {
  if (dueOn === null) return until;
  const days = [dueOn, lastReminder(reminderDays, dueOn) ?? dueOn];
  return Math.max(until, ...days.map((day) => startOfDay(addDays(day, 1))));
}

/** Returns the token of a bill that was created before tokens were stored: the bill's random id with a signature. */
export function signedToken(billId: string, keySecret: string): string {
  return `${billId}${createHmac('sha256', keySecret).update(`pay link of ${billId}`).digest('base64url').slice(0, 22)}`;
}

/** Stores tokens for bills that have none: signed with the current key and, if there is one, with the previous key. */
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
