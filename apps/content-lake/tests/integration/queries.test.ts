import { beforeAll, describe, expect, test } from 'vitest';
import { EventReader } from './event-reader.ts';
import { creations, errorOf, sharedLake } from './lake.ts';

const lake = await sharedLake();
const editor = lake.client('editor');
const visitor = lake.client(null);

beforeAll(async () => {
  await editor.mutate(
    creations(
      { _id: 'author', _type: 'author', name: 'आशा' },
      {
        _id: 'page',
        _type: 'page',
        title: 'Published',
        author: { _type: 'reference', _ref: 'author' },
      },
      { _id: 'drafts.page', _type: 'page', title: 'Draft' },
      { _id: 'drafts.new', _type: 'page', title: 'Not published yet' },
      { _id: 'versions.summer.page', _type: 'page', title: 'Summer' },
      { _id: '_.hidden', _type: 'system.thing' },
      { _id: 'secret.thing', _type: 'secret' },
    ),
  );
});

test('a query with parameters, a dereference and text in any script', async () => {
  const query = '*[_type == $type && _id == $id][0]{title, "author": author->name}';
  expect(await editor.fetch(query, { type: 'page', id: 'page' })).toEqual({
    title: 'Published',
    author: 'आशा',
  });
  const large = { type: 'page', id: 'page', text: 'ख'.repeat(20_000) };
  expect(await editor.fetch(`${query}{title, "length": length($text)}`, large)).toEqual({
    title: 'Published',
    length: 20_000,
  });
});

test('a dot in path() matches only a dot', async () => {
  await editor.mutate(
    creations(
      { _id: 'drafts-of-beer', _type: 'drink' },
      { _id: 'draftsman', _type: 'drink' },
      { _id: 'drafts.tea', _type: 'drink' },
      { _id: 'tea.green', _type: 'drink' },
      { _id: 'tea.green.sencha', _type: 'drink' },
      { _id: 'tea.green-cold', _type: 'drink' },
    ),
  );
  const idsIn = (path: string) =>
    editor.fetch('*[_type == "drink" && _id in path($path)] | order(_id)._id', { path });
  expect(await idsIn('drafts.**')).toEqual(['drafts.tea']);
  expect(await idsIn('tea.green.*')).toEqual(['tea.green.sencha']);
  expect(await idsIn('tea.*')).toEqual(['tea.green', 'tea.green-cold']);
  expect(await idsIn('**')).toHaveLength(6);
  await editor.delete({ query: '*[_type == "drink"]' });
});

test('a query sees all earlier writes', async () => {
  for (let n = 0; n < 20; n++) {
    await editor.createOrReplace({ _id: 'counter', _type: 'counter', n });
    const seen = await Promise.all(Array.from({ length: 4 }, () => editor.fetch('*[_id == "counter"][0].n')));
    expect(seen).toEqual([n, n, n, n]);
  }
});

describe('perspectives', () => {
  const titles = '*[_type == "page"] | order(title){_id, title}';
  test('raw, published, drafts and a release over drafts', async () => {
    const see = (perspective: 'raw' | 'published' | 'drafts' | string[]) =>
      editor.fetch(titles, {}, { perspective });
    expect(await see('raw')).toHaveLength(4);
    expect(await see('published')).toEqual([{ _id: 'page', title: 'Published' }]);
    expect(await see('drafts')).toEqual([
      { _id: 'page', title: 'Draft' },
      { _id: 'new', title: 'Not published yet' },
    ]);
    expect(await see(['summer', 'drafts'])).toEqual([
      { _id: 'new', title: 'Not published yet' },
      { _id: 'page', title: 'Summer' },
    ]);
    expect(await editor.fetch('*[_id == "page"][0]._originalId', {}, { perspective: 'drafts' })).toBe(
      'drafts.page',
    );
  });

  test('the newer API shows published documents by default', async () => {
    expect(await editor.withConfig({ apiVersion: '2025-02-19' }).fetch(titles)).toHaveLength(1);
    expect(await editor.fetch(titles)).toHaveLength(4);
  });
});

describe('without a token', () => {
  test.each(['raw', 'published', 'drafts', ['summer', 'drafts']] as const)(
    'perspective %j shows only public documents',
    async (given) => {
      const perspective = typeof given === 'string' ? given : [...given];
      const ids = await visitor.fetch('*[]._id', {}, { perspective });
      expect(ids.toSorted()).toEqual(['author', 'counter', 'page']);
      expect(await visitor.fetch('*[_id == "page"][0].title', {}, { perspective })).toBe('Published');
      expect(await visitor.fetch('count(*[_id in path("drafts.**")])', {}, { perspective })).toBe(0);
    },
  );

  test('returns only public documents by id and does not reveal that others exist', async () => {
    for (const id of ['drafts.page', 'drafts.nothing', '_.hidden', 'versions.summer.page', 'secret.thing']) {
      expect(await visitor.getDocument(id)).toBeUndefined();
      const { omitted } = await (await lake.request(`/v1/data/doc/production/${id}`)).json();
      expect(omitted).toEqual([{ id, reason: 'existence' }]);
    }
    expect(await visitor.getDocument('page')).toMatchObject({ title: 'Published' });
    expect(await editor.getDocument('drafts.page')).toMatchObject({ title: 'Draft' });
  });

  test('history, export, users, datasets and permissions are refused', async () => {
    for (const path of [
      '/v1/data/history/production/transactions/page',
      '/v1/data/history/production/documents/drafts.page',
      '/v1/data/history/production/events/documents/page',
      '/v1/data/export/production',
      '/v1/users/me',
      '/v1/users/plocal-editor',
      '/v1/projects/local/datasets',
      '/v1/projects/local/datasets/production/acl',
      '/v1/users/me/keyvalue/a',
      '/v1/data/references/production/documents/page',
    ])
      expect((await lake.request(path)).status, path).toBe(401);
  });

  test('an invalid token is refused, not treated as anonymous', async () => {
    const headers = { authorization: 'Bearer skNobodyKnowsThisOne' };
    expect((await lake.request('/v1/data/query/production?query=*', { headers })).status).toBe(401);
  });
});

describe("errors of a query have Sanity's form", () => {
  test('a parse error has the query and the position', async () => {
    const query = '*[_type = "page"]';
    const { status, error } = await errorOf(editor.fetch(query));
    expect(status).toBe(400);
    expect(error).toMatchObject({ type: 'queryParseError', query, start: 7, end: 8 });
  });

  test.each([
    ['*[_type == ', 'queryParseError'],
    ['nonsense(1)', 'queryParseError'],
    ['geo::distance(1, 2)', 'queryEvaluationError'],
    ['count(*[count(*[diff::changedAny(@, ^, (n))]) > 0])', 'queryEvaluationError'],
    ['*[delta::changedAny(title)]', 'queryParseError'],
    ['*[_id == $id]', 'queryParseError'],
    ['*[_id in ["a", "b"]]{"x": select(false => $nested.a)}', 'queryParseError'],
  ])('%s', async (query, type) => {
    const { status, error } = await errorOf(editor.fetch(query));
    expect({ status, type: error?.type }).toEqual({ status: 400, type });
  });

  test.each([
    ['/v1/data/query/production', 400],
    ['/v1/data/query/production?query=*&$a=notjson', 400],
    ['/v1/data/query/production?query=*&perspective=a%20b', 400],
    ['/v1/data/query/nowhere?query=*', 404],
    ['/v9/data/query/production?query=*', 404],
    ['/v1/nothing/here', 404],
  ])('%s is %i', async (path, status) => {
    expect((await lake.request(path)).status).toBe(status);
  });

  test('a body that is not JSON, too deep or too large', async () => {
    const post = (body: string) => lake.request('/v1/data/query/production', { method: 'POST', body });
    expect((await post('{')).status).toBe(400);
    expect((await post('[]')).status).toBe(400);
    expect(
      (await post(`{"query":"*","params":{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`)).status,
    ).toBe(400);
    expect((await post(JSON.stringify({ query: `"${'x'.repeat(2 * 1024 * 1024)}"` }))).status).toBe(413);
  });
});

test('a query is stopped after five seconds, while others query, write and listen', async () => {
  const address = `${lake.url}/v1/data/listen/production?query=*[_id == "edited"]`;
  const listener = new EventReader(address, lake.token('editor'));
  await editor.createOrReplace({ _id: 'edited', _type: 'note', edits: 0 });
  await listener.connect();
  /** In cubic time: 500 numbers take longer than five seconds on any machine. */
  const count = (n: number) =>
    lake
      .client('viewer')
      .fetch('count($n[@ in $n[@ in $n[@ >= 0]]])', { n: Array.from({ length: n }, (_, at) => at) });
  let isOver = false;
  const slow = errorOf(count(500)).finally(() => {
    isOver = true;
  });
  let edits = 0;
  while (!isOver) {
    edits++;
    await editor.patch('edited').inc({ edits: 1 }).commit({ returnDocuments: false });
    expect(await editor.fetch('*[_id == "edited"][0].edits')).toBe(edits);
    await expect.poll(() => listener.mutations().length, { interval: 5 }).toBe(edits);
  }
  expect(await slow).toMatchObject({ status: 400, error: { type: 'queryTimeoutError' } });
  // Behind the slow query, the first of them would end after it.
  expect(edits).toBeGreaterThan(5);
  expect(await count(50)).toBe(50);
  await listener.disconnect();
});
