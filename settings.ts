import { isIP } from 'node:net';
import path from 'node:path';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

const port = z.coerce
  .number({ error: 'must be a number' })
  .refine((value) => Number.isInteger(value) && value >= 1 && value <= 65_535, {
    error: 'must be a port number up to 65535',
  });
const url = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://www.example.com' })
  .transform((address) => address.replace(/\/+$/, ''));
const origin = url.refine((address) => new URL(address).href === `${new URL(address).origin}/`, {
  error: 'must be an address without a path, such as https://www.example.com',
});
const count = z
  .string()
  .regex(/^0*[1-9]\d*$/, { error: 'must be a whole number above 0' })
  .transform(Number);
const flag = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((value) => value === 'true');
const text = z.string();
const hostForm = { error: 'must be an address of this machine, such as 127.0.0.1 or 0.0.0.0' };
const { IPv4, IPv6 } = ipaddr;
const isRange = (range: string) =>
  /^(loopback|private)$/.test(range) ||
  IPv4.isValidFourPartDecimal(range) ||
  IPv4.isValidCIDRFourPartDecimal(range) ||
  IPv6.isValid(range) ||
  IPv6.isValidCIDR(range);
const proxies = z
  .string()
  .transform((value) =>
    /^(true|false)$/.test(value) ? value === 'true' : value.split(',').map((range) => range.trim()),
  )
  .refine((value) => typeof value === 'boolean' || value.every(isRange), {
    error: 'must be true, false or addresses of proxies, such as loopback,private,203.0.113.0/24',
  });

const dayList = z
  .string()
  .regex(/^-?\d{1,3}(,\s*-?\d{1,3}){0,9}$/, { error: 'must be days such as -3,0,7' })
  .transform((days) => [...new Set(days.split(',').map(Number))].toSorted((a, b) => a - b));

/** Explained in `.env.example`; a test keeps the two lists the same. */
export const userSettings = {
  PORT: port.default(3000),
  HOST: text.refine((host) => isIP(host) === 4 || /^::1?$/.test(host), hostForm).optional(),
  SITE_URL: origin.optional(),
  DATA_DIR: text
    .regex(/^[^~]/, { error: 'must be a whole path: only a shell knows what ~ is' })
    .default('.data'),
  ALLOW_INDEXING: flag.optional(),
  INDEXNOW_KEY: text
    .regex(/^[a-zA-Z0-9-]{8,128}$/, { error: 'must be 8 to 128 letters, digits and hyphens' })
    .optional(),
  SANITY_PROJECT_ID: text.regex(/^[a-z0-9-]+$/, { error: 'must be letters, digits and hyphens' }).optional(),
  SANITY_DATASET: text
    .regex(/^[~a-z0-9][\w-]*$/, { error: 'must be the name of a dataset' })
    .default('production'),
  SANITY_API_READ_TOKEN: text.optional(),
  SANITY_WEBHOOK_SECRET: text.optional(),
  CONTENT_LAKE_PORT: port.default(3100),
  RAZORPAY_KEY_ID: text
    .regex(/^rzp_(test|live)_\w+$/, { error: 'must look like rzp_test_… or rzp_live_…' })
    .optional(),
  RAZORPAY_KEY_SECRET: text.optional(),
  RAZORPAY_KEY_SECRET_PREVIOUS: text.optional(),
  RAZORPAY_WEBHOOK_SECRET: text.optional(),
  RAZORPAY_WEBHOOK_SECRET_PREVIOUS: text.optional(),
  RAZORPAY_SANDBOX_PORT: port.default(3200),
  DATABASE_URL: text.regex(/^postgres(ql)?:\/\//, { error: 'must begin with postgres://' }).optional(),
  PAYMENT_ORDERS_PER_MINUTE: count.default(20),
  PAYMENT_ORDERS_PER_HOUR: count.default(120),
  PAYMENT_REFUND_APPROVAL_ABOVE: count.default(10_000),
  PAYMENT_SETTLED_WITHIN_DAYS: count.default(7),
  PAYMENT_RETENTION_DAYS: count.default(2922),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must look like smtps://user:password@mail.example.com:465' })
    .optional(),
  MAIL_FROM: text
    .regex(/^([^<>"\r\n]+<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/, {
      error: 'must be an e-mail address, or a name with one: Example Agency <bills@example.com>',
    })
    .optional(),
  PAYMENT_NOTICE_TO: z.email({ error: 'must be an e-mail address' }).optional(),
  PAYMENT_REMINDER_DAYS: dayList.default([]),
  BACKUP_DIR: text.optional(),
  BACKUP_KEEP: count.default(14),
  BACKUP_PASSPHRASE: text.min(16, { error: 'must have at least 16 characters' }).optional(),
  TRUST_PROXY: proxies.default(false),
  METRICS_PORT: port.optional(),
  LOG_FORMAT: z.enum(['json', 'text'], { error: 'must be json or text' }).optional(),
};

/** Set by a start for its services. */
const serviceSettings = {
  SANITY_API_HOST: url.optional(),
  CONTENT_LAKE_SITE_KEY: text.default(''),
  RAZORPAY_API_URL: url.optional(),
  STUDIO_DEV_URL: url.optional(),
  INDEXNOW_API_URL: url.default('https://api.indexnow.org/indexnow'),
};

const schema = z.object({ ...userSettings, ...serviceSettings }).superRefine((env, context) => {
  const wrong = (name: string, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  // Hosted Sanity, unless the content API has its own address.
  const isHosted = env.SANITY_PROJECT_ID && !env.SANITY_API_HOST;
  for (const name of ['SANITY_API_READ_TOKEN', 'SANITY_WEBHOOK_SECRET'] as const)
    if (isHosted && !env[name]) wrong(name, 'is needed with SANITY_PROJECT_ID: make it at sanity.io/manage');
  for (const name of ['RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'] as const)
    if (env.RAZORPAY_KEY_ID && !env[name])
      wrong(name, 'is needed with RAZORPAY_KEY_ID: copy it from the Razorpay dashboard');
  if (env.SMTP_URL && !env.MAIL_FROM) wrong('MAIL_FROM', 'is needed with SMTP_URL: who the e-mails are from');
  if (env.MAIL_FROM && !env.SMTP_URL) wrong('SMTP_URL', 'is needed with MAIL_FROM: the mail server');
  const server = URL.parse(env.SMTP_URL ?? '');
  if (server?.username && !server.password) wrong('SMTP_URL', 'has a user but no password');
  if (env.RAZORPAY_API_URL && isLiveKey(env.RAZORPAY_KEY_ID))
    wrong('RAZORPAY_API_URL', 'must be empty with a live key');
});

/** Each problem begins with the name of its variable. */
export function settingsError(problems: string[]): Error {
  const lines = problems.map((problem) => `  ${problem}`).join('\n');
  return new Error(`Some settings are wrong:\n${lines}\nSet them in .env; .env.example explains each.`);
}

/** Empty variables count as unset. Throws an Error that names every wrong one and says how to set it. */
export function readSettings(environment: Record<string, string | undefined>) {
  const filled = Object.entries(environment)
    .map(([name, value]) => [name, value?.trim()])
    .filter(([, value]) => value);
  const parsed = schema.safeParse(Object.fromEntries(filled));
  if (!parsed.success)
    throw settingsError(parsed.error.issues.map(({ path: [name], message }) => `${String(name)} ${message}`));
  const env = parsed.data;
  const siteUrl = env.SITE_URL ?? `http://localhost:${env.PORT}`;
  const isLocal = /^(localhost|127\.|\[::1\]|.*\.localhost$)/.test(new URL(siteUrl).hostname);
  const allowIndexing = env.ALLOW_INDEXING ?? !isLocal;
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret, RAZORPAY_WEBHOOK_SECRET: secret } = env;
  return {
    port: env.PORT,
    /** Undefined for all. Behind a trusted proxy loopback only, lest others go round it, unless HOST is set. */
    host: env.HOST ?? (/^(true|loopback)$/.test(String(env.TRUST_PROXY)) ? '127.0.0.1' : undefined),
    /** Public URL, without a slash at the end, as all URLs here. */
    siteUrl,
    isLocal,
    /** Absolute; DATA_DIR is relative to the project's folder. */
    dataDir: path.resolve(/* turbopackIgnore: true */ env.DATA_DIR),
    /** For search engines: public sites, unless ALLOW_INDEXING says otherwise. */
    allowIndexing,
    /** Where public sites announce their changes to search engines, if they do. */
    indexNow:
      env.INDEXNOW_KEY && allowIndexing ? { key: env.INDEXNOW_KEY, api: env.INDEXNOW_API_URL } : undefined,
    /** Trust in the proxy in front, or the proxies' ranges of addresses (`web/http/client-address.ts`). */
    trustProxy: env.TRUST_PROXY,
    sanity: {
      /** Undefined for hosted Sanity. */
      apiHost: env.SANITY_API_HOST,
      /** Proves the site to the content lake. */
      siteKey: env.CONTENT_LAKE_SITE_KEY,
      /** Undefined for the embedded content lake. */
      projectId: env.SANITY_PROJECT_ID,
      dataset: env.SANITY_DATASET,
      readToken: env.SANITY_API_READ_TOKEN,
      webhookSecret: env.SANITY_WEBHOOK_SECRET,
    },
    lakePort: env.CONTENT_LAKE_PORT,
    /** Undefined for the payment sandbox. */
    razorpay: keyId && keySecret && secret ? { keyId, keySecret, webhookSecret: secret } : undefined,
    previousKeySecret: env.RAZORPAY_KEY_SECRET_PREVIOUS,
    previousWebhookSecret: env.RAZORPAY_WEBHOOK_SECRET_PREVIOUS,
    /** Of the payment sandbox; undefined for Razorpay itself. */
    razorpayUrl: env.RAZORPAY_API_URL,
    sandboxPort: env.RAZORPAY_SANDBOX_PORT,
    databaseUrl: env.DATABASE_URL,
    ordersPerMinute: env.PAYMENT_ORDERS_PER_MINUTE,
    ordersPerHour: env.PAYMENT_ORDERS_PER_HOUR,
    /** In rupees. */
    refundApprovalAbove: env.PAYMENT_REFUND_APPROVAL_ABOVE,
    settledWithinDays: env.PAYMENT_SETTLED_WITHIN_DAYS,
    retentionDays: env.PAYMENT_RETENTION_DAYS,
    /** Undefined: e-mails are only kept and shown in the Studio. */
    mail: env.SMTP_URL && env.MAIL_FROM ? { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM } : undefined,
    paymentNoticeTo: env.PAYMENT_NOTICE_TO,
    /** Days after a bill's due date, or before it where negative, on which its customer is reminded; ascending. */
    reminderDays: env.PAYMENT_REMINDER_DAYS,
    /** Daily, if there is a folder. */
    backup: { folder: env.BACKUP_DIR, keep: env.BACKUP_KEEP, passphrase: env.BACKUP_PASSPHRASE },
    /** Of the site's metrics; the content lake's is the next one. Undefined: none. */
    metricsPort: env.METRICS_PORT,
    /** `sanity dev`, to which the site redirects the Studio's visitors. */
    studioDevUrl: env.STUDIO_DEV_URL,
  };
}

export type Settings = ReturnType<typeof readSettings>;

/** Local URL of the site, without a slash at the end. */
export function selfUrlOf({ host = '', port }: Pick<Settings, 'host' | 'port'>): string {
  // A server on all interfaces, or loopback, answers under this name.
  const isNamed = /^(localhost|127\..*|0\.0\.0\.0|::1?|)$/.test(host);
  return `http://${isNamed ? 'localhost' : host}:${port}`;
}

/** Within `web/`. */
export const releaseFolder = (release: string) => `.release-${release}`;

/** Whether payments with this Razorpay key take real money. */
export const isLiveKey = (keyId = ''): boolean => keyId.startsWith('rzp_live_');
