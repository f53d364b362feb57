import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { enquiryRoutes } from '#web/enquiry/routes.ts';
import { paymentRoutes } from '#web/payments/staff-api.ts';
import { visitRoutes } from '#web/visits/routes.ts';
import { startStack } from '../../support/stack.ts';
import { fuzzedCalls, fuzzedRequests } from './fuzz.ts';
import { openShop, type Shop } from './shop.ts';

export const fuzzedRoutes = [
  'create-razorpay-order',
  'verify-razorpay-payment',
  'razorpay-webhook',
  'payment-status',
  'bill-status',
  'razorpay-callback',
] as const;

export type FuzzResult = {
  sent: number;
  /** Number of responses by status. */
  statuses: Record<string, number>;
  /** Bodies that got a 5xx or no response. */
  broken: string[];
  rowsInLedger: number;
  /** Growth of the server's resident memory after the first tenth, in MiB. */
  grownMiB: number;
};

/**
 * Sends `perRoute` bodies to each route. A create request that happens to be valid reaches a gateway that refuses
 * everything, so the ledger must stay empty. Half of the webhooks are signed, because the parser runs after the
 * signature check.
 */
export async function fuzz(perRoute: number, seed: number): Promise<FuzzResult> {
  const shop = await openShop();
  try {
    await shop.faults({ ceiling: 1 });
    const requests = fuzzedRequests(seed);
    const statuses: Record<string, number> = {};
    const broken: string[] = [];
    let sent = 0;
    let baseline = 0;
    const total = perRoute * fuzzedRoutes.length;
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
      sent += 1;
      if (sent === Math.floor(total / 10)) baseline = residentMiB(shop);
    };
    const queue = Array.from(
      { length: total },
      (_, index) => fuzzedRoutes[index % fuzzedRoutes.length] ?? '',
    );
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        for (let route = queue.pop(); route !== undefined; route = queue.pop()) await one(route);
      }),
    );
    const grownMiB = residentMiB(shop) - baseline;
    const tables = ['orders', 'payments', 'order_events'] as const;
    const counts = await Promise.all(
      tables.map((table) => shop.ledger.selectFrom(table).selectAll().execute()),
    );
    return { sent, statuses, broken, grownMiB, rowsInLedger: counts.flat().length };
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
export async function fuzzStaff(perRoute: number, seed: number) {
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

/** Returns the resident memory of the server's process on Linux; 0 elsewhere. */
function residentMiB(shop: Shop): number {
  try {
    const pages = Number(readFileSync(`/proc/${shop.stack.pid('site')}/statm`, 'utf8').split(' ')[1]);
    return (pages * 4096) / 2 ** 20;
  } catch {
    return 0;
  }
}
