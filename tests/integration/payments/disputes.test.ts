/** @module-tag protect */
import { beforeEach, describe, expect, test } from 'vitest';
import { sweepNow } from '#web/jobs/jobs.ts';
import { closeAfterwards, temporaryFolder } from '../../support/close-afterwards.ts';
import { eventually } from '../../support/eventually.ts';
import { createRunDatabase } from '../../support/run-database.ts';
import { differences, readSandboxState } from './sandbox-state.ts';
import { openShop } from './shop.ts';

const dayInSeconds = 24 * 3600;
const inSeconds = () => Math.floor(Date.now() / 1000);
const moment = (seconds: number) => new Date(seconds * 1000).toISOString();

const env = { PAYMENT_REFUND_APPROVAL_ABOVE: '100000', DATABASE_URL: await createRunDatabase() };
const shop = await closeAfterwards(openShop(env, ['lake', 'sandbox', 'site']));
const folder = temporaryFolder();
beforeEach(() => shop.clearFaults());

const findDispute = (id: string) =>
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
const findActionItem = async (subject: string) =>
  (await shop.readActionItems()).find((item) => item.subject === subject);
const paid = () => shop.payBill({ amount: 1000 });
/** An action at the gateway, reported by its webhook, or by the sweep if that is lost. */
function gatewayReports(by: string) {
  const report = async (where: string, body: object, check: object) => {
    if (by === 'sweep') await shop.faults({ webhooks: { lose: 1 } });
    const dispute = await shop.sandbox('POST', `/sandbox/disputes${where}`, body);
    if (by === 'sweep') await shop.sweep();
    await eventually(async () => expect(await findDispute(dispute.id)).toMatchObject(check));
    return dispute;
  };
  return {
    open: (body: object, check: object) => report('', body, check),
    decide: (id: string, body: object, check: object) => report(`/${id}`, body, check),
  };
}

describe.each(['webhook', 'sweep'])('reported by %s', (by) => {
  const { open, decide } = gatewayReports(by);

  test('a dispute is followed to its end, and a lost one can be won in arbitration', async () => {
    const { orderId, paymentId } = await paid();
    const first = inSeconds() + 9 * dayInSeconds;
    const { id } = await open(
      { payment_id: paymentId, amount: 40_000, respond_by: first },
      { status: 'open', deducted: 0, respond_by: moment(first) },
    );
    const until = async (respond_by: number, phase = {}) => {
      const opened = { status: 'open', ...phase };
      await decide(
        id,
        { ...opened, respond_by },
        { ...opened, respond_by: moment(respond_by), ended_at: null },
      );
      expect(await findActionItem(id)).toMatchObject({ kind: 'dispute', deadline: moment(respond_by) });
    };
    await until(inSeconds() + dayInSeconds);
    await decide(id, { status: 'under_review' }, { status: 'under_review' });
    expect(await findActionItem(id)).toMatchObject({ kind: 'dispute', deadline: null });
    const lost = { status: 'lost', deducted: 40_000, ended_at: expect.any(String) };
    await decide(id, { status: 'lost' }, lost);
    expect(await findActionItem(id)).toBeUndefined();
    await until(inSeconds() + 2 * dayInSeconds, { phase: 'arbitration' });
    expect(await findDispute(id)).toMatchObject({ deducted: 40_000 });
    await decide(id, { status: 'won' }, { status: 'won', phase: 'arbitration', deducted: 0 });
    expect(await booked(id)).toEqual([
      ['disputed', 40_000],
      ['dispute-lost', 40_000],
      ['dispute-lost', -40_000],
      ['dispute-won', 40_000],
    ]);
    const listed = await shop.readAsStaff(`?search=${id}`);
    expect(listed.orders).toMatchObject([{ id: orderId, state: 'paid' }]);
  });
});

test('a fraud warning is resolved by a refund', async () => {
  const { orderId, paymentId } = await paid();
  const { open } = gatewayReports('webhook');
  await open({ payment_id: paymentId, phase: 'fraud' }, { status: 'open', phase: 'fraud' });
  expect((await shop.refund(orderId, paymentId, 100_000)).status).toBe(200);
  expect((await shop.readDetails(orderId)).refunds).toMatchObject([{ amount: 100_000 }]);
});

test('the ledger matches the gateway, also when rebuilt from its lists', async () => {
  await shop.sandbox('POST', '/sandbox/settlements', {});
  await shop.faults({});
  await shop.sweep();
  const truth = await readSandboxState(shop);
  expect(await differences(shop, truth)).toEqual([]);
  await shop.withPayments(
    async (rebuilt) => {
      await sweepNow(rebuilt);
      expect(await differences({ ...shop, ledger: rebuilt.db }, truth)).toEqual([]);
    },
    { DATA_DIR: folder, DATABASE_URL: await createRunDatabase() },
  );
});
