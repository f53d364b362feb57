import { z } from 'zod';
import { httpError } from './errors.ts';
import { jsonFault } from './store/limits.ts';

/**
 * Makes zod derive the lazy parts of a schema now, and returns the schema. If a time limit stopped zod while deriving
 * them, the schema would refuse valid values until its thread ends.
 */
export function warmUpSchema<Schema extends z.ZodType>(schema: Schema): Schema {
  schema.safeParse({});
  for (const io of ['input', 'output'] as const) z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return schema;
}

export const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue('is not JSON');
    return z.NEVER;
  }
});

/** Schema of a query parameter that is `true` or `false`. */
export const flag = (fallback = false) =>
  z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .optional()
    .transform((value) => (value ? value === 'true' : fallback));

/** Levels of nesting. */
const maxBodyDepth = 100;

/** Parses JSON from a client. Throws 400 if it is invalid or could not be stored unchanged. */
export function parseJson(text: string, subject: string): unknown {
  const { success, data } = json.safeParse(text);
  const hint = subject.startsWith('Parameter') ? ': strings need quotes' : '';
  const fault = success ? jsonFault(data, maxBodyDepth) : `is not valid JSON${hint}`;
  if (fault) throw httpError(400, `${subject} ${fault}`);
  return data;
}

/** Parsing cannot be interrupted, so it must be short. */
const maxBodyValues = 500_000;

const codes = { quote: 34, comma: 44, bracket: 91, backslash: 92, endBracket: 93, brace: 123, endBrace: 125 };

/** Checks before parsing whether JSON has too many levels or values. The text may be invalid. */
export function jsonShapeFault(body: Uint8Array, maxValues: number): 'levels' | 'values' | null {
  let levels = 0;
  let values = 1;
  let isString = false;
  for (let at = 0; at < body.length; at++) {
    const code = body[at];
    if (code === codes.quote) isString = !isString;
    else if (isString) at += code === codes.backslash ? 1 : 0;
    else if (code === codes.endBracket || code === codes.endBrace) levels--;
    else if (code === codes.bracket || code === codes.brace) {
      values++;
      if (++levels > maxBodyDepth) return 'levels';
    } else if (code === codes.comma) values++;
    if (values > maxValues) return 'values';
  }
  return null;
}

/** Parses a body. Throws a 400 that names the first invalid field, or a 413 for more than `maxValues` values. */
export function parseBody<T>(body: Uint8Array, schema: z.ZodType<T>, maxValues = maxBodyValues): T {
  const fault = jsonShapeFault(body, maxValues);
  if (fault === 'levels')
    throw httpError(400, `The request body is nested more than ${maxBodyDepth} levels deep`);
  if (fault) throw httpError(413, `The request body has more than ${maxValues} values`);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw httpError(400, 'The request body is not valid UTF-8');
  }
  return check(schema, parseJson(text, 'The request body'), 'Invalid request body');
}

/** Validates a value. Throws a 400 that names the first invalid field. */
export function check<T>(schema: z.ZodType<T>, value: unknown, subject: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = deepestIssue(parsed.error.issues);
  const place = issue?.path.length ? ` at ${issue.path.join('.')}` : '';
  throw httpError(400, `${subject}${place}: ${issue?.message ?? 'not understood'}`);
}

/** Returns the issue with the longest path, which is the most specific issue of a union. */
function deepestIssue(
  issues: z.core.$ZodIssue[],
  path: PropertyKey[] = [],
): { path: PropertyKey[]; message: string } | null {
  const found = issues.flatMap((issue) => {
    const here = [...path, ...issue.path];
    const within =
      issue.code === 'invalid_union' ? issue.errors : issue.code === 'invalid_key' ? [issue.issues] : [];
    const inner = within.map((one) => deepestIssue(one, here)).filter((one) => one !== null);
    return [...inner, { path: here, message: issue.message }];
  });
  return found.sort((a, b) => b.path.length - a.path.length)[0] ?? null;
}
