import { expect, test } from 'vitest';
import { checkGstin, checkPan, checkSac } from '#schemas/tax-numbers.ts';

// GSTINs that are often printed as examples.
test.each(['27AAPFU0939F1ZV', '29AAGCB7383J1Z4'])('accepts the GSTIN %s', (text) => {
  expect(checkGstin(text)).toBe(true);
});

test('refuses a GSTIN with a mistyped character or two swapped characters', () => {
  const good = '27AAPFU0939F1ZV';
  expect(checkGstin(good)).toBe(true);
  for (const bad of ['27AAPFU0938F1ZV', '27AAPFU9039F1ZV', '72AAPFU0939F1ZV', '27AAPFU0939F1ZW'])
    expect([bad, checkGstin(bad)]).toEqual([bad, expect.stringContaining('typing mistake')]);
  for (const bad of ['27aapfu0939f1zv', '27 AAPFU0939F1ZV', '27AAPFU0939F1Z', ''])
    expect([bad, checkGstin(bad)]).toEqual([bad, expect.stringContaining('15 capital letters')]);
});

test('refuses a GSTIN that contains another PAN', () => {
  expect(checkGstin('27AAPFU0939F1ZV', 'AAPFU0939F')).toBe(true);
  expect(checkGstin('27AAPFU0939F1ZV', 'AAPFU0939G')).toContain('AAPFU0939F');
});

test('accepts a valid or missing PAN and SAC, and refuses others', () => {
  expect([
    checkPan('AAPFU0939F'),
    checkPan(undefined),
    checkSac('998361'),
    checkSac('9983'),
    checkSac(undefined),
  ]).toEqual(Array(5).fill(true));
  for (const bad of ['AAPFU0939', 'aapfu0939f', 'AAPFU09390'])
    expect(checkPan(bad)).toContain('10 capital letters');
  for (const bad of ['9983610', '99836', '123456', 'SAC 998361']) expect(checkSac(bad)).toContain('99');
});
