import * as z from 'zod/mini';
import '#web/zod-without-eval.ts';
import { reference, severalLines, singleLine, visibleOnly } from './text.ts';

const kinds = { singleLine, severalLines, reference };

/** Returns whether a text has at least `least` visible characters, not all of them combining marks. */
function hasVisibleText(text: string, least: number): boolean {
  const seen = visibleOnly(text);
  return [...seen].length >= least && /\P{M}/u.test(seen);
}

/**
 * Returns a schema that cleans typed text according to `kind`. Lengths are in characters. `missing` is the error for a
 * text shorter than `least`.
 * @example textField('singleLine', 100).parse(' Asha  Verma ') // 'Asha Verma'
 */
export function textField(
  kind: keyof typeof kinds,
  most: number,
  {
    least = 0,
    missing = 'Fill in this field',
    tooLong = `Use at most ${most} characters`,
  }: { least?: number; missing?: string; tooLong?: string } = {},
) {
  const cleaned = z.string({ error: missing }).check(z.overwrite(kinds[kind]), z.maxLength(most, tooLong));
  return least === 0 ? cleaned : cleaned.check(z.refine((text) => hasVisibleText(text, least), missing));
}
