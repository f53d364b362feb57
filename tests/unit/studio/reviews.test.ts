import { evaluate, parse } from 'groq-js';
import { expect, test } from 'vitest';
import {
  approvalsQuery,
  approvalsSchema,
  type Entry,
  entriesSchema,
  isApproved,
  mayReview,
  rolesFor,
} from '#studio/review/review.ts';

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

test('an approval waits for the person who requested the review until the text is published or changed', async () => {
  const draft = { _id: 'drafts.terms', _type: 'policy', _rev: 'r1', _updatedAt: '', title: 'Terms' };
  const entry = { by: 'asha', name: 'Asha', at: '2026-01-01T00:00:00Z', text: '' };
  const review = (kind: string) => ({
    ...{ _id: 'review.terms', _type: 'review', _updatedAt: '', document: 'terms', documentType: 'policy' },
    entries: [
      { ...entry, _key: 'a', kind: 'note' },
      { ...entry, _key: 'b', kind, by: 'ravi', versionId: draft._id, revision: 'r1' },
    ],
  });
  const approvals = async (...dataset: object[]) =>
    approvalsSchema.parse(await (await evaluate(parse(approvalsQuery), { dataset })).get());
  const [approval, ...others] = await approvals(draft, review('approve'));
  expect(others).toEqual([]);
  expect(approval).toMatchObject({ askedBy: ['asha'], last: { by: 'ravi' }, latest: { title: 'Terms' } });
  expect(await approvals({ ...draft, _rev: 'r2' }, review('approve'))).toEqual([]);
  expect(await approvals({ ...draft, _id: 'terms' }, review('approve'))).toEqual([]);
  expect(await approvals(draft, review('note'))).toEqual([]);
});
