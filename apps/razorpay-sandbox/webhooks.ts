import { createHmac } from 'node:crypto';
import pLimit from 'p-limit';
import { nowInSeconds, randomId } from './entities.ts';
import { webhookDelays } from './faults.ts';
import type { Sandbox } from './sandbox.ts';
import type { Delivery, Registration } from './store.ts';

type Entities = Partial<Record<'payment' | 'order' | 'refund' | 'dispute' | 'settlement', object>>;

/** Milliseconds: Razorpay retries for a day. */
const retryPeriod = 24 * 3_600_000;
const timeout = 5_000;
const longestPause = 60_000;

/** Limits parallel deliveries, since after an outage all events are due at once. */
const limit = pLimit(16);

function listRegistrations({ settings, store }: Sandbox): Registration[] {
  const { webhookUrl: url, webhookSecret: secret } = settings;
  return [...(url ? [{ id: 'default', url, secret }] : []), ...store.registrations.all()];
}

/** Queues an event for each registration. Faults may delay, duplicate or lose it. */
export function emit(sandbox: Sandbox, event: string, entities: Entities): void {
  const body = JSON.stringify({
    entity: 'event',
    account_id: 'acc_SandboxAccount',
    event,
    contains: Object.keys(entities),
    payload: Object.fromEntries(Object.entries(entities).map(([name, entity]) => [name, { entity }])),
    created_at: nowInSeconds(),
  });
  for (const registration of listRegistrations(sandbox)) {
    const delays = webhookDelays(sandbox.faults);
    const id = randomId();
    sandbox.store.deliveries.set(id, {
      id,
      registration: registration.id,
      event,
      body,
      attempts: 0,
      state: delays.length > 0 ? 'waiting' : 'lost',
      createdAt: Date.now(),
    });
    for (const delay of delays) scheduleDelivery(sandbox, id, delay);
  }
}

/** Resumes deliveries after a restart. */
export function resumeWebhooks(sandbox: Sandbox): void {
  for (const delivery of sandbox.store.deliveries.all()) scheduleRetry(sandbox, delivery);
}

function scheduleDelivery(sandbox: Sandbox, id: string, milliseconds: number): void {
  setTimeout(() => void limit(() => deliver(sandbox, id)), milliseconds);
}

/** Retries a delivery that has failed, with growing pauses. */
function scheduleRetry(sandbox: Sandbox, { id, attempts, state }: Delivery): void {
  const pause = sandbox.settings.retryMs * 2 ** Math.min(attempts, 10);
  if (state === 'waiting') scheduleDelivery(sandbox, id, Math.min(pause, longestPause));
}

async function deliver(sandbox: Sandbox, id: string): Promise<void> {
  const { deliveries } = sandbox.store;
  const delivery = deliveries.get(id);
  const registration = listRegistrations(sandbox).find((one) => one.id === delivery?.registration);
  if (!delivery || !registration) return;
  const isDelivered = await postWebhook(delivery, registration);
  // A duplicate delivery may have succeeded in the meantime.
  const latest = deliveries.get(id) ?? delivery;
  const isExpired = Date.now() - delivery.createdAt > retryPeriod;
  const state =
    isDelivered || latest.state === 'delivered' ? 'delivered' : isExpired ? 'given-up' : 'waiting';
  const tried: Delivery = { ...latest, attempts: latest.attempts + 1, state };
  deliveries.set(id, tried);
  scheduleRetry(sandbox, tried);
}

/** Sends a webhook. Returns false for an error response, a timeout or a failed connection. */
async function postWebhook({ id, body }: Delivery, { url, secret }: Registration): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Razorpay-Webhook/v1',
        'x-razorpay-event-id': id,
        'x-razorpay-signature': createHmac('sha256', secret).update(body).digest('hex'),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
