import path from 'node:path';
import { z } from 'zod';

const emptyIsUnset = (value: unknown) => (value === '' ? undefined : value);
const optionalText = z.preprocess(emptyIsUnset, z.string().optional());
const optionalUrl = (name: string) =>
  z.preprocess(
    emptyIsUnset,
    z
      .url({ protocol: /^https?$/, error: `${name} must be an address such as https://www.example.com` })
      .optional(),
  );
const flag = (name: string) =>
  z.preprocess(
    emptyIsUnset,
    z.enum(['true', 'false'], { error: `${name} must be true or false` }).default('false'),
  );

const schema = z.object({
  SITE_URL: optionalUrl('SITE_URL'),
  PORT: z.preprocess(emptyIsUnset, z.coerce.number({ error: 'PORT must be a number' }).default(3000)),
  DATA_DIR: z.preprocess(emptyIsUnset, z.string().default('.data')),
  SANITY_API_HOST: optionalUrl('SANITY_API_HOST'),
  SANITY_PROJECT_ID: z.preprocess(
    emptyIsUnset,
    z
      .string({ error: 'SANITY_PROJECT_ID is missing: use `npm start`, or copy it from sanity.io/manage' })
      .regex(/^[a-z0-9-]+$/, 'SANITY_PROJECT_ID must be letters, digits and hyphens'),
  ),
  SANITY_DATASET: z.preprocess(
    emptyIsUnset,
    z
      .string()
      .regex(/^[~a-z0-9][\w-]*$/, 'SANITY_DATASET must be the name of a dataset')
      .default('production'),
  ),
  SANITY_API_READ_TOKEN: optionalText,
  SANITY_WEBHOOK_SECRET: optionalText,
  RAZORPAY_API_URL: optionalUrl('RAZORPAY_API_URL'),
  STUDIO_DEV_URL: optionalUrl('STUDIO_DEV_URL'),
  ALLOW_INDEXING: z.preprocess(emptyIsUnset, z.enum(['true', 'false']).optional()),
  SEND_FRAMEWORK_SCRIPTS: flag('SEND_FRAMEWORK_SCRIPTS'),
});

/**
 * Settings of the site from the environment. Throws an Error that names each wrong variable and how to set it.
 * The build needs none of them: everything that depends on settings happens when a page is asked for.
 */
function readSiteSettings(environment: NodeJS.ProcessEnv) {
  const parsed = schema.safeParse(environment);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `  ${issue.message}`);
    throw new Error(
      `The site is not set up:\n${problems.join('\n')}\nSet them in .env; .env.example explains each.`,
    );
  }
  const env = parsed.data;
  const siteUrl = (env.SITE_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, '');
  const isLocal = /^(localhost|127\.|\[::1\]|.*\.localhost$)/.test(new URL(siteUrl).hostname);
  return {
    siteUrl,
    /** Folder for what the site makes and may lose: pictures for sharing. */
    cacheDir: path.join(path.resolve(/* turbopackIgnore: true */ env.DATA_DIR), 'site-cache'),
    sanity: {
      /** Address of the content lake, without a slash at the end; undefined for hosted Sanity. */
      apiHost: env.SANITY_API_HOST?.replace(/\/+$/, ''),
      projectId: env.SANITY_PROJECT_ID,
      dataset: env.SANITY_DATASET,
      readToken: env.SANITY_API_READ_TOKEN,
      webhookSecret: env.SANITY_WEBHOOK_SECRET,
    },
    /** Base URL of the payment sandbox; undefined with real Razorpay. */
    razorpayUrl: env.RAZORPAY_API_URL?.replace(/\/+$/, ''),
    /** Where `sanity dev` runs; the site then sends the Studio's visitors there. */
    studioDevUrl: env.STUDIO_DEV_URL?.replace(/\/+$/, ''),
    /** Whether search engines may list this site: yes on a public address, unless ALLOW_INDEXING says otherwise. */
    allowIndexing: env.ALLOW_INDEXING ? env.ALLOW_INDEXING === 'true' : !isLocal,
    /** Whether content pages are delivered with the framework's scripts, which they do not need. */
    sendFrameworkScripts: env.SEND_FRAMEWORK_SCRIPTS === 'true',
  };
}

export type SiteSettings = ReturnType<typeof readSiteSettings>;

let settings: SiteSettings | undefined;

/** The settings of this process, read once. */
export function siteSettings(): SiteSettings {
  settings ??= readSiteSettings(process.env);
  return settings;
}
