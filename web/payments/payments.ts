import { createGateway, type Gateway } from './gateway/gateway.ts';
import { type LedgerDatabase, openLedger } from './ledger/database.ts';
import { RateLimit } from './rate-limit.ts';
import type { PaymentSettings } from './settings.ts';

/** Everything that the payment functions work with. */
export type Payments = {
  settings: PaymentSettings;
  db: LedgerDatabase;
  gateway: Gateway;
  orderLimit: RateLimit;
  /** Milliseconds since 1970. */
  now(): number;
};

/** Opens the ledger and the gateway for the given settings. */
export async function openPayments(settings: PaymentSettings): Promise<Payments> {
  const gateway = createGateway(settings);
  return {
    settings,
    gateway,
    db: await openLedger(settings),
    orderLimit: new RateLimit([
      { milliseconds: 60_000, most: settings.ordersPerMinute },
      { milliseconds: 3_600_000, most: settings.ordersPerHour },
    ]),
    now: Date.now,
  };
}
