import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { authenticationFailed, notApplicable, RazorpayError } from './errors.ts';

const share = z.number().min(0).max(1);
const milliseconds = z.int().min(0).max(600_000);

const callFault = z.strictObject({
  /** Method and path prefix, such as `POST /v1/orders`. */
  call: z.string().regex(/^[A-Z]+ \/\S*$/, 'must look like "POST /v1/orders"'),
  /** How often the fault occurs; unlimited by default. */
  times: z.int().positive().optional(),
  share: share.default(1),
  delayMs: milliseconds.default(0),
  /** Responds with this error and does nothing else. */
  status: z.int().min(400).max(599).optional(),
  /** Responds with a 502 HTML page, as a proxy in front of Razorpay does. */
  html: z.boolean().optional(),
  /** Carries out the request, then drops the connection. */
  dropResponse: z.boolean().optional(),
  /** Overwrites fields of the response, for example the currency. */
  alter: z.record(z.string(), z.unknown()).optional(),
});

export const faultsSchema = z.strictObject({
  calls: z.array(callFault).default([]),
  webhooks: z
    .strictObject({
      lose: share.default(0),
      duplicate: share.default(0),
      /** Upper limit of a random delay, which also reorders events. */
      delayMs: milliseconds.default(0),
    })
    .prefault({}),
  /** Maximum amount of an order in paise. */
  ceiling: z.int().positive().optional(),
});
type Faults = z.infer<typeof faultsSchema>;

/** Returns the first fault for this call, if any, and counts it as used. */
export function takeFault(faults: Faults, method: string, path: string) {
  const line = `${method} ${path}`;
  const fault = faults.calls.find((one) => line.startsWith(one.call) && Math.random() < one.share);
  if (fault?.times !== undefined) fault.times -= 1;
  faults.calls = faults.calls.filter((one) => one.times !== 0);
  return fault;
}

/** Returns a delay in milliseconds for each delivery of an event; none if the event is lost. */
export function webhookDelays({ webhooks: { lose, duplicate, delayMs } }: Faults): number[] {
  if (Math.random() < lose) return [];
  const delay = () => Math.floor(Math.random() * delayMs);
  return Math.random() < duplicate ? [delay(), delay()] : [delay()];
}

/** Waits for the fault's delay, then throws its error if it has one. */
export async function applyFault({ delayMs, status }: z.infer<typeof callFault>): Promise<void> {
  await wait(delayMs);
  if (status === 401) throw authenticationFailed();
  if (status === undefined) return;
  throw new RazorpayError(status, 'Request failed. Please try again shortly.', notApplicable);
}
