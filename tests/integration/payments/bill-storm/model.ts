import { billKey } from '#web/contracts/bill-key.ts';
import type { SandboxState } from '../sandbox-state.ts';

export type Person = { name: string; phone: string };

/** A bill as it was made; amounts are paise. */
export type Bill = {
  id: string;
  number: string;
  link: string;
  amount: number;
  person: Person;
  isCancelled?: boolean;
};

/** An order that a site acknowledged; with the bill of its link, or with a number that somebody typed. */
export type Order = { id: string; number: string; amount: number; payer: Person; bill?: Bill };

/** A manual entry, or a move of money from a payment to this bill. */
export type Manual = {
  key: string;
  bill: Bill;
  kind: string;
  amount: number;
  state: 'waiting' | 'in-hand' | 'entered' | 'over';
  paymentId?: string;
};

/**
 * What the storm knows: every act that a site acknowledged. What came of payments, refunds and disputes is read from the
 * gateway in the end.
 */
export class Model {
  readonly people: Person[] = [];
  readonly bills: Bill[] = [];
  readonly orders = new Map<string, Order>();
  readonly manual = new Map<string, Manual>();
  /** Payments of orders that no site made. */
  readonly strays = new Set<string>();
  /** Orders whose customer was told that somebody else began to pay the same bill. */
  readonly warned = new Set<string>();
  /** Broken promises, in the order in which they were found. */
  readonly broken: string[] = [];
  /** How often each act was done or refused. */
  readonly acts = new Map<string, { done: number; refused: number }>();

  count(act: string, outcome: 'done' | 'refused'): void {
    const counts = this.acts.get(act) ?? { done: 0, refused: 0 };
    counts[outcome] += 1;
    this.acts.set(act, counts);
  }
}

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** The sums that must come out, computed from what was acknowledged and from the gateway's own records. */
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
  // A typed number is that of the bill which has it, or else of the last one that had it.
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
    /** Paise of money by way. */
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
      /** Of strays, what staff have not put on a bill. */
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

/** Numbers that follow from a seed alone (mulberry32). */
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
