import type { SanityClient } from '@sanity/client';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { sharedLake } from './lake.ts';

const lake = await sharedLake();
const editor = lake.client('editor');
const ids = { draftId: 'drafts.page', publishedId: 'page' };
const apply = async (action: Parameters<SanityClient['action']>[0]) =>
  (await editor.action(action)).transactionId;
const edit = (title: string) =>
  apply({ actionType: 'sanity.action.document.edit', ...ids, patch: { set: { title } } });
/** The transactions of a document, in order. */
const revisions = {
  created: await apply({
    actionType: 'sanity.action.document.create',
    publishedId: 'page',
    attributes: { _id: 'drafts.page', _type: 'page', title: 'First' },
    ifExists: 'fail',
  }),
  edited: await edit('Second'),
  published: await apply({ actionType: 'sanity.action.document.publish', ...ids }),
  reopened: await edit('Third'),
  discarded: await apply({ actionType: 'sanity.action.document.discard', draftId: 'drafts.page' }),
  unpublished: await apply({ actionType: 'sanity.action.document.unpublish', ...ids }),
  deleted: await apply({
    actionType: 'sanity.action.document.delete',
    publishedId: 'page',
    includeDrafts: ['drafts.page'],
  }),
};

const get = async (path: string) =>
  (await lake.request(`/v1/data/history/production/${path}`, { as: 'viewer' })).text();
const eventsOf = async (id: string, query = '') =>
  z
    .object({
      events: z.record(z.string(), z.array(z.looseObject({ type: z.string(), id: z.string() }))),
      nextCursor: z.string(),
    })
    .parse(JSON.parse(await get(`events/documents/${id}${query}`)));
const documentsAt = async (ids: string, query: string) =>
  z
    .object({ documents: z.array(z.looseObject({ _id: z.string() })) })
    .parse(JSON.parse(await get(`documents/${ids}?${query}`))).documents;
const transactionsOf = async (ids: string, query = '') =>
  (await get(`transactions/${ids}?${query}`))
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) =>
      z
        .looseObject({ id: z.string(), effects: z.record(z.string(), z.unknown()).optional() })
        .parse(JSON.parse(line)),
    );

test('lists the events of a draft', async () => {
  const { events } = await eventsOf('drafts.page');
  expect(events['drafts.page']?.map(({ type, id }) => [type, id])).toEqual([
    ['deleteDocumentVersion', revisions.deleted],
    ['unpublishDocument', revisions.unpublished],
    ['deleteDocumentVersion', revisions.discarded],
    ['createDocumentVersion', revisions.reopened],
    ['publishDocumentVersion', revisions.published],
    ['createDocumentVersion', revisions.created],
  ]);
  expect(events['drafts.page']?.[4]).toMatchObject({
    documentVariantType: 'draft',
    versionId: 'drafts.page',
    versionRevisionId: revisions.edited,
    revisionId: revisions.published,
    author: expect.stringMatching(/^r/),
  });
});

test('lists the events of a published document, in pages', async () => {
  const { events } = await eventsOf('page');
  expect(events.page?.map(({ type }) => type)).toEqual(['unpublishDocument', 'publishDocumentVersion']);
  const first = await eventsOf('drafts.page', '?limit=2');
  const second = await eventsOf('drafts.page', `?limit=20&nextCursor=${first.nextCursor}`);
  expect(first.events['drafts.page']?.concat(second.events['drafts.page'] ?? [])).toHaveLength(6);
  expect(second.nextCursor).toBe('');
});

test('returns transactions with effects and limits', async () => {
  const all = await transactionsOf('page,drafts.page');
  expect(all.map(({ id }) => id)).toEqual(Object.values(revisions));
  const newest = await transactionsOf(
    'page,drafts.page',
    'reverse=true&limit=2&effectFormat=mendoza&excludeContent=true',
  );
  expect(newest.map(({ id }) => id)).toEqual([revisions.deleted, revisions.unpublished]);
  expect(newest[0]).not.toHaveProperty('mutations');
  const [by] = new Set(all.map(({ author }) => author));
  expect(await transactionsOf('page,drafts.page', `authors=somebody,${by}`)).toEqual(all);
  expect(await transactionsOf('page,drafts.page', 'authors=somebody')).toEqual([]);
  const between = await transactionsOf(
    'drafts.page',
    `fromTransaction=${revisions.edited}&toTransaction=${revisions.reopened}&effectFormat=mendoza&includeIdentifiedDocumentsOnly=true`,
  );
  expect(between.map(({ id }) => id)).toEqual([revisions.edited, revisions.published, revisions.reopened]);
  expect(between[1]).toMatchObject({
    documentIDs: ['drafts.page'],
    effects: { 'drafts.page': { apply: [0, null], revert: [0, { title: 'Second' }] } },
  });
});

test('returns documents at a revision, at a time, and their last state', async () => {
  const both = 'page,drafts.page';
  expect(await documentsAt(both, `revision=${revisions.created}`)).toMatchObject([
    { _id: 'drafts.page', title: 'First', _rev: revisions.created },
  ]);
  expect(await documentsAt(both, `revision=${revisions.published}`)).toMatchObject([
    { _id: 'page', title: 'Second', _rev: revisions.published },
  ]);
  expect(await documentsAt(both, `revision=${revisions.reopened}`)).toMatchObject([
    { title: 'Second' },
    { title: 'Third' },
  ]);
  expect(await documentsAt(both, `revision=${revisions.deleted}`)).toEqual([]);
  expect(await documentsAt(both, 'revision=unknown')).toEqual([]);
  expect(await documentsAt(both, 'lastRevision=true')).toMatchObject([
    { title: 'Second' },
    { title: 'Second' },
  ]);
  expect(await documentsAt(both, 'time=2020-01-01T00:00:00Z')).toEqual([]);
});

test('an earlier version is restored', async () => {
  const [first] = await documentsAt('drafts.page', `revision=${revisions.created}`);
  await editor.createOrReplace({ ...first, _type: 'page', _id: 'drafts.page' });
  expect(await editor.getDocument('drafts.page')).toMatchObject({
    title: 'First',
    _createdAt: first?._createdAt,
  });
});

test.each([
  'events/documents/page?limit=0',
  'events/documents/page?nextCursor=x',
  'documents/page?time=yesterday',
  'transactions/page?limit=many',
])('%s is refused', async (path) => {
  expect((await lake.request(`/v1/data/history/production/${path}`, { as: 'viewer' })).status).toBe(400);
});
