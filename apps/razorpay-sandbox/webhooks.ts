import { createHmac } from 'node:crypto';
import pLimit from 'p-limit';
import { nowInSeconds, randomId } from './entities.ts';
import type { Faults } from './faults.ts';
import type { Settings } from './settings.ts';
import type { Delivery, Registration, Store } from './store.ts';

type Entities = Partial<Record<'payment' | 'order' | 'refund' | 'dispute' | 'settlement', object>>;

const day = 24 * 3_600_000;
const timeout = 5_000;
const longestPause = 60_000;

export type Webhooks = ReturnType<typeof createWebhooks>;

/** Signs and sends webhooks as Razorpay does: at least once, with retries after growing pauses, for a day. */
export function createWebhooks(settings: Settings, store: Store, faults: Faults) {
  /** After an outage all waiting events are due at once. */
  const limit = pLimit(16);

  function later(id: string, milliseconds: number): void {
    setTimeout(() => void limit(() => deliver(id)), milliseconds);
  }

  function retry({ id, attempts }: Delivery): void {
    later(id, Math.min(settings.retryMs * 2 ** Math.min(attempts, 10), longestPause));
  }

  const fromSettings: Registration[] = settings.webhookUrl
    ? [{ id: 'default', url: settings.webhookUrl, secret: settings.webhookSecret }]
    : [];
  const registrations = () => [...fromSettings, ...store.registrations.all()];

  /** Queues an event for each registration, under an id of its own. */
  function emit(event: string, entities: Entities): void {
    const body = JSON.stringify({
      entity: 'event',
      account_id: 'acc_SandboxAccount',
      event,
      contains: Object.keys(entities),
      payload: Object.fromEntries(Object.entries(entities).map(([name, entity]) => [name, { entity }])),
      created_at: nowInSeconds(),
    });
    for (const { id } of registrations()) queue(id, event, body);
  }

  /** The faults that are set decide whether an event is delayed, sent twice or lost. */
  function queue(registration: string, event: string, body: string): void {
    const delays = faults.webhookDelays();
    const id = randomId();
    store.deliveries.set(id, {
      id,
      registration,
      event,
      body,
      attempts: 0,
      state: delays.length > 0 ? 'waiting' : 'lost',
      lastStatus: null,
      createdAt: Date.now(),
    });
    for (const delay of delays) later(id, delay);
  }

  /** Sends one event now, whatever its state. Resolves to the status that the site answered, or null. */
  async function deliver(id: string): Promise<number | null> {
    const delivery = store.deliveries.get(id);
    if (!delivery) return null;
    const registration = registrations().find((one) => one.id === delivery.registration);
    if (!registration) {
      store.deliveries.set(id, { ...delivery, state: 'given-up' });
      return null;
    }
    let status: number | null = null;
    try {
      const response = await fetch(registration.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Razorpay-Webhook/v1',
          'x-razorpay-event-id': delivery.id,
          'x-razorpay-signature': createHmac('sha256', registration.secret)
            .update(delivery.body)
            .digest('hex'),
        },
        body: delivery.body,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeout),
      });
      status = response.status;
      await response.body?.cancel();
    } catch {
      // No connection, or no answer in time: it is sent again, as after an error status.
    }
    const delivered = status !== null && status >= 200 && status < 300;
    const latest = store.deliveries.get(id) ?? delivery;
    const over = Date.now() - delivery.createdAt > day;
    const state = delivered || latest.state === 'delivered' ? 'delivered' : over ? 'given-up' : 'waiting';
    const tried = { ...latest, attempts: latest.attempts + 1, lastStatus: status, state } as const;
    store.deliveries.set(id, tried);
    if (state === 'waiting') retry(tried);
    return status;
  }

  for (const delivery of store.deliveries.all()) if (delivery.state === 'waiting') retry(delivery);
  return { emit, deliver, registrations };
}
