import { Account } from './account.ts';
import { createDisputes } from './disputes.ts';
import { Faults } from './faults.ts';
import { createOperations } from './operations.ts';
import { createRefunds } from './refunds.ts';
import type { Settings } from './settings.ts';
import { createSettlements } from './settlements.ts';
import { Store } from './store.ts';
import { createWebhooks } from './webhooks.ts';

export type Sandbox = ReturnType<typeof createSandbox>;

/** What stands in for Razorpay, without its addresses. */
export function createSandbox(settings: Settings) {
  const store = new Store(settings.folder);
  const faults = new Faults();
  const account = new Account();
  const webhooks = createWebhooks(settings, store, faults);
  const refunds = createRefunds(store, account, webhooks);
  const operations = createOperations(settings, store, account, webhooks, refunds);
  const disputes = createDisputes(store, webhooks);
  const settlements = createSettlements(store, webhooks);
  return { store, faults, account, webhooks, refunds, operations, disputes, settlements };
}
