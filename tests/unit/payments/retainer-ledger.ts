import type { KyselyPlugin } from 'kysely';
import { expect } from 'vitest';
import type { NewRetainer } from '#web/payments/retainers/change-retainer.ts';
import { setRetainer } from '#web/payments/retainers/change-retainer.ts';
import { closeAfterwards } from '../../support/close-afterwards.ts';
import { asha, openTestLedger } from './test-ledger.ts';

/** A plugin that kills its process after `left` more queries: from then on, every query fails. */
export function createKill() {
  const kill = { left: Number.POSITIVE_INFINITY };
  const fail = () => {
    throw new Error('killed');
  };
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => (kill.left > 0 ? node : fail()),
    async transformResult({ result }) {
      kill.left -= 1;
      return kill.left > 0 ? result : fail();
    },
  };
  return { kill, plugin };
}

/** A ledger with two processes, of which the first can be killed. */
export async function openRetainerLedger(databaseUrl = '') {
  const house = await closeAfterwards(openTestLedger(databaseUrl));
  const { kill, plugin } = createKill();
  const other = await house.openWith();
  await closeAfterwards(Promise.resolve({ close: () => other.db.destroy() }));
  let count = 0;
  return {
    ...house,
    kill,
    /** The process that can be killed. */
    mortal: { ...house.payments, db: house.db.withPlugin(plugin) },
    other,
    async set(change: Partial<NewRetainer> = {}) {
      count += 1;
      const id = `retainer-${String(count).padStart(10, '0')}`;
      await setRetainer(
        house.payments,
        id,
        {
          ...{
            customer_name: 'Asha Verma',
            customer_phone: '9876543210',
            customer_email: `${id}@example.com`,
          },
          ...{ note: 'SEO', bill_day: 31, first_month: '2026-10', last_month: null, due_days: 7 },
          ...{ numbers: 'INV-{year}-{number}', amount: 50_000, ...change },
        },
        asha,
      );
      return id;
    },
    /** Returns all bills of retainers with their e-mails, in the order of their numbers' creation. */
    async bills() {
      const bills = await house.db
        .selectFrom('retainer_months')
        .innerJoin('bills', 'bills.id', 'bill_id')
        .select(['retainer_id', 'month', 'bill_number', 'amount', 'due_on', 'note', 'created_at', 'bills.id'])
        .execute();
      const mails = await house.db.selectFrom('outbox').select(['bill_id', 'recipient']).execute();
      expect(
        await house.db.selectFrom('bills').select('id').where('created_by', '<>', 'Meera').execute(),
      ).toHaveLength(bills.length);
      return bills.map(({ id, ...bill }) => ({
        ...bill,
        mails: mails.filter(({ bill_id }) => bill_id === id).map(({ recipient }) => recipient),
      }));
    },
  };
}
