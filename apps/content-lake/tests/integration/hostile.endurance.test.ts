import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { creations, lakeOfThisFile, type RoleName } from './lake.ts';

const lake = await lakeOfThisFile();
const admin = lake.client('administrator');

/** Milliseconds after which a client gives up on a slow request. */
const timeout = 1500;
/**
 * Megabytes that hostile requests may add to the lake's process while they run: a second dataset in two workers, a
 * query that holds 128 MB, a 32 MB result for each client, held both as text and as bytes, thirty snapshots, and 64 MB
 * of garbage in each worker.
 */
const mostAtOnce = 700;
/** Megabytes that may remain after the attacks. */
const mostMemory = 300;

const senders = [null, 'viewer', 'hr', 'editor'] as const satisfies readonly (RoleName | null)[];
type Sender = (typeof senders)[number];

/** Returns a job opening, so that HR's attacks pass the permission check. */
const opening = (id: string, fields: Record<string, unknown>) => ({
  _id: id,
  _type: 'jobOpening',
  ...fields,
});
const contents = [
  opening('array', { list: Array.from({ length: 20_000 }, (_, n) => ({ _key: `k${n}`, n })) }),
  opening('long', { text: 'A line of text.\n'.repeat(250_000) }),
  opening('middle', { text: 'x'.repeat(228_000), n: 1e308 }),
  opening('letters', { title: `${'a'.repeat(60)}!` }),
  { _id: 'page', _type: 'page', title: 'A page' },
  { _id: 'saved', _type: 'note', edits: 0 },
  ...Array.from({ length: 2000 }, (_, n) => opening(`job-${n}`, { title: `Job ${n}`, n })),
];

/** Documents of 200 kB each. */
const large = Array.from({ length: 200 }, (_, n) => ({
  _id: `large-${n}`,
  _type: 'page',
  lines: Array(2000).fill(
    'A line of a text that is long, and longer than it has to be, since there are many such lines in it.',
  ),
}));
const idsOf = (some: { _id: string }[]) => some.map(({ _id }) => _id).join(',');
const largeIds = idsOf(large);
/** So few ids that a test can send eight requests from each of four clients in time. Each response has 8 MB. */
const fewerIds = idsOf(large.slice(0, 40));

beforeAll(async () => {
  for (const document of contents.slice(0, 6)) await admin.create(document, { returnDocuments: false });
  await admin.mutate(creations(...contents.slice(6)), { returnDocuments: false });
  await lake.request('/v1/datasets/large', { method: 'PUT', as: 'administrator' });
  for (let batch = 0; batch < 5; batch++)
    await admin
      .withConfig({ dataset: 'large' })
      .mutate(creations(...large.slice(batch * 40, batch * 40 + 40)), { returnDocuments: false });
  for (let n = 0; n < 5; n++)
    await admin
      .patch('long')
      .set({ n })
      .commit({ returnDocuments: false, transactionId: `taken-${n}` });
});

type Send = (as: Sender, signal?: AbortSignal | null) => Promise<Response>;
const send = (as: Sender, path: string, init: RequestInit = {}) =>
  lake.request(path, { ...init, ...(as ? { as } : {}) });

/** Sends dry runs, so that nothing is written. */
const mutateRaw =
  (body: string | Uint8Array<ArrayBuffer>, parameters = ''): Send =>
  (as, signal = null) =>
    send(as, `/v1/data/mutate/production?dryRun=true${parameters}`, {
      method: 'POST',
      body,
      signal,
    });
const mutate = (...mutations: unknown[]) => mutateRaw(JSON.stringify({ mutations }));
const patch = (id: string, operations: Record<string, unknown>) => mutate({ patch: { id, ...operations } });
const patchWhere = (query: string) => mutate({ patch: { query, set: { title: 'Changed' } } });
/** Sends a slow request, and aborts it after `timeout`, so that its work does not delay the next attack. */
const briefly =
  (hostile: Send): Send =>
  (as) =>
    hostile(as, AbortSignal.timeout(timeout))
      .then(async (response) => {
        await response.arrayBuffer();
        return new Response(null, { status: response.status });
      })
      .catch(() => new Response());
const sendActions =
  (...actions: unknown[]): Send =>
  (as) =>
    send(as, '/v1/data/actions/production', {
      method: 'POST',
      body: JSON.stringify({ actions, dryRun: true }),
    });
const edit = (operations: Record<string, unknown>, id = 'middle') =>
  sendActions({
    actionType: 'sanity.action.document.edit',
    draftId: `drafts.${id}`,
    publishedId: id,
    patch: operations,
  });
const get =
  (path: string): Send =>
  (as, signal = null) =>
    send(as, path, { signal });
const query = (groq: string, name = 'none', value: unknown = null): Send =>
  get(
    `/v1/data/query/production?query=${encodeURIComponent(groq)}&$${name}=${encodeURIComponent(JSON.stringify(value))}`,
  );
const postQuery =
  (body: string): Send =>
  (as, signal = null) =>
    send(as, '/v1/data/query/production', { method: 'POST', body, signal });
const upload =
  (kind: 'images' | 'files', body: string): Send =>
  (as, signal = null) =>
    send(as, `/v1/assets/${kind}/production`, { method: 'POST', body, signal });
const listen =
  (filter: string): Send =>
  async (as) => {
    const response = await send(as, `/v1/data/listen/production?query=${encodeURIComponent(filter)}`);
    const reader = response.body?.getReader();
    await reader?.read();
    await admin.patch('page').inc({ edits: 1 }).setIfMissing({ edits: 0 }).commit({ returnDocuments: false });
    await reader?.cancel();
    return new Response(null, { status: response.status });
  };

async function lastOf(responses: Promise<Response>[]): Promise<Response> {
  let last = new Response();
  for (const response of await Promise.all(responses)) {
    if (!response.bodyUsed) await response.arrayBuffer();
    if (response.status > last.status) last = response;
  }
  return new Response(null, { status: last.status });
}
const eight =
  (hostile: Send): Send =>
  (as) =>
    lastOf(Array.from({ length: 8 }, () => hostile(as)));
/** Requests six responses and leaves them unread while other requests are timed. */
const unread =
  (path: string): Send =>
  async (as) => {
    const responses = await Promise.all(Array.from({ length: 6 }, () => send(as, path)));
    await setTimeout(timeout);
    for (const response of responses) await response.body?.cancel();
    return new Response(null, { status: Math.max(...responses.map(({ status }) => status)) });
  };
const nestedCalls = (levels: number) =>
  `${'string::split(lower('.repeat(levels)}title${'),"x")[0]'.repeat(levels)}`;
const doubled = (times: number) => '{"s": s + s}'.repeat(times);
const many = Array.from({ length: 60_000 }, (_, n) => n);
const cube = 'count($n[@ in $n[@ in $n[@ >= 0]]])';
const names60 = Array.from({ length: 60 }, (_, n) => `name${n}`);
const bomb = `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000"><filter id="f"><feTurbulence numOctaves="900" baseFrequency="0.9"/></filter>${'<rect width="4000" height="4000" filter="url(#f)"/>'.repeat(40)}</svg>`;

const hunk = '@@ -1,4 +1,5 @@\n A li\n+X\n';
const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const asset = {
  _id: `image-${'0'.repeat(40)}-1x1-png`,
  _type: 'sanity.imageAsset',
  url: 'https://example.org/a',
};
const catastrophe = '"*a*a*a*a*a*a*a*a*a*a*a*a*b"';
const names = ['__proto__', 'constructor', 'hasOwnProperty', 'toString'];

/** Statuses for a document that is too large for a job opening, but not for other types of document. */
const tooLargeForHr: [hr: number, editor: number] = [413, 200];
/** Requests that write, with the status for clients with permission. */
const writes: [what: string, status: number | [hr: number, editor: number], send: Send][] = [
  ['a range of a thousand million', 400, patch('array', { unset: ['list[0:1000000000]'] })],
  ['a range beyond the end of a list', 200, patch('array', { unset: ['list[0:99999]'] })],
  ['a path without end', 400, patch('array', { unset: [`list${'..x'.repeat(100_000)}`] })],
  ['a path into everything', 413, patch('array', { set: { '..n': 1 } })],
  ['a path into everything, again and again', tooLargeForHr, patch('array', { unset: ['..a..b..c..d'] })],
  [
    'a large text at every place of a list',
    413,
    patch('array', { set: { 'list[0:20000].n': 'x'.repeat(1_000_000) } }),
  ],
  [
    'items put in at every place',
    tooLargeForHr,
    patch('array', { insert: { replace: 'list[0:9000]', items: Array(50_000).fill(1) } }),
  ],
  [
    'one document 2,000 times in a patch',
    400,
    mutate({ patch: { id: Array(2000).fill('middle'), set: { n: 1 } } }),
  ],
  [
    '2,000 patches of one document',
    413,
    mutate(...Array(2000).fill({ patch: { id: 'array', set: { n: 1 } } })),
  ],
  ['a difference of 3,000 hunks', 400, patch('long', { diffMatchPatch: { text: hunk.repeat(3000) } })],
  ['a difference of 900 hunks', 413, patch('long', { diffMatchPatch: { text: hunk.repeat(900) } })],
  ['a difference that is none', 400, patch('long', { diffMatchPatch: { text: '@@ -1,4 +1,5 @@\n%zz' } })],
  [
    '20 patches by query',
    413,
    mutate(...Array(20).fill({ patch: { query: '*[_type == "jobOpening"]', set: { title: 'x' } } })),
  ],
  ['a query that gives no documents', 400, patchWhere('[1, 2, 3]')],
  ['a query that gives too much', 413, mutate(...Array(12).fill({ delete: { query: '*' } }))],
  ['10,001 mutations', 400, mutate(...Array(10_001).fill({ delete: { id: 'nothing' } }))],
  ['millions of mutations that are none', 413, mutateRaw(`{"mutations":[${Array(2_700_000).fill('[]')}]}`)],
  ['brackets only', 400, mutateRaw('['.repeat(4_000_000))],
  ['a body of a million levels', 400, mutateRaw(`{"mutations":[{"create":${nested(1_000_000)}}]}`)],
  [
    'a document of 70 levels',
    400,
    mutateRaw(`{"mutations":[{"create":{"_type":"jobOpening","a":${nested(70)}}}]}`),
  ],
  ['a body of 9 MB', 413, mutateRaw('x'.repeat(9 * 1024 * 1024))],
  ['a body that breaks off', 400, mutateRaw('{"mutations":[{"create":{"_type":"jobOpe')],
  [
    'a body that is not UTF-8',
    400,
    mutateRaw(
      Uint8Array.from(
        Buffer.from('{"mutations":[{"create":{"_type":"jobOpening","a":"\xff\xfe"}}]}', 'latin1'),
      ),
    ),
  ],
  [
    'half a surrogate pair',
    400,
    mutateRaw('{"mutations":[{"create":{"_type":"jobOpening","a":"\\ud800"}}]}'),
  ],
  [
    'two halves as references',
    400,
    mutateRaw(
      '{"mutations":[{"create":{"_type":"jobOpening","a":[{"_weak":true,"_ref":"\\ud800"},{"_weak":true,"_ref":"\\ud801"}]}}]}',
    ),
  ],
  [
    'a number beyond all numbers',
    400,
    mutateRaw('{"mutations":[{"create":{"_type":"jobOpening","a":1e400}}]}'),
  ],
  ['an increment beyond all numbers', 400, patch('middle', { inc: { n: 1e308 } })],
  [
    'a decrement beyond all numbers',
    400,
    mutate({ patch: { id: 'middle', set: { n: -1e308 } } }, { patch: { id: 'middle', dec: { n: 1e308 } } }),
  ],
  [
    'names that every object has',
    400,
    mutateRaw(
      `{"mutations":[{"create":{"_type":"jobOpening",${names.map((name) => `"${name}":{"x":1}`)}}}]}`,
    ),
  ],
  [
    'paths to what every object has',
    400,
    patch('middle', { set: { '__proto__.polluted': 1, 'constructor.prototype.polluted': 1 } }),
  ],
  [
    'the id of another transaction',
    409,
    mutateRaw(JSON.stringify({ mutations: [{ delete: { id: 'job-1' } }] }), '&transactionId=taken-1'),
  ],
  ['an erasure of history', 400, mutate({ delete: { id: 'job-1', purge: true } })],
  ['all versions at once', 400, mutate({ delete: { id: 'job-1', includeAllVersions: true } })],
  ['a parameter that nobody knows', 400, mutateRaw('{"mutations":[]}', '&includeAllVersions=true')],
  ['a forged picture', 400, mutate({ createOrReplace: asset })],
  [
    'a forged picture as a draft',
    400,
    sendActions({
      actionType: 'sanity.action.document.create',
      publishedId: 'forged',
      attributes: { ...asset, _id: 'drafts.forged' },
    }),
  ],
  ['an endless range in an action', 400, edit({ unset: ['list[0:1000000000]'] }, 'array')],
  [
    '10,001 actions',
    400,
    sendActions(...Array(10_001).fill({ actionType: 'sanity.action.document.discard', draftId: 'drafts.x' })),
  ],
  ['an action with the name of a function', 400, sendActions({ actionType: 'constructor' })],
  [
    'an action with more than it knows',
    400,
    sendActions({
      actionType: 'sanity.action.document.unpublish',
      draftId: 'drafts.page',
      publishedId: 'page',
      purge: true,
    }),
  ],
  [
    'a release named like a path',
    400,
    sendActions({ actionType: 'sanity.action.release.create', releaseId: '../../x' }),
  ],
];

/** Requests that read, or are invalid. Any response except 500 is accepted. */
const reads: [what: string, send: Send][] = [
  ['a query of 5,000 brackets', query('('.repeat(5000))],
  ['parameters of many levels', postQuery(`{"query":"*[0]","params":{"a":${nested(100_000)}}}`)],
  [
    'a query that is not UTF-8',
    (as) =>
      send(as, '/v1/data/query/production', { method: 'POST', body: Uint8Array.from([0x22, 0xff, 0x22]) }),
  ],
  [
    'every state of the largest document',
    get('/v1/data/history/production/transactions/long,array,middle?limit=1000&effectFormat=mendoza'),
  ],
  [
    'everything that ever happened',
    get(
      `/v1/data/history/production/transactions/${Array.from({ length: 100 }, (_, n) => `job-${n}`)}?limit=1000&effectFormat=mendoza`,
    ),
  ],
  [
    'the largest document at a time',
    get(`/v1/data/history/production/documents/long,array,middle?time=9999-12-31T00:00:00Z`),
  ],
  ['the events of the largest document', get('/v1/data/history/production/events/documents/long?limit=1000')],
  [
    'a thousand documents',
    get(`/v1/data/doc/production/${Array.from({ length: 1000 }, (_, n) => `job-${n}`)}`),
  ],
  ['many large documents', get(`/v1/data/doc/large/${largeIds}`)],
  ['every version of many large documents', get(`/v1/data/doc/large/${largeIds}?includeAllVersions=true`)],
  ['how many large documents came', get('/v1/data/history/large/transactions/large-0?effectFormat=mendoza')],
  ['an export', get('/v1/data/export/production')],
  ['a listener whose filter never ends', listen(`*[title match ${catastrophe}]`)],
  ['a listener whose filter is none', listen('*[')],
  ['a picture that is a page', upload('images', '<html><script>1</script></html>')],
  [
    'a picture that expands',
    upload(
      'images',
      '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg">&b;</svg>',
    ),
  ],
  ['nothing as a file', upload('files', '')],
  [
    'a product of everything with everything',
    briefly(query('count(*[count(*[_id != ^._id && n < ^.n]) > 0])')),
  ],
  ['a pattern that never ends', briefly(query(`*[title match ${catastrophe}]`))],
  ['a patch by a filter that never ends', briefly(patchWhere(`*[title match ${catastrophe}]`))],
  [
    'a query of 50,000 conditions',
    briefly(postQuery(JSON.stringify({ query: `*[${Array(50_000).fill('n == 1').join('||')}]` }))),
  ],
  [
    'a difference for each document',
    eight(query('count(*[count(*[diff::changedAny(@, ^, (n))]) > 0]) + count(*[delta::operation() == "x"])')),
  ],
  ['functions in functions', eight(briefly(query(`count(*[${nestedCalls(40)} > "a"])`)))],
  ['everything of everything', eight(briefly(query('*{"a": *{"b": *{"c": *}}}')))],
  ['all large documents, as one result', eight(get('/v1/data/query/large?query=*'))],
  [
    'a text that is doubled again and again',
    eight(
      postQuery(JSON.stringify({ query: `{"s": $s}${doubled(12)}`, params: { s: 'x'.repeat(500_000) } })),
    ),
  ],
  [
    'many values, each for each',
    eight(briefly(postQuery(JSON.stringify({ query: cube, params: { n: many } })))),
  ],
  [
    'as many values as may be',
    eight(briefly(postQuery(JSON.stringify({ query: 'count(*[n in $n])', params: { n: many } })))),
  ],
  [
    'a search in sixty texts',
    eight(query(`*[${names60.map((name) => `${name} match $x`).join('||')}]`, 'x', 'a*')),
  ],
  ['a look-up in a hundred ways', eight(query(names60.map((name) => `count(*[${name} == "x"])`).join('+')))],
  [
    'a search in all large documents',
    eight(
      briefly(
        get(`/v1/data/query/large?query=${encodeURIComponent('*[lines match "long*"]{..., "all": *}')}`),
      ),
    ),
  ],
  [
    'an order by all that is written',
    eight(
      briefly(
        get(
          `/v1/data/query/large?query=${encodeURIComponent('*|order(string::split(lines[0]+lines[1]," ")[3], count(lines[length(@)>n]))')}`,
        ),
      ),
    ),
  ],
  [
    'twenty releases that are not there',
    (as) =>
      lastOf(
        names60
          .slice(0, 20)
          .map((name) => get(`/v2025-02-19/data/query/large?perspective=${name}&query=count(*)`)(as)),
      ),
  ],
  ['many large documents, by eight', eight(get(`/v1/data/doc/large/${fewerIds}`))],
  ['every version of them, by eight', eight(get(`/v1/data/doc/large/${fewerIds}?includeAllVersions=true`))],
  ['eight exports', eight(briefly(get('/v1/data/export/large')))],
  [
    'eight times the history of what is large',
    eight(get(`/v1/data/history/large/transactions/${fewerIds}?effectFormat=mendoza&limit=1000`)),
  ],
  ['results that nobody reads', unread('/v1/data/query/large?query=*[0...140]')],
  ['documents that nobody reads', unread(`/v1/data/doc/large/${largeIds}`)],
  ['exports that nobody reads', unread('/v1/data/export/large')],
  ['drawings without an end', eight(briefly(upload('images', bomb)))],
];

/** Returns the memory of the lake's process in megabytes. */
function memory(): number {
  const status = readFileSync(`/proc/${lake.pid()}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

const waits = new SharedArrayBuffer(16);
const longest = new Float64Array(waits, 0, 1);
const rounds = new Int32Array(waits, 8, 1);
let worker: Worker;
beforeAll(() => {
  const groq = ['*[_id == "page"][0]._id', '*[_type == "page" && title match "pag*"]._id'];
  const save = { patch: { id: 'saved', inc: { edits: 1 } } };
  const small = [
    { path: '/v1/ping' },
    ...groq.map((one) => ({ path: `/v1/data/query/production?query=${encodeURIComponent(one)}` })),
    { path: '/v1/data/mutate/production', body: JSON.stringify({ mutations: [save] }) },
  ];
  const authorization = `Bearer ${lake.token('administrator')}`;
  const requests = small.map(({ path, ...rest }) => ({ url: lake.url + path, authorization, ...rest }));
  worker = new Worker(path.join(import.meta.dirname, 'measure-waits.ts'), {
    workerData: { requests, shared: waits },
  });
});
// Ends the worker before the lake stops, because the worker sends requests to the lake.
afterAll(() => worker.terminate());

/** Waits for a round of small requests. */
async function nextRound() {
  const begun = Atomics.load(rounds, 0);
  while (Atomics.load(rounds, 0) < begun + 2)
    await Atomics.waitAsync(rounds, 0, Atomics.load(rounds, 0)).value;
}

/** The longest wait without attacks, in milliseconds. `idleMemory` is in megabytes. */
let idle = 0;
/** Milliseconds that a small request may wait while hostile requests keep all cores busy. */
let longestWait = 0;
let idleMemory = 0;
/** Megabytes. */
let peak = 0;
beforeAll(async () => {
  for (let round = 0; round < 20; round++) await nextRound();
  longest[0] = 0;
  for (let round = 0; round < 20; round++) await nextRound();
  idle = longest[0];
  longestWait = 20 * Math.max(50, idle);
  idleMemory = memory();
});

/** Sends a request from all four clients at once, and returns the statuses. */
async function attack(hostile: Send) {
  await nextRound();
  longest[0] = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, memory());
  }, 50);
  const statuses = await Promise.all(
    senders.map(async (sender) => {
      const response = await hostile(sender);
      if (!response.bodyUsed) await response.arrayBuffer();
      return response.status;
    }),
  );
  await nextRound();
  clearInterval(watch);
  console.info(`waited ${Math.round(longest[0])} (idle ${Math.round(idle)}) ms, ${Math.round(memory())} MB`);
  expect(longest[0], 'milliseconds that others waited').toBeLessThan(longestWait);
  return statuses;
}

const pid = lake.pid();

test.each(writes)('%s (%j)', async (_what, status, hostile) => {
  const [hr, editor] = typeof status === 'number' ? [status, status] : status;
  // A request may time out on one machine and finish on another.
  const allowed = editor === 413 ? expect.toBeOneOf([200, 400, 413]) : editor;
  expect(await attack(hostile)).toEqual([401, 403, editor === 413 ? allowed : hr, allowed]);
});

test.each(reads)('%s', async (_what, hostile) => {
  for (const status of await attack(hostile)) expect(status).toBeLessThan(500);
});

test('after the attacks the data is unchanged', async () => {
  expect(lake.pid()).toBe(pid);
  for (const { _id, ...fields } of contents.slice(0, 5))
    expect(await admin.getDocument(_id)).toMatchObject(fields);
  expect(await admin.fetch('count(*[_type == "jobOpening"])')).toBe(contents.length - 2);
});

test('memory is released after the attacks', async () => {
  console.info(`idle ${Math.round(idleMemory)} MB, at most ${Math.round(peak)} MB`);
  await expect.poll(memory, { interval: 1000 }).toBeLessThan(idleMemory + mostMemory);
  expect(peak).toBeLessThan(idleMemory + mostAtOnce);
});
