import { isIP } from 'node:net';
import path from 'node:path';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

const port = z.coerce
  .number({ error: 'must be a number' })
  .refine((value) => Number.isInteger(value) && value >= 1 && value <= 65_535, {
    error: 'must be a port number from 1 to 65535',
  });
const url = z
  .url({ protocol: /^https?$/, error: 'must be a URL, for example https://www.example.com' })
  .transform((address) => address.replace(/\/+$/, ''));
const origin = url.refine((address) => new URL(address).href === `${new URL(address).origin}/`, {
  error: 'must be a URL without a path, for example https://www.example.com',
});
const count = z
  .string()
  .regex(/^0*[1-9]\d*$/, { error: 'must be a whole number above 0' })
  .transform(Number);
const flag = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((value) => value === 'true');
const text = z.string();
const hostError = { error: 'must be an IP address of this machine, for example 127.0.0.1 or 0.0.0.0' };
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
    error: 'must be true, false or the IP addresses of proxies, for example loopback,private,203.0.113.0/24',
  });

const dayList = z
  .string()
  .regex(/^-?\d{1,3}(,\s*-?\d{1,3}){0,9}$/, { error: 'must be days, for example -3,0,7' })
  .transform((days) => [...new Set(days.split(',').map(Number))].toSorted((a, b) => a - b));

const addressList = z
  .string()
  .transform((addresses) => addresses.split(',').map((address) => address.trim()))
  .pipe(z.array(z.email({ error: 'must be e-mail addresses, separated by commas' })));

/** The settings that people set. `.env.example` explains each; a test compares the two lists. */
export const userSettings = {
  PORT: port.default(3000),
  HOST: text.refine((host) => isIP(host) === 4 || /^::1?$/.test(host), hostError).optional(),
  SITE_URL: origin.optional(),
  DATA_DIR: text.regex(/^[^~]/, { error: 'must be a full path: ~ works only in a shell' }).default('.data'),
  ALLOW_INDEXING: flag.optional(),
  SANITY_PROJECT_ID: text
    .regex(/^[a-z0-9-]+$/, { error: 'must consist of lowercase letters, digits and hyphens' })
    .optional(),
  SANITY_DATASET: text
    .regex(/^[~a-z0-9][\w-]*$/, { error: 'must be the name of a dataset, for example production' })
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
  DATABASE_URL: text
    .regex(/^postgres(ql)?:\/\//, { error: 'must be a connection string that begins with postgres://' })
    .optional(),
  PAYMENT_ORDERS_PER_MINUTE: count.default(20),
  PAYMENT_ORDERS_PER_HOUR: count.default(120),
  PAYMENT_REFUND_APPROVAL_ABOVE: count.default(10_000),
  PAYMENT_SETTLED_WITHIN_DAYS: count.default(7),
  PAYMENT_RETENTION_DAYS: count.default(2922),
  PAYMENT_UNPAID_RETENTION_DAYS: count.default(30),
  MESSAGE_RETENTION_DAYS: count.default(30),
  AUDIT_RETENTION_DAYS: count.default(2922),
  PERSONAL_DATA_MIN_DAYS: count.optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must look like smtps://user:password@mail.example.com:465' })
    .optional(),
  MAIL_FROM: text
    .regex(/^([^<>"\r\n]+<[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/, {
      error: 'must be an e-mail address, with or without a name: Example Agency <bills@example.com>',
    })
    .optional(),
  PAYMENT_NOTICE_TO: z.email({ error: 'must be an e-mail address' }).optional(),
  PAYMENT_REMINDER_DAYS: dayList.default([]),
  WEEKLY_LETTER_TO: addressList.default([]),
  ALERTS_TO: z.email({ error: 'must be an e-mail address' }).optional(),
  ALERTS_WEBHOOK: url.optional(),
  BACKUP_DIR: text.optional(),
  BACKUP_KEEP: count.default(14),
  BACKUP_PASSPHRASE: text.min(16, { error: 'must have at least 16 characters' }).optional(),
  TRUST_PROXY: proxies.default(false),
  STALE_PAGES_MS: text
    .regex(/^(\d{1,3}|1000)$/, { error: 'must be a whole number from 0 to 1000' })
    .transform(Number)
    .default(700),
  METRICS_PORT: port.optional(),
  LOG_FORMAT: z.enum(['json', 'text'], { error: 'must be json or text' }).optional(),
  LOG_LEVEL: z.enum(['info', 'debug'], { error: 'must be info or debug' }).optional(),
};

/** Settings that the starter passes to the services it starts. */
const serviceSettings = {
  SANITY_API_HOST: url.optional(),
  CONTENT_LAKE_SITE_KEY: text.default(''),
  RAZORPAY_API_URL: url.optional(),
  STUDIO_DEV_URL: url.optional(),
};

const schema = z.object({ ...userSettings, ...serviceSettings }).superRefine((env, context) => {
  const wrong = (name: string, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  // A project id means hosted Sanity, unless the content API has an address of its own.
  const isHosted = env.SANITY_PROJECT_ID && !env.SANITY_API_HOST;
  for (const name of ['SANITY_API_READ_TOKEN', 'SANITY_WEBHOOK_SECRET'] as const)
    if (isHosted && !env[name])
      wrong(name, 'is required with SANITY_PROJECT_ID: create it at sanity.io/manage');
  for (const name of ['RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'] as const)
    if (env.RAZORPAY_KEY_ID && !env[name])
      wrong(name, 'is required with RAZORPAY_KEY_ID: copy it from the Razorpay dashboard');
  if (env.SMTP_URL && !env.MAIL_FROM)
    wrong('MAIL_FROM', 'is required with SMTP_URL: set the sender of the e-mails');
  if (env.MAIL_FROM && !env.SMTP_URL) wrong('SMTP_URL', 'is required with MAIL_FROM: set the mail server');
  const server = URL.parse(env.SMTP_URL ?? '');
  if (server?.username && !server.password)
    wrong('SMTP_URL', 'has a user but no password: write smtps://user:password@host');
  if (env.RAZORPAY_API_URL && isLiveKey(env.RAZORPAY_KEY_ID))
    wrong('RAZORPAY_API_URL', 'must be empty with a live key: live payments use the real Razorpay');
});

/** Returns an Error that lists problems. Each problem begins with the name of its variable. */
export function settingsError(problems: string[]): Error {
  const lines = problems.map((problem) => `  ${problem}`).join('\n');
  return new Error(
    `Some settings are wrong:\n${lines}\nCorrect them in .env. See .env.example for what each one means.`,
  );
}

/** Reads all settings. Empty variables count as unset. Throws an Error that says how to set each wrong variable. */
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
    /** Undefined: all interfaces. The default behind a trusted proxy is loopback, so that nobody bypasses the proxy. */
    host: env.HOST ?? (/^(true|loopback)$/.test(String(env.TRUST_PROXY)) ? '127.0.0.1' : undefined),
    /** Public URL. No URL here ends with a slash. */
    siteUrl,
    isLocal,
    /** Absolute path; DATA_DIR is relative to the project's folder. */
    dataDir: path.resolve(/* turbopackIgnore: true */ env.DATA_DIR),
    /** Whether search engines may list the site. By default, they may list a public site. */
    allowIndexing,
    /** Whether to trust the proxy in front, or the IP ranges of trusted proxies (`web/http/client-address.ts`). */
    trustProxy: env.TRUST_PROXY,
    sanity: sanitySettings(env),
    lakePort: env.CONTENT_LAKE_PORT,
    /** Undefined without keys; the starter then runs the payment sandbox. */
    razorpay: keyId && keySecret && secret ? { keyId, keySecret, webhookSecret: secret } : undefined,
    previousKeySecret: env.RAZORPAY_KEY_SECRET_PREVIOUS,
    previousWebhookSecret: env.RAZORPAY_WEBHOOK_SECRET_PREVIOUS,
    /** URL of the payment sandbox; undefined for Razorpay itself. */
    razorpayUrl: env.RAZORPAY_API_URL,
    sandboxPort: env.RAZORPAY_SANDBOX_PORT,
    databaseUrl: env.DATABASE_URL,
    ordersPerMinute: env.PAYMENT_ORDERS_PER_MINUTE,
    ordersPerHour: env.PAYMENT_ORDERS_PER_HOUR,
    /** Rupees. */
    refundApprovalAbove: env.PAYMENT_REFUND_APPROVAL_ABOVE,
    settledWithinDays: env.PAYMENT_SETTLED_WITHIN_DAYS,
    retention: retentionOf(env),
    /** Undefined: e-mails are not sent, only stored and shown in the Studio. */
    mail: env.SMTP_URL && env.MAIL_FROM ? { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM } : undefined,
    paymentNoticeTo: env.PAYMENT_NOTICE_TO,
    /** Days after a bill's due date (negative: before it) on which its customer is reminded, in ascending order. */
    reminderDays: env.PAYMENT_REMINDER_DAYS,
    /** Who gets the letter about each week. */
    weeklyLetterTo: env.WEEKLY_LETTER_TO,
    /** Who is notified of conditions (`telemetry/conditions.ts`); nobody if undefined. */
    alerts: { mailTo: env.ALERTS_TO, webhook: env.ALERTS_WEBHOOK },
    /** Daily backups; none without a folder. */
    backup: { folder: env.BACKUP_DIR, keep: env.BACKUP_KEEP, passphrase: env.BACKUP_PASSPHRASE },
    /** For how many milliseconds after a publish visitors may get the last version of a page. */
    staleTime: env.STALE_PAGES_MS,
    /** Port of the site's metrics. The content lake uses the next port. Undefined: no metrics. */
    metricsPort: env.METRICS_PORT,
    /** URL of `sanity dev`, to which the site redirects /studio in development. */
    studioDevUrl: env.STUDIO_DEV_URL,
  };
}

/** Returns the days for which each kind of personal data stays: at least `minimum`. */
function retentionOf(env: z.infer<typeof schema>) {
  const minimum = env.PERSONAL_DATA_MIN_DAYS ?? 0;
  return {
    payments: Math.max(minimum, env.PAYMENT_RETENTION_DAYS),
    unpaid: Math.max(minimum, env.PAYMENT_UNPAID_RETENTION_DAYS),
    messages: Math.max(minimum, env.MESSAGE_RETENTION_DAYS),
    audit: Math.max(minimum, env.AUDIT_RETENTION_DAYS),
    minimum,
  };
}

function sanitySettings(env: z.infer<typeof schema>) {
  return {
    /** Undefined for hosted Sanity. */
    apiHost: env.SANITY_API_HOST,
    /** Authenticates the site to the content lake. */
    siteKey: env.CONTENT_LAKE_SITE_KEY,
    /** Undefined for the embedded content lake. */
    projectId: env.SANITY_PROJECT_ID,
    dataset: env.SANITY_DATASET,
    readToken: env.SANITY_API_READ_TOKEN,
    webhookSecret: env.SANITY_WEBHOOK_SECRET,
  };
}

export type Settings = ReturnType<typeof readSettings>;

/** Returns the local URL of the site. */
export function buildSelfUrl({ host = '', port }: Pick<Settings, 'host' | 'port'>): string {
  // A server on loopback or on all interfaces is reachable as localhost.
  const isNamed = /^(localhost|127\..*|0\.0\.0\.0|::1?|)$/.test(host);
  return `http://${isNamed ? 'localhost' : host}:${port}`;
}

/** Returns a release's folder within `web/`. */
export const releaseFolder = (release: string) => `.release-${release}`;

/** Whether payments with this Razorpay key take real money. */
export const isLiveKey = (keyId = ''): boolean => keyId.startsWith('rzp_live_');
