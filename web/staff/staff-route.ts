import { createMiddleware } from 'hono/factory';
import { HTTPException } from 'hono/http-exception';
import type { Env } from 'hono/types';
import { z } from 'zod';
import { errorResponse, toResponse } from '#web/http/api-response.ts';
import { readBody } from '#web/http/body.ts';
import { fieldErrors } from '#web/http/field-errors.ts';
import { parseJson } from '#web/http/json.ts';
import { readUploads } from '#web/http/uploads.ts';
import type { Staff } from './require-staff.ts';

/** Hono environment for staff routes. `work` holds the dependencies that `open` returned. */
export type StaffEnv<Work> = { Variables: { work: Work; staff: Staff } };

/** Ends a request with an error response, whose text is shown to staff. */
export function refuse(...error: Parameters<typeof errorResponse>): never {
  throw new HTTPException(undefined, { res: toResponse(errorResponse(...error)) });
}

/** Validates the query string. Routes read it with `valid('query')`. */
export function checkedQuery<T extends z.core.$ZodObject>(schema: T) {
  type Query = { in: { query: { [Name in keyof z.output<T>]?: string } }; out: { query: z.output<T> } };
  return createMiddleware<Env, string, Query>(async ({ req }, next) => {
    const query = z.safeParse(schema, Object.fromEntries(new URL(req.url).searchParams));
    if (!query.success) refuse(400, 'This filter is not valid.', { fieldErrors: fieldErrors(query.error) });
    req.addValidatedData('query', query.data);
    await next();
  });
}

/** Bytes. Apart from lists of bills, the largest body is under 1 kB. */
const bodyLimit = 16_384;

/**
 * Validates a JSON body. Routes read it with `valid('json')`. For callers, TypeScript checks only the field names,
 * since the Studio sends unvalidated form input.
 */
export function checkedBody<T extends z.core.$ZodObject>(schema: T, limit = bodyLimit) {
  type Body = { in: { json: { [Name in keyof z.input<T>]?: unknown } }; out: { json: z.output<T> } };
  return createMiddleware<Env, string, Body>(async ({ req }, next) => {
    const body = await readBody(req.raw, limit, 'json');
    if (!(body instanceof Uint8Array)) refuse(body.status, body.error);
    const parsed = z.safeParse(schema, parseJson(body));
    if (!parsed.success)
      refuse(400, 'Some details are not right.', { fieldErrors: fieldErrors(parsed.error) });
    req.addValidatedData('json', parsed.data);
    await next();
  });
}

/** Files in one form. */
const mostFiles = 100;

/**
 * Reads the files in the field `file` of a form whose body has at most `limit` bytes. Routes read them with
 * `valid('form')`.
 */
export function checkedFiles(limit: number, most = mostFiles) {
  type Files = { in: { form: { file: File | File[] } }; out: { form: { file: File[] } } };
  return createMiddleware<Env, string, Files>(async ({ req }, next) => {
    const form = await readUploads(req.raw, limit);
    if (!(form instanceof FormData))
      refuse(form.status, form.status === 413 ? 'These files are too large together.' : form.error);
    // Without a choice, browsers send an empty file without a name.
    const file = form.getAll('file').filter((one) => one instanceof File && one.name + one.size !== '0');
    if (file.length === 0) refuse(400, 'Choose a file.');
    if (file.length > most) refuse(400, `Choose at most ${most === 1 ? 'one file' : `${most} files`}.`);
    req.addValidatedData('form', { file });
    await next();
  });
}
