import { LRUCache } from 'lru-cache';
import { hour, minute } from '#web/contracts/durations.ts';
import { openDatabase } from '#web/database/database.ts';
import type { Database } from '#web/database/tables.ts';
import { RateLimit } from '#web/http/rate-limit.ts';
import { createGateway } from './razorpay/client.ts';
import type { PaymentSettings } from './settings.ts';

/** Dependencies of the payment functions. */
export type Payments = Awaited<ReturnType<typeof openPayments>>;

/** Opens the gateway, and the ledger unless it is passed in. */
export async function openPayments(settings: PaymentSettings, opened?: Database) {
  const gateway = createGateway(settings);
  const db = opened ?? (await openDatabase(settings));
  const limit = (name: string, windows: { milliseconds: number; max: number }[]) =>
    new RateLimit({ db, name, secret: settings.keySecret, windows });
  return {
    settings,
    gateway,
    db,
    /** Limits orders per network. */
    orderLimit: limit('orders', [
      { milliseconds: minute, max: settings.ordersPerMinute },
      { milliseconds: hour, max: settings.ordersPerHour },
    ]),
    /** Limits reads of payments per network: two a second, enough for an office behind one address. */
    readLimit: limit('looks', [{ milliseconds: minute, max: 120 }]),
    /** Limits requests to Razorpay on behalf of customers: five a second, as Razorpay publishes no limit of its own. */
    gatewayBudget: limit('asks', [{ milliseconds: minute, max: 300 }]),
    /** Ids that seem to belong to other sites of the account, with the time at which the sweep last queried them. */
    foreignIds: new LRUCache<string, number>({ max: 10_000 }),
    /** Milliseconds since 1970. */
    now: Date.now,
  };
}
