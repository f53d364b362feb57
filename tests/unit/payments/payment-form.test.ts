import { afterEach, expect, test, vi } from 'vitest';
import { type BillState, billStates } from '#web/contracts/states.ts';
import { amountProblem, billText } from '#web/payments/bills/bill-texts.ts';
import type { PaymentResult } from '#web/payments/browser/pay.ts';
import { toNotice, toOutcome } from '#web/sections/payment-form/outcome-panel.tsx';
import { describeBill, readPaymentLink } from '#web/sections/payment-form/use-linked-bill.ts';
import {
  forgetRequestKey,
  requestKeyFor,
  takeReturnOutcome,
} from '#web/sections/payment-form/use-payment.ts';

afterEach(() => vi.unstubAllGlobals());

const receipt = '\u{1F9FE}';
test.each([
  ['bill=INV%2F2026-041&amount=123456.7', 'INV/2026-041', '123456.7'],
  ['bill=A&amount=1,00,000.50', 'A', '100000.50'],
  ['bill=A&amount=₹1,499.50', 'A', '1499.50'],
  ['bill=A&amount=1499,50', 'A', ''],
  ['bill=A&amount=1.499,50', 'A', ''],
  ['bill=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E&amount=NaN', '<img src=x onerror=alert(1)>', ''],
  [`bill=${'a'.repeat(49)}${encodeURIComponent(receipt.repeat(3))}`, `${'a'.repeat(49)}${receipt}`, ''],
  ['bill=%FF%00%0D%0Ax&bill=other&__proto__=1&amount=-5', '\ufffd\u0000\r\nx', '-5'],
  [`bill=${'a'.repeat(5000)}&amount=${'9'.repeat(5000)}`, 'a'.repeat(50), '9'.repeat(12)],
])('the payment link %s fills in %j and %j', (query, billNumber, amount) =>
  expect(readPaymentLink(query)).toEqual({ billNumber, amount, link: '', isReturn: false }),
);

const notices: [PaymentResult, title: string, description: string][] = [
  [{ kind: 'no-gateway' }, 'Error', 'Failed to load payment gateway. Please try again.'],
  [
    { kind: 'failed', message: 'a reason', fieldErrors: {} },
    'Payment Failed',
    'Unable to process payment. Please try again.',
  ],
  [{ kind: 'cancelled' }, 'Payment Cancelled', 'You cancelled the payment process.'],
  [
    { kind: 'unverified', receipt: 'r', mayBePaid: true },
    'Payment Verification Failed',
    'Please contact support with your payment details.',
  ],
  [{ kind: 'paid', paid: { paymentId: 'pay_1', receipt: 'r' } }, 'Payment Successful!', 'Payment ID: pay_1'],
  [{ kind: 'not-payable', message: 'It is paid.' }, 'Nothing was charged', 'It is paid.'],
];
test.each(notices)('%o is notified as “%s”', (result, title, description) =>
  expect(toNotice(result)).toMatchObject({ title, description }),
);

test.each([
  [notices[4]?.[0], false, 'paid'],
  [notices[4]?.[0], true, 'arrived'],
  [{ kind: 'unverified', receipt: undefined, mayBePaid: true }, false, 'pending'],
  [{ kind: 'unverified', receipt: 'r', mayBePaid: false }, false, 'unverified'],
  [{ kind: 'unverified', receipt: undefined, mayBePaid: false }, false, undefined],
  [{ kind: 'cancelled' }, false, undefined],
] satisfies [PaymentResult | undefined, boolean, string | undefined][])(
  'the page shows the outcome of %o, by link: %s, as %s',
  (result, isByLink, kind) => expect(result && toOutcome(result, isByLink)?.kind).toBe(kind),
);

test.each([
  ['?payment=failed&link=abc', 'failed', '?link=abc'],
  ['?payment=nonsense', undefined, undefined],
])('the outcome in the address %s is read once', (search, outcome, left) => {
  const replaceState = vi.fn();
  const href = `https://www.agency.example/pay-online${search}`;
  vi.stubGlobal('window', { location: { href }, history: { state: null, replaceState } });
  expect(takeReturnOutcome()).toBe(outcome);
  expect(replaceState.mock.calls.map(([, , address]) => new URL(address).search)).toEqual(left ? [left] : []);
});

const bill = {
  ...{
    billNumber: 'INV-1',
    state: 'open' as BillState,
    link: 'live' as const,
    amount: 100_000,
    paid: 40_000,
  },
  ...{ open: 60_000, surplus: 0, cheques: 0, dueOn: null, note: null, customer: null, phone: null },
};
const underWay = { amount: 40_000, at: '2026-03-01T10:00:00.000Z', isUnpaid: false };
test.each([
  ['without a link', '', bill, 'none'],
  ['before the bill is read', 'x', undefined, 'loading'],
  ['of a link that is unknown', 'x', 'unknown', 'unknown'],
  ['of an open bill', 'x', bill, 'payable'],
  ['of a bill of which nothing is open', 'x', { ...bill, open: 0 }, 'closed'],
  ['of a bill that somebody else is paying', 'x', { ...bill, underWay }, 'in-progress'],
] as const)('the form %s', (_what, link, response, kind) => {
  expect(describeBill(link, response, '').kind).toBe(kind);
  expect(describeBill(link, response, underWay.at).kind).toBe(kind === 'in-progress' ? 'payable' : kind);
});

test('each state of a bill, and each reason why a link has ended, has a title of its own', () => {
  const titles = [
    ...billStates.map((state) => billText({ ...bill, state }).title),
    ...(['ended', 'withdrawn'] as const).map((link) => billText({ ...bill, link }).title),
  ];
  expect(new Set(titles).size).toBe(titles.length);
  for (const title of titles) expect(title).toMatch(/bill INV-1/i);
  const { text } = billText({ ...bill, state: 'part-paid' });
  expect(text).toBe('₹400.00 of ₹1,000.00 paid, ₹600.00 to pay.');
});

test.each([
  [60_000, undefined],
  [59_900, undefined],
  [60_001, /at most ₹600\.00/],
  [59_950, /in full, or leave at least ₹1\.00/],
])('%i paise towards ₹600.00: %s', (amount, problem) => {
  const found = amountProblem(amount, 60_000);
  if (problem) expect(found).toMatch(problem);
  else expect(found).toBeUndefined();
});

test('every attempt to pay a bill has the same key, and a corrected bill has another', () => {
  const keyOf = (change: object = {}) => requestKeyFor({ ...bill, ...change });
  const first = keyOf();
  expect(keyOf()).toBe(first);
  const corrected = keyOf({ amount: 1000 });
  expect(corrected).not.toBe(first);
  forgetRequestKey();
  expect(keyOf({ amount: 1000 })).not.toBe(corrected);
});
