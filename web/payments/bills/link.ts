import { randomBytes } from 'node:crypto';
import { addDays, startOfDay } from '#web/contracts/india.ts';
import { lastReminder } from '#web/payments/messages/reminder-days.ts';

/** Returns a random token for the link of a bill or statement, or for unsubscribing. */
export const newLinkToken = (): string => randomBytes(28).toString('base64url');

/** Returns whether a string has the form of a token. */
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
