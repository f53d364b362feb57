import { createHmac } from 'node:crypto';
import pLimit from 'p-limit';
import type { OrderEntity, PaymentEntity, RefundEntity } from './entities.ts';
import { nowInSeconds, randomId } from './entities.ts';
import type { Faults } from './faults.ts';
import type { Settings } from './settings.ts';
import type { Delivery, Store } from './store.ts';

type Entities = { payment?: PaymentEntity; order?: OrderEntity; refund?: RefundEntity };

const day = 24 * 3_600_000;
const timeout = 5_000;
const longestPause = 60_000;

/** Signs and sends webhooks as Razorpay does: at least once, with retries after growing pauses, for a day. */
export class Webhooks {
  readonly #settings: Settings;
  readonly #store: Store;
  readonly #faults: Faults;
  readonly #timers = new Set<NodeJS.Timeout>();
  /** After an outage all waiting events are due at once. */
  readonly #limit = pLimit(16);

  constructor(settings: Settings, store: Store, faults: Faults) {
    this.#settings = settings;
    this.#store = store;
    this.#faults = faults;
    for (const delivery of store.deliveries.all())
      if (delivery.state === 'waiting') this.#later(delivery.id, this.#pause(delivery.attempts));
  }

  /** Queues an event. The faults that are set decide whether it is delayed, sent twice or lost. */
  emit(event: string, entities: Entities): void {
    if (!this.#settings.webhookUrl) return;
    const delivery: Delivery = {
      id: randomId(),
      event,
      body: JSON.stringify({
        entity: 'event',
        account_id: 'acc_SandboxAccount',
        event,
        contains: Object.keys(entities),
        payload: Object.fromEntries(Object.entries(entities).map(([name, entity]) => [name, { entity }])),
        created_at: nowInSeconds(),
      }),
      attempts: 0,
      state: 'waiting',
      lastStatus: null,
      createdAt: Date.now(),
    };
    const plan = this.#faults.planWebhook();
    if (plan.lost) {
      this.#store.deliveries.set(delivery.id, { ...delivery, state: 'lost' });
      return;
    }
    this.#store.deliveries.set(delivery.id, delivery);
    for (const delay of plan.delays) this.#later(delivery.id, delay);
  }

  /** Sends one event now, whatever its state. Resolves to the status that the site answered, or null. */
  async deliver(id: string): Promise<number | null> {
    const delivery = this.#store.deliveries.get(id);
    if (!delivery || !this.#settings.webhookUrl) return null;
    let status: number | null = null;
    try {
      const response = await fetch(this.#settings.webhookUrl, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Razorpay-Webhook/v1',
          'x-razorpay-event-id': delivery.id,
          'x-razorpay-signature': createHmac('sha256', this.#settings.webhookSecret)
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
    const latest = this.#store.deliveries.get(id) ?? delivery;
    const attempts = latest.attempts + 1;
    const over = Date.now() - delivery.createdAt > day;
    const state = delivered || latest.state === 'delivered' ? 'delivered' : over ? 'given-up' : 'waiting';
    this.#store.deliveries.set(id, { ...latest, attempts, lastStatus: status, state });
    if (state === 'waiting') this.#later(id, this.#pause(attempts));
    return status;
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#limit.clearQueue();
  }

  #pause(attempts: number): number {
    return Math.min(this.#settings.retryMs * 2 ** Math.min(attempts, 10), longestPause);
  }

  #later(id: string, milliseconds: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void this.#limit(() => this.deliver(id));
    }, milliseconds);
    this.#timers.add(timer);
  }
}
