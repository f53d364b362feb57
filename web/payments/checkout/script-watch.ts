import { createHash } from 'node:crypto';
import { z } from 'zod';
import { moment } from '#web/database/moment.ts';
import { readBody } from '#web/http/body.ts';
import { parseJson } from '#web/http/json.ts';
import { withTimeout } from '#web/http/with-timeout.ts';
import { log } from '#web/log.ts';
import { addMessages } from '#web/mail/outbox.ts';
import type { Payments } from '#web/payments/payments.ts';

export const watchJob = 'checkout script';

/** In milliseconds and bytes. Razorpay's script is half a megabyte. */
const timeout = 20_000;
const mostBytes = 16 * 1024 * 1024;

/** Headers that identify the script's origin and limit what it may do. */
const watchedHeaders = [
  'access-control-allow-origin',
  'content-security-policy',
  'content-type',
  'strict-transport-security',
  'x-content-type-options',
] as const;

const snapshotSchema = z.object({ digest: z.string(), headers: z.record(z.string(), z.string()) });
type ScriptSnapshot = z.infer<typeof snapshotSchema>;

/**
 * Checks the checkout script daily, as PCI DSS 11.6.1 requires, and notifies staff if it has changed. Returns the new
 * snapshot, or the previous one if the script cannot be read.
 */
export async function checkCheckoutScript(
  payments: Payments,
  url: string,
): Promise<ScriptSnapshot | undefined> {
  const { db, settings, now } = payments;
  const job = await db.selectFrom('jobs').select('report').where('name', '=', watchJob).executeTakeFirst();
  const before = snapshotSchema.safeParse(job?.report && parseJson(job.report)).data;
  const snapshot = await readScript(url);
  if (!snapshot) {
    log('warn', 'the checkout script could not be read');
    return before;
  }
  const changes = before ? differences(before, snapshot) : [];
  if (changes.length > 0) log('warn', 'the checkout script has changed', { reason: changes.join('; ') });
  if (changes.length > 0 && settings.noticeTo) {
    const message = {
      kind: 'script-changed',
      subject: 'The payment script has changed',
      text: `The script that takes payments has changed since the last check:\n${url}\n\n${changes.join('\n')}\n\nRazorpay changes it now and then. If the address is not Razorpay's, or payments look different, take the payment page offline and call Razorpay. docs/payment-page.md says how.`,
      recipient: settings.noticeTo,
      order_id: null,
      dedupe_key: `script:${digestOf(JSON.stringify([before, snapshot, moment(now()).slice(0, 10)]))}`,
    };
    await addMessages(db, [message], settings, now());
  }
  return snapshot;
}

async function readScript(url: string): Promise<ScriptSnapshot | undefined> {
  try {
    return await withTimeout(timeout, async (signal) => {
      const response = await fetch(url, { redirect: 'error', signal });
      const content = await readBody(response, mostBytes);
      if (!response.ok || !(content instanceof Uint8Array)) return undefined;
      const headers = watchedHeaders.map((name) => [name, response.headers.get(name) ?? 'none']);
      return { digest: digestOf(content), headers: Object.fromEntries(headers) };
    });
  } catch {
    return undefined;
  }
}

const digestOf = (content: string | Uint8Array) => createHash('sha256').update(content).digest('base64');

const differences = (before: ScriptSnapshot, after: ScriptSnapshot): string[] => [
  ...(before.digest === after.digest ? [] : [`Content: sha256-${before.digest}, now sha256-${after.digest}`]),
  ...watchedHeaders
    .filter((name) => before.headers[name] !== after.headers[name])
    .map((name) => `Header ${name}: ${before.headers[name]}, now ${after.headers[name]}`),
];
