import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import type { z } from 'zod';
import { type Principal, requireReader, requireSignedIn, type SignedIn } from '../access/principal.ts';
import { httpError } from '../errors.ts';
import { check, parseBody, parseJson } from '../json.ts';
import { readBody } from '../read/body.ts';
import type { ReadRequest } from '../read/read.ts';
import type { Datasets } from '../store/datasets.ts';
import { megabyte } from '../units.ts';

/** Middleware sets `principal` before any route runs. */
export type LakeEnv = { Bindings: HttpBindings; Variables: { principal: Principal } };
export type LakeApp = Hono<LakeEnv>;

export const signedIn = (c: Context<LakeEnv>): SignedIn => requireSignedIn(c.get('principal'));

export const reader = (c: Context<LakeEnv>): SignedIn => requireReader(c.get('principal'));

/** Parses a JSON body of at most `limit` bytes. Throws 400 or 413. */
export async function readJson<T>(c: Context, schema: z.ZodType<T>, limit: number): Promise<T> {
  return parseBody(await readBytes(c, limit), schema);
}

/** Reads a body. Throws 413 if it is larger than `limit` bytes. */
export async function readBytes(c: Context, limit: number): Promise<Uint8Array> {
  const tooLarge = () => httpError(413, `The request body is larger than ${Math.round(limit / megabyte)} MB`);
  if (Number(c.req.header('content-length') ?? 0) > limit) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Parses query parameters. Empty parameters count as absent. Throws a 400 that names the first invalid parameter. */
export function parseParameters<T>(c: Context, schema: z.ZodType<T>): T {
  const given = Object.entries(c.req.query()).filter(([, value]) => value !== '');
  return check(schema, Object.fromEntries(given), 'Invalid parameter');
}

export async function respondWith(
  c: Context<LakeEnv, '/:dataset'>,
  { datasets }: { datasets: Datasets },
  type: string,
  request: ReadRequest,
): Promise<Response> {
  const body = await readBody(datasets.get(c.req.param('dataset')), request);
  return new Response(body, { headers: { 'Content-Type': type } });
}

/** Parses the GROQ parameters in the URL: `$name=<JSON>`. Throws 400 for a value that is not JSON. */
export function queryParameters(c: Context): Record<string, unknown> {
  const params: Record<string, unknown> = {};
  for (const [name, text] of new URL(c.req.url).searchParams)
    if (name.startsWith('$')) params[name.slice(1)] = parseJson(text, `Parameter "${name}"`);
  return params;
}

/** Returns the API version of a path `/v2025-02-19/…`, such as `2025-02-19`, `1` or `X`. Throws 404 for other paths. */
export function apiVersion(c: Context): string {
  const version = /^v(1|X|\d{4}-\d\d-\d\d)$/.exec(c.req.param('version') ?? '')?.[1];
  if (!version) throw httpError(404, 'API versions look like v1, vX or v2025-02-19');
  return version;
}

/** Parses comma-separated ids. Throws 400 for more than `limit`. */
export function parseIds(given: string, limit: number): string[] {
  const ids = [...new Set(given.split(',').filter(Boolean))];
  if (ids.length > limit) throw httpError(400, `At most ${limit} documents can be requested at once`);
  return ids;
}
