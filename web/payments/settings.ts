import path from 'node:path';
import { z } from 'zod';

const filled = (name: string, how: string) =>
  z.string({ error: `${name} is missing: ${how}` }).min(1, `${name} is missing: ${how}`);
const count = (name: string, fallback: number) =>
  z.coerce
    .number({ error: `${name} must be a number` })
    .int()
    .positive(`${name} must be above 0`)
    .default(fallback);
const emptyIsUnset = (value: unknown) => (value === '' ? undefined : value);

const schema = z
  .object({
    RAZORPAY_KEY_ID: filled(
      'RAZORPAY_KEY_ID',
      'copy it from the Razorpay dashboard, or use `npm start`',
    ).regex(/^rzp_(test|live)_\w+$/, 'RAZORPAY_KEY_ID must look like rzp_test_… or rzp_live_…'),
    RAZORPAY_KEY_SECRET: filled('RAZORPAY_KEY_SECRET', 'copy it from the Razorpay dashboard'),
    RAZORPAY_WEBHOOK_SECRET: filled('RAZORPAY_WEBHOOK_SECRET', 'set the one that the webhook was made with'),
    RAZORPAY_WEBHOOK_SECRET_PREVIOUS: z.preprocess(emptyIsUnset, z.string().optional()),
    RAZORPAY_API_URL: z.preprocess(emptyIsUnset, z.url('RAZORPAY_API_URL must be an address').optional()),
    DATABASE_URL: z.preprocess(
      emptyIsUnset,
      z.string().startsWith('postgres', 'DATABASE_URL must begin with postgres://').optional(),
    ),
    DATA_DIR: z.preprocess(emptyIsUnset, z.string().default('.data')),
    PAYMENT_ORDERS_PER_MINUTE: z.preprocess(emptyIsUnset, count('PAYMENT_ORDERS_PER_MINUTE', 20)),
    PAYMENT_ORDERS_PER_HOUR: z.preprocess(emptyIsUnset, count('PAYMENT_ORDERS_PER_HOUR', 120)),
    PAYMENT_RETENTION_DAYS: z.preprocess(emptyIsUnset, count('PAYMENT_RETENTION_DAYS', 2922)),
    STUDIO_DEV_URL: z.preprocess(emptyIsUnset, z.url().optional()),
    SANITY_API_HOST: z.preprocess(emptyIsUnset, z.url().optional()),
    SANITY_PROJECT_ID: z.preprocess(emptyIsUnset, z.string().default('local')),
  })
  .refine((env) => !(env.RAZORPAY_API_URL && env.RAZORPAY_KEY_ID.startsWith('rzp_live_')), {
    message: 'RAZORPAY_API_URL must be empty with a live key',
  });

export type PaymentSettings = ReturnType<typeof readPaymentSettings>;

/** Settings of the payments from the environment. Throws an Error that names each wrong variable. */
export function readPaymentSettings(environment: NodeJS.ProcessEnv) {
  const parsed = schema.safeParse(environment);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => issue.message).join('; ');
    throw new Error(`Payments are not set up: ${problems}. See .env.example.`);
  }
  const env = parsed.data;
  return {
    keyId: env.RAZORPAY_KEY_ID,
    keySecret: env.RAZORPAY_KEY_SECRET,
    /** The one in use, then the one before it, which events from before the change are still signed with. */
    webhookSecrets: [env.RAZORPAY_WEBHOOK_SECRET, env.RAZORPAY_WEBHOOK_SECRET_PREVIOUS].filter(
      (secret) => secret !== undefined,
    ),
    apiUrl: env.RAZORPAY_API_URL?.replace(/\/+$/, ''),
    databaseUrl: env.DATABASE_URL,
    /**
     * Folder of the SQLite ledger; test payments never stand in the books of real ones. Relative paths count from the
     * project's root, where every npm script runs.
     */
    folder: path.resolve(
      env.DATA_DIR,
      env.RAZORPAY_KEY_ID.startsWith('rzp_live_') ? 'payments-live' : 'payments',
    ),
    ordersPerMinute: env.PAYMENT_ORDERS_PER_MINUTE,
    ordersPerHour: env.PAYMENT_ORDERS_PER_HOUR,
    retentionDays: env.PAYMENT_RETENTION_DAYS,
    /** Origin of the Studio under `npm run dev`, where it is not the site's own. */
    studioOrigin: env.STUDIO_DEV_URL && new URL(env.STUDIO_DEV_URL).origin,
    /** Where a staff member's session is checked. */
    sessionUrl: `${env.SANITY_API_HOST ?? `https://${env.SANITY_PROJECT_ID}.api.sanity.io`}/v2025-02-19/users/me`,
  };
}

/** Address of Razorpay's browser script: the sandbox's own when the sandbox is used. */
export function checkoutScriptUrl(environment: NodeJS.ProcessEnv = process.env): string {
  const sandbox = environment.RAZORPAY_API_URL?.replace(/\/+$/, '');
  return `${sandbox || 'https://checkout.razorpay.com'}/v1/checkout.js`;
}
