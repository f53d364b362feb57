import { expect, test } from 'vitest';
import { correctSpelling, wordsIn } from '#studio/content/spelling.ts';

const known = new Set(wordsIn('Testimonials of clients. Polyester, refund policy. A headline, निविदा'));

test.each([
  ['a missing letter', 'testimonal', 'testimonial'],
  ['a missing letter', 'polcy', 'policy'],
  ['a missing letter', 'hedline', 'headline'],
  ['an additional letter', 'pollicy', 'policy'],
  ['a wrong letter', 'clianTs', 'clients'],
  ['swapped letters', 'reufnd', 'refund'],
  ['one of two words', 'refund polcy', 'refund policy'],
  ['a word in Hindi', 'निबिदा', 'निविदा'],
  ['the beginning of a word', 'testimonil', 'testimonia'],
])('corrects %s: %s', (_case, typed, corrected) => {
  expect(correctSpelling(typed, known)).toBe(corrected);
});

test.each(['client', 'refund policy', 'policyholders', 'xyzzy', 'of', '', '***'])(
  'leaves alone what is known, too short or too different: “%s”',
  (typed) => {
    expect(correctSpelling(typed, known)).toBeUndefined();
  },
);
