import { expect, test } from 'vitest';
import { billKey } from '#web/contracts/text.ts';
import { fieldErrors } from '#web/http/field-errors.ts';
import { billFormSchema, orderRequestSchema } from '#web/payments/bill.ts';
import { readBill } from '#web/payments/bodies.ts';

const form = { name: 'Asha Verma', phone: '9876543210', billNumber: 'INV-1', amount: '1499.50' };
const request = { amount: 1, billNumber: 'B', customerName: 'Asha', customerPhone: '9876543210' };
const errorsOf = (change: Partial<typeof form>) => {
  const parsed = billFormSchema.safeParse({ ...form, ...change });
  return parsed.success ? {} : fieldErrors(parsed.error);
};

test.each([
  ['name', 'Name must be at least 2 characters'],
  ['phone', 'Enter valid 10-digit mobile number'],
  ['billNumber', 'Bill number is required'],
  ['amount', 'Enter valid amount (1 to 10,00,000)'],
])('without the %s: %s', (field, message) => expect(errorsOf({ [field]: '' })).toEqual({ [field]: message }));

test.each([
  ['name', 'x'.repeat(101), 'Name too long'],
  ['billNumber', 'x'.repeat(51), 'Bill number too long'],
])('%s %j: %s', (field, value, message) =>
  expect(errorsOf({ [field]: value })).toEqual({ [field]: message }),
);

const wrongFields = (change: Partial<typeof form>) => Object.keys(errorsOf(change));
test.each([
  ['name', 'A'],
  ['name', '   A   '],
  ['name', '\u200b\u200b'],
  ['name', '\u0301\u0301'],
  ['phone', '5876543210'],
  ['phone', '98765432101'],
  ['billNumber', '  '],
  ['billNumber', '\u0301\u0301'],
  ['amount', '0'],
  ['amount', '0.99'],
  ['amount', '1000000.01'],
  ['amount', '10.001'],
  ['amount', 'ten'],
  ['amount', '-5'],
])('%s %j is refused', (field, value) => expect(wrongFields({ [field]: value })).toEqual([field]));

test.each([
  { name: 'Jo' },
  { name: 'x'.repeat(100) },
  { name: 'आशा वर्मा' },
  { name: 'عائشة' },
  { phone: '6000000000' },
  { billNumber: 'x'.repeat(50) },
  { amount: '1' },
  { amount: '1000000' },
  { amount: '1000000.00' },
])('%j is accepted', (change) => expect(errorsOf(change)).toEqual({}));

const readPaise = (amount: string) => billFormSchema.safeParse({ ...form, amount }).data?.amountPaise;
test.each([
  ...['1499.50', '₹1,499.50', '₹ 1,499.50', 'Rs. 1,499.50', 'rs.1,499.50', 'INR 1,499.50'],
  ...['1 499.50', '1\u00a0499.50', '\u20b9\u00a01,499.50 ', '\u200e1,499.50', '1,499.50/-', '₹ 1,499.50 INR'],
  ...['१,४९९.५०', '₹१४९९.५', '١٤٩٩.٥٠', '۱۴۹۹.۵۰', '1,४९९.50'],
])('%j is ₹1,499.50, as printed on bills', (amount) => expect(readPaise(amount)).toBe(149_950));
test.each(['1,00,000', '100,000', '1 00 000', '₹1,00,000/-', '1,00,000.00'])('%j is a lakh', (amount) =>
  expect(readPaise(amount)).toBe(10_000_000),
);
test.each([
  ...['1.499,50', '1499,50', '1,4', '1,49,9', ',499', '1,,499', '12.5.0', '1e5', '0x10', '₹', 'Rs. ', '-₹5'],
  ...['₹₹5', '5 USD', '$5', '1,499.505', '1 2', '1499. 50'],
])('%j is not an amount', (given) => expect(wrongFields({ amount: given })).toEqual(['amount']));

test.each([
  ...['9876543210', '98765 43210', '98765-43210', '+91 98765 43210', '+91-98765-43210', '+919876543210'],
  ...['919876543210', '91 98765 43210', '098765 43210', '0091 98765 43210', '00919876543210'],
  ...['(+91) 98765\u00a043210', '+91 (0)98765 43210', '98765\u201143210', '\u202a+91 98765 43210\u202c'],
  ...['९८७६५ ४३२१०', '+९१ ९८७६५ ४३२१०', '٩٨٧٦٥٤٣٢١٠', '۹۸۷۶۵۴۳۲۱۰', '987६५ 43210'],
])('%j is one mobile number', (phone) =>
  expect(billFormSchema.safeParse({ ...form, phone }).data?.customerPhone).toBe('9876543210'),
);
test('too many or too few digits after the country code are no number, and a number may begin with 91', () => {
  for (const phone of [
    '+91 9876543',
    '+1 98765 43210',
    '+971 50 123 4567',
    '0 0 98765 43210',
    '98765 43210 x',
  ])
    expect(wrongFields({ phone })).toEqual(['phone']);
  expect(billFormSchema.safeParse({ ...form, phone: '91987 65432' }).data?.customerPhone).toBe('9198765432');
});

test('the API takes ten digits and no other form of a number', () => {
  const typed = { ...request, customerPhone: '+91 98765 43210' };
  expect(orderRequestSchema.safeParse(typed).success).toBe(false);
  expect(orderRequestSchema.parse({ ...request, customerPhone: '९८७६५४३२१०' }).bill.customerPhone).toBe(
    '9876543210',
  );
});

test.each([
  ['email', '\u202aasha@example.com\u202c\u00a0', 'customerEmail', 'asha@example.com'],
  ['email', 'asha\u200b@example.com', 'customerEmail', 'asha@example.com'],
  ['phone', '\ufeff98765\u200b43210', 'customerPhone', '9876543210'],
])('in %s, invisible characters of %j are removed', (field, typed, key, value) =>
  expect(billFormSchema.parse({ ...form, [field]: typed })).toHaveProperty(key, value),
);

test.each(['मी', 'श्री', 'क्\u200dष', 'Jo\u200d', '李四', '😀😀', 'عا'])('%s is a name', (name) =>
  expect(errorsOf({ name })).toEqual({}),
);

test('the API takes the amount as a JSON number and nothing else', () => {
  expect(orderRequestSchema.parse({ ...request, amount: 0.29 + 1 }).bill.amountPaise).toBe(129);
  for (const wrong of ['1.29', null, [], {}, true, 0.5, 1_000_000.01, 1.005])
    expect(orderRequestSchema.safeParse({ ...request, amount: wrong }).success).toBe(false);
});

test.each(['nobody', 'a@b', '', 7, 'a@example.com\r\nBcc: b@example.com'])(
  'the API takes no e-mail address %j',
  (customerEmail) => {
    const { error } = orderRequestSchema.safeParse({ ...request, customerEmail });
    expect(error && Object.keys(fieldErrors(error))).toEqual(['customerEmail']);
  },
);

test('case and spaces do not make another bill', () => {
  expect(billKey(' inv 00１ ')).toBe(billKey('INV001'));
  expect(billKey('INV\u200b-\u00ad1')).toBe(billKey('INV-1'));
  expect(billKey('INV-2')).not.toBe(billKey('INV-1'));
  for (const dash of '\u2010\u2011\u2013\u2014\u2212\uff0d')
    expect(billKey(`INV${dash}1`)).toBe(billKey('INV-1'));
});

test.each(['9.87654E+09', ' 2.02603e+11 ', '1,5E+05'])(
  'in a file, %j is a number that Excel shortened',
  (cut) => {
    const row = { ...form, email: '', dueOn: '', note: '' };
    const problem = `Excel shortened this number to ${cut.trim()}. Format the column as Text`;
    for (const field of ['phone', 'billNumber', 'amount'])
      expect(readBill({ ...row, [field]: cut })).toEqual({
        faults: { [field]: expect.stringContaining(problem) },
      });
    expect(readBill({ ...row, billNumber: '1E-05' })).toMatchObject({ bill: { bill_number: '1E-05' } });
  },
);
