import { billKey } from '#web/contracts/bill-key.ts';
import type { SandboxState } from '../sandbox-state.ts';

export type Person = { name: string; phone: string };

/** A bill as created; amounts are in paise. */
export type Bill = {
  id: string;
  number: string;
  link: string;
  amount: number;
  person: Person;
  isCancelled?: boolean;
};

/** An order that a site acknowledged, with its link's bill or with a typed number. */
export type Order = { id: string; number: string; amount: number; payer: Person; bill?: Bill };

/** A manual entry, or money moved from a payment to this bill. */
export type Manual = {
  key: string;
  bill: Bill;
  kind: string;
  amount: number;
  state: 'waiting' | 'in-hand' | 'entered' | 'over';
  paymentId?: string;
};

/**
 * The storm's record: every action that a site acknowledged. The gateway reports the outcome of payments, refunds and
 * disputes at the end.
 */
export class Model {
  readonly people: Person[] = [];
  readonly bills: Bill[] = [];
  readonly orders = new Map<string, Order>();
  readonly manual = new Map<string, Manual>();
  /** Payments of orders that no site created. */
  readonly strays = new Set<string>();
  /** Orders whose customer was warned that another person had started to pay the same bill. */
  readonly warned = new Set<string>();
  /** Broken invariants, in the order in which they were found. */
  readonly broken: string[] = [];
  /** How often each action succeeded or was refused. */
  readonly outcomes = new Map<string, { done: number; refused: number }>();

  count(action: string, outcome: 'done' | 'refused'): void {
    const counts = this.outcomes.get(action) ?? { done: 0, refused: 0 };
    counts[outcome] += 1;
    this.outcomes.set(action, counts);
  }
}

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** Returns the expected sums, computed from acknowledged actions and the gateway's own records. */
export function expectedOf(model: Model, truth: SandboxState) {
  const entered = [...model.manual.values()].filter(({ state }) => state === 'entered');
  const refunded = Map.groupBy(
    truth.refunds.filter(({ status }) => status !== 'failed'),
    ({ payment_id }) => payment_id,
  );
  const movedFrom = Map.groupBy(entered, ({ paymentId }) => paymentId);
  const payments = truth.captured.flatMap(({ id, order_id }) => {
    const order = model.orders.get(order_id);
    if (!order) return [];
    const back = sum((refunded.get(id) ?? []).map((one) => one.amount));
    const moved = sum((movedFrom.get(id) ?? []).map((one) => one.amount));
    const settles = order.amount - Math.min(order.amount, back + moved);
    return [{ order, settles }];
  });
  // A typed number belongs to the current bill with that number, or else to the last one.
  const byNumber = new Map<string, Bill>();
  for (const bill of model.bills) byNumber.set(billKey(bill.number), bill);
  const billOf = (order: Order) => order.bill ?? byNumber.get(billKey(order.number));
  const online = Map.groupBy(payments, ({ order }) => billOf(order)?.id);
  const outside = Map.groupBy(entered, ({ bill }) => bill.id);
  const paidOf = (bill: Bill) =>
    sum((online.get(bill.id) ?? []).map(({ settles }) => settles)) +
    sum((outside.get(bill.id) ?? []).map(({ amount }) => amount));
  const ofKinds = (...kinds: string[]) =>
    sum(entered.filter(({ kind }) => kinds.includes(kind)).map(({ amount }) => amount));
  return {
    entered,
    billOf,
    bills: model.bills.map((bill) => ({ ...bill, paid: paidOf(bill) })),
    /** Paise by method. */
    totals: {
      captured: sum(truth.captured.map(({ amount }) => amount)),
      fees: sum(truth.captured.map(({ fee }) => fee)),
      tax: sum(truth.captured.map(({ tax }) => tax)),
      refunded: sum([...refunded.values()].flat().map(({ amount }) => amount)),
      deducted: sum(truth.disputes.map((one) => one.amount_deducted)),
      paidOut: sum(
        truth.settlements.filter(({ status }) => status === 'processed').map(({ amount }) => amount),
      ),
      bank: ofKinds('neft', 'rtgs', 'cheque'),
      cash: ofKinds('cash'),
      tds: ofKinds('tds'),
      writeOffs: ofKinds('write-off'),
      credits: ofKinds('credit'),
      /** For unexplained payments, what staff have not moved to a bill. */
      suspense:
        sum(truth.captured.filter(({ id }) => model.strays.has(id)).map(({ amount }) => amount)) -
        sum(
          entered
            .filter(({ paymentId }) => paymentId && model.strays.has(paymentId))
            .map((one) => one.amount),
        ),
    },
  };
}
export type Expected = ReturnType<typeof expectedOf>;

/** Returns numbers that depend only on a seed (mulberry32). */
export function randomOf(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    int,
    chance: (share: number) => next() < share,
    pick: <T>(items: readonly T[]): T | undefined => items[int(0, items.length - 1)],
    id: () => Array.from({ length: 8 }, () => int(0, 0xffff).toString(16).padStart(4, '0')).join(''),
  };
}
export type Random = ReturnType<typeof randomOf>;
