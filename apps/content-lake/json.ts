import { z } from 'zod';
import { httpError } from './errors.ts';
import { jsonFault } from './store/limits.ts';

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

/** Parses a body. Throws a 400 that names the first invalid field. */
export function parseBody<T>(body: Uint8Array, schema: z.ZodType<T>): T {
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
