import * as z from 'zod/mini';
import { textField } from '#web/contracts/text-field.ts';

// Fields shared by several staff requests.

/** Makes a request idempotent: a request sent twice with the same key runs only once. */
export const requestKeySchema = z
  .string()
  .check(z.regex(/^[\w-]{16,64}$/, 'The key must be 16 to 64 letters, digits, _ or -'));

/** A day of this century, `2026-03-31`. */
export const daySchema = (missing = 'Enter the day') =>
  z.iso.date(missing).check(z.startsWith('20', 'Enter a date in this century'));

/** The reason that staff give for an action. */
export const explanationSchema = (missing: string) => textField('severalLines', 300, { least: 3, missing });
