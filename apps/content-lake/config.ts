import path from 'node:path';
import { z } from 'zod';
import { eventStreamPorts } from '../ports.ts';
import { StartError } from './errors.ts';

const origin = z
  .url({ protocol: /^https?$/, error: 'must be an address such as http://localhost:3000' })
  .transform((url) => new URL(url).origin);

const environmentSchema = z.object({
  CONTENT_LAKE_PORT: z.coerce
    .number()
    .int()
    .min(1)
    .max(65_535 - eventStreamPorts)
    .default(3100),
  DATA_DIR: z.string().min(1).default('.data'),
  SANITY_PROJECT_ID: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]*$/, 'must be lower-case letters, digits and dashes')
    .default('local'),
  SANITY_DATASET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, 'must be lower-case letters, digits, dashes and underscores')
    .default('production'),
  SITE_URL: origin.default('http://localhost:3000'),
  CONTENT_LAKE_ORIGINS: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean),
    )
    .pipe(z.array(origin)),
  CONTENT_LAKE_WEBHOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
  SANITY_WEBHOOK_SECRET: z.string().min(1).optional(),
  CONTENT_LAKE_HISTORY_DAYS: z.coerce
    .number({ error: 'must be a number of days, or 0 to keep everything' })
    .int()
    .min(0)
    .default(90),
});

export type LakeConfig = {
  port: number;
  /** Folder of everything the lake stores: DATA_DIR/content-lake. */
  folder: string;
  projectId: string;
  /** The dataset that is made on the first start. */
  dataset: string;
  /** Browser origins that may use the API: the site, the Studio and whatever else was named. */
  origins: string[];
  webhook: { url: string; secret: string } | null;
  /** Days for which old states of documents are kept; 0 for ever. */
  historyDays: number;
  /** Milliseconds after which a query is ended with an error. */
  queryTimeLimit: number;
};

/** Reads the lake's settings from the environment. Throws a StartError that names what is wrong. */
export function readConfig(environment: Record<string, string | undefined>): LakeConfig {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new StartError(`The content lake's settings are wrong.\n${problems.join('\n')}`);
  }
  const env = parsed.data;
  if (env.CONTENT_LAKE_WEBHOOK_URL && !env.SANITY_WEBHOOK_SECRET)
    throw new StartError(
      'CONTENT_LAKE_WEBHOOK_URL is set without SANITY_WEBHOOK_SECRET: set the secret that signs it.',
    );
  return {
    port: env.CONTENT_LAKE_PORT,
    folder: path.resolve(env.DATA_DIR, 'content-lake'),
    projectId: env.SANITY_PROJECT_ID,
    dataset: env.SANITY_DATASET,
    origins: [...new Set([env.SITE_URL, ...env.CONTENT_LAKE_ORIGINS])],
    webhook:
      env.CONTENT_LAKE_WEBHOOK_URL && env.SANITY_WEBHOOK_SECRET
        ? { url: env.CONTENT_LAKE_WEBHOOK_URL, secret: env.SANITY_WEBHOOK_SECRET }
        : null,
    historyDays: env.CONTENT_LAKE_HISTORY_DAYS,
    queryTimeLimit: 10_000,
  };
}
