import { Patch } from '@sanity/client';
import { afterAll, expect, test } from 'vitest';
import { errorOf, lakeOfThisFile } from './lake.ts';

const lake = await lakeOfThisFile();
const client = lake.client('administrator').withConfig({
  // Required by the client.
  stackId: 'stack',
  context: { organizationId: 'organization' },
});
const ofResource = client.withConfig({
  resource: { type: 'dataset', id: 'local.production' },
  collaboration: { organizationId: 'organization' },
});
const streams: { unsubscribe(): void }[] = [];
afterAll(() => {
  for (const one of streams) one.unsubscribe();
});

/** Calls a method by its path, such as `releases.get`. Returns the first event of a stream. */
async function call(path: string, args: unknown[]): Promise<unknown> {
  let owner: unknown;
  let member: unknown = path.startsWith('collaboration.') ? ofResource : client;
  for (const name of path.split('.')) [owner, member] = [member, Reflect.get(Object(member), name)];
  if (typeof member !== 'function') throw new Error(`The client has no method ${path}.`);
  const given = member.apply(owner, args);
  if (typeof given?.subscribe !== 'function') return given;
  return new Promise((resolve, reject) => {
    streams.push(given.subscribe({ next: resolve, error: reject }));
  });
}

const releaseId = 'r1';
const note = { _id: 'note', _type: 'note', n: 1 };
const version = (of: string) => ({ releaseId, publishedId: of, document: { _type: 'note', n: 2 } });
const document = expect.objectContaining(note);
const transaction = { transactionId: expect.any(String) };
const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
const base = { knowledgeBaseId: 'kb', sourceId: 'source' };
const instruction = { schemaId: 'schema', documentId: 'note', instruction: 'Write', target: { path: 'n' } };

/** Part of the error of a call that the lake does not have. */
const missing = 'This content lake has no';

/** Methods in the order of the calls. `expected` is the result or, if refused, a part of the error. */
const methods: [method: string, args: unknown[], expected: unknown][] = [
  ['clone', [], { fetch: expect.any(Function) }],
  ['config', [], { projectId: 'local' }],
  ['withConfig', [{ dataset: 'other' }], { fetch: expect.any(Function) }],
  ['getAuth', [], { token: lake.token('administrator') }],
  ['observeAuth', [], expect.anything()],
  ['getUrl', ['/ping'], expect.stringMatching(/\/v2025-01-01\/ping$/)],
  ['getDataUrl', ['doc', 'a'], '/data/doc/production/a'],
  ['create', [note], document],
  ['createIfNotExists', [{ ...note, n: 9 }], document],
  ['createOrReplace', [{ ...note, _id: 'other' }], { _id: 'other', n: 1 }],
  ['fetch', ['*[_type == $type] | order(_id).n', { type: 'note' }], [1, 1]],
  ['getDocument', ['note'], document],
  ['getDocuments', [['note', 'nothing']], [document, null]],
  ['documentsExists', [['note', 'nothing']], new Set(['note'])],
  ['mutate', [[{ patch: { id: 'other', inc: { n: 1 } } }]], { documentIds: ['other'] }],
  ['patch', ['note'], expect.any(Patch)],
  ['transaction', [], { commit: expect.any(Function) }],
  [
    'action',
    [{ actionType: 'sanity.action.document.unpublish', publishedId: 'other', draftId: 'drafts.other' }],
    transaction,
  ],
  ['delete', ['drafts.other'], { results: [{ id: 'drafts.other', operation: 'delete' }] }],
  ['request', [{ url: '/users/me' }], { role: 'administrator' }],
  ['dataRequest', ['query', { query: '1', params: {} }], { result: 1 }],
  ['listen', ['*', {}, { events: ['welcome'] }], { type: 'welcome' }],
  ['live.events', [], { type: 'welcome' }],
  ['assets.upload', ['file', Buffer.from('a'), { filename: 'a.txt' }], { _type: 'sanity.fileAsset' }],
  ['releases.create', [{ releaseId, metadata: { releaseType: 'asap' } }], transaction],
  ['createVersion', [version('note')], transaction],
  ['replaceVersion', [version('note')], transaction],
  ['getDocument', ['note', { includeAllVersions: true }], [document, { _id: 'versions.r1.note', n: 2 }]],
  ['releases.get', [{ releaseId }], { state: 'active' }],
  ['releases.edit', [{ releaseId, patch: { set: { 'metadata.title': 'One' } } }], transaction],
  ['releases.fetchDocuments', [{ releaseId }], { result: [{ _id: 'versions.r1.note' }] }],
  ['discardVersion', [{ releaseId, publishedId: 'note' }], transaction],
  ['createVersion', [version('note')], transaction],
  ['unpublishVersion', [{ releaseId, publishedId: 'note' }], transaction],
  ['releases.schedule', [{ releaseId, publishAt: inAnHour }], transaction],
  ['releases.unschedule', [{ releaseId }], transaction],
  ['releases.archive', [{ releaseId }], transaction],
  ['releases.unarchive', [{ releaseId }], transaction],
  ['releases.publish', [{ releaseId }], transaction],
  ['releases.delete', [{ releaseId }], transaction],
  ['getDocument', ['note'], undefined],
  ['projects.list', [], [{ id: 'local' }]],
  ['projects.list', [{ organizationId: 'another' }], []],
  ['projects.getById', ['local'], { id: 'local', members: [{ isCurrentUser: true }] }],
  ['users.getById', ['me'], { role: 'administrator' }],
  ['datasets.list', [], [{ name: 'production', aclMode: 'public' }]],
  ['datasets.create', ['staging'], { datasetName: 'staging', aclMode: 'public' }],
  ['datasets.getEmbeddingsSettings', ['staging'], { enabled: false }],
  ['datasets.editEmbeddingsSettings', ['staging', { enabled: true }], missing],
  ['datasets.edit', ['staging', { aclMode: 'private' }], missing],
  ['datasets.create', ['secret', { aclMode: 'private' }], 'private datasets'],
  ['datasets.delete', ['staging'], { deleted: true }],
  ['fetch', ['1', {}, { resultSourceMap: true, filterResponse: false }], 'resultSourceMap'],
  ['fetch', ['1', {}, { variant: 'a' }], 'variant'],
  ['mediaLibrary.video.getPlaybackInfo', ['media-library:mlx:video-a'], missing],
  ...['generate', 'transform', 'translate', 'prompt', 'patch'].map((name): [string, unknown[], string] => [
    `agent.action.${name}`,
    [instruction],
    missing,
  ]),
  ['collaboration.comments.create', [{ message: [] }], missing],
  ['collaboration.comments.update', ['a', {}], missing],
  ['collaboration.comments.delete', ['a'], missing],
  ['collaboration.comments.addReaction', ['a', ':+1:'], missing],
  ['collaboration.comments.removeReaction', ['a', ':+1:'], missing],
  ['collaboration.comments.fetch', ['*'], missing],
  ['functions.invoke', ['name'], missing],
  ['functions.durables.callbackSuccess', ['a'], missing],
  ['functions.durables.callbackFailure', ['a', { errorMessage: 'a' }], missing],
  ['context.request', ['GET /knowledge-bases'], missing],
  ['context.requestBytes', ['GET /knowledge-bases'], missing],
  ['context.uploadFile', [{ ...base, filename: 'a', file: Buffer.from('a') }], missing],
  ['context.createFileSource', [{ ...base, name: 'a', files: [] }], missing],
  ['context.fetch', ['*'], missing],
];
/** Streams of unsupported calls, which end with a connection error. */
const streamsOfRefused = ['collaboration.comments.listen', 'context.listen'];
/** A method that sends no request. */
const local = ['collaboration.comments.getTargetDocumentRef'];

test.each(methods)('%s(%j)', async (method, args, expected) => {
  if (typeof expected !== 'string' || /^\//.test(expected))
    return expect({ value: await call(method, args) }).toMatchObject({ value: expected });
  const { status, body } = await errorOf(call(method, args));
  expect([status, JSON.stringify(body)]).toEqual([
    expect.toSatisfy(isClientFault),
    expect.stringContaining(expected),
  ]);
});

const isClientFault = (status: number) => status === 400 || status === 404;

test('includeAllVersions does not reveal drafts to anonymous clients', async () => {
  await client.create({ _id: 'shown', _type: 'note' });
  await client.create({ _id: 'drafts.shown', _type: 'note' });
  await client.create({ _id: 'drafts.hidden', _type: 'note' });
  const seen = async (as?: 'viewer') => {
    const path = '/v2025-02-19/data/doc/production/shown,hidden?includeAllVersions=true';
    const { documents, omitted } = await (await lake.request(path, as ? { as } : {})).json();
    return [documents.map((one: { _id: string }) => one._id), omitted];
  };
  expect(await seen()).toEqual([['shown'], []]);
  expect(await seen('viewer')).toEqual([['shown', 'drafts.shown', 'drafts.hidden'], []]);
});

test('a client of a resource gets an error', async () => {
  expect(await errorOf(ofResource.fetch('1'))).toMatchObject({
    status: 404,
    body: { message: expect.stringContaining(missing) },
  });
});

test('all methods of the client are tested', () => {
  const found: string[] = [];
  const walk = (value: object, prefix: string) => {
    const prototype = Object.getPrototypeOf(value);
    const inherited = prototype === Object.prototype ? [] : Object.getOwnPropertyNames(prototype);
    const names = [...Object.keys(value), ...inherited];
    for (const name of names) {
      if (name === 'constructor' || name === 'observable' || name.startsWith('_')) continue;
      const member: unknown = Reflect.get(value, name);
      if (typeof member === 'function') found.push(prefix + name);
      else if (typeof member === 'object' && member !== null) walk(member, `${prefix}${name}.`);
    }
  };
  walk(client, '');
  const covered = [...methods.map(([method]) => method), ...streamsOfRefused, ...local];
  expect([...new Set(covered)].sort()).toEqual([...new Set(found)].sort());
});
