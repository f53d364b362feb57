import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { RoleName } from '#roles';
import { editPath } from '#schemas/paths.ts';
import { closeAfterwards } from '../../support/close-afterwards.ts';
import { startStack } from '../../support/stack.ts';
import { accountsOf } from './visitor.ts';

const stack = await closeAfterwards(startStack({ parts: ['lake'] }));
const admin = stack.client('administrator', { apiVersion: '2025-01-01' });
const revision = '2026-07-28';

/** Connects an assistant for a new person. Each has a limit of its own, as the limit is per person. */
function connect(role: RoleName = 'editor', name = `Person ${crypto.randomUUID().slice(0, 8)}`) {
  const { db, people, sessions } = accountsOf(stack);
  const { id } = people.byName(name) ?? people.add(name, role);
  const token = sessions.begin(id, 'An assistant', role);
  db.close();
  return { token, id, name };
}

type Sent = {
  token?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
  verb?: string;
};

const accept = 'application/json, text/event-stream';

/** Sends a request to the endpoint, with a token of a new editor's assistant unless another is given. */
async function send({ token = connect().token, headers = {}, body, verb = 'POST' }: Sent) {
  const response = await fetch(`${stack.lakeUrl}/mcp`, {
    method: verb,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const meta = {
  'io.modelcontextprotocol/protocolVersion': revision,
  'io.modelcontextprotocol/clientCapabilities': {},
};
const message = (method: string, params: object = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { _meta: meta, ...params } });
const headersOf = (method: string, name?: string) => ({
  'mcp-protocol-version': revision,
  'mcp-method': method,
  ...(name === undefined ? {} : { 'mcp-name': name }),
});
const rpc = (method: string, params: object = {}, token?: string) =>
  send({ headers: headersOf(method), body: message(method, params), ...(token ? { token } : {}) });

const callTool = (name: string, given: unknown, token?: string) =>
  send({
    headers: headersOf('tools/call', name),
    body: message('tools/call', { name, arguments: given }),
    ...(token ? { token } : {}),
  });

const toolResult = z.object({
  result: z.object({
    isError: z.boolean().default(false),
    content: z.tuple([z.object({ type: z.literal('text'), text: z.string() })]),
  }),
});
function resultOf({ text }: { text: string }) {
  const { isError, content } = toolResult.parse(JSON.parse(text)).result;
  return { isError, text: content[0].text };
}

/** A scripted assistant. */
function assistant(role: RoleName = 'editor', person?: string) {
  const { token, id, name } = connect(role, person);
  return {
    id: `assistant-${id}`,
    name: `${name}’s assistant`,
    async use(tool: string, given: object) {
      const { isError, text } = resultOf(await callTool(tool, given, token));
      expect({ isError, text: isError ? text : '' }).toEqual({ isError: false, text: '' });
      return JSON.parse(text);
    },
  };
}

const publishedState = () =>
  admin.fetch(
    '*[!(_id in path("drafts.**")) && !(_id in path("review.**"))]{_id, _rev} | order(_id)',
    {},
    { perspective: 'raw' },
  );

describe('a usual task changes nothing that is published:', () => {
  const done: Record<string, (use: ReturnType<typeof assistant>['use']) => Promise<void>> = {
    async 'change a headline'(use) {
      const [found] = await use('search', { text: 'Tenders you can win', types: ['page'] });
      const [{ path }] = found.places;
      await use('draft', { id: found.id, set: { [path]: 'Marketing that you can measure.' } });
      expect(await admin.fetch('*[_id == "drafts.page-home"][0].sections[0].heading')).toBe(
        'Marketing that you can measure.',
      );
    },
    async 'write an article'(use) {
      const children = [{ _type: 'span', text: 'A deposit is money.', marks: [] }];
      const set = {
        title: 'Deposits',
        slug: { _type: 'slug', current: 'deposits' },
        body: [{ _type: 'block', style: 'normal', markDefs: [], children }],
      };
      const { id } = await use('draft', { type: 'article', set });
      expect(await admin.getDocument(`drafts.${id}`)).toMatchObject({
        _type: 'article',
        title: 'Deposits',
        body: [{ _key: expect.any(String) }],
      });
    },
    async 'find the pages that mention something'(use) {
      const found = await use('search', { text: 'film city in sector 16a' });
      expect(found).toEqual([
        expect.objectContaining({ id: 'cityPage-noida', type: 'cityPage', isDraft: false }),
      ]);
      expect(found[0].places[0]).toEqual({
        path: 'insight[_key=="text-2"].children[_key=="span"].text',
        excerpt: expect.stringContaining('Film City'),
      });
    },
    async 'add a question'(use) {
      const query = '*[_id == "page-tender-services"][0].sections[_type == "faq"][0]';
      const { _key, items } = await use('read', { query });
      const item = { ...items[0], _key: 'may-we-visit', question: 'May we visit you?' };
      await use('draft', {
        id: 'page-tender-services',
        insert: { after: `sections[_key=="${_key}"].items[-1]`, items: [item] },
      });
      expect(
        await admin.fetch(
          '*[_id == "drafts.page-tender-services"][0].sections[_type == "faq"][0].items[-1].question',
        ),
      ).toBe('May we visit you?');
    },
  };

  test.each(Object.keys(done))('%s', async (task) => {
    const before = await publishedState();
    await done[task]?.(assistant().use);
    expect(await publishedState()).toEqual(before);
  });
});

test('a draft shows which sentences need evidence, and where a person opens it', async () => {
  const { use } = assistant();
  const text = 'We have offices in two places. Results are guaranteed within 30 days.';
  const set = { title: 'About', sections: [{ _type: 'hero', heading: 'Hello', text }] };
  const draft = await use('draft', { id: 'page-with-promise', type: 'page', set });
  const path = expect.stringMatching(/^sections\[_key=="\w+"\]\.text$/);
  expect(draft.needsEvidence).toEqual([
    { path, sentence: 'We have offices in two places.' },
    { path, sentence: 'Results are guaranteed within 30 days.' },
  ]);
  expect(draft.openInStudio).toBe(`${stack.settings.siteUrl}/studio${editPath('page-with-promise', 'page')}`);
});

test('a change without effect is an error', async () => {
  const { token } = connect();
  for (const change of [
    { set: { 'sections[_key=="no-such-key"].heading': 'Lost' } },
    { insert: { after: 'notThere[-1]', items: ['Lost'] } },
    { unset: ['notThere'] },
  ]) {
    const outcome = resultOf(await callTool('draft', { id: 'page-careers', ...change }, token));
    expect(outcome).toEqual({ isError: true, text: expect.stringContaining('Nothing changed') });
  }
});

test('the history and the review show the name of the assistant, and whom it asked', async () => {
  const { use, id, name } = assistant('editor', 'Meera');
  connect('editor', 'Asha');
  await use('draft', { id: 'page-prices', set: { title: 'Our prices' } });
  await use('ask_for_review', { id: 'page-prices', text: 'Is this right?' });
  const note = { id: 'page-prices', text: 'Please check.', person: 'asha' };
  expect(await use('ask_for_review', note)).toEqual({ asked: 'Asha' });
  const history = await admin.request<string>({
    url: '/data/history/production/transactions/drafts.page-prices?excludeContent=true',
  });
  expect(String(history)).toContain(`"author":"${id}"`);
  expect(await admin.request({ url: `/users/${id}` })).toMatchObject({ displayName: name });
  expect(await admin.fetch('*[_id == "review.page-prices"][0].entries[]{by, name, text, toName}')).toEqual([
    { by: id, name, text: 'Is this right?', toName: 'Meera' },
    { by: id, name, text: 'Please check.', toName: 'Asha' },
  ]);
});

describe('clients', () => {
  const initialize = (protocolVersion: string) => ({
    protocolVersion,
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  });
  /** Older revisions respond with an event. */
  async function sendOlder(method: string, params?: object, headers = {}) {
    const { text } = await send({ headers, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) });
    return { text: /^data: (.*)$/m.exec(text)?.[1] ?? text };
  }

  test('with a slash too many get 404, since 401 would start a sign-in by OAuth', async () => {
    const { status, headers } = await fetch(`${stack.lakeUrl}/mcp/`, { method: 'POST', body: '{}' });
    expect([status, headers.get('www-authenticate')]).toEqual([404, null]);
  });

  test('of the newest revision discover the tools without a session', async () => {
    const { text } = await rpc('server/discover');
    expect(JSON.parse(text).result).toMatchObject({
      resultType: 'complete',
      supportedVersions: expect.arrayContaining([revision]),
    });
    const { tools } = JSON.parse((await rpc('tools/list')).text).result;
    expect(tools).toMatchObject(
      ['read', 'search', 'draft', 'ask_for_review'].map((name) => ({
        name,
        inputSchema: { type: 'object' },
      })),
    );
  });

  test.each(['2025-11-25', '2025-06-18'])('of the revision %s begin with initialize', async (older) => {
    const headers = { 'mcp-protocol-version': older };
    const { text } = await sendOlder('initialize', initialize(older), headers);
    expect(JSON.parse(text).result).toMatchObject({ protocolVersion: older, capabilities: { tools: {} } });
    const notified = await send({ body: '{"jsonrpc":"2.0","method":"notifications/initialized"}' });
    expect([notified.status, notified.text]).toEqual([202, '']);
    expect(JSON.parse((await sendOlder('ping', {}, headers)).text).result).toEqual({});
    const query = { name: 'read', arguments: { query: 'count(*[_type == "page"])' } };
    const read = await sendOlder('tools/call', query, headers);
    expect(resultOf(read)).toEqual({ isError: false, text: expect.stringMatching(/^\d+$/) });
  });
});

describe('an attack publishes nothing, reveals nothing and is refused:', () => {
  const marker = 'TOP-SECRET-MARKER';
  beforeAll(async () => {
    const about = { document: 'page-contact', documentType: 'page' };
    const hidden: { _id: string; _type: string; [field: string]: unknown }[] = [
      { _id: 'review.page-contact', _type: 'review', ...about, entries: [] },
      { _id: 'trash.page-old', _type: 'trashedDocument', documentType: 'page' },
      { _id: 'enquiry.1', _type: 'enquiry' },
      { _id: 'payment.1', _type: 'payment' },
      { _id: 'drafts.preview-secret', _type: 'sanity.previewUrlSecret', secret: marker },
      { _id: 'sanity-preview-url-secret.a', _type: 'sanity.previewUrlShareAccess', secret: marker },
    ];
    for (const document of hidden) await admin.createIfNotExists({ ...document, note: marker });
    await admin.releases.create({ releaseId: 'r1', metadata: { releaseType: 'asap', title: marker } });
    await admin.create({ _id: 'versions.r1.page-contact', _type: 'page', title: marker, note: marker });
    await admin.create({
      _id: 'drafts.pointer',
      _type: 'page',
      to: { _type: 'reference', _ref: 'review.page-contact', _weak: true },
    });
  });
  let before: unknown;
  beforeEach(async () => {
    before = await publishedState();
  });

  type Outcome = Awaited<ReturnType<typeof send>>;
  const isRefused = ({ status, text }: Outcome) =>
    status >= 400 || 'error' in JSON.parse(text) || resultOf({ text }).isError;

  async function expectNothingHappened(outcome: Outcome) {
    expect(outcome.text).not.toContain(marker);
    expect(await publishedState()).toEqual(before);
  }

  const page = { id: 'page-contact' };
  const proof = { isSample: false, source: 'Invoice', date: '2026-01-01', confirmedBy: 'Asha' };
  const evidence = { _type: 'evidence', ...proof };
  const ids = ['versions.r1.page-contact', 'review.page-contact', '../page-home', '*', '', 'x'.repeat(300)];
  test.each<[string, object]>([
    ...[...ids, { $ne: '' }, ['page-home']].map((id): [string, object] => [
      `the id ${JSON.stringify(id)}`,
      { id, type: 'page', set: { title: 'Taken over' } },
    ]),
    ['another id', { ...page, set: { _id: 'page-home' } }],
    ['another type', { ...page, set: { _type: 'siteSettings' } }],
    ['no type', { ...page, unset: ['_type'] }],
    ['a prototype', { ...page, set: { '__proto__.admin': true } }],
    ['a long range', { ...page, set: { 'sections[0:99999999].heading': 'x' } }],
    ['an old revision', { ...page, set: { title: 'x' }, ifRevisionID: 'old' }],
    ['an unknown argument', { ...page, set: { title: 'x' }, publish: true }],
    ['actions', { ...page, actions: [{ actionType: 'sanity.action.document.publish' }] }],
    ['a query for many documents', { query: '*[_type == "page"]', set: { title: 'x' } }],
    ['a review', { id: 'note', type: 'review', set: { entries: [{ kind: 'approve' }] } }],
    ['the bank account', { id: 'siteSettings', set: { 'bankAccount.details': 'IFSC: EVIL0000001' } }],
    ['second settings', { id: 'settings-2', type: 'siteSettings', set: { agencyName: 'x' } }],
    ['the approval rules', { id: 'approvalRules', type: 'approvalRules', set: { types: [] } }],
    ['evidence in a path', { ...page, set: { 'sections[0].evidence': evidence } }],
    ['a number as a path', { ...page, set: [1, 2, 3] }],
  ])('a draft with %s', async (_what, given) => {
    const outcome = await callTool('draft', given);
    expect(isRefused(outcome)).toBe(true);
    await expectNothingHappened(outcome);
    expect(await admin.fetch('count(*[title == "Taken over"])')).toBe(0);
  });

  test.each<[string, RoleName, string, object]>([
    ['a page by HR', 'hr', 'draft', { ...page, set: { title: 'x' } }],
    ['anything by a viewer', 'viewer', 'draft', { ...page, set: { title: 'x' } }],
    ['a note by a viewer', 'viewer', 'ask_for_review', { ...page, text: 'x' }],
    ['a note of HR about a page', 'hr', 'ask_for_review', { ...page, text: 'x' }],
    ['an approval', 'editor', 'ask_for_review', { ...page, text: 'x', kind: 'approve' }],
    ['a note in another name', 'editor', 'ask_for_review', { ...page, text: 'x', by: 'p1', name: 'Asha' }],
    ['a note about a review', 'editor', 'ask_for_review', { id: 'review.page-contact', text: 'x' }],
    ['a note to nobody', 'editor', 'ask_for_review', { ...page, text: 'x', person: 'Nobody' }],
    ['a note to finance', 'editor', 'ask_for_review', { ...page, text: 'x', person: 'Farid' }],
    ['a long note', 'editor', 'ask_for_review', { ...page, text: 'x'.repeat(10_000) }],
    ['a tool to publish', 'administrator', 'publish', page],
    ['a tool named like a property', 'administrator', 'constructor', {}],
    ['a prototype as a tool', 'administrator', '__proto__', {}],
    ['everything at once', 'editor', 'read', { query: '*' }],
    ['a broken query', 'editor', 'read', { query: '*[' }],
    [
      'a mutation',
      'editor',
      'read',
      { query: '{"mutations": [{"delete": {"id": "page-home"}}]}', params: 1 },
    ],
    ['a long query', 'editor', 'read', { query: `*[_id == "${'x'.repeat(10_000)}"]` }],
    ['another dataset', 'editor', 'read', { query: '*', dataset: 'staging' }],
    ['another perspective', 'editor', 'read', { query: '*', perspective: 'raw' }],
    ['an endless search', 'editor', 'search', { text: 'the', limit: 1e9 }],
    ['a short search', 'editor', 'search', { text: ' e ' }],
  ])('%s', async (_what, role, tool, given) => {
    connect('finance', 'Farid');
    const outcome = await callTool(tool, given, connect(role).token);
    expect(isRefused(outcome)).toBe(true);
    await expectNothingHappened(outcome);
  });

  test.each([
    '*[defined(note)]',
    '*[_type in ["review", "trashedDocument", "enquiry", "payment"]]',
    '*[_type == "sanity.previewUrlSecret"]',
    '*[_id in path("**.**")]{_id, note, secret}',
    '*[_id == "review.page-contact"][0]',
    '*[sanity::partOfRelease("r1")]{title, note}',
    '*[_id == "pointer"][0]{"reached": to->note}',
    '*[_type == "page"][0]{"reached": *[_type == "review"].note}',
    'releases::all()',
    '*[_originalId match "*secret*"]',
    '{"all": *{note, secret}}',
  ])('reading %s', async (query) => {
    for (const role of ['editor', 'administrator', 'finance'] as const)
      await expectNothingHappened(await callTool('read', { query }, connect(role).token));
  });

  test('a search for hidden text', async () => {
    for (const types of [undefined, ['review', 'payment', 'enquiry']]) {
      const outcome = await callTool('search', { text: marker, types });
      expect(resultOf(outcome)).toEqual({ isError: false, text: '[]' });
    }
    expect(await publishedState()).toEqual(before);
  });

  test('finance reads nothing', async () => {
    const { token } = connect('finance');
    expect(resultOf(await callTool('read', { query: 'count(*)' }, token)).text).toBe('0');
    expect(resultOf(await callTool('search', { text: 'tender' }, token)).text).toBe('[]');
  });

  const list = { headers: headersOf('tools/list'), body: message('tools/list') };
  const withHeaders = (change: Record<string, string>): Sent => ({
    ...list,
    headers: { ...list.headers, ...change },
  });
  const withBody = (body: Sent['body'] & {}): Sent => ({ ...list, body });
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  const call = (given: object) => message('tools/call', { name: 'draft', arguments: given });
  test.each<[string, number, Sent]>([
    ['no token', 401, { ...list, token: '' }],
    ['an invented token', 401, { ...list, token: 'assistant' }],
    ['an API token of an administrator', 401, { ...list, token: stack.token('administrator') }],
    ['a page of another origin', 403, withHeaders({ origin: 'https://evil.example' })],
    ['a page without an origin', 403, withHeaders({ origin: 'null' })],
    ['a cross-site request', 403, withHeaders({ 'sec-fetch-site': 'cross-site' })],
    ['a form', 415, withHeaders({ 'content-type': 'application/x-www-form-urlencoded' })],
    ['plain text', 415, withHeaders({ 'content-type': 'text/plain' })],
    ['10 MB', 413, withBody(message('tools/list', { text: 'x'.repeat(10 * 1024 * 1024) }))],
    ['deep JSON', 400, withBody(nested(10_000))],
    ['deep arguments', 400, withBody(call({ set: { a: JSON.parse(nested(200)) } }))],
    ['broken JSON', 400, withBody('{"jsonrpc": "2.0"')],
    ['no text', 400, withBody('')],
    ['text that is not UTF-8', 400, withBody(new Uint8Array([0xff, 0xfe, 0x7b]))],
    ['a batch', 400, withBody(`[${list.body},${list.body}]`)],
    ['GET', 405, { verb: 'GET' }],
    ['DELETE', 405, { verb: 'DELETE' }],
  ])('%s gets %i', async (_what, status, sent) => {
    const outcome = await send(sent);
    expect(outcome.status).toBe(status);
    await expectNothingHappened(outcome);
  });

  test('more than 120 requests a minute', async () => {
    const { token } = connect();
    const status = async () => (await send({ ...list, token })).status;
    const all = await Promise.all(Array.from({ length: 125 }, status));
    expect(all.filter((one) => one === 429)).toHaveLength(5);
    expect((await send({ ...list, token })).headers.get('retry-after')).toBe('60');
  });
});
