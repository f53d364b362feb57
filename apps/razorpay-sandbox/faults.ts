import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { authenticationFailed, notApplicable, RazorpayError } from './errors.ts';

const share = z.number().min(0).max(1);
const milliseconds = z.int().min(0).max(600_000);

const callFault = z.strictObject({
  /** Method and path prefix, such as `POST /v1/orders`. */
  call: z.string().regex(/^[A-Z]+ \/\S*$/, 'must look like "POST /v1/orders"'),
  /** Unlimited by default. */
  times: z.int().positive().optional(),
  share: share.default(1),
  delayMs: milliseconds.default(0),
  /** Respond with this error and do nothing. */
  status: z.int().min(400).max(599).optional(),
  /** A 502 HTML page, as from a proxy in front of Razorpay. */
  html: z.boolean().optional(),
  /** Carry out the request, then drop the connection. */
  dropAnswer: z.boolean().optional(),
  /** Fields to overwrite in the response, such as the currency. */
  alter: z.record(z.string(), z.unknown()).optional(),
});

export const faultsSchema = z.strictObject({
  calls: z.array(callFault).default([]),
  webhooks: z
    .strictObject({
      lose: share.default(0),
      duplicate: share.default(0),
      /** Random delay up to this, which also reorders events. */
      delayMs: milliseconds.default(0),
    })
    .prefault({}),
  /** Maximum of an order in paise. */
  ceiling: z.int().positive().optional(),
});
type Faults = z.infer<typeof faultsSchema>;

/** The first fault for this call, whose count goes down. */
export function takeFault(faults: Faults, method: string, path: string) {
  const line = `${method} ${path}`;
  const fault = faults.calls.find((one) => line.startsWith(one.call) && Math.random() < one.share);
  if (fault?.times !== undefined) fault.times -= 1;
  faults.calls = faults.calls.filter((one) => one.times !== 0);
  return fault;
}

/** A delay in milliseconds for each delivery; none if the event is lost. */
export function webhookDelays({ webhooks: { lose, duplicate, delayMs } }: Faults): number[] {
  if (Math.random() < lose) return [];
  const delay = () => Math.floor(Math.random() * delayMs);
  return Math.random() < duplicate ? [delay(), delay()] : [delay()];
}

/** Applies delay and error. Throws the fault's error. */
export async function applyFault({ delayMs, status }: z.infer<typeof callFault>): Promise<void> {
  await wait(delayMs);
  if (status === 401) throw authenticationFailed();
  if (status === undefined) return;
  throw new RazorpayError(status, 'Request failed. Please try again shortly.', notApplicable);
}
