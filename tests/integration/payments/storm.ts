import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import type { Postgres } from '../../support/postgres.ts';
import { seededRandom } from '../../support/random.ts';
import { customers, type Deployment } from './customers.ts';
import { differences, readSandboxState, type SandboxState } from './sandbox-state.ts';
import { openShop, paymentEnvironmentOf, type Shop } from './shop.ts';

type StormOptions = {
  orders: number;
  /** How many sites share one ledger and serve customers. */
  sites: 1 | 2;
  /** Undefined means SQLite. */
  postgres?: Postgres | undefined;
  killEveryMs: number;
  /** On a slow machine, killing by the clock alone would never let a site start. */
  mostKills: number;
  /** Determines all choices; concurrency still varies with the machine. */
  seed: number;
};

type StormResult = {
  truth: SandboxState;
  /** Verifications that got a 200. */
  acknowledged: number;
  webhooksLost: number;
  /** Remaining faults, one line each; must be empty. */
  faults: string[];
};

/**
 * Runs a storm: every kind of customer pays, webhooks are lost, repeated and reordered, the gateway sometimes fails,
 * and sites and database are killed every few seconds. Then 20 minutes pass, the sweep runs, and the ledger is compared
 * with the gateway's own state.
 */
export async function storm(options: StormOptions): Promise<StormResult> {
  const { orders, postgres, killEveryMs, mostKills, seed } = options;
  const random = seededRandom(seed);
  const databaseUrl = await postgres?.createDatabase();
  const env = {
    ...{ RAZORPAY_SANDBOX_RETRY_MS: '300', ...chanceFrom(seed) },
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  };
  const shop = await openShop(env);
  const twin =
    options.sites === 2
      ? await openShop({ ...paymentEnvironmentOf(shop.stack), ...env }, ['site'])
      : undefined;
  try {
    await shop.faults({
      calls: [
        { call: 'POST /v1/orders', share: 0.03, status: 503 },
        { call: 'POST /v1/orders', share: 0.02, dropResponse: true },
        { call: 'GET /v1/payments', share: 0.05, status: 502 },
        { call: 'GET /v1/payments', share: 0.03, dropResponse: true },
      ],
      webhooks: { lose: 0.15, duplicate: 0.3, delayMs: 2500 },
    });
    const town: Deployment = { sites: twin ? [shop, twin] : [shop], acknowledged: new Set(), random };
    const kinds = Object.values(customers);
    let served = 0;
    const queue = async () => {
      while (served < orders) {
        served += 1;
        // Towards the end the customers bear the fee.
        if (served === Math.floor(orders * 0.9))
          await shop.sandbox('PUT', '/sandbox/account', { feeBearer: 'customer' });
        // Each customer has choices of their own, so that retries do not change those of others.
        await kinds[served % kinds.length]?.({ ...town, random: random.split() });
      }
    };
    const crowd = Promise.all(Array.from({ length: 24 }, queue));
    await killUntil(town, postgres, crowd, killEveryMs, mostKills);
    await crowd;
    await settleWebhooks(shop);
    await shop.clearFaults();
    await shop.sandbox('POST', '/sandbox/settlements', {});
    const truth = await readSandboxState(shop);
    await shop.sweep(20 * 60_000);
    const lost = await shop.sandbox('GET', '/sandbox/webhooks?state=lost');
    return {
      truth,
      acknowledged: town.acknowledged.size,
      webhooksLost: lost.count,
      faults: [
        ...(await missing(shop, town.acknowledged)),
        ...(await differences(shop, await readSandboxState(shop))),
      ],
    };
  } finally {
    await twin?.close();
    await shop.close();
  }
}

/** Settings with which the sandbox's faults depend on the seed. */
export function chanceFrom(seed: number, ...more: string[]) {
  const modules = [path.join(import.meta.dirname, 'seeded-chance.mjs'), ...more];
  const options = modules.map((file) => `--import=${pathToFileURL(file)}`);
  return { CHANCE_SEED: String(seed), NODE_OPTIONS: options.join(' ') };
}

async function killUntil(
  { sites, random }: Deployment,
  postgres: Postgres | undefined,
  crowd: Promise<unknown>,
  everyMs: number,
  most: number,
) {
  let isOver = false;
  const finish = () => {
    isOver = true;
  };
  const end = crowd.then(finish, finish);
  const killed = { kills: 0, databaseKills: 0 };
  for (;;) {
    await Promise.race([end, wait(everyMs * (0.7 + random.next() * 0.6))]);
    if (isOver || killed.kills + killed.databaseKills >= most) return;
    if (postgres && (killed.kills + killed.databaseKills) % 3 === 2) {
      await postgres.crash();
      killed.databaseKills += 1;
      continue;
    }
    const site = sites[killed.kills % sites.length] ?? sites[0];
    await site.stack.kill('site');
    killed.kills += 1;
    await site.stack.start('site');
  }
}

export async function settleWebhooks(shop: Shop): Promise<void> {
  while ((await shop.sandbox('GET', '/sandbox/webhooks?state=waiting')).count > 0) await wait(300);
}

const deliveredEvent = z.object({
  payload: z.object({ payment: z.object({ entity: z.object({ id: z.string() }) }) }),
});

/** Returns payments that the site acknowledged to a browser or webhook, but that are not captured in its ledger. */
async function missing(shop: Shop, acknowledged: Set<string>): Promise<string[]> {
  const { items } = z
    .object({ items: z.array(z.object({ event: z.string(), body: z.string() })) })
    .parse(await shop.sandbox('GET', '/sandbox/webhooks?state=delivered&limit=100000'));
  const delivered = items
    .filter(({ event }) => event === 'payment.captured')
    .map(({ body }) => deliveredEvent.parse(JSON.parse(body)).payload.payment.entity.id);
  const taken = await shop.ledger
    .selectFrom('payments')
    .select('id')
    .where('captured_at', 'is not', null)
    .execute();
  const here = new Set(taken.map(({ id }) => id));
  return [...acknowledged, ...delivered]
    .filter((id) => !here.has(id))
    .map((id) => `${id} was acknowledged and is not in the ledger`);
}
