import { z } from 'zod';
import { httpError } from './errors.ts';
import { jsonFault } from './store/limits.ts';

/** A text of JSON, read as the value that it says. */
export const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue('is not JSON');
    return z.NEVER;
  }
});

/** `true` or `false` in an address. */
export const flag = (fallback = false) =>
  z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .optional()
    .transform((value) => (value ? value === 'true' : fallback));

/** JSON deeper than this is refused before anything walks through it. */
const maxBodyDepth = 100;

/** Reads JSON that somebody has sent. Throws 400 for what is none, or could not be passed on as it is. */
export function parseJson(text: string, what: string): unknown {
  const { success, data } = json.safeParse(text);
  const hint = what.startsWith('Parameter') ? ': strings need quotes' : '';
  const fault = success ? jsonFault(data, maxBodyDepth) : `is not valid JSON${hint}`;
  if (fault) throw httpError(400, `${what} ${fault}`);
  return data;
}

/** Reads the body of a request against a schema. Throws 400 with what is wrong and where. */
export function parseBody<T>(body: Uint8Array, schema: z.ZodType<T>): T {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw httpError(400, 'The request body is not valid UTF-8');
  }
  return check(schema, parseJson(text, 'The request body'), 'Invalid request body');
}

/** Checks a value from a request against a schema. Throws 400 that names the first field that is wrong. */
export function check<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = deepest(parsed.error.issues);
  const place = issue?.path.length ? ` at ${issue.path.join('.')}` : '';
  throw httpError(400, `${what}${place}: ${issue?.message ?? 'not understood'}`);
}

// Of the alternatives of a union, the one that came furthest says most about the mistake.
function deepest(
  issues: z.core.$ZodIssue[],
  path: PropertyKey[] = [],
): { path: PropertyKey[]; message: string } | null {
  const found = issues.flatMap((issue) => {
    const here = [...path, ...issue.path];
    const within =
      issue.code === 'invalid_union' ? issue.errors : issue.code === 'invalid_key' ? [issue.issues] : [];
    const inner = within.map((one) => deepest(one, here)).filter((one) => one !== null);
    return [...inner, { path: here, message: issue.message }];
  });
  return found.sort((a, b) => b.path.length - a.path.length)[0] ?? null;
}
