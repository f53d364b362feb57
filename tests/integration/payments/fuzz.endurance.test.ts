/** @module-tag protect */
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { enquiryRoutes } from '#web/enquiry/routes.ts';
import { paymentRoutes } from '#web/payments/staff-api.ts';
import { visitRoutes } from '#web/visits/routes.ts';
import { propertySeed } from '../../support/property-seed.ts';
import { startStack } from '../../support/stack.ts';
import { fuzzedCalls, fuzzedRequests } from './fuzz.ts';
import { openShop } from './shop.ts';

const fuzzedRoutes = [
  'create-razorpay-order',
  'verify-razorpay-payment',
  'razorpay-webhook',
  'payment-status',
  'bill-status',
  'razorpay-callback',
] as const;

/**
 * Sends `perRoute` bodies to each route. A create request that happens to be valid reaches a gateway that refuses
 * everything, so the ledger must stay empty. Half of the webhooks are signed, because the parser runs after the
 * signature check.
 */
async function fuzz(perRoute: number, seed: number) {
  const shop = await openShop();
  try {
    await shop.faults({ ceiling: 1 });
    const requests = fuzzedRequests(seed);
    /** Number of responses by status, and bodies that got a 5xx or no response. */
    const statuses: Record<string, number> = {};
    const broken: string[] = [];
    const one = async (route: string) => {
      const { body, isSigned, headers: odd } = requests.next().value;
      const signature = createHmac('sha256', shop.stack.secrets.sandboxWebhookSecret)
        .update(body)
        .digest('hex');
      const headers = {
        ...(route === 'razorpay-callback' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        ...(isSigned ? { 'x-razorpay-signature': signature } : {}),
        ...odd,
      };
      const status = await shop.send(route, body, headers).catch(() => 0);
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status === 0 || status >= 500) broken.push(`${route} ${status}: ${body.toString().slice(0, 200)}`);
    };
    const queue = Array.from({ length: perRoute }, () => fuzzedRoutes).flat();
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        for (let route = queue.pop(); route !== undefined; route = queue.pop()) await one(route);
      }),
    );
    const { ledger } = shop;
    const rows = await Promise.all([
      ledger.selectFrom('orders').select('id').execute(),
      ledger.selectFrom('payments').select('id').execute(),
      // A signed webhook that cannot be read is an entry without an amount, which staff look at.
      ledger.selectFrom('entries').select('id').where('amount', '!=', 0).execute(),
    ]);
    return { statuses, broken, rowsInLedger: rows.flat().length };
  } finally {
    await shop.close();
  }
}

/** The staff routes, as declared. */
const staffRoutes = [
  { base: '/api/payments', routes: paymentRoutes.routes },
  { base: '/api/enquiries', routes: enquiryRoutes.routes },
  { base: '/api/visits', routes: visitRoutes.routes },
].flatMap(({ base, routes }) =>
  routes.flatMap(({ method, path }) => (method === 'ALL' ? [] : { method, path: base + path })),
);

/** Sends `perRoute` malformed calls to each staff route, as an administrator. */
async function fuzzStaff(perRoute: number, seed: number) {
  const stack = await startStack();
  try {
    const authorization = `Bearer ${stack.token('administrator')}`;
    const statuses: Record<string, number> = {};
    const broken: string[] = [];
    for (const { method, path } of staffRoutes) {
      const calls = fuzzedCalls(path, seed);
      const send = async () => {
        const call = calls.next().value;
        const response = await fetch(stack.siteUrl + call.path, {
          method,
          headers: { authorization, 'content-type': 'application/json' },
          ...(method === 'GET' ? {} : { body: call.body }),
        }).catch(() => undefined);
        await response?.arrayBuffer();
        const status = response?.status ?? 0;
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (status === 0 || status >= 500)
          broken.push(`${method} ${call.path} ${status}: ${call.body.toString().slice(0, 200)}`);
      };
      for (let sent = 0; sent < perRoute; sent += 20) await Promise.all(Array.from({ length: 20 }, send));
    }
    return { routes: staffRoutes.length, statuses, broken };
  } finally {
    await stack.stop();
  }
}

test('no malformed body causes a 5xx or a row in the ledger', async () => {
  const result = await fuzz(400, propertySeed);
  expect({ propertySeed, broken: result.broken, rows: result.rowsInLedger }).toEqual({
    propertySeed,
    broken: [],
    rows: 0,
  });
  expect(result.statuses[400]).toBeGreaterThan(500);
});

test('no malformed call of the staff API causes a 5xx', async () => {
  const { routes, statuses, broken } = await fuzzStaff(100, propertySeed);
  expect({ propertySeed, broken }).toEqual({ propertySeed, broken: [] });
  expect(routes).toBeGreaterThan(30);
  expect(statuses[400]).toBeGreaterThan(1000);
});
