import type { Answer } from './answers.ts';
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
  /** Orders that are being made, by their bill: a second request waits for the first one's answer. */
  ordersUnderWay: Map<string, Promise<Answer>>;
  /** When a customer last made us ask Razorpay, and whether it has answered, by order. */
  askedByCustomers: Map<string, { at: number; isAnswered: boolean }>;
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
    ordersUnderWay: new Map(),
    askedByCustomers: new Map(),
    now: Date.now,
  };
}
