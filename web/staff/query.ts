import { z } from 'zod';
import { textField } from '#web/contracts/text-field.ts';

/** Makes a query parameter optional. An empty parameter counts as missing. */
export const optionalParameter = <T extends z.core.$ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), z.optional(schema));

export const searchSchema = optionalParameter(textField('singleLine', 100));

const cursor = (pattern: RegExp) =>
  optionalParameter(z.string().regex(pattern, 'Start again from the first page'));
/** Cursor of a page: the timestamp and id of the row before it. */
export const cursorSchema = cursor(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_[\w-]{16,20}$/);
/** Cursor of a page: the number of the row before it. */
export const numericCursorSchema = cursor(/^\d{1,9}$/);
