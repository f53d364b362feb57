import path from 'node:path';
import { z } from 'zod';

const port = z.coerce.number().int().min(1).max(65_535);

// The default keys may be public: no money moves, and only this machine has access.
const environmentSchema = z.object({
  RAZORPAY_KEY_ID: z
    .string()
    .regex(
      /^(?!rzp_live_)/,
      'is a live key. The payment sandbox accepts only test keys, which begin with rzp_test_',
    )
    .default('rzp_test_sandbox'),
  RAZORPAY_KEY_SECRET: z.string().default('sandbox'),
  RAZORPAY_WEBHOOK_SECRET: z.string().default('sandbox'),
  RAZORPAY_SANDBOX_PORT: port.default(3200),
  RAZORPAY_SANDBOX_DATA_DIR: z.string().default('.data/razorpay-sandbox'),
  RAZORPAY_SANDBOX_WEBHOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
  RAZORPAY_SANDBOX_RETRY_MS: z.coerce.number().int().min(1).default(2000),
});

/** Reads the settings. Empty variables count as unset. Throws an Error that names each wrong variable. */
export function readConfig(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new Error(`Some settings of the payment sandbox are wrong.\n${problems.join('\n')}`);
  }
  const env = parsed.data;
  return {
    keyId: env.RAZORPAY_KEY_ID,
    keySecret: env.RAZORPAY_KEY_SECRET,
    webhookSecret: env.RAZORPAY_WEBHOOK_SECRET,
    port: env.RAZORPAY_SANDBOX_PORT,
    folder: path.resolve(env.RAZORPAY_SANDBOX_DATA_DIR),
    /** The shop's webhook URL. If undefined, no webhooks are sent. */
    webhookUrl: env.RAZORPAY_SANDBOX_WEBHOOK_URL,
    /** Milliseconds before the first retry of a webhook. The delay doubles each time. */
    retryMs: env.RAZORPAY_SANDBOX_RETRY_MS,
  };
}
