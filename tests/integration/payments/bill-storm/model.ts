import { billKey } from '#web/contracts/text.ts';
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

/** An order that a site acknowledged, with its link's bill or with a typed number, or one that appears later. */
export type Order = { id: string; number: string; amount: number; payer: Person; bill?: Bill };

/** A manual entry, or money moved from a payment to this bill. */
export type Manual = {
  key: string;
  bill: Bill;
  kind: string;
  amount: number;
  state: 'waiting' | 'in-hand' | 'entered' | 'over';
  reference: string;
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
  /** Payments of orders that no site created, and that will never appear. */
  readonly strays = new Set<string>();
  /** Payments of which so much was returned, at some time, that moved money had to be taken back from its bills. */
  readonly short = new Set<string>();
  /** Refund requests that exceed what their payment still holds. They must never reach the gateway. */
  readonly tooMuch = new Map<string, string>();
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

  /** Returns the paise of a payment that staff moved to other bills. */
  movedFrom(paymentId: string): number {
    const moved = [...this.manual.values()].filter((one) => one.paymentId === paymentId);
    return sum(moved.map(({ state, amount }) => (state === 'entered' ? amount : 0)));
  }
}

export const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** Returns what the gateway gave back of each payment: to the customer by refunds, and to banks by lost disputes. */
export function returnedOf({ captured, refunds, disputes }: SandboxState) {
  return captured.map((payment) => {
    const mine = (one: { payment_id: string }) => one.payment_id === payment.id;
    const refunded = sum(
      refunds.filter((one) => mine(one) && one.status !== 'failed').map(({ amount }) => amount),
    );
    const deducted = disputes.filter(mine).map((one) => one.amount_deducted);
    const lost = disputes
      .filter((one) => mine(one) && one.status === 'lost')
      .map((one) => one.amount_deducted);
    return { ...payment, refunded, deducted: sum(deducted), lost: sum(lost) };
  });
}

/** Returns the expected sums, computed from acknowledged actions and the gateway's own records. */
export function expectedOf(model: Model, truth: SandboxState) {
  // A typed number belongs to the current bill with that number, or else to the last one.
  const byNumber = new Map<string, Bill>();
  for (const bill of model.bills) byNumber.set(billKey(bill.number), bill);
  const billOf = (order: Order) => order.bill ?? byNumber.get(billKey(order.number));
  const entered = [...model.manual.values()].filter(({ state }) => state === 'entered');
  const payments = returnedOf(truth).map((payment) => {
    const order = model.orders.get(payment.order_id);
    const taken = payment.refunded + model.movedFrom(payment.id);
    const ofOrder = order?.amount ?? 0;
    return {
      ...payment,
      bill: order && billOf(order),
      /** The fee on top of the order is returned last. */
      settles: ofOrder - Math.min(ofOrder, taken),
      left: payment.amount - taken - payment.deducted,
      /** Paise that were returned or moved beyond the payment. A bank may still return what it deducted. */
      excess: taken + payment.lost - payment.amount,
    };
  });
  const online = Map.groupBy(payments, ({ bill }) => bill?.id);
  const outside = Map.groupBy(entered, ({ bill }) => bill.id);
  const bills = model.bills.map((bill) => {
    const received = outside.get(bill.id) ?? [];
    const ofGateway = online.get(bill.id) ?? [];
    const ofEntries = sum(received.map(({ amount }) => amount));
    return {
      ...bill,
      paid: sum(ofGateway.map(({ settles }) => settles)) + ofEntries,
      /** The money that stands on the bill, with fees that customers paid on top, and without what banks took back. */
      held: sum(ofGateway.map(({ left }) => left)) + ofEntries,
    };
  });
  const ofKinds = (...kinds: string[]) =>
    sum(entered.filter(({ kind }) => kinds.includes(kind)).map(({ amount }) => amount));
  const total = (of: (payment: (typeof payments)[number]) => number) => sum(payments.map(of));
  return {
    entered,
    billOf,
    payments,
    bills,
    /** Paise by method. */
    totals: {
      captured: total(({ amount }) => amount),
      fees: total(({ fee }) => fee),
      tax: total(({ tax }) => tax),
      refunded: total(({ refunded }) => refunded),
      deducted: total(({ deducted }) => deducted),
      paidOut: sum(
        truth.settlements.filter(({ status }) => status === 'processed').map(({ amount }) => amount),
      ),
      bank: ofKinds('neft', 'rtgs', 'cheque'),
      cash: ofKinds('cash'),
      tds: ofKinds('tds'),
      writeOffs: ofKinds('write-off'),
      credits: ofKinds('credit'),
      /** For payments that match no order, what was neither refunded nor moved to a bill. */
      suspense: total(({ id, left, deducted }) => (model.strays.has(id) ? left + deducted : 0)),
    },
  };
}
export type Expected = ReturnType<typeof expectedOf>;
