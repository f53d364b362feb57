import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { authenticationFailed, notApplicable, RazorpayError } from './errors.ts';

const share = z.number().min(0).max(1);
const milliseconds = z.int().min(0).max(600_000);

const callFault = z.strictObject({
  /** Which calls: a method and a beginning of the path, such as `POST /v1/orders` or `GET /v1/payments`. */
  call: z.string().regex(/^[A-Z]+ \/\S*$/, 'must look like "POST /v1/orders"'),
  /** How many calls it hits; unlimited by default. */
  times: z.int().positive().optional(),
  /** The share of calls that it hits. */
  share: share.default(1),
  delayMs: milliseconds.default(0),
  /** Answer with this error status instead of doing anything. */
  status: z.int().min(400).max(599).optional(),
  /** A 502 page of HTML instead of JSON, as a proxy in front of Razorpay would send it. */
  html: z.boolean().optional(),
  /** Do what was asked, then break the connection without an answer. */
  dropAnswer: z.boolean().optional(),
  /** Fields to write over the answer, e.g. another currency. */
  alter: z.record(z.string(), z.unknown()).optional(),
});

export const faultsSchema = z.strictObject({
  calls: z.array(callFault).default([]),
  webhooks: z
    .strictObject({
      /** Share of events that are never sent. */
      lose: share.default(0),
      /** Share of events that are sent twice. */
      duplicate: share.default(0),
      /** Events wait a random time up to this long, which also changes their order. */
      delayMs: milliseconds.default(0),
    })
    .prefault({}),
  /** Highest amount of an order in paise, as an account can have it. */
  ceiling: z.int().positive().optional(),
});
type Faults = z.infer<typeof faultsSchema>;

/** The first fault that is meant for this call, counted down. */
export function takeFault(faults: Faults, method: string, path: string) {
  const line = `${method} ${path}`;
  const fault = faults.calls.find((one) => line.startsWith(one.call) && Math.random() < one.share);
  if (fault?.times !== undefined) fault.times -= 1;
  faults.calls = faults.calls.filter((one) => one.times !== 0);
  return fault;
}

/** Milliseconds after which an event is sent, once for each time; none when it is lost. */
export function webhookDelays({ webhooks: { lose, duplicate, delayMs } }: Faults): number[] {
  if (Math.random() < lose) return [];
  const delay = () => Math.floor(Math.random() * delayMs);
  return Math.random() < duplicate ? [delay(), delay()] : [delay()];
}

/** Applies the part of a fault that comes before the call. Throws the error that the fault asks for. */
export async function before({ delayMs, status }: z.infer<typeof callFault>): Promise<void> {
  await wait(delayMs);
  if (status === 401) throw authenticationFailed();
  if (status === undefined) return;
  throw new RazorpayError(status, 'Request failed. Please try again shortly.', notApplicable);
}
