/** @module-tag protect */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readSettings } from '#settings';
import { sweepNow } from '#web/jobs/jobs.ts';
import type { OrderDetails } from '#web/payments/back-office/order-details.ts';
import type { ActionItem } from '#web/payments/back-office/today.ts';
import { openPayments } from '#web/payments/payments.ts';
import { paymentSettings } from '#web/payments/settings.ts';
import { eventually } from '../../support/eventually.ts';
import { databases } from '../../support/extent.ts';
import { postgresOnDemand } from '../../support/postgres.ts';
import { differences, readSandboxState } from './sandbox-state.ts';
import { newBill, openShop, paymentEnvironmentOf, type Shop } from './shop.ts';
import { sweepLater } from './storm.ts';

const day = 24 * 3600;
const inSeconds = () => Math.floor(Date.now() / 1000);
const moment = (seconds: number) => new Date(seconds * 1000).toISOString();

const postgres = postgresOnDemand();
afterAll(() => postgres.stop());

describe.each(databases)('disputes on %s', (kind) => {
  let shop: Shop;
  let databaseUrl: string | undefined;
  beforeAll(async () => {
    databaseUrl = kind === 'PostgreSQL' ? await postgres.createDatabase() : undefined;
    const env = {
      PAYMENT_REFUND_APPROVAL_ABOVE: '100000',
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    };
    shop = await openShop(env, ['lake', 'sandbox', 'site']);
  });
  afterAll(() => shop.close());
  beforeEach(() => shop.clearFaults());

  const sweep = () => sweepLater({ ...paymentEnvironmentOf(shop.stack), DATABASE_URL: databaseUrl }, 0);
  const rowOf = (id: string) =>
    shop.ledger.selectFrom('disputes').selectAll().where('id', '=', id).executeTakeFirst();
  const booked = async (id: string) => {
    const entries = await shop.ledger
      .selectFrom('entries')
      .select(['kind', 'amount'])
      .where('subject', '=', id)
      .orderBy('id')
      .execute();
    return entries.map((entry) => [entry.kind, entry.amount]);
  };
  const request = (where: string, role: 'finance' | 'administrator' = 'finance', body?: object) =>
    fetch(`${shop.stack.siteUrl}/api/payments${where}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${shop.stack.token(role)}`,
        'content-type': 'application/json',
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const refund = (orderId: string, paymentId: string, amount: number, key: string = randomUUID()) =>
    request(`/${orderId}/refund`, 'finance', { key, paymentId, amount, reason: 'The project was cancelled' });
  const detailsOf = async (orderId: string): Promise<OrderDetails> => (await request(`/${orderId}`)).json();
  const actionItemOf = async (subject: string): Promise<ActionItem | undefined> => {
    const { actionItems }: { actionItems: ActionItem[] } = await (await request('/today')).json();
    return actionItems.find((item) => item.subject === subject);
  };

  async function paid() {
    const bill = newBill({ amount: 1000 });
    const { json: order } = await shop.create(bill);
    const report = await shop.pay(order.orderId);
    expect((await shop.verify(bill, report)).status).toBe(200);
    const orderId: string = order.orderId;
    return { orderId, paymentId: report.razorpay_payment_id };
  }
  /** An action at the gateway, reported by its webhook, or by the sweep if that is lost. */
  function gatewayReports(by: string) {
    const report = async (where: string, body: object, check: object) => {
      if (by === 'sweep') await shop.faults({ webhooks: { lose: 1 } });
      const dispute = await shop.sandbox('POST', `/sandbox/disputes${where}`, body);
      if (by === 'sweep') await sweep();
      await eventually(async () => expect(await rowOf(dispute.id)).toMatchObject(check));
      return dispute;
    };
    return {
      open: (body: object, check: object) => report('', body, check),
      decide: (id: string, body: object, check: object) => report(`/${id}`, body, check),
    };
  }

  describe.each(['webhook', 'sweep'])('reported by %s', (by) => {
    const { open, decide } = gatewayReports(by);

    test('a reopened dispute needs a response again, until its new deadline', async () => {
      const { paymentId } = await paid();
      const first = inSeconds() + 9 * day;
      const { id } = await open(
        { payment_id: paymentId, amount: 50_000, respond_by: first },
        { status: 'open', respond_by: moment(first) },
      );
      const sooner = inSeconds() + day;
      await decide(
        id,
        { status: 'open', respond_by: sooner },
        { status: 'open', respond_by: moment(sooner) },
      );
      expect(await actionItemOf(id)).toMatchObject({ kind: 'dispute', deadline: moment(sooner) });

      await decide(id, { status: 'under_review' }, { status: 'under_review' });
      expect(await actionItemOf(id)).toMatchObject({ kind: 'dispute', deadline: null });
      const again = inSeconds() + 2 * day;
      await decide(
        id,
        { status: 'open', phase: 'pre_arbitration', respond_by: again },
        { status: 'open', phase: 'pre_arbitration', respond_by: moment(again), ended_at: null },
      );
      expect(await actionItemOf(id)).toMatchObject({ kind: 'dispute', deadline: moment(again) });
      expect(await booked(id)).toEqual([['disputed', 50_000]]);
    });

    test('a deduction at the start is returned when the dispute is won, and not repeated when it is lost', async () => {
      const [won, lost] = [await paid(), await paid()];
      const ids: string[] = [];
      for (const { paymentId } of [won, lost]) {
        const { id } = await open(
          { payment_id: paymentId, amount: 100_000, amount_deducted: 100_000 },
          { status: 'open', deducted: 100_000 },
        );
        ids.push(id);
      }
      const [first = '', second = ''] = ids;
      await decide(first, { status: 'won' }, { status: 'won', deducted: 0 });
      await decide(second, { status: 'lost' }, { status: 'lost', deducted: 100_000 });
      expect(await booked(first)).toEqual([
        ['disputed', 100_000],
        ['dispute-lost', 100_000],
        ['dispute-lost', -100_000],
        ['dispute-won', 100_000],
      ]);
      expect(await booked(second)).toEqual([
        ['disputed', 100_000],
        ['dispute-lost', 100_000],
      ]);
    });

    test('a lost dispute can be won in arbitration', async () => {
      const { orderId, paymentId } = await paid();
      const { id } = await open({ payment_id: paymentId, amount: 40_000 }, { status: 'open', deducted: 0 });
      await decide(
        id,
        { status: 'lost' },
        { status: 'lost', deducted: 40_000, ended_at: expect.any(String) },
      );
      expect(await actionItemOf(id)).toBeUndefined();
      const reopened = { status: 'open', phase: 'arbitration' };
      await decide(id, reopened, { ...reopened, deducted: 40_000, ended_at: null });
      expect(await actionItemOf(id)).toMatchObject({ kind: 'dispute' });
      await decide(id, { status: 'won' }, { status: 'won', phase: 'arbitration', deducted: 0 });
      expect(await booked(id)).toEqual([
        ['disputed', 40_000],
        ['dispute-lost', 40_000],
        ['dispute-lost', -40_000],
        ['dispute-won', 40_000],
      ]);
      const listed = await (await request(`?search=${id}`)).json();
      expect(listed.orders).toMatchObject([{ id: orderId, disputed_amount: 0 }]);
    });
  });

  test('reports in any order, and repeated, lead to the gateway’s state', async () => {
    const { paymentId } = await paid();
    const began = inSeconds() - 10 * day;
    const id = `disp_${paymentId.slice(4)}`;
    const event = (name: string, at: number, change: object) => {
      const entity = {
        id,
        entity: 'dispute',
        payment_id: paymentId,
        amount: 30_000,
        amount_deducted: 0,
        currency: 'INR',
        reason_code: 'goods_not_received',
        phase: 'chargeback',
        status: 'open',
        respond_by: began + 3 * day,
        created_at: began,
        ...change,
      };
      const payload = { dispute: { entity } };
      return {
        entity: 'event',
        event: `payment.dispute.${name}`,
        contains: ['dispute'],
        payload,
        created_at: at,
      };
    };
    const story = [
      event('created', began, {}),
      event('under_review', began + day, { status: 'under_review' }),
      event('lost', began + 2 * day, { status: 'lost', amount_deducted: 30_000 }),
      event('action_required', began + 3 * day, { phase: 'arbitration', amount_deducted: 30_000 }),
      event('won', began + 4 * day, { status: 'won', phase: 'arbitration' }),
      event('action_required', began + 5 * day, { phase: 'arbitration', respond_by: began + 12 * day }),
    ];
    const mixed = [5, 0, 3, 1, 5, 4, 2, 0].map((index) => story[index]);
    for (const one of mixed) expect((await shop.webhook(one)).status).toBe(200);
    const last = { status: 'open', phase: 'arbitration', deducted: 0, respond_by: moment(began + 12 * day) };
    expect(await rowOf(id)).toMatchObject(last);
    const sum = (await booked(id)).reduce(
      (total, [entry, amount]) => total + (entry === 'dispute-lost' ? Number(amount) : 0),
      0,
    );
    expect(sum).toBe(0);
    // Some versions of the gateway keep reporting returned deductions.
    await shop.webhook(event('won', began + 6 * day, { status: 'won', amount_deducted: 30_000 }));
    expect(await rowOf(id)).toMatchObject({ status: 'won', deducted: 0 });
    await shop.ledger.deleteFrom('disputes').where('id', '=', id).execute();
  });

  test('a disputed payment is not refunded, and staff see why', async () => {
    const { orderId, paymentId } = await paid();
    const { open, decide } = gatewayReports('webhook');
    const { id } = await open({ payment_id: paymentId, amount: 30_000 }, { status: 'open' });
    const refused = await refund(orderId, paymentId, 10_000);
    expect([refused.status, (await refused.json()).error]).toEqual([409, expect.stringContaining('dispute')]);
    await decide(id, { status: 'under_review' }, { status: 'under_review' });
    expect((await refund(orderId, paymentId, 10_000)).status).toBe(409);
    expect((await detailsOf(orderId)).requests).toEqual([]);
    await expect(shop.sandbox('POST', `/v1/payments/${paymentId}/refund`, { amount: 100 })).rejects.toThrow(
      'ongoing dispute',
    );
    // The customer already has this part of the lost amount.
    await decide(id, { status: 'lost' }, { status: 'lost', deducted: 30_000 });
    const tooMuch = await refund(orderId, paymentId, 70_001);
    expect([tooMuch.status, (await tooMuch.json()).error]).toEqual([422, expect.stringContaining('₹700.00')]);
    expect((await refund(orderId, paymentId, 70_000)).status).toBe(200);
    expect((await detailsOf(orderId)).refunds).toMatchObject([{ amount: 70_000, status: 'processed' }]);
  });

  test('a fraud warning is resolved by a refund', async () => {
    const { orderId, paymentId } = await paid();
    const { open } = gatewayReports('webhook');
    await open({ payment_id: paymentId, phase: 'fraud' }, { status: 'open', phase: 'fraud' });
    expect((await refund(orderId, paymentId, 100_000)).status).toBe(200);
    expect((await detailsOf(orderId)).refunds).toMatchObject([{ amount: 100_000 }]);
  });

  describe('a dispute opened after a refund was requested', () => {
    /** A request in the ledger, made by somebody else. */
    async function requested(
      { orderId, paymentId }: { orderId: string; paymentId: string },
      state: 'waiting' | 'approved',
    ) {
      const key = randomUUID();
      const about = { id: key, order_id: orderId, payment_id: paymentId, amount: 40_000, reason: 'It ended' };
      const by = { requested_by: 'Somebody', requester_id: 'somebody', created_at: new Date().toISOString() };
      await shop.ledger
        .insertInto('refund_requests')
        .values({ ...about, ...by, state })
        .execute();
      return key;
    }
    const approve = (key: string) => request(`/refund-requests/${key}/approve`, 'administrator', {});
    const requestOf = async (orderId: string) => (await detailsOf(orderId)).requests[0];

    test('prevents approval until it is won', async () => {
      const made = await paid();
      const key = await requested(made, 'waiting');
      const { open, decide } = gatewayReports('webhook');
      const { id } = await open({ payment_id: made.paymentId, amount: 30_000 }, { status: 'open' });
      const refused = await approve(key);
      expect([refused.status, (await refused.json()).error]).toEqual([
        409,
        expect.stringContaining('dispute'),
      ]);
      expect(await requestOf(made.orderId)).toMatchObject({ state: 'waiting' });
      await decide(id, { status: 'won' }, { status: 'won' });
      expect((await approve(key)).status).toBe(200);
      expect(await requestOf(made.orderId)).toMatchObject({ state: 'sent' });
    });

    test('is reported by Razorpay if only Razorpay knows of it', async () => {
      const made = await paid();
      const key = await requested(made, 'waiting');
      await shop.faults({ webhooks: { lose: 1 } });
      await shop.sandbox('POST', '/sandbox/disputes', { payment_id: made.paymentId, amount: 30_000 });
      expect((await approve(key)).status).toBe(200);
      expect(await requestOf(made.orderId)).toMatchObject({
        state: 'failed',
        problem: expect.stringContaining('dispute'),
      });
    });

    test('prevents an approved refund from being sent', async () => {
      const made = await paid();
      const entity = { id: `disp_${made.paymentId.slice(4)}`, payment_id: made.paymentId, amount: 30_000 };
      const rest = { currency: 'INR', phase: 'chargeback', status: 'open', created_at: inSeconds() };
      const payload = { dispute: { entity: { ...entity, ...rest } } };
      // Razorpay itself knows of no dispute and would send the refund.
      expect((await shop.webhook({ event: 'payment.dispute.created', payload })).status).toBe(200);
      await requested(made, 'approved');
      await eventually(async () =>
        expect(await requestOf(made.orderId)).toMatchObject({
          state: 'failed',
          problem: expect.stringContaining('dispute'),
        }),
      );
      expect((await shop.sandbox('GET', `/v1/payments/${made.paymentId}/refunds`)).count).toBe(0);
      // Not part of the final comparison with the gateway.
      await shop.ledger.deleteFrom('disputes').where('id', '=', entity.id).execute();
    });
  });

  test('the ledger matches the gateway, also when rebuilt from its lists', async () => {
    await shop.sandbox('POST', '/sandbox/settlements', {});
    await shop.faults({});
    await sweep();
    const truth = await readSandboxState(shop);
    expect(await differences(shop, truth)).toEqual([]);
    const folder = mkdtempSync(path.join(tmpdir(), 'rebuilt-'));
    const rebuilt = await openPayments(
      paymentSettings(
        readSettings({
          ...paymentEnvironmentOf(shop.stack),
          DATA_DIR: folder,
          DATABASE_URL: databaseUrl ? await postgres.createDatabase() : undefined,
        }),
      ),
    );
    try {
      await sweepNow(rebuilt);
      expect(await differences({ ...shop, ledger: rebuilt.db }, truth)).toEqual([]);
    } finally {
      await rebuilt.db.destroy();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
