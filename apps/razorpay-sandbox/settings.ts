import path from 'node:path';
import { z } from 'zod';

const needed = (name: string) =>
  z.string({ error: `${name} is missing; \`npm start\` sets it` }).min(1, `${name} is missing`);

const schema = z.object({
  RAZORPAY_SANDBOX_PORT: z.coerce
    .number({ error: 'RAZORPAY_SANDBOX_PORT must be a number' })
    .int()
    .min(0)
    .max(65_535)
    .default(3200),
  DATA_DIR: z.string().min(1).default('.data'),
  RAZORPAY_KEY_ID: needed('RAZORPAY_KEY_ID').refine((id) => !id.startsWith('rzp_live_'), {
    message: 'The payment sandbox never runs with live keys: RAZORPAY_KEY_ID begins with rzp_live_',
  }),
  RAZORPAY_KEY_SECRET: needed('RAZORPAY_KEY_SECRET'),
  RAZORPAY_WEBHOOK_SECRET: needed('RAZORPAY_WEBHOOK_SECRET'),
  RAZORPAY_SANDBOX_WEBHOOK_URL: z
    .union([z.literal(''), z.url({ error: 'RAZORPAY_SANDBOX_WEBHOOK_URL must be an address' })])
    .optional(),
  RAZORPAY_SANDBOX_RETRY_MS: z.coerce.number().int().positive().default(2000),
});

export type Settings = {
  port: number;
  folder: string;
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  webhookUrl: string | undefined;
  /** First pause before a webhook is sent again, in milliseconds; every further pause is twice as long. */
  retryMs: number;
};

/** Reads the settings. Throws an Error that names each wrong variable. */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const parsed = schema.safeParse(environment);
  if (!parsed.success) throw new Error(parsed.error.issues.map((issue) => issue.message).join('\n'));
  const env = parsed.data;
  return {
    port: env.RAZORPAY_SANDBOX_PORT,
    folder: path.resolve(env.DATA_DIR, 'razorpay-sandbox'),
    keyId: env.RAZORPAY_KEY_ID,
    keySecret: env.RAZORPAY_KEY_SECRET,
    webhookSecret: env.RAZORPAY_WEBHOOK_SECRET,
    webhookUrl: env.RAZORPAY_SANDBOX_WEBHOOK_URL || undefined,
    retryMs: env.RAZORPAY_SANDBOX_RETRY_MS,
  };
}
