import { z } from 'zod';
import { textField } from '#web/contracts/text-field.ts';

/** An optional parameter, which may be empty. */
export const blank = <T extends z.core.$ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), z.optional(schema));

export const searchSchema = blank(textField('singleLine', 100));

const place = (pattern: RegExp) => blank(z.string().regex(pattern, 'Start from the first page again'));
/** Where a page begins: after the moment and the id of a row. */
export const placeSchema = place(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_[\w-]{16,20}$/);
/** Where a page begins: after the row of this number. */
export const numberedPlaceSchema = place(/^\d{1,9}$/);
