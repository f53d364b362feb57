import { LRUCache } from 'lru-cache';
import { openDatabase } from '#web/database/database.ts';
import type { Database } from '#web/database/tables.ts';
import { RateLimit } from '#web/http/rate-limit.ts';
import { keepSignedTokens } from './bills/link.ts';
import { createGateway } from './razorpay/client.ts';
import type { PaymentSettings } from './settings.ts';

/** Everything that the payment functions work with. */
export type Payments = Awaited<ReturnType<typeof openPayments>>;

const minute = 60_000;

/** Opens the gateway and the ledger for the given settings, unless the database is open already. */
export async function openPayments(settings: PaymentSettings, opened?: Database) {
  const gateway = createGateway(settings);
  const db = opened ?? (await openDatabase(settings));
  await keepSignedTokens(db, settings.keySecrets);
  const limit = (name: string, windows: { milliseconds: number; most: number }[]) =>
    new RateLimit({ db, name, secret: settings.keySecret, windows });
  return {
    settings,
    gateway,
    db,
    /** Orders that a network may start. */
    orderLimit: limit('orders', [
      { milliseconds: minute, most: settings.ordersPerMinute },
      { milliseconds: 60 * minute, most: settings.ordersPerHour },
    ]),
    /** Looks at payments: two a second, for an office of customers behind one address that all press "Look again". */
    lookLimit: limit('looks', [{ milliseconds: minute, most: 120 }]),
    /** How often customers' looks make us ask Razorpay, which publishes no limit but has one: five times a second. */
    askBudget: limit('asks', [{ milliseconds: minute, most: 300 }]),
    /** Orders and payments that the sweep asked about and that are not ours. */
    foreign: new LRUCache<string, true>({ max: 10_000 }),
    /** Milliseconds since 1970. */
    now: Date.now,
  };
}
