import type { Hono, HonoRequest } from 'hono';
import { z } from 'zod';
import { badRequest } from './errors.ts';

/** Parses JSON. Returns undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Validates a value. Throws the first issue as Razorpay's error. */
export function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue?.code === 'unrecognized_keys')
    throw badRequest(`${issue.keys.join(', ')} is/are not required and should not be sent`, {
      field: issue.keys[0] ?? '',
    });
  throw badRequest(issue?.message ?? 'The request is not valid.', { field: issue?.path.join('.') ?? '' });
}

/** Reads a JSON body. An empty body counts as an empty object, as at Razorpay. */
async function readBody<T>(request: HonoRequest, schema: z.ZodType<T>): Promise<T> {
  const text = await request.text();
  const value = text.trim() === '' ? {} : parseJson(text);
  if (value === undefined) throw badRequest('The request body is not valid JSON.');
  return parse(schema, value);
}

/** Adds a route that calls `action` with the body and the id in the path, and responds with the result. */
export function route<Body>(
  app: Hono,
  method: string,
  path: string,
  schema: z.ZodType<Body>,
  action: (body: Body, id: string, request: HonoRequest) => object,
): void {
  app.on(method, path, async ({ req, json }) =>
    json(action(await readBody(req, schema), req.param('id') ?? '', req)),
  );
}

export const emptyBody = z.object({});

export const integer = z.coerce.number().int();
export const countUpTo = (max: number) =>
  integer.min(1).max(max, `The count may not be greater than ${max}.`).default(10);
export const skip = integer.min(0).default(0);
/** Razorpay's limits for a time, in Unix seconds. */
const earliest = 946_684_800;
const latest = 4_765_046_400;
const time = (field: string) => {
  const message = `${field} must be between ${earliest} and ${latest}`;
  return integer.min(earliest, message).max(latest, message);
};

/** Razorpay's paging parameters. */
export const listQuery = z.object({
  from: time('from').default(earliest),
  to: time('to').default(latest),
  count: countUpTo(100),
  skip,
});

export function collection<T>(items: T[]) {
  return { entity: 'collection', count: items.length, items };
}
