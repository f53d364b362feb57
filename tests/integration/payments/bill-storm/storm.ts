import { randomInt } from 'node:crypto';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { readSettings } from '#settings';
import { decimalFromPaise } from '#web/contracts/money.ts';
import { sweepNow } from '#web/jobs/jobs.ts';
import { openPayments } from '#web/payments/payments.ts';
import { paymentSettings } from '#web/payments/settings.ts';
import { reconcile } from '#web/payments/sync/reconciliation.ts';
import type { Postgres } from '../../../support/postgres.ts';
import type { Deployment } from '../customers.ts';
import { differences, readSandboxState } from '../sandbox-state.ts';
import { openShop, paymentEnvironmentOf, type Shop } from '../shop.ts';
import { killUntil, settleWebhooks } from '../storm.ts';
import { actions, type Case, type Storm } from './actions.ts';
import { checkBills, checkCsv, checkItems, checkLedgers, checkYears, Faults, readFiles } from './checks.ts';
import { type Bill, expectedOf, Model, type Person, type Random, randomOf } from './model.ts';
import { signIn } from './people.ts';

type Options = {
  bills: number;
  /** How many sites share one ledger and serve customers. */
  sites: 1 | 2;
  /** Undefined means SQLite. */
  postgres?: Postgres | undefined;
  killEveryMs: number;
  /** In each of the three parts. */
  mostKills?: number;
  /** Determines all actions and amounts; concurrency still varies with the machine. Random by default. */
  seed?: number;
};

const minute = 60_000;
/** Times in India around the end of a financial year. */
const evening = Date.parse('2027-03-31T18:00:00+05:30');
const lastSeconds = Date.parse('2027-03-31T23:59:57+05:30');
/** Links created for one day have expired. */
const daysLater = Date.parse('2027-04-03T10:00:00+05:30');

/** A clock shared by the sites, the gateway and the test. */
function openClock() {
  const folder = mkdtempSync(path.join(tmpdir(), 'clock-'));
  const file = path.join(folder, 'ahead');
  let ahead = 0;
  const set = (at: number) => {
    ahead = at - Date.now();
    writeFileSync(`${file}.new`, String(ahead));
    renameSync(`${file}.new`, file);
  };
  const module = pathToFileURL(path.resolve(import.meta.dirname, '../../site/clock.mjs'));
  return {
    now: () => Date.now() + ahead,
    set,
    env: { NODE_OPTIONS: `--import=${module}`, CLOCK_FILE: file },
    close: () => rmSync(folder, { recursive: true }),
  };
}

const names = ['Asha Verma', 'आशा वर्मा', 'R. & S. Iyer', '"Quoted" <Traders>', 'Meera, Sons; Co'];

/**
 * Runs a storm of bills around midnight of 31 March and days later: customers pay in every way, staff record, move and
 * refund, banks dispute, webhooks are lost, the gateway fails, and sites and database are killed. Then compares list,
 * CSV, Tally, Zoho Books, statements and action items with what was acknowledged and with the gateway's records.
 * Resolves to the errors, one line each, and to counts.
 */
export async function billStorm({ bills: count, sites, postgres, killEveryMs, ...options }: Options) {
  const { mostKills = Number.POSITIVE_INFINITY } = options;
  const { seed = Number(process.env.STORM_SEED ?? randomInt(2 ** 31)) } = options;
  console.log(`storm of ${count} bills, seed ${seed}`);
  const clock = openClock();
  clock.set(evening);
  const databaseUrl = await postgres?.createDatabase();
  const env = {
    ...{ RAZORPAY_SANDBOX_RETRY_MS: '300', ...clock.env },
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  };
  const shop = await openShop(env, ['lake', 'sandbox', 'site']);
  const twin = sites === 2 ? await openTwin(shop, env) : undefined;
  const town: Deployment = { sites: twin ? [shop, twin] : [shop], acknowledged: new Set() };
  const killed = { kills: 0, databaseKills: 0 };
  try {
    const model = new Model();
    const storm: Storm = {
      ...{ model, backOffice: await signIn(shop), sandbox: shop.sandbox, now: clock.now },
      siteOf: () => (twin && Math.random() < 0.5 ? twin : shop),
    };
    const random = randomOf(seed);
    const cases = await openBills(storm, count, random);
    const reader = { backOffice: storm.backOffice, site: shop };
    // Each customer's ledger has the customer's name, as accountants have them.
    await storm.backOffice.read(shop, '/ledgers', { customers: '{customer}' });
    await shop.faults({
      calls: [
        { call: 'POST /v1/orders', share: 0.03, status: 503 },
        { call: 'POST /v1/orders', share: 0.02, dropResponse: true },
        { call: 'GET /v1/payments', share: 0.05, status: 502 },
        { call: 'POST /v1/payments', share: 0.03, dropResponse: true },
      ],
      webhooks: { lose: 0.15, duplicate: 0.3, delayMs: 1500 },
    });
    /** Runs some actions in every case, 12 cases at a time. */
    const part = async (feeBearer: string, mostActions: number, halfway?: () => void) => {
      await shop.sandbox('PUT', '/sandbox/account', { feeBearer });
      const plans = cases.map((one) => ({ one, random: randomOf(random.int(0, 2 ** 31)) }));
      let left = plans.length;
      const serve = async () => {
        for (let next = plans.pop(); next; next = plans.pop()) {
          if (left-- === Math.floor(cases.length / 2)) halfway?.();
          for (let remaining = next.random.int(1, mostActions); remaining > 0; remaining--)
            await runAction(storm, next.one, next.random);
        }
      };
      const crowd = Promise.all(Array.from({ length: 12 }, serve));
      const now = await killUntil(town, postgres, crowd, killEveryMs, mostKills);
      killed.kills += now.kills;
      killed.databaseKills += now.databaseKills;
      await crowd;
    };
    const faults = new Faults();
    const close = () => storm.backOffice.send(() => shop, '/months/2027-03/close', {}, 'administrator');
    await part('business', 6);
    faults.same('closing a month that is not over', (await close()).status, 409);
    await shop.sandbox('POST', '/sandbox/settlements', {});
    await part('customer', 6, () => clock.set(lastSeconds));
    while (clock.now() < Date.parse('2027-04-01T00:00:00+05:30')) await wait(100);
    clock.set(daysLater);
    let march: Awaited<ReturnType<typeof readFiles>> | undefined;
    const ofMarch = () => readFiles(reader, { from: '2027-03-01', to: '2027-03-31' });
    const closing = async () => {
      await close();
      march = await ofMarch();
    };
    let closed: Promise<void> | undefined;
    await part('shared', 6, () => {
      closed = closing();
    });
    await closed;
    await settleWebhooks(shop);
    await shop.clearFaults();
    const { id } = await shop.sandbox('POST', '/sandbox/settlements', {});
    // One transfer fails at the bank and is paid out again.
    await shop.sandbox('POST', `/sandbox/settlements/${id}`, { status: 'failed' });
    await shop.sandbox('POST', '/sandbox/settlements', {});
    await settleWebhooks(shop);
    clock.set(clock.now() + 20 * minute);
    await settleRefunds(shop);
    await settleWebhooks(shop);
    await sweep({ ...paymentEnvironmentOf(shop.stack), DATABASE_URL: databaseUrl }, clock.now);

    faults.lines.push(...model.broken);
    const truth = await readSandboxState(shop);
    const expected = expectedOf(model, truth);
    const files = await readFiles(reader);
    const captured = truth.captured.filter(({ id }) => !model.strays.has(id));
    faults.lines.push(...(await differences(shop, { ...truth, captured })));
    checkCsv(files, truth, expected, faults);
    checkLedgers(files, truth, model, expected, faults);
    await checkBills(reader, model, expected, files, faults);
    await checkYears(reader, files, faults);
    const marchAgain = await ofMarch();
    for (const name of ['csv', 'tally', 'zohoPayments', 'zohoJournals'] as const)
      if (march?.[name] !== marchAgain[name]) faults.lines.push(`${name} of the closed March changed`);
    // Last, because staff deal with some of them.
    await checkItems(reader, model, truth, expected, faults);
    console.table(Object.fromEntries(model.outcomes));
    console.log({ ...killed, ...expected.totals });
    return { faults: faults.lines, bills: model.bills.length, outcomes: model.outcomes, seed, ...killed };
  } finally {
    await twin?.close();
    await shop.close();
    clock.close();
  }
}

/** A second site with the same ledger and staff. */
function openTwin(shop: Shop, env: Record<string, string>): Promise<Shop> {
  const { env: ofSite } = shop.stack.service('site');
  const shared = ['SANITY_API_HOST', 'SANITY_API_READ_TOKEN', 'CONTENT_LAKE_SITE_KEY'];
  const content = Object.fromEntries(shared.map((name) => [name, ofSite[name] ?? '']));
  return openShop({ ...paymentEnvironmentOf(shop.stack), ...content, ...env }, ['site']);
}

/** Creates bills of customers who have several, some by CSV. Two bills of different customers form a case. */
async function openBills(storm: Storm, count: number, random: Random): Promise<Case[]> {
  const people: Person[] = Array.from({ length: Math.ceil(count / 4) }, (_, index) => ({
    name: `${names[index % names.length]} ${index}`,
    phone: String(9_000_000_000 + index),
  }));
  storm.model.people.push(...people);
  const planned = Array.from({ length: count }, (_, index) => ({
    person: people[index % people.length] ?? { name: 'Asha Verma', phone: '9876543210' },
    number: `S/${seedOf(random)}/${index}`,
    amount: random.chance(0.2) ? random.int(1_000_000, 9_000_000) : random.int(1000, 600_000),
    days: random.chance(0.2) ? 1 : 60,
  }));
  const byCsv = planned.filter((_, index) => index % 4 === 0);
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const lines = byCsv.map(({ person, number, amount }) =>
    [number, person.name, person.phone, decimalFromPaise(amount)].map(cell).join(','),
  );
  const imported = await storm.backOffice.send(storm.siteOf, '/bills/csv', {
    ...{ csv: ['bill number,name,phone,amount', ...lines].join('\n'), dryRun: false, days: 60 },
  });
  const { rows } = importSchema.parse(imported.json);
  const made = new Map(rows.map(({ bill }) => [bill.bill_number, bill]));
  const bills: Bill[] = [];
  for (const { person, number, amount, days } of planned) {
    const bill =
      made.get(number) ??
      billSchema.parse(
        (
          await storm.backOffice.send(storm.siteOf, '/bills', {
            ...{ billNumber: number, name: person.name, phone: person.phone, note: '' },
            ...{ amount: decimalFromPaise(amount), dueOn: '', days },
          })
        ).json,
      ).bill;
    const link = new URL(bill.url).searchParams.get('link') ?? '';
    bills.push({ id: bill.id, number, link, amount, person });
  }
  storm.model.bills.push(...bills);
  const half = Math.floor(bills.length / 2);
  return bills.slice(0, half).flatMap((bill, index): Case[] => {
    const other = bills[half + ((index + 1) % half)];
    return other ? [{ bills: [bill, other], payments: [], begun: [], strays: [] }] : [];
  });
}
const madeBill = z.object({ id: z.string(), bill_number: z.string(), url: z.url() });
const billSchema = z.object({ bill: madeBill });
const importSchema = z.object({ rows: z.array(z.object({ bill: madeBill })) });
const seedOf = (random: Random) => random.id().slice(0, 6);

/** Runs one of the possible actions. */
async function runAction(storm: Storm, one: Case, random: Random): Promise<void> {
  for (let tries = 0; tries < 8; tries++) {
    const name = random.pick(Object.keys(actions)) ?? '';
    const outcome = await actions[name]?.(storm, one, random);
    if (outcome) return storm.model.count(name, outcome);
  }
}

/** Waits for approved refunds whose site was killed before sending them. */
async function settleRefunds({ ledger }: Shop): Promise<void> {
  const unsent = ledger.selectFrom('refund_requests').select('id').where('state', '=', 'approved');
  while ((await unsent.execute()).length > 0) await wait(300);
}

/** Runs `npm run payments:reconcile` and `payments:sweep` on that clock. */
async function sweep(environment: Record<string, string | undefined>, now: () => number): Promise<void> {
  const payments = await openPayments(paymentSettings(readSettings(environment)));
  try {
    await reconcile({ ...payments, now });
    while (!(await sweepNow({ ...payments, now }))) await wait(200);
  } finally {
    await payments.db.destroy();
  }
}
