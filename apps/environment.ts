import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { eventStreamPorts } from './ports.ts';

/** The folder that holds package.json; every path in the settings is relative to it. */
export const projectRoot = path.resolve(import.meta.dirname, '..');

const port = z.coerce
  .number({ error: 'must be a number' })
  .int()
  .min(1)
  .max(65_527, { error: 'must be a port number up to 65527' });
const optional = z
  .string()
  .trim()
  .transform((value) => (value === '' ? undefined : value))
  .optional();

/** A whole number above 0. Empty is as good as not there: the service has a default. */
const count = optional.pipe(
  z
    .string()
    .regex(/^0*[1-9]\d*$/, { error: 'must be a whole number above 0' })
    .optional(),
);

const schema = z
  .object({
    PORT: port.default(3000),
    SITE_URL: optional.pipe(
      z
        .url({
          protocol: /^https?$/,
          error: 'must be an address such as https://www.example.com',
          abort: true,
        })
        .refine((address) => new URL(address).href === `${new URL(address).origin}/`, {
          error: 'must be an address without a path, such as https://www.example.com',
        })
        .optional(),
    ),
    DATA_DIR: z.string().min(1).default('.data'),
    SANITY_PROJECT_ID: optional,
    SANITY_DATASET: z.string().min(1).default('production'),
    SANITY_API_READ_TOKEN: optional,
    SANITY_WEBHOOK_SECRET: optional,
    CONTENT_LAKE_PORT: port.default(3100),
    RAZORPAY_KEY_ID: optional.pipe(
      z
        .string()
        .regex(/^rzp_(test|live)_\w+$/, { error: 'must look like rzp_test_… or rzp_live_…' })
        .optional(),
    ),
    RAZORPAY_KEY_SECRET: optional,
    RAZORPAY_WEBHOOK_SECRET: optional,
    RAZORPAY_SANDBOX_PORT: port.default(3200),
    DATABASE_URL: optional.pipe(
      z
        .string()
        .regex(/^postgres(ql)?:\/\//, { error: 'must begin with postgres://' })
        .optional(),
    ),
    // Read by the site, which would start without its payments: a mistake is told here, before anything runs.
    PAYMENT_ORDERS_PER_MINUTE: count,
    PAYMENT_ORDERS_PER_HOUR: count,
    PAYMENT_RETENTION_DAYS: count,
    TRUST_PROXY: z.enum(['true', 'false']).default('false'),
  })
  .superRefine((env, context) => {
    const above = env.CONTENT_LAKE_PORT + eventStreamPorts;
    const isLakes = (one: number) =>
      env.SANITY_PROJECT_ID === undefined && one >= env.CONTENT_LAKE_PORT && one <= above;
    const ports = [
      ['PORT', env.PORT],
      ...(env.RAZORPAY_KEY_ID ? [] : [['RAZORPAY_SANDBOX_PORT', env.RAZORPAY_SANDBOX_PORT] as const]),
    ] as const;
    for (const [name, one] of ports)
      if (isLakes(one))
        context.addIssue({
          code: 'custom',
          path: [name],
          message: `is ${one}, one of the ports of the content lake (${env.CONTENT_LAKE_PORT} to ${above}): choose another`,
        });
    if (!env.RAZORPAY_KEY_ID && env.PORT === env.RAZORPAY_SANDBOX_PORT)
      context.addIssue({
        code: 'custom',
        path: ['RAZORPAY_SANDBOX_PORT'],
        message: `is the same as PORT (${env.PORT}): choose another`,
      });
    const together = (first: keyof typeof env, others: (keyof typeof env)[], what: string) => {
      if (!env[first]) return;
      for (const name of others)
        if (!env[name])
          context.addIssue({ code: 'custom', path: [name], message: `is needed with ${first}: ${what}` });
    };
    together(
      'SANITY_PROJECT_ID',
      ['SANITY_API_READ_TOKEN', 'SANITY_WEBHOOK_SECRET'],
      'make it at sanity.io/manage',
    );
    together(
      'RAZORPAY_KEY_ID',
      ['RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'],
      'copy it from the Razorpay dashboard',
    );
  });

/** Settings of one start, with defaults filled in. */
export type Environment = z.infer<typeof schema> & {
  /** Absolute path of DATA_DIR. */ dataDir: string;
  siteUrl: string;
};

/**
 * Reads `.env` (values already in the environment win) and checks every variable.
 * Throws an Error whose message names each wrong variable and how to set it.
 */
export function readEnvironment(source: NodeJS.ProcessEnv = process.env): Environment {
  const file = path.join(projectRoot, '.env');
  if (source === process.env && existsSync(file)) process.loadEnvFile(file);
  const parsed = schema.safeParse(source);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`);
    throw new Error(
      `Some settings are wrong:\n${lines.join('\n')}\nSet them in .env; .env.example explains each.`,
    );
  }
  const env = parsed.data;
  return {
    ...env,
    dataDir: path.resolve(projectRoot, env.DATA_DIR),
    siteUrl: (env.SITE_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
  };
}
