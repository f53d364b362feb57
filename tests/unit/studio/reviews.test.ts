import { expect, test } from 'vitest';
import { type Entry, entriesSchema, isApproved, mayReview, rolesFor } from '#studio/review/review.ts';

test('HR can be asked about job openings only, finance and viewers about nothing', () => {
  const asked = (type: string) => rolesFor(type).map(({ id }) => id);
  expect(asked('policy')).toEqual(['role:administrator', 'role:editor']);
  expect(asked('jobOpening')).toEqual(['role:administrator', 'role:editor', 'role:hr']);
  expect(mayReview({ roles: [{ name: 'finance' }, { name: 'viewer' }] }, 'jobOpening')).toBe(false);
});

test('offers only roles that a colleague has', () => {
  const colleague = (...names: string[]) => ({
    id: 'asha',
    name: 'Asha',
    roles: names.map((name) => ({ name })),
  });
  const asked = (...colleagues: Parameters<typeof rolesFor>[1] & object) =>
    rolesFor('jobOpening', colleagues).map(({ id }) => id);
  expect(asked()).toEqual([]);
  expect(asked(colleague('editor'), colleague('finance'))).toEqual(['role:editor']);
});

test('an approval counts for one version of the text, and not for its own author', () => {
  const shown = { versionId: 'drafts.terms', revision: 'r1' };
  const entry = { _key: 'a', by: 'ravi', name: 'Ravi', at: '2026-01-01T00:00:00Z', text: '', ...shown };
  const approved: Entry[] = [{ ...entry, kind: 'approve' }];
  expect(isApproved(approved, shown, 'asha')).toBe(true);
  expect(isApproved(approved, shown, 'ravi')).toBe(false);
  expect(isApproved(approved, { ...shown, revision: 'r2' })).toBe(false);
  expect(isApproved(approved, { ...shown, versionId: 'versions.r1.terms' })).toBe(false);
  expect(isApproved([{ ...entry, kind: 'note' }], shown)).toBe(false);
});

test('a list of entries with an unusable path of a field is still read', () => {
  const [entry] = entriesSchema.parse([
    { _key: 'a', kind: 'note', by: 'a', name: 'A', at: '2026-01-01T00:00:00Z', text: '', field: ']' },
  ]);
  expect(entry?.field).toBeNull();
});
