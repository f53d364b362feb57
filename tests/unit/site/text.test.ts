import { describe, expect, test } from 'vitest';
import { reference, severalLines, singleLine } from '#web/contracts/text.ts';
import { readEnquiry } from '#web/enquiry/enquiry.ts';
import { emailSchema } from '#web/mail/address.ts';
import { ledgerNamesSchema } from '#web/payments/accounting/files.ts';
import { billFormSchema, orderRequestSchema } from '#web/payments/bill.ts';
import {
  actionBodySchema,
  certificateBodySchema,
  manualEntryBodySchema,
  moveBodySchema,
  noteBodySchema,
  readBill,
  refundBodySchema,
  reverseBodySchema,
} from '#web/payments/bodies.ts';
import { readInput } from '#web/sections/tender-tool/input-schemas.ts';
import { searchSchema } from '#web/staff/query.ts';

const kinds = { singleLine, severalLines, reference };

/** Invisible characters that are copied along with an address or a name. */
const copied = [
  ...['\u200b', '\u200e', '\u200f', '\u061c', '\u00ad', '\u2060', '\ufeff', '\u180e'],
  ...['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'],
  ...['\ud800', '\u{e0041}'],
];

describe.each(Object.entries(kinds))('%s', (_name, clean) => {
  test('removes invisible characters everywhere', () => {
    for (const character of copied) {
      expect(clean(`${character}Asha${character}Verma${character}`)).toBe('AshaVerma');
      expect(clean(`\u00a0${character} `)).toBe('');
    }
  });

  test('replaces other control characters by spaces, and normalizes letters', () => {
    expect(clean('\u0000A\tB\u00a0C\u3000')).toBe('A B C');
    expect(clean('Zoe\u0308')).toBe('Zoë');
  });

  test.each(['\u200d\u200c', '\u3164', '\u2800', '\u00a0'])('makes a text of only %j empty', (text) =>
    expect(clean(text)).toBe(''),
  );
});

test.each(['क्\u200dष', 'نمی\u200cخواهم', '👨\u200d👩\u200d👧', '❤\ufe0f', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', 'अनुच्छेद ३'])(
  '%s is kept in names and messages',
  (text) => expect([singleLine(text), severalLines(text)]).toEqual([text, text]),
);

test('line breaks are kept in multi-line texts, and become spaces elsewhere', () => {
  const typed = ' one\r\n two\rthree\u2028four\n';
  expect(severalLines(typed)).toBe('one\n two\nthree\nfour');
  expect(singleLine(typed)).toBe('one two three four');
});

test('joiners do not make a different reference', () => {
  expect(reference('INV\u200d-\u200c1\ufe0f')).toBe('INV-1');
});

test('joiners do not make a different e-mail address', () => {
  expect(emailSchema.parse('as\u200dha@example\u200c.in')).toBe('asha@example.in');
});

const bill = { billNumber: 'B-1', name: 'Asha', phone: '9876543210', email: '', amount: '1', dueOn: '' };
const entry = {
  key: 'k'.repeat(16),
  kind: 'tds',
  amount: '1',
  day: '2026-03-31',
  section: '194J',
  rate: '10',
};
const order = { amount: 1, billNumber: 'B-1', customerName: 'Asha', customerPhone: '9876543210' };
const refund = { key: 'k'.repeat(16), paymentId: 'pay_1', amount: 100 };

function enquiryWith(text: string) {
  const form = new FormData();
  for (const field of ['name', 'email', 'phone', 'company', 'message']) form.set(field, text);
  return readEnquiry(form);
}

/** Every field for text input by kind, each with a function that applies its schema. */
const fields: Record<keyof typeof kinds, Record<string, (text: string) => unknown>> = {
  singleLine: {
    "a customer's name on the form": (name) => billFormSchema.parse({ ...bill, name }).customerName,
    "a customer's name in the API": (customerName) =>
      orderRequestSchema.parse({ ...order, customerName }).bill.customerName,
    "a bill's note": (note) => noteOf(note),
    "a manual entry's section": (section) =>
      manualEntryBodySchema.parse({ ...entry, section: `194J ${section}` }).section.replace(/^194J ?/, ''),
    "a ledger's name": (bank) => ledgerNamesSchema.parse({ bank }).bank,
    'a search': (text) => searchSchema.parse(text),
    "an enquiry's name": (text) => enquiryWith(text).name,
    "an enquiry's company": (text) => enquiryWith(text).company,
    'an answer in a tender tool': (reference) => readInput({ reference }, ['reference']).reference,
  },
  severalLines: {
    "a manual entry's reason": (reason) => manualEntryBodySchema.parse({ ...entry, reason }).reason,
    'why a cheque bounced': (reason) => actionBodySchema.parse({ reason }).reason,
    'why an entry is taken back': (reason) => reverseBodySchema.parse({ reason }).reason,
    'why money is given back': (reason) => refundBodySchema.parse({ ...refund, reason }).reason,
    'what unexplained money was': (note) => noteBodySchema.parse({ note }).note,
    "an enquiry's message": (text) => enquiryWith(text).message,
  },
  reference: {
    "a bill's number on the form": (billNumber) => billFormSchema.parse({ ...bill, billNumber }).billNumber,
    "a bill's number in the API": (billNumber) =>
      orderRequestSchema.parse({ ...order, billNumber }).bill.billNumber,
    "a manual entry's reference": (reference) =>
      manualEntryBodySchema.parse({ ...entry, reference }).reference,
    "a certificate's number": (reference) => certificateBodySchema.parse({ reference }).reference,
    'the bill to which money is moved': (billNumber) =>
      moveBodySchema.parse({ ...refund, amount: '1', billNumber }).billNumber,
    "an enquiry's address": (text) => enquiryWith(text).email,
  },
};

function noteOf(note: string): unknown {
  const read = readBill({ ...bill, note });
  return 'bill' in read ? read.bill.note : read.faults;
}

/** Texts that look like another text, hide something, or break a line, row or file. */
const hostile = [
  'pay\u202eevil\u202c',
  '\u2066INV\u2069-1',
  'Asha\u0000Verma',
  'Asha\u200b\ufeff Verma',
  'Asha\u00adVerma\u2069',
  'one\r\ntwo\u2028three',
  '\u{e0041}tagged\u0085',
  'Zoe\u0308 \u001b[31m',
];

describe.each(['singleLine', 'severalLines', 'reference'] as const)('of the kind %s', (kind) => {
  test.each(Object.entries(fields[kind]))('%s is cleaned like every text', (_field, read) => {
    for (const text of hostile) expect(read(text)).toBe(kinds[kind](text));
  });
});
