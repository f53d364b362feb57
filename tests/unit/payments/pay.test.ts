import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readLastReceipt, readPendingPayment, storePendingPayment } from '#web/browser/pending-payment.ts';
import { hour, second } from '#web/contracts/durations.ts';
import { findPendingPayment, pay, resultAfterReturn } from '#web/payments/browser/pay.ts';

const bill = { billNumber: 'INV-1', customerName: 'Asha', customerPhone: '9876543210', amountPaise: 149_950 };
const say = vi.fn();
const confirm = vi.fn<(warning: object) => Promise<boolean>>();
const send = vi.fn<(address: string, init: RequestInit) => Promise<Response>>();
/** The checkout's report. Undefined if the customer closes the checkout. */
let report: object | undefined;
const opened = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetAllMocks();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  confirm.mockResolvedValue(true);
  report = undefined;
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('fetch', send);
  vi.stubGlobal('navigator', { onLine: true, userAgent: '' });
  const script: { onerror?: () => void; remove(): void } = { remove: () => undefined };
  vi.stubGlobal('document', {
    documentElement: { dataset: {} },
    createElement: () => script,
    head: { append: () => script.onerror?.() },
  });
  vi.stubGlobal('window', {
    location: { origin: '' },
    Razorpay: class {
      readonly #end: () => void;
      constructor({ handler, modal }: { handler(result: object): void; modal: { ondismiss(): void } }) {
        this.#end = () => (report ? handler(report) : modal.ondismiss());
      }
      open() {
        opened();
        this.#end();
      }
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const begin = () =>
  pay(bill, {
    ...{ checkoutScript: '', merchant: '', colour: '', upiLimit: 0, link: undefined },
    ...{ requestKey: 'one-key', say, confirm },
  });
const order = { keyId: 'k', amount: 149_950, currency: 'INR', orderId: 'order_1', receipt: 'r1' };
const lost = {
  'the connection is refused': () => Promise.reject(new TypeError('Failed to fetch')),
  'the response is HTML': async () => new Response('<html>', { status: 502 }),
};
const texts = () => say.mock.calls.map(([text]) => typeof text);

for (const [what, response] of Object.entries(lost)) {
  test(`${what}: after two seconds the form says that it tries again, and it fails within six`, async () => {
    send.mockImplementation(response);
    const ended = vi.fn();
    void begin().then(ended);
    await vi.advanceTimersByTimeAsync(2 * second);
    expect(texts()).toEqual(['string']);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(4 * second);
    expect(ended.mock.calls).toEqual([[{ kind: 'failed', message: undefined, fieldErrors: {} }]]);
    expect(texts()).toEqual(['string', 'undefined']);
    // The key makes the site return the same order.
    expect(send.mock.calls.length).toBeGreaterThan(2);
    for (const [, { headers }] of send.mock.calls)
      expect(new Headers(headers).get('idempotency-key')).toBe('one-key');
  });

  test(`${what}, then answers: the checkout opens, and the text goes`, async () => {
    send.mockImplementation(response);
    const result = begin();
    await vi.advanceTimersByTimeAsync(2 * second);
    send.mockImplementation(async () => Response.json({ ...order, receipt: undefined }));
    await vi.advanceTimersByTimeAsync(4 * second);
    expect(await result).toEqual({ kind: 'cancelled' });
    expect(texts()).toEqual(['string', 'undefined']);
  });
}

test('offline, an order fails at once', async () => {
  vi.stubGlobal('navigator', { onLine: false, userAgent: '' });
  send.mockImplementation(lost['the connection is refused']);
  expect(await begin()).toMatchObject({ kind: 'failed' });
  expect(send.mock.calls).toHaveLength(1);
});

/** A status with a body, or null for a lost response. */
type Answer = [status: number, body: object] | null;

/** Answers of the site by route. The last one of a route repeats. */
type Routes = Record<string, Answer[]>;

function answer(answers: Routes) {
  send.mockImplementation(async (address) => {
    const queue = answers[address.replace('/api/', '')] ?? [];
    const next = queue.length > 1 ? queue.shift() : queue[0];
    if (!next) throw new TypeError('Failed to fetch');
    return Response.json(next[1], { status: next[0] });
  });
}
async function resultOf(answers: Routes) {
  answer(answers);
  const result = begin();
  await vi.advanceTimersByTimeAsync(hour);
  return result;
}

test.each([
  ['that is refused, with the reason', [422, { error: 'too much' }], { kind: 'failed', message: 'too much' }],
  [
    'with an error in a field',
    [400, { error: 'wrong', fieldErrors: { amount: 'odd' } }],
    { kind: 'failed', fieldErrors: { amount: 'odd' } },
  ],
  ['of a busy site', [503, { error: 'busy' }], { kind: 'failed', message: 'busy' }],
  [
    'of a bill that takes no payment',
    [409, { error: 'paid', code: 'not-payable' }],
    { kind: 'not-payable', message: 'paid' },
  ],
] satisfies [string, Answer, object][])('an order %s, opens no checkout', async (_what, made, result) => {
  expect(await resultOf({ 'create-razorpay-order': [made] })).toMatchObject(result);
  expect([opened.mock.calls, send.mock.calls.length, readPendingPayment()]).toEqual([[], 1, undefined]);
});

test('without checkout.js, no order is created', async () => {
  vi.stubGlobal('window', {});
  expect(await resultOf({ 'create-razorpay-order': [[200, order]] })).toEqual({ kind: 'no-gateway' });
  expect(send).not.toHaveBeenCalled();
});

const isPaid: Answer = [200, { paymentId: 'pay_1', receipt: 'r1' }];
const status = (state: string, upToDate = true): Answer => [
  200,
  { state, upToDate, paymentId: 'pay_1', billNumber: 'INV-1', amount: 149_950 },
];

const unverified = { kind: 'unverified', receipt: 'r1' };

test.each([
  ['is confirmed', [isPaid], { kind: 'paid' }],
  ['is confirmed after the connection was lost', [null, null, isPaid], { kind: 'paid' }],
  ['is refused', [[400, { error: 'no' }]], { ...unverified, mayBePaid: false }],
  [
    'waits for Razorpay',
    [[502, { error: 'later', state: 'confirming' }]],
    { ...unverified, mayBePaid: true },
  ],
  ['reaches nobody', [null], { ...unverified, mayBePaid: true }],
] satisfies [string, Answer[], object][])(
  'a report of the checkout that %s',
  async (_what, verified, result) => {
    report = {
      razorpay_payment_id: 'pay_AAAAAAAAAAAAAA',
      razorpay_order_id: 'order_AAAAAAAAAAAAAA',
      razorpay_signature: 'a'.repeat(64),
    };
    const routes = {
      'create-razorpay-order': [[200, order]],
      'verify-razorpay-payment': verified,
    } satisfies Routes;
    expect(await resultOf(routes)).toMatchObject(result);
    // An unknown outcome is looked for again on the next visit.
    expect([readPendingPayment()?.receipt, readLastReceipt()]).toEqual(
      result.kind === 'paid' ? [undefined, 'r1'] : ['r1', undefined],
    );
  },
);

test.each([
  ['paid', { kind: 'paid' }],
  ['open', { kind: 'cancelled' }],
])('a checkout that is closed, and whose order is %s', async (state, result) => {
  const routes: Routes = { 'create-razorpay-order': [[200, order]], 'payment-status': [status(state)] };
  expect(await resultOf(routes)).toMatchObject(result);
});

const earlier = { amount: 5, at: '2026-03-01T10:00:00.000Z' };
test.each([
  ['of a bill that was paid before', { paidBefore: earlier }, 'paid-before'],
  ['that somebody else is paying', { receipt: undefined, underWay: earlier }, 'in-progress'],
  ['of this browser', { orderId: 'order_own', receipt: undefined, underWay: earlier }, undefined],
])('an order %s asks first: %o', async (_what, change, kind) => {
  storePendingPayment('r-own', 'order_own');
  confirm.mockResolvedValue(false);
  const routes: Routes = { 'create-razorpay-order': [[200, { ...order, ...change }]] };
  expect(await resultOf(routes)).toEqual({ kind: 'cancelled' });
  expect(confirm.mock.calls).toEqual(kind ? [[{ kind, ...earlier }]] : []);
  expect(opened).toHaveBeenCalledTimes(kind ? 0 : 1);
});

test.each([
  ['paid', status('paid'), 0, { isPending: false }, [undefined, 'r1']],
  ['open', status('open'), 0, undefined, ['r1', undefined]],
  ['open, and old', status('open'), hour, undefined, [undefined, undefined]],
  ['open, as far as is known', status('open', false), 0, { isPending: true }, ['r1', undefined]],
  ['failed, so its order may be paid again', status('failed'), 0, undefined, ['r1', undefined]],
  ['failed, and old', status('failed'), hour, undefined, [undefined, undefined]],
  ['being confirmed, however old', status('confirming'), 9 * hour, { isPending: true }, ['r1', undefined]],
  ['unknown to the site', [404, { error: 'no' }], 0, undefined, [undefined, undefined]],
  ['not told to a busy network', [429, { error: 'often' }], 0, { isPending: true }, ['r1', undefined]],
  ['not told', null, 0, { isPending: true }, ['r1', undefined]],
  ['not told, and old', null, hour, undefined, ['r1', undefined]],
] satisfies [string, Answer, number, object | undefined, unknown[]][])(
  'on the next visit, a payment that is %s',
  async (_what, known, age, found, stored) => {
    storePendingPayment('r1', 'order_1', 'a-link');
    vi.setSystemTime(Date.now() + age);
    answer({ 'payment-status': [known] });
    expect(await findPendingPayment()).toEqual(found && { receipt: 'r1', link: 'a-link', ...found });
    expect([readPendingPayment()?.receipt, readLastReceipt()]).toEqual(stored);
  },
);

test.each([
  ['cancelled', 'open', { kind: 'cancelled' }],
  ['failed', 'failed', { kind: 'failed' }],
  ['unverified', 'confirming', { kind: 'unverified', receipt: 'r1', mayBePaid: true }],
  ['unverified', 'failed', { kind: 'unverified', receipt: 'r1', mayBePaid: false }],
  ['failed', 'paid', { kind: 'paid' }],
] as const)('back from the hosted page with “%s”, an order that is %s', async (returned, state, result) => {
  storePendingPayment('r1', 'order_1');
  answer({ 'payment-status': [status(state)] });
  expect(await resultAfterReturn(returned)).toMatchObject(result);
});
