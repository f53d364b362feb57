import { expect, test } from 'vitest';
import { chatAddress, holdsWholeText, longestAddress } from '#web/contracts/phone.ts';

const textOf = (address: string) => new URL(address).searchParams.get('text') ?? '';

test.each([
  ['English', 'We need help with a tender. '],
  ['Hindi', 'हमें निविदा में मदद चाहिए। '],
  ['Arabic', 'نحتاجُ إلى مُساعدة. '],
  ['emoji', '👨‍👩‍👧‍👦 🏳️‍🌈 👍🏽 🇮🇳 '],
])('a long text in %s is cut after a word', (_, sentence) => {
  const text = sentence.repeat(400).trim();
  const address = chatAddress('+91 98765 43210', text);
  expect(address.length).toBeLessThanOrEqual(longestAddress);
  expect(address.length).toBeGreaterThan(longestAddress * 0.9);
  expect(holdsWholeText(address, text)).toBe(false);
  const words = textOf(address).replace(/…$/, '').split(' ');
  expect(words).toEqual(text.split(' ').slice(0, words.length));
});

test('a text that fits is unchanged', () => {
  const start = 'https://wa.me/919876543210?text='.length;
  const text = `a+b & 100% 🙂\n${'x'.repeat(longestAddress - start - 38)}`;
  const address = chatAddress('+91 98765 43210', text);
  expect(address).toHaveLength(longestAddress);
  expect(textOf(address)).toBe(text);
  expect(holdsWholeText(address, text)).toBe(true);
  expect(holdsWholeText(chatAddress('+91 98765 43210', `${text}x`), `${text}x`)).toBe(false);
});
