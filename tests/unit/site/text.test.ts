import { describe, expect, test } from 'vitest';
import { reference, severalLines, singleLine } from '#web/contracts/text.ts';
import { ledgerNamesSchema } from '#web/payments/accounting/ledger-names.ts';
import { noteBodySchema } from '#web/payments/back-office/bodies.ts';
import { readBill } from '#web/payments/bills/rules.ts';
import { moveBodySchema } from '#web/payments/manual-entries/bodies.ts';
import { searchSchema } from '#web/staff/query.ts';

const kinds = { singleLine, severalLines, reference };

/** Copied along with an address or a name, and seen by nobody. */
const copied = [
  ...['\u200b', '\u200e', '\u200f', '\u061c', '\u00ad', '\u2060', '\ufeff', '\u180e'],
  ...['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'],
  ...['\ud800', '\u{e0041}'],
];

describe.each(Object.entries(kinds))('%s', (_name, clean) => {
  test('leaves out what nobody sees, wherever it stands', () => {
    for (const character of copied) {
      expect(clean(`${character}Asha${character}Verma${character}`)).toBe('AshaVerma');
      expect(clean(`\u00a0${character} `)).toBe('');
    }
  });

  test('makes spaces of other control characters, and one form of each letter', () => {
    expect(clean('\u0000A\tB\u00a0C\u3000')).toBe('A B C');
    expect(clean('Zoe\u0308')).toBe('Zoë');
  });

  test.each(['\u200d\u200c', '\u3164', '\u2800', '\u00a0'])('of %j alone leaves nothing', (text) =>
    expect(clean(text)).toBe(''),
  );
});

test.each(['क्\u200dष', 'نمی\u200cخواهم', '👨\u200d👩\u200d👧', '❤\ufe0f', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', 'अनुच्छेद ३'])(
  '%s is kept in names and messages',
  (text) => expect([singleLine(text), severalLines(text)]).toEqual([text, text]),
);

test('line breaks are kept where a text has several lines, and become spaces elsewhere', () => {
  const typed = ' one\r\n two\rthree\u2028four\n';
  expect(severalLines(typed)).toBe('one\n two\nthree\nfour');
  expect(singleLine(typed)).toBe('one two three four');
});

test('joiners make no other reference', () => {
  expect(reference('INV\u200d-\u200c1\ufe0f')).toBe('INV-1');
});

test('every text of the back office is read by them', () => {
  const typed = '\u202eevil\u200b\u0000text\u2069';
  const bill = { billNumber: 'B-1', name: 'Asha', phone: '9876543210', email: '', amount: '1', dueOn: '' };
  expect(readBill({ ...bill, note: typed })).toMatchObject({ bill: { note: 'evil text' } });
  expect(noteBodySchema.parse({ note: typed })).toEqual({ note: 'evil text' });
  expect(ledgerNamesSchema.parse({ bank: typed }).bank).toBe('evil text');
  expect(searchSchema.parse(typed)).toBe('evil text');
  const move = { key: 'k'.repeat(16), paymentId: 'pay_1', billNumber: typed, amount: '1' };
  expect(moveBodySchema.parse(move).billNumber).toBe('evil text');
});
