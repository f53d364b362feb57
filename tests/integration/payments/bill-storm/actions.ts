import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { findRefusal } from '#web/contracts/bill-actions.ts';
import { dayInIndia } from '#web/contracts/india.ts';
import { decimalFromPaise } from '#web/contracts/money.ts';
import { outcomes } from '#web/contracts/outcomes.ts';
import type { Random } from '../../../support/random.ts';
import { retryUntilResponse } from '../customers.ts';
import { readSandboxState } from '../sandbox-state.ts';
import type { Shop } from '../shop.ts';
import { type Bill, type Manual, type Model, type Person, returnedOf, sum } from './model.ts';
import type { ActionResponse, BackOffice, Who } from './people.ts';

/** The bills, people and sites that a storm's actions work on. */
export type Storm = {
  model: Model;
  backOffice: BackOffice;
  sandbox: Shop['sandbox'];
  ledger: Shop['ledger'];
  /** One of the sites, at random. */
  siteOf(): Shop;
  now(): number;
};

type Paid = {
  id: string;
  orderId: string;
  bill: Bill;
  amount: number;
  disputes: string[];
  refunds: string[];
};

/** A customer's bill, another customer's bill, and what happened to both so far. */
export type Case = {
  /** The actions that this case may take: a few each, so that the same ones meet often. */
  names: string[];
  bills: [Bill, Bill];
  payments: Paid[];
  /** Orders with an open checkout, and failed payments that may be authorised later. */
  begun: { orderId: string; bill: Bill; paymentId?: string }[];
  /** Payments of orders that no site knows yet. */
  strays: Paid[];
  /** Refunds that wait for a second person. */
  waiting: { key: string; paid: Paid; amount: number }[];
};

/** Undefined if the action was not possible. */
type Outcome = 'done' | 'refused' | undefined;
type Action = (storm: Storm, one: Case, random: Random) => Promise<Outcome>;

const orderSchema = z.object({ orderId: z.string(), underWay: z.object({ amount: z.number() }).optional() });
const statusSchema = z.object({ open: z.number(), amount: z.number(), state: z.string() });
const madeSchema = z.object({ bill: z.object({ id: z.string(), url: z.url().nullable() }) });
const refundSchema = z.object({ id: z.string() });
const vouchersSchema = z.object({
  vouchers: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      amount: z.number(),
      state: z.string(),
      payment_id: z.string().nullable(),
    }),
  ),
});

const requestsSchema = z.object({ requests: z.array(z.object({ id: z.string(), state: z.string() })) });
const checkoutSchema = z.object({
  razorpay_payment_id: z.string(),
  razorpay_order_id: z.string(),
  razorpay_signature: z.string(),
});

const methods = ['upi', 'upi', 'card', 'netbanking', 'wallet'] as const;
/** Half of the time the case's own bill, otherwise the other customer's. */
const someBill = ({ bills }: Case, random: Random) => (random.chance(0.6) ? bills[0] : bills[1]);
/** Mostly one of the last, to which several things happen then. */
const pickPayment = (payments: Paid[], random: Random) =>
  random.pick(payments.slice(random.chance(0.7) ? -2 : 0));
const rupees = (paise: number) => paise / 100;
const unpaid = { amount: 100, paid: 0, cheques: 0 };

/** The full amount, or a part that leaves at least a rupee. */
function partOf(open: number, random: Random): number {
  return random.chance(0.45) || open < 300 ? open : 100 * random.int(1, Math.floor(open / 100) - 1);
}

/** Whether an action succeeded: its response says so, or a retry is refused as after an earlier success. */
const isDone = ({ status, json, isRepeated }: ActionResponse, afterSuccess: string = outcomes.over.staff) =>
  status < 300 || (isRepeated && status === 409 && json.error === afterSuccess);
const readOutcome = (response: ActionResponse, afterSuccess?: string): Outcome => {
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
  { amount, payer, byLink, random }: { amount: number; payer?: Person; byLink: boolean; random: Random },
): Promise<string | undefined> {
  const headers = { 'idempotency-key': random.id() };
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
  const id = checkoutSchema.parse(given).razorpay_payment_id;
  const amount = storm.model.orders.get(orderId)?.amount ?? 0;
  one.payments.push({ id, orderId, bill, amount, disputes: [], refunds: [] });
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
  { kind, amount, same }: { kind: string; amount: number; same?: string },
  random: Random,
): Promise<Outcome> {
  const key = random.id();
  const own = kind === 'tds' || kind === 'cash' ? '' : `UTR${key.slice(0, 16).toUpperCase()}`;
  const reference = same ?? own;
  const body = {
    ...{ key, kind, amount: decimalFromPaise(amount), day: dayInIndia(storm.now()), reason: 'agreed' },
    reference,
    ...(kind === 'tds' ? { section: '393(1), code 1027', rate: '10' } : {}),
  };
  const response = await storm.backOffice.send(storm.siteOf, `/bills/${bill.id}/vouchers`, body);
  const outcome = readOutcome(response);
  if (outcome !== 'done') return outcome;
  // A write-off waits for a second person, unless it closes a rest that nobody can pay.
  const stored = vouchersSchema.parse(response.json).vouchers.find(({ id }) => id === key)?.state;
  const state = stored === 'waiting' || stored === 'in-hand' ? stored : 'entered';
  const waits = kind === 'write-off' || kind === 'credit';
  if (waits && state !== 'waiting' && amount >= 100)
    storm.model.broken.push(`${key} needed no second person`);
  storm.model.manual.set(key, { key, bill, kind, amount, state, reference });
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
  const outcome = readOutcome(
    await storm.backOffice.send(storm.siteOf, `/vouchers/${entry.key}/${path}`, body, who),
  );
  if (outcome === 'done') entry.state = to;
  return outcome;
}

/** Waits until the site has heard all that the gateway reports about an entity; some reports are lost. */
async function hear({ sandbox }: Storm, id: string): Promise<void> {
  const waiting = async () =>
    JSON.stringify(await sandbox('GET', '/sandbox/webhooks?state=waiting&limit=10000'));
  while ((await waiting()).includes(id)) await wait(100);
}

/**
 * Takes over from the site where moved money stands. The site may move it back only if the payment no longer held it,
 * and never elsewhere.
 */
export async function followMoves({ model, backOffice, siteOf }: Storm, bills: Bill[]): Promise<void> {
  const moves = [...model.manual.values()].filter((one) => one.paymentId && bills.includes(one.bill));
  const before = new Map(moves.map(({ paymentId = '' }) => [paymentId, model.movedFrom(paymentId)]));
  for (const bill of bills) {
    const { vouchers } = vouchersSchema.parse(
      JSON.parse(await backOffice.read(siteOf(), `/bills/${bill.id}`)),
    );
    for (const { id: key, kind, amount, state, payment_id } of vouchers) {
      if (payment_id === null) continue;
      const entry = { key, bill, kind, amount, reference: payment_id, paymentId: payment_id };
      model.manual.set(key, { ...entry, state: state === 'entered' ? 'entered' : 'over' });
    }
  }
  for (const [id, moved] of before) {
    const now = model.movedFrom(id);
    if (now > moved || (now < moved && !model.short.has(id)))
      model.broken.push(`${moved} moved from ${id} became ${now} on ${bills.map(({ number }) => number)}`);
  }
}

/** Notes payments that no longer hold what was moved from them. */
export async function noteShort({ model, sandbox }: Storm, { payments, strays }: Case): Promise<void> {
  const moved = new Map([...payments, ...strays].map(({ id }) => [id, model.movedFrom(id)]));
  if (sum([...moved.values()]) === 0) return;
  for (const { id, amount, refunded, deducted } of returnedOf(await readSandboxState({ sandbox })))
    if ((moved.get(id) ?? 0) > Math.max(0, amount - refunded - deducted)) model.short.add(id);
}

/** The most that is left of a payment: by the gateway's records, or by what the site has learned so far. */
async function leftOf(storm: Storm, { id }: Paid): Promise<number> {
  const { model, sandbox, ledger } = storm;
  const moves = [...model.manual.values()].filter(({ paymentId }) => paymentId === id);
  if (model.short.has(id)) await followMoves(storm, [...new Set(moves.map(({ bill }) => bill))]);
  const truth = await readSandboxState({ sandbox });
  const payment = returnedOf(truth).find((one) => one.id === id);
  if (!payment) return Number.POSITIVE_INFINITY;
  const mine = [...truth.refunds, ...truth.disputes].filter(({ payment_id }) => payment_id === id);
  const subjects = mine.map((one) => one.id);
  const read = ledger.selectFrom('entries').select(['kind', 'amount']).where('subject', 'in', subjects);
  for (;;) {
    // The database may just have been killed.
    const known = await (subjects.length > 0 ? read.execute().catch(() => undefined) : []);
    if (known) {
      const sumOf = (...kinds: string[]) =>
        sum(known.filter(({ kind }) => kinds.includes(kind)).map(({ amount }) => amount));
      // Money that was unexplained first is a refund as well.
      const refunded = Math.max(sumOf('refunded'), sumOf('unexplained')) - sumOf('refund-failed');
      const returned = Math.min(refunded + sumOf('dispute-lost'), payment.refunded + payment.deducted);
      return payment.amount - returned - model.movedFrom(id);
    }
    await wait(200);
  }
}

async function move(
  storm: Storm,
  { paid, bill, amount }: { paid: Paid; bill: Bill; amount: number },
  random: Random,
): Promise<Outcome> {
  const key = random.id();
  const body = { key, paymentId: paid.id, billNumber: bill.number, amount: decimalFromPaise(amount) };
  const left = await leftOf(storm, paid);
  const outcome = readOutcome(await storm.backOffice.send(storm.siteOf, '/moves', body));
  if (outcome !== 'done') return outcome;
  if (amount > left) storm.model.broken.push(`${amount} of ${paid.id} were moved, of which ${left} are left`);
  const from = { reference: paid.id, paymentId: paid.id };
  storm.model.manual.set(key, { key, bill, kind: 'moved', amount, state: 'entered', ...from });
  return outcome;
}

/** Notes a refund that exceeds what its payment still holds, before a person asks for it or approves it. */
async function noteExcess(storm: Storm, { key, paid, amount }: Case['waiting'][number]): Promise<void> {
  const left = await leftOf(storm, paid);
  if (amount > left)
    storm.model.tooMuch.set(key, `${amount} of ${paid.id} refunded, of which ${left} were left`);
  else storm.model.tooMuch.delete(key);
}

async function decideRefund(storm: Storm, one: Case, random: Random): Promise<Outcome> {
  const refund = random.pick(one.waiting);
  if (!refund) return undefined;
  const who = random.chance(0.1) ? 'finance' : 'administrator';
  const decision = random.chance(0.85) ? 'approve' : 'reject';
  await noteExcess(storm, refund);
  const path = `/refund-requests/${refund.key}/${decision}`;
  const outcome = readOutcome(await storm.backOffice.send(storm.siteOf, path, {}, who), outcomes.over.staff);
  if (outcome !== 'done') return outcome;
  one.waiting.splice(one.waiting.indexOf(refund), 1);
  if (who === 'finance' && decision === 'approve')
    storm.model.broken.push(`${refund.key} was approved by its requester`);
  return outcome;
}

/** Actions that cases take more often than others. */
export const frequent = ['refunds in the Studio', 'decides on a refund', 'disputes a payment'];

/** Everything that can happen to a bill. */
export const actions: Record<string, Action> = {
  async 'pays by link'(storm, one, random) {
    const bill = someBill(one, random);
    const status = await openByLink(storm, bill);
    // A customer with an expired link or a paid bill tries to pay anyway.
    const amount = status && status.open >= 100 ? partOf(status.open, random) : bill.amount;
    const orderId = await order(storm, bill, { amount, byLink: true, random });
    return orderId ? pay(storm, one, orderId, bill, random) : 'refused';
  },
  async 'somebody else pays by link'(storm, one, random) {
    const bill = someBill(one, random);
    const status = await openByLink(storm, bill);
    if (!status || status.open < 100) return undefined;
    const payer = otherPerson(storm.model, bill, random);
    const amount = partOf(status.open, random);
    const orderId = await order(storm, bill, { amount, payer, byLink: true, random });
    return orderId ? pay(storm, one, orderId, bill, random) : 'refused';
  },
  async 'types the bill without its link'(storm, one, random) {
    const bill = someBill(one, random);
    const amount = random.chance(0.7) ? bill.amount : Math.max(100, Math.floor(bill.amount / 300) * 100);
    const orderId = await order(storm, bill, { amount, payer: bill.person, byLink: false, random });
    return orderId ? pay(storm, one, orderId, bill, random) : 'refused';
  },
  async 'two people press Pay at once'(storm, one, random) {
    const bill = someBill(one, random);
    const status = await openByLink(storm, bill);
    if (!status || status.open < 100) return undefined;
    const payers = [bill.person, otherPerson(storm.model, bill, random)];
    const orders = await Promise.all(
      payers.map((payer) => order(storm, bill, { amount: status.open, payer, byLink: true, random })),
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
    const orderId = await order(storm, bill, { amount, byLink: true, random });
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
    const status = random.chance(0.3) ? await openByLink(storm, bill) : undefined;
    // Some leave less than a rupee.
    const amount = status && status.open > 99 ? status.open - random.int(1, 99) : partOf(bill.amount, random);
    return record(storm, bill, { kind, amount }, random);
  },
  async 'records a UTR again, spelled differently'(storm, one, random) {
    const isKnown = ({ bill, kind, state }: Manual) =>
      one.bills.includes(bill) && state === 'entered' && (kind === 'neft' || kind === 'rtgs');
    const entry = random.pick([...storm.model.manual.values()].filter(isKnown));
    if (!entry) return undefined;
    const { bill, kind, amount, reference } = entry;
    const same = random.chance(0.5)
      ? reference.toLowerCase()
      : `${reference.slice(0, 7)} ${reference.slice(7)}`;
    const outcome = await record(storm, bill, { kind, amount, same }, random);
    if (outcome === 'done') storm.model.broken.push(`${reference} was recorded again as ${same}`);
    return outcome;
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
  async 'takes an entry back'(storm, one, random) {
    await followMoves(storm, one.bills);
    const mayBeOver = ({ paymentId = '' }: Manual) => storm.model.short.has(paymentId);
    const outcome = await onManual(storm, one, random, {
      ...{ from: (entry) => entry.state === 'entered' && !mayBeOver(entry), to: 'over', path: 'reverse' },
      body: { reason: 'of another customer' },
    });
    if (outcome === 'refused')
      storm.model.broken.push(`an entry of ${one.bills[0].number} could not be corrected`);
    return outcome;
  },
  async 'moves money to another bill'(storm, one, random) {
    const paid = pickPayment(one.payments, random);
    if (!paid) return undefined;
    const bill = one.bills.find((each) => each !== paid.bill) ?? paid.bill;
    return move(storm, { paid, bill, amount: random.int(1, paid.amount) }, random);
  },
  async 'refunds in the Studio'(storm, one, random) {
    const paid = pickPayment(one.payments, random);
    if (!paid) return undefined;
    const key = random.id();
    const amount = random.chance(0.4) ? paid.amount : random.int(100, paid.amount);
    await noteExcess(storm, { key, paid, amount });
    const body = { key, paymentId: paid.id, amount, reason: 'agreed' };
    const response = await storm.backOffice.send(storm.siteOf, `/${paid.orderId}/refund`, body);
    if (!isDone(response)) return readOutcome(response);
    const requested = requestsSchema.parse(response.json).requests.find(({ id }) => id === key);
    if (requested?.state === 'waiting') one.waiting.push({ key, paid, amount });
    return 'done';
  },
  'decides on a refund': decideRefund,
  async 'refunds in the dashboard'(storm, one, random) {
    const paid = pickPayment([...one.payments, ...one.strays], random);
    if (!paid) return undefined;
    const status = random.pick(['processed', 'pending']);
    const amount = random.chance(0.3) ? {} : { amount: random.int(100, paid.amount) };
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
    const paid = pickPayment(one.payments, random);
    if (!paid || paid.disputes.length > 0) return undefined;
    const phase = random.pick(['chargeback', 'chargeback', 'retrieval', 'fraud']);
    const amount = random.chance(0.4) ? paid.amount : random.int(1, paid.amount);
    const made = await attempt(
      storm.sandbox('POST', '/sandbox/disputes', { payment_id: paid.id, amount, phase }),
    );
    if (!made) return 'refused';
    const { id } = refundSchema.parse(made);
    paid.disputes.push(id);
    if (random.chance(0.4)) await storm.sandbox('POST', `/sandbox/disputes/${id}`, { status: 'lost' });
    if (random.chance(0.5)) await hear(storm, id);
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
    return readOutcome(
      response,
      findRefusal('withdraw-link', { ...unpaid, state: 'open', link: 'withdrawn' }),
    );
  },
  async 'renews a link'(storm, one, random) {
    const bill = someBill(one, random);
    const endsOn = dayInIndia(storm.now() + 30 * 24 * 3_600_000);
    const response = await storm.backOffice.send(storm.siteOf, `/bills/${bill.id}/link`, { endsOn });
    const url = madeSchema.safeParse(response.json).data?.bill.url;
    // A withdrawn link gets a new address.
    if (url) bill.link = new URL(url).searchParams.get('link') ?? bill.link;
    return readOutcome(response);
  },
  async 'cancels a bill'(storm, one, random) {
    const bill = someBill(one, random);
    const response = await storm.backOffice.send(storm.siteOf, `/bills/${bill.id}/cancel`, {});
    const outcome = readOutcome(
      response,
      findRefusal('cancel', { ...unpaid, state: 'cancelled', link: 'withdrawn' }),
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
  async 'pays an order that no site knows'(storm, one, random) {
    const bill = someBill(one, random);
    const { number, person } = bill;
    const amount = random.chance(0.5) ? bill.amount : 50 + 100 * random.int(1, 5000);
    // The order of a lost ledger appears with the next sweep; one made by hand in the dashboard never does.
    const isOurs = random.chance(0.6);
    const ours = {
      receipt: `web-20270331-${random.id().slice(0, 10)}`,
      notes: { bill: number, customer: person.name, phone: person.phone },
    };
    const body = { amount, currency: 'INR', capture: 'automatic', ...(isOurs && ours) };
    const { id: orderId } = refundSchema.parse(await storm.sandbox('POST', '/sandbox/orders', body));
    const given = await storm.sandbox('POST', '/sandbox/payments', { order_id: orderId });
    const { razorpay_payment_id: id } = checkoutSchema.parse(given);
    const paid = { id, orderId, bill, amount, disputes: [], refunds: [] };
    await hear(storm, id);
    one.strays.push(paid);
    if (!isOurs) storm.model.strays.add(id);
    else {
      storm.model.orders.set(orderId, { id: orderId, number, amount, payer: person });
      one.payments.push(paid);
    }
    return 'done';
  },
  async 'moves money that fits no order'(storm, one, random) {
    const paid = pickPayment(one.strays, random);
    if (!paid) return undefined;
    const amount = random.chance(0.4) ? paid.amount : random.int(1, paid.amount);
    return move(storm, { paid, bill: someBill(one, random), amount }, random);
  },
};
