import { LRUCache } from 'lru-cache';
import type { MadeOrder } from './create-order.ts';
import { openLedger } from './ledger/database.ts';
import { RateLimit } from './rate-limit.ts';
import { createGateway } from './razorpay/client.ts';
import type { PaymentSettings } from './settings.ts';

/** Everything that the payment functions work with. */
export type Payments = Awaited<ReturnType<typeof openPayments>>;

/** A customer makes us ask Razorpay about an order at most once in so many milliseconds. */
const askPause = 4_000;

/** Opens the ledger and the gateway for the given settings. */
export async function openPayments(settings: PaymentSettings) {
  const gateway = createGateway(settings);
  return {
    settings,
    gateway,
    db: await openLedger(settings),
    orderLimit: new RateLimit([
      { milliseconds: 60_000, most: settings.ordersPerMinute },
      { milliseconds: 3_600_000, most: settings.ordersPerHour },
    ]),
    /** Orders that are being made, by their bill: a second request waits for the response to the first. */
    pendingOrders: new Map<string, Promise<MadeOrder>>(),
    /** Orders whose customers made us ask Razorpay within `askPause`, and whether it has answered. */
    askedByCustomers: new LRUCache<string, { isAnswered: boolean }>({ max: 10_000, ttl: askPause }),
    /** Milliseconds since 1970. */
    now: Date.now,
  };
}
