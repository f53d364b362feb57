import { evaluate, parse } from 'groq-js';
import { expect, test } from 'vitest';
import {
  approvalsQuery,
  approvalsSchema,
  type Entry,
  isApproved,
  openReviewsQuery,
  openReviewsSchema,
  waitsFor,
} from '#studio/review/review.ts';

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

test('a note leads to the version that its author saw', async () => {
  const versionId = 'versions.soon.terms';
  const note = { _key: 'a', kind: 'note', by: 'asha', name: 'Asha', at: '2026-01-01T00:00:00Z', text: '' };
  const entries = [{ ...note, versionId }];
  const dataset = [
    { _id: versionId, _type: 'policy', title: 'Soon' },
    { _id: 'terms', _type: 'policy', title: 'Terms' },
    { _id: 'review.terms', _type: 'review', document: 'terms', documentType: 'policy', entries },
    { _id: 'review.gone', _type: 'review', document: 'gone', documentType: 'policy', entries: [note] },
  ];
  const found = await (await evaluate(parse(openReviewsQuery), { dataset })).get();
  expect(openReviewsSchema.parse(found).map(({ latest }) => latest._id)).toEqual([versionId]);
});

test('a note waits for whoever may edit the document, except its author', () => {
  const note: Entry = { _key: 'a', kind: 'note', by: 'asha', name: 'Asha', at: '', text: '' };
  const waits = (id: string, role: string, type: string) =>
    waitsFor({ id, roles: [{ name: role }] }, type, note);
  expect(waits('ravi', 'editor', 'policy')).toBe(true);
  expect(waits('asha', 'editor', 'policy')).toBe(false);
  expect(waits('hema', 'hr', 'policy')).toBe(false);
  expect(waits('hema', 'hr', 'jobOpening')).toBe(true);
  expect(waits('farah', 'finance', 'jobOpening')).toBe(false);
});
