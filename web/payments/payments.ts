import { LRUCache } from 'lru-cache';
import { hour, minute, second } from '#web/contracts/durations.ts';
import { openDatabase } from '#web/database/database.ts';
import { getDatabase } from '#web/database/runtime.ts';
import type { Database } from '#web/database/tables.ts';
import { siteSettings } from '#web/env.ts';
import { limitRate } from '#web/http/rate-limit.ts';
import { oncePerProcess } from '#web/once-per-process.ts';
import { createGateway } from './razorpay/client.ts';
import { type PaymentSettings, paymentSettings } from './settings.ts';

/** Dependencies of the payment functions. */
export type Payments = Awaited<ReturnType<typeof openPayments>>;

/** Opens the gateway, and the ledger unless it is passed in. */
export async function openPayments(settings: PaymentSettings, opened?: Database) {
  const gateway = createGateway(settings);
  const db = opened ?? (await openDatabase(settings));
  const limit = (name: string, windows: { milliseconds: number; max: number }[]) =>
    limitRate({ db, name, secret: settings.keySecret, windows });
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
    /** Whether Razorpay has responded about an order, which customers ask about once in four seconds at most. */
    gatewayResponses: new LRUCache<string, boolean>({ max: 10_000, ttl: 4 * second }),
    /** Ids that seem to belong to other sites of the account, with the time at which the sweep last queried them. */
    foreignIds: new LRUCache<string, number>({ max: 10_000 }),
    /** Milliseconds since 1970. */
    now: Date.now,
  };
}

declare global {
  interface OncePerProcess {
    payments: Promise<Payments>;
  }
}

/** Opens payments on first use. After a failure the next request retries. */
export function getPayments(): Promise<Payments> {
  oncePerProcess.payments ??= getDatabase()
    .then((db) => openPayments(paymentSettings(siteSettings()), db))
    .catch((error: unknown) => {
      delete oncePerProcess.payments;
      throw error;
    });
  return oncePerProcess.payments;
}
