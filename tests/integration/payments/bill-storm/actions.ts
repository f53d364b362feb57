import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { refusalOf } from '#web/contracts/bill-actions.ts';
import { dayInIndia } from '#web/contracts/india.ts';
import { decimalFromPaise } from '#web/contracts/money.ts';
import { refusals } from '#web/payments/manual-entries/bodies.ts';
import { retryUntilResponse } from '../customers.ts';
import type { Shop } from '../shop.ts';
import type { Bill, Manual, Model, Person, Random } from './model.ts';
import type { ActionResponse, BackOffice, Who } from './people.ts';

/** The bills, people and sites that a storm's actions work on. */
export type Storm = {
  model: Model;
  backOffice: BackOffice;
  sandbox: Shop['sandbox'];
  /** One of the sites, at random. */
  siteOf(): Shop;
  now(): number;
};

type Paid = { id: string; orderId: string; bill: Bill; left: number; disputes: string[]; refunds: string[] };

/** A customer's bill, another customer's bill, and what happened to both so far. */
export type Case = {
  bills: [Bill, Bill];
  payments: Paid[];
  /** Orders with an open checkout, and failed payments that may be authorised later. */
  begun: { orderId: string; bill: Bill; paymentId?: string }[];
  /** Payments of orders that no site created. */
  strays: { paymentId: string; left: number }[];
};

/** Undefined if the action was not possible. */
type Outcome = 'done' | 'refused' | undefined;
type Action = (storm: Storm, one: Case, random: Random) => Promise<Outcome>;

const orderSchema = z.object({ orderId: z.string(), underWay: z.object({ amount: z.number() }).optional() });
const statusSchema = z.object({ open: z.number(), amount: z.number(), state: z.string() });
const madeSchema = z.object({ bill: z.object({ id: z.string(), url: z.url().nullable() }) });
const refundSchema = z.object({ id: z.string() });
const requestsSchema = z.object({ requests: z.array(z.object({ id: z.string(), state: z.string() })) });
const checkoutSchema = z.object({
  razorpay_payment_id: z.string(),
  razorpay_order_id: z.string(),
  razorpay_signature: z.string(),
});

const methods = ['upi', 'upi', 'card', 'netbanking', 'wallet'] as const;
/** Half of the time the case's own bill, otherwise the other customer's. */
const someBill = ({ bills }: Case, random: Random) => (random.chance(0.6) ? bills[0] : bills[1]);
const rupees = (paise: number) => paise / 100;
const unpaid = { amount: 100, paid: 0, cheques: 0 };

/** The full amount, or a part that leaves at least a rupee. */
function partOf(open: number, random: Random): number {
  return random.chance(0.45) || open < 300 ? open : 100 * random.int(1, Math.floor(open / 100) - 1);
}

/** Whether an action succeeded: its response says so, or a retry is refused as after an earlier success. */
const isDone = ({ status, json, isRepeated }: ActionResponse, afterSuccess: string = refusals.over[1]) =>
  status < 300 || (isRepeated && status === 409 && json.error === afterSuccess);
const outcomeOf = (response: ActionResponse, afterSuccess?: string): Outcome => {
  if (isDone(response, afterSuccess)) return 'done';
  if (response.status < 400) throw new Error(`odd response ${response.status}`);
  return 'refused';
};

/** The gateway's refusal of a test's request. */
const attempt = <T>(request: Promise<T>): Promise<T | undefined> => request.catch(() => undefined);

async function openByLink({ siteOf }: Storm, bill: Bill) {
  const { status, json } = await retryUntilResponse(() => siteOf().post('bill-status', { link: bill.link }));
  return status === 200 ? statusSchema.parse(json) : undefined;
}

/** Creates an order as a browser does; undefined if the site refuses. */
async function order(
  { siteOf, model }: Storm,
  bill: Bill,
  { amount, payer, byLink }: { amount: number; payer: Person | undefined; byLink: boolean },
): Promise<string | undefined> {
  const headers = { 'idempotency-key': randomUUID() };
  const typed = {
    amount: rupees(amount),
    // Payers spell a typed number in their own way.
    billNumber: byLink ? bill.number : bill.number.toLowerCase(),
    ...(payer && { customerName: payer.name, customerPhone: payer.phone }),
    ...(byLink && { link: bill.link }),
  };
  const { status, json } = await retryUntilResponse(() =>
    siteOf().post('create-razorpay-order', typed, headers),
  );
  if (status !== 200) return undefined;
  const { orderId, underWay } = orderSchema.parse(json);
  if (underWay) model.warned.add(orderId);
  model.orders.set(orderId, {
    ...{ id: orderId, number: typed.billNumber, amount, payer: payer ?? bill.person },
    ...(byLink && { bill }),
  });
  return orderId;
}

/** Pays at the gateway and reports it: as a browser, as the hosted page, or not at all. */
async function pay(storm: Storm, one: Case, orderId: string, bill: Bill, random: Random): Promise<Outcome> {
  const method = random.pick(methods);
  const given = await attempt(
    storm.sandbox('POST', '/sandbox/payments', { order_id: orderId, outcome: 'authorized', method }),
  );
  if (!given) return 'refused';
  await report(storm, checkoutSchema.parse(given), random);
  const made = storm.model.orders.get(orderId);
  one.payments.push({
    ...{ id: checkoutSchema.parse(given).razorpay_payment_id, orderId, bill },
    ...{ left: made?.amount ?? 0, disputes: [], refunds: [] },
  });
  return 'done';
}

async function report(
  { siteOf, model }: Storm,
  paid: z.infer<typeof checkoutSchema>,
  random: Random,
): Promise<void> {
  const made = model.orders.get(paid.razorpay_order_id);
  if (!made || random.chance(0.25)) return;
  if (random.chance(0.2)) {
    const form = new URLSearchParams(paid).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    await retryUntilResponse(async () => ({
      status: await siteOf().send('razorpay-callback', form, headers),
    }));
    return;
  }
  const typed = {
    ...{ amount: rupees(made.amount), billNumber: made.number, customerName: made.payer.name },
    ...{ customerPhone: made.payer.phone, orderId: made.id, paymentId: paid.razorpay_payment_id },
    signature: paid.razorpay_signature,
  };
  await retryUntilResponse(() => siteOf().post('verify-razorpay-payment', typed));
}

const otherPerson = (model: Model, bill: Bill, random: Random) =>
  random.pick(model.people.filter(({ phone }) => phone !== bill.person.phone)) ?? bill.person;

async function record(
  storm: Storm,
  bill: Bill,
  { kind, amount }: { kind: string; amount: number },
  random: Random,
): Promise<Outcome> {
  const key = random.id();
  const body = {
    ...{ key, kind, amount: decimalFromPaise(amount), day: dayInIndia(storm.now()), reason: 'agreed' },
    reference: kind === 'tds' || kind === 'cash' ? '' : `UTR${key.slice(0, 16).toUpperCase()}`,
    ...(kind === 'tds' ? { section: '393(1), code 1027', rate: '10' } : {}),
  };
  const response = await storm.backOffice.send(storm.siteOf, `/bills/${bill.id}/vouchers`, body);
  const outcome = outcomeOf(response);
  const states = { cheque: 'in-hand', 'write-off': 'waiting', credit: 'waiting' } as const;
  const state = Object.entries(states).find(([name]) => name === kind)?.[1] ?? 'entered';
  if (outcome === 'done') storm.model.manual.set(key, { key, bill, kind, amount, state });
  return outcome;
}

/** Applies an action to one of the case's manual entries in this state. */
async function onManual(
  storm: Storm,
  one: Case,
  random: Random,
  {
    from,
    to,
    path,
    body,
    who = 'finance',
  }: {
    from(entry: Manual): boolean;
    to: Manual['state'];
    path: string;
    body: unknown;
    who?: Who;
  },
): Promise<Outcome> {
  const mine = [...storm.model.manual.values()].filter(({ bill }) => one.bills.includes(bill));
  const entry = random.pick(mine.filter(from));
  if (!entry) return undefined;
  const outcome = outcomeOf(
    await storm.backOffice.send(storm.siteOf, `/vouchers/${entry.key}/${path}`, body, who),
  );
  if (outcome === 'done') entry.state = to;
  return outcome;
}

async function move(
  storm: Storm,
  { paymentId, bill, amount }: { paymentId: string; bill: Bill; amount: number },
  random: Random,
): Promise<Outcome> {
  const key = random.id();
  const body = { key, paymentId, billNumber: bill.number, amount: decimalFromPaise(amount) };
  const outcome = outcomeOf(await storm.backOffice.send(storm.siteOf, '/moves', body));
  if (outcome === 'done')
    storm.model.manual.set(key, { key, bill, kind: 'moved', amount, state: 'entered', paymentId });
  return outcome;
}

/** Everything that can happen to a bill. */
export const actions: Record<string, Action> = {
  async 'pays by link'(storm, one, random) {
    const bill = someBill(one, random);
    const status = await openByLink(storm, bill);
    // A customer with an expired link or a paid bill tries to pay anyway.
    const amount = status && status.open >= 100 ? partOf(status.open, random) : bill.amount;
    const orderId = await order(storm, bill, { amount, payer: undefined, byLink: true });
    return orderId ? pay(storm, one, orderId, bill, random) : 'refused';
  },
  async 'somebody else pays by link'(storm, one, random) {
    const bill = someBill(one, random);
    const status = await openByLink(storm, bill);
    if (!status || status.open < 100) return undefined;
    const payer = otherPerson(storm.model, bill, random);
    const amount = partOf(status.open, random);
    const orderId = await order(storm, bill, { amount, payer, byLink: true });
    return orderId ? pay(storm, one, orderId, bill, random) : 'refused';
  },
  async 'types the bill without its link'(storm, one, random) {
    const bill = someBill(one, random);
    const amount = random.chance(0.7) ? bill.amount : Math.max(100, Math.floor(bill.amount / 300) * 100);
    const orderId = await order(storm, bill, { amount, payer: bill.person, byLink: false });
    return orderId ? pay(storm, one, orderId, bill, random) : 'refused';
  },
  async 'two people press Pay at once'(storm, one, random) {
    const bill = someBill(one, random);
    const status = await openByLink(storm, bill);
    if (!status || status.open < 100) return undefined;
    const payers = [bill.person, otherPerson(storm.model, bill, random)];
    const orders = await Promise.all(
      payers.map((payer) => order(storm, bill, { amount: status.open, payer, byLink: true })),
    );
    const made = new Set(orders.filter((orderId) => orderId !== undefined));
    // Each wants to pay the full open amount: the second is refused, or warned that another payment has started.
    if (made.size > 1 && ![...made].some((orderId) => storm.model.warned.has(orderId)))
      storm.model.broken.push(`${bill.number} was ordered twice, with no warning: ${[...made]}`);
    for (const orderId of made) await pay(storm, one, orderId, bill, random);
    return made.size > 0 ? 'done' : 'refused';
  },
  async 'begins to pay'(storm, one, random) {
    const bill = someBill(one, random);
    const status = await openByLink(storm, bill);
    if (!status || status.open < 100) return undefined;
    const amount = partOf(status.open, random);
    const orderId = await order(storm, bill, { amount, payer: undefined, byLink: true });
    if (!orderId) return 'refused';
    const isTried = random.chance(0.5);
    const failed = isTried
      ? await storm.sandbox('POST', '/sandbox/payments', { order_id: orderId, outcome: 'failed' })
      : undefined;
    one.begun.push({ orderId, bill, ...(failed && { paymentId: failed.razorpay_payment_id }) });
    return 'done';
  },
  async 'pays what was begun'(storm, one, random) {
    const begun = one.begun.pop();
    if (!begun) return undefined;
    const { orderId, bill, paymentId } = begun;
    if (!paymentId) return pay(storm, one, orderId, bill, random);
    // The bank authorises a failed payment late.
    const given = await attempt(storm.sandbox('POST', `/sandbox/payments/${paymentId}/authorize`));
    return given ? 'done' : 'refused';
  },
  async 'records a NEFT'(storm, one, random) {
    const bill = someBill(one, random);
    const kind = random.pick(['neft', 'neft', 'rtgs']) ?? 'neft';
    return record(storm, bill, { kind, amount: partOf(bill.amount, random) }, random);
  },
  async 'records cash'(storm, one, random) {
    const bill = someBill(one, random);
    return record(storm, bill, { kind: 'cash', amount: random.int(1, bill.amount) }, random);
  },
  async 'takes a cheque'(storm, one, random) {
    const bill = someBill(one, random);
    return record(storm, bill, { kind: 'cheque', amount: partOf(bill.amount, random) }, random);
  },
  'clears a cheque': (storm, one, random) =>
    onManual(storm, one, random, {
      ...{ from: ({ state }) => state === 'in-hand', to: 'entered', path: 'clear' },
      body: { day: dayInIndia(storm.now()) },
    }),
  'a cheque bounces': (storm, one, random) =>
    onManual(storm, one, random, {
      ...{ from: ({ state }) => state === 'in-hand', to: 'over', path: 'bounce' },
      body: { day: dayInIndia(storm.now()), reason: 'no funds' },
    }),
  async 'records TDS'(storm, one, random) {
    const bill = someBill(one, random);
    return record(storm, bill, { kind: 'tds', amount: Math.ceil(bill.amount / 10) }, random);
  },
  async 'requests a write-off'(storm, one, random) {
    const bill = someBill(one, random);
    const kind = random.pick(['write-off', 'credit']) ?? 'credit';
    const status = await openByLink(storm, bill);
    const amount = status && status.open > 0 ? random.int(1, status.open) : bill.amount;
    return record(storm, bill, { kind, amount }, random);
  },
  'approves own request': (storm, one, random) =>
    onManual(storm, one, random, {
      ...{ from: ({ state }) => state === 'waiting', to: 'entered', path: 'approve', body: {} },
    }),
  'a second person approves': (storm, one, random) =>
    onManual(storm, one, random, {
      ...{ from: ({ state }) => state === 'waiting', to: 'entered', path: 'approve', body: {} },
      who: 'administrator',
    }),
  'a second person rejects': (storm, one, random) =>
    onManual(storm, one, random, {
      ...{ from: ({ state }) => state === 'waiting', to: 'over', path: 'reject', body: {} },
      who: 'administrator',
    }),
  'takes an entry back': (storm, one, random) =>
    onManual(storm, one, random, {
      ...{ from: ({ state }) => state === 'entered', to: 'over', path: 'reverse' },
      body: { reason: 'of another customer' },
    }),
  async 'moves money to another bill'(storm, one, random) {
    const paid = random.pick(one.payments);
    if (!paid) return undefined;
    const bill = one.bills.find((each) => each !== paid.bill) ?? paid.bill;
    return move(storm, { paymentId: paid.id, bill, amount: random.int(1, paid.left) }, random);
  },
  async 'refunds in the Studio'(storm, one, random) {
    const paid = random.pick(one.payments);
    if (!paid) return undefined;
    const key = random.id();
    const body = { key, paymentId: paid.id, amount: random.int(100, paid.left), reason: 'agreed' };
    const response = await storm.backOffice.send(storm.siteOf, `/${paid.orderId}/refund`, body);
    if (!isDone(response)) return outcomeOf(response);
    const requested = requestsSchema.parse(response.json).requests.find(({ id }) => id === key);
    if (requested?.state !== 'waiting' || random.chance(0.2)) return 'done';
    const decision = random.chance(0.8) ? 'approve' : 'reject';
    const path = `/refund-requests/${key}/${decision}`;
    return outcomeOf(await storm.backOffice.send(storm.siteOf, path, {}, 'administrator'));
  },
  async 'refunds in the dashboard'(storm, one, random) {
    const paid = random.pick(one.payments);
    if (!paid) return undefined;
    const status = random.pick(['processed', 'pending']);
    const amount = random.chance(0.3) ? {} : { amount: random.int(100, paid.left) };
    const body = { payment_id: paid.id, ...amount, status };
    const refund = await attempt(storm.sandbox('POST', '/sandbox/refunds', body));
    if (!refund) return 'refused';
    if (status === 'pending') paid.refunds.push(refundSchema.parse(refund).id);
    return 'done';
  },
  async 'a bank ends a refund'(storm, one, random) {
    const id = random.pick(one.payments.filter(({ refunds }) => refunds.length > 0))?.refunds.pop();
    if (!id) return undefined;
    const status = random.pick(['processed', 'failed', 'failed']);
    return (await attempt(storm.sandbox('POST', `/sandbox/refunds/${id}`, { status }))) ? 'done' : 'refused';
  },
  async 'disputes a payment'(storm, one, random) {
    const paid = random.pick(one.payments);
    if (!paid || paid.disputes.length > 0) return undefined;
    const phase = random.pick(['chargeback', 'chargeback', 'retrieval', 'fraud']);
    const body = { payment_id: paid.id, amount: random.int(1, paid.left), phase };
    const made = await attempt(storm.sandbox('POST', '/sandbox/disputes', body));
    if (!made) return 'refused';
    paid.disputes.push(refundSchema.parse(made).id);
    return 'done';
  },
  async 'a bank decides on a dispute'(storm, one, random) {
    const id = random.pick(one.payments.filter(({ disputes }) => disputes.length > 0))?.disputes[0];
    if (!id) return undefined;
    const decision = random.pick([
      ...[{ status: 'won' }, { status: 'lost' }, { status: 'lost' }, { status: 'under_review' }],
      ...[{ status: 'closed' }, { status: 'open', phase: 'pre_arbitration' }],
    ]);
    return (await attempt(storm.sandbox('POST', `/sandbox/disputes/${id}`, decision))) ? 'done' : 'refused';
  },
  async 'withdraws a link'(storm, one, random) {
    const bill = someBill(one, random);
    const response = await storm.backOffice.send(storm.siteOf, `/bills/${bill.id}/link/withdraw`, {});
    return outcomeOf(response, refusalOf('withdraw-link', { ...unpaid, state: 'open', link: 'withdrawn' }));
  },
  async 'renews a link'(storm, one, random) {
    const bill = someBill(one, random);
    const endsOn = dayInIndia(storm.now() + 30 * 24 * 3_600_000);
    const response = await storm.backOffice.send(storm.siteOf, `/bills/${bill.id}/link`, { endsOn });
    const url = madeSchema.safeParse(response.json).data?.bill.url;
    // A withdrawn link gets a new address.
    if (url) bill.link = new URL(url).searchParams.get('link') ?? bill.link;
    return outcomeOf(response);
  },
  async 'cancels a bill'(storm, one, random) {
    const bill = someBill(one, random);
    const response = await storm.backOffice.send(storm.siteOf, `/bills/${bill.id}/cancel`, {});
    const outcome = outcomeOf(
      response,
      refusalOf('cancel', { ...unpaid, state: 'cancelled', link: 'withdrawn' }),
    );
    if (outcome === 'done') bill.isCancelled = true;
    return outcome;
  },
  async 'makes a cancelled bill again'(storm, one, random) {
    const place = one.bills.findIndex(({ isCancelled }) => isCancelled);
    const bill = one.bills[place];
    if (!bill) return undefined;
    const amount = random.int(1000, 600_000);
    const response = await storm.backOffice.send(storm.siteOf, '/bills', {
      ...{ billNumber: bill.number, name: bill.person.name, phone: bill.person.phone, note: '' },
      ...{ amount: decimalFromPaise(amount), dueOn: '', days: 60 },
    });
    const made = madeSchema.parse(response.json).bill;
    // The link is missing if something was paid by bill number meanwhile.
    const link = made.url ? (new URL(made.url).searchParams.get('link') ?? '') : '';
    const again = { id: made.id, number: bill.number, link, amount, person: bill.person };
    one.bills[place] = again;
    storm.model.bills.push(again);
    return 'done';
  },
  async 'pays outside the site'(storm, one, random) {
    // An order created by hand in the dashboard matches none of ours.
    const amount = 100 * random.int(1, 5000);
    const body = { amount, currency: 'INR', capture: 'automatic' };
    const { id: order_id } = await storm.sandbox('POST', '/sandbox/orders', body);
    const given = await storm.sandbox('POST', '/sandbox/payments', { order_id });
    const paymentId = checkoutSchema.parse(given).razorpay_payment_id;
    storm.model.strays.add(paymentId);
    one.strays.push({ paymentId, left: amount });
    return 'done';
  },
  async 'moves money that fits no order'(storm, one, random) {
    const stray = random.pick(one.strays);
    if (!stray) return undefined;
    const amount = random.chance(0.5) ? stray.left : random.int(1, stray.left);
    return move(storm, { paymentId: stray.paymentId, bill: someBill(one, random), amount }, random);
  },
};
