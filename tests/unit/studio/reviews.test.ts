import { expect, test } from 'vitest';
import { mayReview, rolesFor } from '#studio/review/review.ts';

test('HR can be asked about job openings only, finance and viewers about nothing', () => {
  const asked = (type: string) => rolesFor(type).map(({ id }) => id);
  expect(asked('policy')).toEqual(['role:administrator', 'role:editor']);
  expect(asked('jobOpening')).toEqual(['role:administrator', 'role:editor', 'role:hr']);
  expect(mayReview(['finance', 'viewer'], 'jobOpening')).toBe(false);
});
