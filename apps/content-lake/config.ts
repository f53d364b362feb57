import path from 'node:path';
import { z } from 'zod';
import { builtInRoles, roleSchema } from './access/roles.ts';
import { StartError } from './errors.ts';
import { json } from './json.ts';
import { megabyte } from './units.ts';

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an address such as http://localhost:3000' });

const environmentSchema = z.object({
  CONTENT_LAKE_PORT: z.coerce.number().int().min(1).max(65_535).default(3100),
  CONTENT_LAKE_URL: httpUrl.optional(),
  CONTENT_LAKE_SITE_KEY: z.string().default(''),
  CONTENT_LAKE_DATA_DIR: z.string().min(1).default('.data/content-lake'),
  CONTENT_LAKE_PROJECT_ID: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]*$/, 'must be lowercase letters, digits and dashes')
    .default('local'),
  CONTENT_LAKE_DATASET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, 'must be lowercase letters, digits, dashes and underscores')
    .default('production'),
  CONTENT_LAKE_ORIGINS: z
    .string()
    .default('')
    .transform((list): string[] => list.match(/[^\s,]+/g) ?? [])
    .pipe(z.array(httpUrl.transform((url) => new URL(url).origin))),
  CONTENT_LAKE_ROLES: json
    .prefault('[]')
    .catch(undefined)
    .pipe(z.array(roleSchema, { error: 'must be a JSON list of {"name", "title", "description", "grants"}' }))
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'must not repeat a name'),
  CONTENT_LAKE_HISTORY_DAYS: z.coerce
    .number({ error: 'must be a number of days, or 0 for no limit' })
    .int()
    .min(0)
    .default(90),
  CONTENT_LAKE_HISTORY_MB: z.coerce.number({ error: 'must be a number of megabytes' }).min(1).default(1024),
});

export type LakeConfig = ReturnType<typeof readConfig>;

/** Reads the configuration from environment variables. Throws a StartError that names each wrong variable. */
export function readConfig(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new StartError(`The content lake's settings are wrong.\n${problems.join('\n')}`);
  }
  const env = parsed.data;
  return {
    port: env.CONTENT_LAKE_PORT,
    /** Public address without a trailing slash, for example https://www.example.com/lake. */
    url: env.CONTENT_LAKE_URL ?? `http://localhost:${env.CONTENT_LAKE_PORT}`,
    /** Secret that proves that a request comes through the site. Empty if there is no site. */
    siteKey: env.CONTENT_LAKE_SITE_KEY,
    folder: path.resolve(env.CONTENT_LAKE_DATA_DIR),
    projectId: env.CONTENT_LAKE_PROJECT_ID,
    /** Default dataset, created on the first start. */
    dataset: env.CONTENT_LAKE_DATASET,
    /** Origins whose pages may use the API. */
    origins: env.CONTENT_LAKE_ORIGINS,
    roles: [...builtInRoles, ...env.CONTENT_LAKE_ROLES],
    /** Days of history; 0 for no limit. */
    historyDays: env.CONTENT_LAKE_HISTORY_DAYS,
    /** Maximum bytes of a dataset's history. The newest changes of each document are retained even above the limit. */
    historyBytes: env.CONTENT_LAKE_HISTORY_MB * megabyte,
  };
}
