import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { builtInRoles } from '../../access/roles.ts';
import { assetCleanup } from '../../assets/asset-cleanup.ts';
import { AssetFiles } from '../../assets/asset-files.ts';
import { assetDocumentId, imageName } from '../../assets/asset-name.ts';
import { applyActions, createAsset, writeMutations } from '../../commands.ts';
import type { ListenRequest } from '../../listen/cursors.ts';
import { listenerCursor, liveCursor } from '../../listen/cursors.ts';
import { TransactionLog } from '../../listen/transaction-log.ts';
import { buildTags, hashTag } from '../../query/sync-tags.ts';
import { Dataset } from '../../store/dataset.ts';
import { pruneHistory } from '../../store/prune-history.ts';

let folder: string;
let file: string;
let dataset: Dataset;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'dataset-'));
  file = path.join(folder, 'dataset.sqlite');
  dataset = new Dataset('production', file);
});
afterEach(() => {
  dataset.close();
  rmSync(folder, { recursive: true });
});

const [role] = builtInRoles;
let count = 0;
const client = (body: object) => {
  if (!role) throw new Error('There is no role.');
  const author = { kind: 'user', id: 'one', name: 'One', role, credentialId: 'one' } as const;
  return { author, roles: () => ({}), body: new TextEncoder().encode(JSON.stringify(body)) };
};
const plain = {
  ...{ dryRun: false, autoGenerateArrayKeys: false, isImport: false },
  ...{ returnIds: true, returnDocuments: false },
};
const put = (_id: string, _type = 'page', fields: object = {}) => {
  count += 1;
  const body = {
    mutations: [{ createOrReplace: { _id, _type, ...fields } }],
    transactionId: `transaction-${count}`,
  };
  writeMutations(dataset, { ...client(body), ...plain }, body);
};
const act = (name: string, fields: object) => {
  applyActions(dataset, client({ actions: [{ actionType: `sanity.action.${name}`, ...fields }] }));
};

test('deleting a document with its draft removes both', () => {
  put('page');
  put('drafts.page');
  act('document.delete', { publishedId: 'page', includeDrafts: ['drafts.page'] });
  expect(['page', 'drafts.page'].map((id) => dataset.get(id))).toEqual([null, null]);
});

test.each(['ifDraftRevisionId', 'ifPublishedRevisionId'])(
  'a document is published only if nobody has changed it since: %s',
  (name) => {
    put('page');
    put('drafts.page', 'page', { title: 'New' });
    const ids = { draftId: 'drafts.page', publishedId: 'page' };
    expect(() => act('document.publish', { ...ids, [name]: 'earlier' })).toThrow(/revision/);
    expect(dataset.get('page')?.title).toBeUndefined();
    act('document.publish', ids);
    expect(dataset.get('page')?.title).toBe('New');
  },
);

test('publishing makes references strong, unless their field is weak', () => {
  const by = { _ref: 'author', _weak: true, _strengthenOnPublish: { type: 'author' } };
  const see = { ...by, _strengthenOnPublish: { type: 'author', weak: true } };
  put('author');
  put('drafts.page', 'page', { by, see });
  act('document.publish', { draftId: 'drafts.page', publishedId: 'page' });
  expect(dataset.get('page')).toMatchObject({ by: { _ref: 'author' }, see: { _ref: 'author', _weak: true } });
  expect(dataset.get('page')?.by).not.toHaveProperty('_weak');
});

test('unpublishing keeps the draft with its later changes', () => {
  put('page', 'page', { title: 'Old' });
  put('drafts.page', 'page', { title: 'New' });
  act('document.unpublish', { draftId: 'drafts.page', publishedId: 'page' });
  expect([dataset.get('page'), dataset.get('drafts.page')?.title]).toEqual([null, 'New']);
});

test('the last state of a deleted document outlives older history', async () => {
  put('page', 'page', { title: 'Last' });
  act('document.delete', { publishedId: 'page', includeDrafts: [] });
  const limits = { removeBefore: '2999-01-01T00:00:00Z', maxBytes: Number.POSITIVE_INFINITY };
  await pruneHistory(dataset, limits, new AbortController().signal);
  expect(dataset.db.prepare('SELECT count(*) FROM changes').pluck().get()).toBe(1);
  expect(dataset.history.lastRevision('page')?.title).toBe('Last');
});

test('the file of a deleted picture stays while a document shows it', async () => {
  const assets = ['a', 'b'].map((sha1) => imageName(sha1.repeat(40), { width: 10, height: 10 }, 'png'));
  const [shown = '', unused = ''] = assets.map(assetDocumentId);
  const files = new AssetFiles(path.join(folder, 'assets'));
  assetCleanup(files).watch(dataset);
  for (const _id of [shown, unused]) createAsset(dataset, client({}), { _id, _type: 'sanity.imageAsset' });
  put('page', 'page', { picture: { asset: { _ref: shown, _weak: true } } });
  const removed = vi.spyOn(files, 'remove');
  for (const publishedId of [shown, unused]) act('document.delete', { publishedId, includeDrafts: [] });
  for (const asset of assets) await files.exclusive(dataset.name, asset, async () => undefined);
  expect(removed.mock.calls.map(([, asset]) => assetDocumentId(asset))).toEqual([unused]);
});

test('a release is not published over a change that was published since', () => {
  put('page', 'page', { title: 'First' });
  act('release.create', { releaseId: 'r1', metadata: {} });
  put('versions.r1.page', 'page', { title: 'Of the release' });
  put('page', 'page', { title: 'Since' });
  expect(() => act('release.publish', { releaseId: 'r1' })).toThrow(/in the meantime/);
  expect(dataset.get('page')?.title).toBe('Since');
});

test('a document can be deleted once nothing refers to it any more', () => {
  put('author');
  put('page', 'page', { by: { _ref: 'author' } });
  const remove = () => act('document.delete', { publishedId: 'author', includeDrafts: [] });
  expect(remove).toThrow(/references to it from "page"/);
  put('page');
  remove();
  expect(dataset.get('author')).toBeNull();
});

test('a change expires results with the document as it was and as it is', () => {
  const state = (slug: string, target: string) => ({
    ...{ _id: 'page', _type: slug, _rev: 'r', _createdAt: '', _updatedAt: '' },
    ...{ slug: { current: slug }, by: { _ref: target } },
  });
  const [before, after] = [state('old', 'asha'), state('new', 'ravi')];
  const affected = ['id:page', 'type:old', 'type:new', 'slug:old', 'slug:new', 'ref:asha', 'ref:ravi'];
  const change = { id: 'page', before, after, mutations: [] };
  expect(buildTags([change], []).toSorted()).toEqual(['all', ...affected].map(hashTag).toSorted());
});

test('a client resumes after its last transaction unless too many or pruned ones follow', () => {
  const [first = '', second = '', third = ''] = ['a', 'b', 'c'].map((id) => {
    put(id);
    return `transaction-${count}`;
  });
  const log = new TransactionLog(dataset);
  expect([first, second, third].map((id) => log.resume(id, 2))).toEqual([1, 2, 3]);
  expect(log.resume(first, 1)).toBeNull();
  expect(log.after(2)?.id).toBe(third);
  dataset.db.exec('DELETE FROM changes WHERE seq = 2; DELETE FROM transactions WHERE seq = 2');
  expect(log.resume(first, 2)).toBeNull();
});

const listenTo = (sees: ListenRequest['sees']): ListenRequest => ({
  ...{ query: '*', params: {}, sees, identity: 'anybody', sanity: { projectId: 'test', dataset: 'test' } },
  ...{ includeResult: false, includePreviousRevision: false, includeMutations: false },
  visibility: 'query',
  ...{ enableResume: false, lastEventId: undefined },
});

test.each([
  ['public', ['page']],
  ['everything', ['drafts.page', 'page']],
] as const)('a listener who sees %s hears of %j', (sees, heard) => {
  put('drafts.page');
  put('page');
  const log = new TransactionLog(dataset);
  const transactions = [log.after(0), log.after(1)].filter((one) => one !== null && one !== undefined);
  const events = transactions.flatMap((one) => listenerCursor(log, listenTo(sees)).toEvents(one));
  expect(events.map(({ data }) => JSON.parse(data).documentId)).toEqual(heard);
});

test('a new draft expires results with the published document that it covers', () => {
  put('page', 'published');
  put('drafts.page', 'draft');
  put('drafts.page', 'draft');
  const log = new TransactionLog(dataset);
  const cursor = liveCursor(log, { includeDrafts: true, lastEventId: undefined });
  const events = [log.after(1), log.after(2)].flatMap((one) => (one ? cursor.toEvents(one) : []));
  const namesPublished = events.map(({ data }) => JSON.parse(data).tags.includes(hashTag('type:published')));
  // An edit of the draft neither shows nor hides the published document.
  expect(namesPublished).toEqual([true, false]);
});

test('live events name changed drafts only to clients that see drafts', () => {
  put('drafts.page');
  const log = new TransactionLog(dataset);
  const [change] = [log.after(0)].filter((one) => one !== undefined);
  if (!change) throw new Error('There is no transaction.');
  const hears = (includeDrafts: boolean) =>
    liveCursor(log, { includeDrafts, lastEventId: undefined }).toEvents(change).length > 0;
  expect([hears(true), hears(false)]).toEqual([true, false]);
});

test('a live client whose stream breaks at once resumes where it was', () => {
  for (const id of ['a', 'b']) put(id);
  const lastEventId = `transaction-${count - 1}`;
  const { greeting } = liveCursor(new TransactionLog(dataset), { includeDrafts: true, lastEventId });
  expect(greeting).toMatchObject({ event: 'welcome', id: lastEventId });
});

test.each([
  ['page', 'welcomeback'],
  ['other', 'reset'],
])('a listener whose last event was about %s gets %s', (id, expected) => {
  put('page');
  const log = new TransactionLog(dataset);
  const lastEventId = `transaction-${count}#${id}`;
  const { greeting } = listenerCursor(log, { ...listenTo('everything'), enableResume: true, lastEventId });
  expect(greeting.event).toBe(expected);
});

test('frequent lookups use an index', () => {
  const names = dataset.db.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY name",
  );
  expect(names.pluck().all()).toEqual(['changes_document', 'documents_type', 'refs_source']);
});
