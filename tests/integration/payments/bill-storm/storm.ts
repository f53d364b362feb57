import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { decimalFromPaise } from '#web/contracts/money.ts';
import { sweepNow } from '#web/jobs/jobs.ts';
import { GatewayError } from '#web/payments/razorpay/client.ts';
import type { Postgres } from '../../../support/postgres.ts';
import { type Random, seededRandom } from '../../../support/random.ts';
import { differences, readSandboxState } from '../sandbox-state.ts';
import { openShop, paymentEnvironmentOf, type Shop } from '../shop.ts';
import { chanceFrom, settleWebhooks } from '../storm.ts';
import { actions, type Case, followMoves, frequent, noteShort, type Storm } from './actions.ts';
import {
  checkBills,
  checkCsv,
  checkItems,
  checkLedgers,
  checkReturns,
  checkYears,
  Faults,
  readFiles,
} from './checks.ts';
import { type Bill, expectedOf, Model, type Person } from './model.ts';
import { signIn } from './people.ts';

type Options = {
  bills: number;
  /** How many sites share one ledger and serve customers. */
  sites: 1 | 2;
  /** Undefined means SQLite. */
  postgres?: Postgres | undefined;
  /** How many actions run, and after how many of them a site or the database is killed. */
  acts: number;
  killEvery: number;
  /** Determines all choices; concurrency still varies with the machine. */
  seed: number;
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
  const module = path.resolve(import.meta.dirname, '../../site/clock.mjs');
  return {
    now: () => Date.now() + ahead,
    set,
    module,
    env: { CLOCK_FILE: file },
    close: () => rmSync(folder, { recursive: true }),
  };
}

const names = ['Asha Verma', 'आशा वर्मा', 'R. & S. Iyer', '"Quoted" <Traders>', 'Meera, Sons; Co'];

/**
 * Runs a storm of bills around midnight of 31 March and days later: customers pay in every way, staff record, move and
 * refund, banks dispute, webhooks are lost, the gateway fails, and sites and database are killed. Then compares list,
 * CSV, Tally, Zoho Books, statements and action items with what was acknowledged and with the gateway's records.
 * Resolves to the errors, one line each.
 */
export async function billStorm({ bills: count, sites, postgres, acts, killEvery, seed }: Options) {
  const random = seededRandom(seed);
  const clock = openClock();
  clock.set(evening);
  const databaseUrl = await postgres?.createDatabase();
  const env = {
    ...{ RAZORPAY_SANDBOX_RETRY_MS: '300', ...clock.env, ...chanceFrom(seed, clock.module) },
    // Rupees above which a second person approves.
    PAYMENT_REFUND_APPROVAL_ABOVE: '2000',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  };
  const shop = await openShop(env, ['lake', 'sandbox', 'site']);
  const twin = sites === 2 ? await openTwin(shop, env) : undefined;
  const towns: Shop[] = twin ? [shop, twin] : [shop];
  const killed = { kills: 0, databaseKills: 0 };
  try {
    const model = new Model();
    const storm: Storm = {
      ...{
        model,
        backOffice: await signIn(shop),
        sandbox: shop.sandbox,
        ledger: shop.ledger,
        now: clock.now,
      },
      siteOf: () => choices.pick(towns) ?? shop,
    };
    // Its own, since repeated requests choose again.
    const choices = random.split();
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
    let [acted, killing] = [0, Promise.resolve()];
    const kill = async () => {
      if (postgres && (killed.kills + killed.databaseKills) % 3 === 2) {
        await postgres.crash();
        killed.databaseKills += 1;
        return;
      }
      const { stack } = towns[killed.kills % towns.length] ?? shop;
      await stack.kill('site');
      await stack.start('site');
      killed.kills += 1;
    };
    /** Runs a third of the actions, in 12 cases at a time. */
    const part = async (feeBearer: string, halfway?: () => void) => {
      await shop.sandbox('PUT', '/sandbox/account', { feeBearer });
      const plans = cases.map((one) => ({ one, random: random.split(), acts: 0 }));
      for (let act = 0; act < acts / 3; act++) {
        const plan = random.pick(plans);
        if (plan) plan.acts += 1;
      }
      let left = plans.length;
      const serve = async () => {
        for (let next = plans.pop(); next; next = plans.pop()) {
          if (left-- === Math.floor(cases.length / 2)) halfway?.();
          for (; next.acts > 0; next.acts--) {
            await runAction(storm, next.one, next.random);
            acted += 1;
            if (acted % killEvery === 0) killing = killing.then(kill);
          }
        }
      };
      await Promise.all(Array.from({ length: 12 }, serve));
      await killing;
    };
    const faults = new Faults();
    const close = () => storm.backOffice.send(() => shop, '/months/2027-03/close', {}, 'administrator');
    await part('business');
    faults.same('closing a month that is not over', (await close()).status, 409);
    await shop.sandbox('POST', '/sandbox/settlements', {});
    await part('customer', () => clock.set(lastSeconds));
    while (clock.now() < Date.parse('2027-04-01T00:00:00+05:30')) await wait(100);
    // Some lost orders appear now, others at the end.
    await sweep(shop, clock.now);
    clock.set(daysLater);
    const ofMarch = () => readFiles(reader, { from: '2027-03-01', to: '2027-03-31' });
    const march = Promise.withResolvers<Awaited<ReturnType<typeof ofMarch>>>();
    await part('shared', () => march.resolve(close().then(ofMarch)));
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
    await sweep(shop, clock.now);

    for (const one of cases) await noteShort(storm, one);
    await followMoves(storm, model.bills);
    faults.lines.push(...model.broken);
    const truth = await readSandboxState(shop);
    const expected = expectedOf(model, truth);
    const files = await readFiles(reader);
    const captured = truth.captured.filter(({ id }) => !model.strays.has(id));
    faults.lines.push(...(await differences(shop, { ...truth, captured })));
    checkCsv(files, truth, expected, faults);
    checkReturns(model, truth, faults);
    checkLedgers(files, truth, model, expected, faults);
    await checkBills(reader, model, expected, files, faults);
    await checkYears(reader, files, await march.promise, faults);
    const marchAgain = await ofMarch();
    for (const name of ['csv', 'tally', 'zohoPayments', 'zohoJournals'] as const)
      if ((await march.promise)[name] !== marchAgain[name])
        faults.lines.push(`${name} of the closed March changed`);
    await checkItems(reader, model, truth, expected, faults);
    console.table(Object.fromEntries(model.outcomes));
    console.log({ ...killed, ...expected.totals });
    return faults.lines;
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
    const share = random.int(3, 8) / 10;
    const all = [...Object.keys(actions), ...frequent, ...frequent];
    const names = all.filter(() => random.chance(share));
    const nothing = { payments: [], begun: [], strays: [], waiting: [] };
    return other ? [{ bills: [bill, other], names: ['pays by link', ...names], ...nothing }] : [];
  });
}
const madeBill = z.object({ id: z.string(), bill_number: z.string(), url: z.url() });
const billSchema = z.object({ bill: madeBill });
const importSchema = z.object({ rows: z.array(z.object({ bill: madeBill })) });
const seedOf = (random: Random) => random.id().slice(0, 6);

/** Runs one of the case's possible actions. */
async function runAction(storm: Storm, one: Case, random: Random): Promise<void> {
  for (let tries = 0; ; tries++) {
    const name = (tries < 20 && random.pick(one.names)) || 'pays by link';
    const outcome = await actions[name]?.(storm, one, random);
    if (!outcome) continue;
    await noteShort(storm, one);
    return storm.model.count(name, outcome);
  }
}

/** Waits for approved refunds whose site was killed before sending them. */
async function settleRefunds({ ledger }: Shop): Promise<void> {
  const unsent = ledger.selectFrom('refund_requests').select('id').where('state', '=', 'approved');
  while ((await unsent.execute()).length > 0) await wait(300);
}

/** Runs `npm run payments:sweep` on that clock. */
const sweep = (shop: Shop, now: () => number) =>
  shop.withPayments(async (payments) => {
    const sweepOnce = () =>
      sweepNow({ ...payments, now }).catch((error: unknown) => {
        // The sandbox refuses some requests.
        if (GatewayError.is(error)) return false;
        throw error;
      });
    while (!(await sweepOnce())) await wait(200);
  });
