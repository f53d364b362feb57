import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { builtInRoles } from '../../access/roles.ts';
import { listenerCursor, liveCursor } from '../../listen/cursors.ts';
import type { ListenRequest } from '../../listen/protocol.ts';
import { TransactionLog } from '../../listen/transaction-log.ts';
import { hashTag } from '../../query/sync-tags.ts';
import { datasetMigrations } from '../../store/dataset-tables.ts';
import { DatasetWriter } from '../../store/dataset-writer.ts';
import { openDatabase } from '../../store/open.ts';
import { execute } from '../../writer/commands.ts';

let folder: string;
let file: string;
let dataset: DatasetWriter;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'dataset-'));
  file = path.join(folder, 'dataset.sqlite');
  openDatabase(file, datasetMigrations).close();
  dataset = DatasetWriter.open(file);
});
afterEach(() => {
  dataset.db.close();
  rmSync(folder, { recursive: true });
});

const [role] = builtInRoles;
const bytes = (body: object) => new TextEncoder().encode(JSON.stringify(body));
let count = 0;
const author = () => {
  if (!role) throw new Error('There is no role.');
  return { kind: 'user', id: 'one', name: 'One', role, credentialId: 'one' } as const;
};
const plain = {
  ...{ dryRun: false, autoGenerateArrayKeys: false, isImport: false },
  ...{ returnIds: true, returnDocuments: false },
};
const put = (_id: string, _type = 'page') => {
  const body = bytes({ mutations: [{ createOrReplace: { _id, _type } }] });
  count += 1;
  execute(dataset, { kind: 'mutate', author: author(), body, ...plain }, `transaction-${count}`);
};

test('deleting a document with its draft removes both', () => {
  put('page');
  put('drafts.page');
  const remove = {
    actionType: 'sanity.action.document.delete',
    publishedId: 'page',
    includeDrafts: ['drafts.page'],
  };
  execute(dataset, { kind: 'actions', author: author(), body: bytes({ actions: [remove] }) }, 'deletion');
  expect(['page', 'drafts.page'].map((id) => dataset.get(id))).toEqual([null, null]);
});

test('a client resumes after its last transaction unless too many or pruned ones follow', () => {
  const [first = '', second = '', third = ''] = ['a', 'b', 'c'].map((id) => {
    put(id);
    return `transaction-${count}`;
  });
  const log = new TransactionLog(file, dataset.seq);
  try {
    expect([first, second, third].map((id) => log.resume(id, 2))).toEqual([1, 2, 3]);
    expect(log.resume(first, 1)).toBeNull();
    expect(log.after(2)?.id).toBe(third);
    dataset.db.exec('DELETE FROM changes WHERE seq = 2; DELETE FROM transactions WHERE seq = 2');
    expect(log.resume(first, 2)).toBeNull();
  } finally {
    log.close();
  }
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
  const log = new TransactionLog(file, dataset.seq);
  try {
    const transactions = [log.after(0), log.after(1)].filter((one) => one !== null && one !== undefined);
    const text = transactions.map((one) => listenerCursor(log, listenTo(sees)).eventsOf(one)).join('');
    expect([...text.matchAll(/"documentId":"([^"]+)"/g)].map(([, id]) => id)).toEqual(heard);
  } finally {
    log.close();
  }
});

test('a new draft expires results with the published document that it covers', () => {
  put('page', 'published');
  put('drafts.page', 'draft');
  put('drafts.page', 'draft');
  const log = new TransactionLog(file, dataset.seq);
  try {
    const cursor = liveCursor(log, { includeDrafts: true, lastEventId: undefined });
    const texts = [log.after(1), log.after(2)].map((one) => (one ? cursor.eventsOf(one) : ''));
    const namesPublished = texts.map((text) => text.includes(`"${hashTag('type:published')}"`));
    // An edit of the draft neither shows nor hides the published document.
    expect(namesPublished).toEqual([true, false]);
  } finally {
    log.close();
  }
});

test('live events name changed drafts only to clients that see drafts', () => {
  put('drafts.page');
  const log = new TransactionLog(file, dataset.seq);
  try {
    const [change] = [log.after(0)].filter((one) => one !== undefined);
    if (!change) throw new Error('There is no transaction.');
    const hears = (includeDrafts: boolean) =>
      liveCursor(log, { includeDrafts, lastEventId: undefined }).eventsOf(change) !== '';
    expect([hears(true), hears(false)]).toEqual([true, false]);
  } finally {
    log.close();
  }
});

test.each([
  ['page', 'welcomeback'],
  ['other', 'reset'],
])('a listener whose last event was about %s gets %s', (id, expected) => {
  put('page');
  const log = new TransactionLog(file, dataset.seq);
  const lastEventId = `transaction-${count}#${id}`;
  try {
    const { greeting } = listenerCursor(log, { ...listenTo('everything'), enableResume: true, lastEventId });
    expect(greeting).toContain(`event: ${expected}\n`);
  } finally {
    log.close();
  }
});

test('frequent lookups use an index', () => {
  const names = dataset.db.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY name",
  );
  expect(names.pluck().all()).toEqual(['changes_document', 'documents_type', 'refs_source']);
});
