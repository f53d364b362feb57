import { on, once } from 'node:events';
import path from 'node:path';
import type { ListenOptions, SanityClient } from '@sanity/client';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { openControl } from '../../access/control.ts';
import { EventReader } from './event-reader.ts';
import { creations, sharedLake } from './lake.ts';

const lake = await sharedLake();
const editor = lake.client('editor');

const subscriptions: { unsubscribe(): void }[] = [];
afterEach(() => {
  for (const subscription of subscriptions.splice(0)) subscription.unsubscribe();
});

/** Listens with the official client and collects events. Resolves when the stream is open. */
async function listen(
  client: SanityClient,
  query: string,
  params: Record<string, unknown> = {},
  options: Omit<ListenOptions, 'events' | 'enableResume'> & { resume?: boolean } = {},
) {
  const events: Record<string, unknown>[] = [];
  const { resume, ...others } = options;
  const observer = {
    next: (event: object) => void events.push({ ...event }),
    error: (error: unknown) => void events.push({ error }),
  };
  const subscription = resume
    ? client
        .listen(query, params, {
          ...others,
          enableResume: true,
          events: ['welcome', 'mutation', 'welcomeback', 'reset'],
        })
        .subscribe(observer)
    : client.listen(query, params, { ...others, events: ['welcome', 'mutation'] }).subscribe(observer);
  subscriptions.push(subscription);
  await expect.poll(() => events.length).toBeGreaterThan(0);
  const mutations = () => events.filter((event) => event.type === 'mutation');
  return { events, mutations, arrived: (count: number) => expect.poll(mutations).toHaveLength(count) };
}

describe('a listener', () => {
  test('receives documents that appear, change and disappear, and no others', async () => {
    const heard = await listen(editor, '*[_type == "job" && open == $open]', { open: true });
    expect(heard.events[0]).toMatchObject({ type: 'welcome', listenerName: expect.any(String) });
    await editor.create({ _id: 'j1', _type: 'job', open: false });
    await editor.create({ _id: 'other', _type: 'note', open: true });
    const { _rev: before } = await editor.patch('j1').set({ open: true }).commit();
    const { _rev: after } = await editor.patch('j1').set({ title: 'नौकरी' }).commit();
    await editor.patch('j1').set({ open: false }).commit();
    await heard.arrived(3);
    expect(heard.mutations()).toMatchObject([
      { transition: 'appear', documentId: 'j1', resultRev: before, transactionTotalEvents: 1 },
      {
        transition: 'update',
        previousRev: before,
        resultRev: after,
        transactionId: after,
        result: { title: 'नौकरी' },
      },
      { transition: 'disappear', previousRev: after },
    ]);
  });

  test('receives the requested result, previous state, mutations and effects', async () => {
    await editor.createOrReplace({ _id: 'forms', _type: 'note', n: 1 });
    const bare = await listen(
      editor,
      '*[_id == "forms"]',
      {},
      { includeResult: false, includeMutations: false },
    );
    const full = await listen(
      editor,
      '*[_id == "forms"]',
      {},
      { includePreviousRevision: true, effectFormat: 'mendoza', visibility: 'query' },
    );
    await editor.patch('forms').set({ n: 2 }).commit();
    await bare.arrived(1);
    await full.arrived(1);
    for (const field of ['result', 'previous', 'mutations', 'effects'])
      expect(bare.mutations()[0]).not.toHaveProperty(field);
    expect(full.mutations()[0]).toMatchObject({
      visibility: 'query',
      identity: expect.stringMatching(/^r/),
      result: { n: 2 },
      previous: { n: 1 },
      mutations: [{ patch: { id: 'forms', set: { n: 2 } } }],
      effects: { apply: [0, { n: 2 }], revert: [0, { n: 1 }] },
    });
  });

  test('counts only its own events of a transaction', async () => {
    await editor.create({ _id: 'drafts.pub', _type: 'note' });
    const pair = await listen(editor, '*[_id in $ids]', { ids: ['pub', 'drafts.pub'] });
    const published = await listen(editor, '*[_id == "pub"]');
    const { transactionId } = await editor.action({
      actionType: 'sanity.action.document.publish',
      draftId: 'drafts.pub',
      publishedId: 'pub',
    });
    await pair.arrived(2);
    await published.arrived(1);
    expect(pair.mutations()).toMatchObject([
      { documentId: 'pub', transition: 'appear', transactionTotalEvents: 2, transactionCurrentEvent: 1 },
      {
        documentId: 'drafts.pub',
        transition: 'disappear',
        resultRev: transactionId,
        transactionTotalEvents: 2,
        transactionCurrentEvent: 2,
      },
    ]);
    expect(published.mutations()).toMatchObject([{ transactionTotalEvents: 1 }]);
  });

  test('without a token receives no drafts', async () => {
    const visitor = await listen(lake.client(null), '*[_type == "quiet"]');
    const viewer = await listen(lake.client('viewer'), '*[_type == "quiet"]');
    await editor.mutate(creations({ _id: 'drafts.quiet', _type: 'quiet' }, { _id: 'quiet', _type: 'quiet' }));
    await viewer.arrived(2);
    await visitor.arrived(1);
    expect(visitor.mutations()).toMatchObject([{ documentId: 'quiet', transactionTotalEvents: 1 }]);
  });

  test('receives the error of its query', async () => {
    const { events } = await listen(editor, '*[_type == ');
    expect(String(events[0]?.error)).toContain('GROQ query parse error');
  });

  test('misses nothing when the lake is killed and restarted', async () => {
    await editor.createOrReplace({ _id: 'resumed', _type: 'note', n: 0 });
    const heard = await listen(editor, '*[_id == "resumed"]', {}, { resume: true });
    await editor.patch('resumed').set({ n: 1 }).commit();
    await heard.arrived(1);
    await lake.kill();
    await lake.start();
    await editor.patch('resumed').set({ n: 2 }).commit();
    await expect.poll(() => heard.events.map((event) => event.type)).toContain('welcomeback');
    await heard.arrived(2);
    expect(heard.mutations().map((event) => event.result)).toMatchObject([{ n: 1 }, { n: 2 }]);
  });
});

/** Opens an event stream without the client and reads it until a text arrives. */
async function read(response: Response, until: RegExp): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (until.test(text)) return text;
  }
  throw new Error(`The stream ended before ${until} had arrived: ${text}`);
}

const listenPath = `/v1/data/listen/production?query=${encodeURIComponent('*[_type == "note"]')}&enableResume=true`;

test('a client that pauses reading receives everything in the end', async () => {
  const response = await lake.request(listenPath.replace('note', 'long'), { as: 'viewer' });
  const text = 'x'.repeat(1024 * 1024);
  for (let n = 0; n < 20; n++) await editor.create({ _type: 'long', text }, { returnDocuments: false });
  let heard = '';
  for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    heard += part;
    if (heard.length > 20 * text.length) break;
  }
  expect(heard.match(/event: mutation/g)).toHaveLength(20);
});

describe('an open stream ends soon', () => {
  /** Opens a plain stream and one over a WebSocket. */
  async function open(address: string, token: string) {
    const headers = { authorization: `Bearer ${token}` };
    const stream = await lake.request(address, { headers });
    const socket = new WebSocket(`${lake.url.replace('http', 'ws')}/v1/streams`, { headers });
    subscriptions.push({ unsubscribe: () => socket.terminate() });
    await once(socket, 'open');
    const messages = on(socket, 'message');
    socket.send(JSON.stringify({ id: 1, open: address }));
    for await (const [text] of messages) if (`${text}`.includes('welcome')) break;
    const ending = once(socket, 'message');
    return async () => {
      await expect(read(stream, /never said/)).rejects.toThrow('The stream ended');
      expect(`${await ending}`).toContain('"end":true');
    };
  }

  test.each(['its token', 'its dataset'])('after %s', async (what) => {
    const admin = lake.client('administrator');
    await admin.datasets.create('short');
    const control = openControl(lake.folder);
    const { id, token } = control.credentials.createToken({ name: 'short', role: 'viewer' });
    const ended = await Promise.all(
      ['listen/short?query=*', 'live/events/short', 'live/events/short?includeDrafts=true'].map((address) =>
        open(`/v1/data/${address}`, token),
      ),
    );
    if (what === 'its token') control.credentials.revoke(id);
    else await admin.datasets.delete('short');
    await Promise.all(ended.map((end) => end()));
    if (what === 'its token') await admin.datasets.delete('short');
    control.close();
  });
});

test('a listener that reconnects receives the missed events, or starts over', async () => {
  const { transactionId } = await editor
    .transaction()
    .createOrReplace({ _id: 'away', _type: 'note', n: 1 })
    .commit();
  await editor.patch('away').set({ n: 2 }).commit();
  const open = (lastEventId: string) =>
    lake.request(listenPath, { as: 'viewer', headers: { 'last-event-id': lastEventId } });
  const resumed = await read(await open(`${transactionId}#away`), /event: mutation[\s\S]*\n\n/);
  expect(resumed).toMatch(/event: welcomeback[\s\S]*"documentId":"away"/);
  expect(await read(await open('never-was#away'), /event: \w+\n/)).toContain('event: reset');
});

describe('live events', () => {
  const livePath = '/v1/data/live/events/production';
  const buildTags = (text: string) =>
    [...text.matchAll(/^data: (\{"tags".*)$/gm)].flatMap(
      (match) => z.object({ tags: z.array(z.string()) }).parse(JSON.parse(match[1] ?? '')).tags,
    );
  const query = async (groq: string, params: Record<string, string> = {}) => {
    const search = new URLSearchParams({ query: groq });
    for (const [name, value] of Object.entries(params)) search.set(`$${name}`, JSON.stringify(value));
    const response = await lake.request(`/v1/data/query/production?${search}`, { as: 'viewer' });
    return z.object({ syncTags: z.array(z.string()) }).parse(await response.json()).syncTags;
  };
  const intersects = (a: string[], b: string[]) => a.some((tag) => b.includes(tag));

  test('have the tags of the results that a change affects, and no others', async () => {
    await editor.mutate(
      creations(
        { _id: 'live-author', _type: 'liveAuthor', name: 'A' },
        { _id: 'live-post', _type: 'livePost', author: { _type: 'reference', _ref: 'live-author' } },
        { _id: 'live-else', _type: 'liveElse' },
      ),
    );
    const concerned = await Promise.all([
      query('*[_id == "live-author"]'),
      query('*[_type == "liveAuthor"]'),
      query('*[_type == "livePost"]{"author": author->name}'),
      query('*[name == "A"]'),
    ]);
    const untouched = await Promise.all([
      query('*[_type == "liveElse"]'),
      query('*[_id == "live-else"][0]'),
      query('*[references("live-else")]'),
    ]);
    const stream = await lake.request(livePath);
    const reading = read(stream, /"tags"/);
    await editor.patch('live-author').set({ name: 'B' }).commit();
    const reported = buildTags(await reading);
    for (const tags of concerned) expect(intersects(tags, reported)).toBe(true);
    for (const tags of untouched) expect(intersects(tags, reported)).toBe(false);
  });

  test('have the tags of documents that a created or discarded draft or version shows or hides', async () => {
    const client = editor.withConfig({ apiVersion: '2025-02-19' });
    const doc = (_id: string, slug: string, more = {}) => ({
      _id,
      _type: 'layered',
      slug: { _type: 'slug', current: slug },
      ...more,
    });
    const link = { link: { _type: 'reference', _ref: 'layered-target' } };
    await client.mutate(creations({ _id: 'layered-target', _type: 'layeredTarget' }));
    await client.mutate(creations(doc('layers', 'published', link)));
    await client.releases.create({ releaseId: 'below', metadata: { releaseType: 'asap' } });
    await client.releases.create({ releaseId: 'above', metadata: { releaseType: 'asap' } });
    const queries = [
      ...['published', 'draft', 'below', 'above'].map((slug) => `*[slug.current == "${slug}"]{_id}`),
      '*[references("layered-target")]{_id}',
      '*[_type == "layered"]{slug}',
      '*[_id == "layers"]{slug}',
    ];
    const perspectives = ['drafts', 'below', 'above,below', 'above,drafts', 'above,below,drafts'];
    const state = () =>
      Promise.all(
        perspectives.flatMap((perspective) =>
          queries.map(async (groq) => {
            const search = new URLSearchParams({ query: groq, perspective });
            const path = `/v2025-02-19/data/query/production?${search}`;
            const body = await (await lake.request(path, { as: 'viewer' })).json();
            const { result, syncTags } = z
              .object({ result: z.unknown(), syncTags: z.array(z.string()) })
              .parse(body);
            return { name: `${perspective}: ${groq}`, result, syncTags };
          }),
        ),
      );
    let changed = 0;
    const writes: (() => Promise<unknown>)[] = [
      () => client.mutate(creations(doc('drafts.layers', 'draft'))),
      () => client.mutate(creations(doc('versions.below.layers', 'below'))),
      () => client.mutate(creations(doc('versions.above.layers', 'above'))),
      () => client.discardVersion({ releaseId: 'above', publishedId: 'layers' }),
      () => client.unpublishVersion({ releaseId: 'above', publishedId: 'layers' }),
      () => client.delete('versions.above.layers'),
      () => client.discardVersion({ releaseId: 'below', publishedId: 'layers' }),
      () => client.delete('drafts.layers'),
    ];
    for (const [step, write] of writes.entries()) {
      const before = await state();
      const stream = await lake.request(`${livePath}?includeDrafts=true`, { as: 'viewer' });
      const reading = read(stream, /"tags"/);
      await write();
      const reported = buildTags(await reading);
      for (const [index, { name, result }] of (await state()).entries()) {
        const was = before[index];
        if (JSON.stringify(was?.result) === JSON.stringify(result)) continue;
        changed++;
        expect(intersects(was?.syncTags ?? [], reported), `${step}: ${name}`).toBe(true);
      }
    }
    expect(changed).toBeGreaterThan(40);
  });

  describe('of a lookup by slug', () => {
    const bySlug = (type: string, slug: string) =>
      query(`*[_type == "${type}" && slug.current == $slug][0]{_id, title}`, { slug });
    const place = (_id: string, slug: string) => ({
      _id,
      _type: 'place',
      slug: { _type: 'slug', current: slug },
    });
    /** Returns the tags in the events of one write. */
    async function tagsReportedBy(write: () => Promise<unknown>): Promise<string[]> {
      const reading = read(await lake.request(livePath), /"tags"/);
      await write();
      return buildTags(await reading);
    }

    test('have the tag of the slug only, with or without a type', async () => {
      await editor.createOrReplace(place('delhi', 'delhi'));
      const delhi = await bySlug('place', 'delhi');
      const untyped = await query('*[slug.current == "delhi"][0]');
      const list = await query('*[_type == "place"]._id');
      const other = await tagsReportedBy(() => editor.createOrReplace(place('pune', 'pune')));
      expect(intersects(delhi, other)).toBe(false);
      expect(intersects(untyped, other)).toBe(false);
      expect(intersects(list, other)).toBe(true);
      const same = await tagsReportedBy(() => editor.patch('delhi').set({ title: 'Delhi' }).commit());
      expect(intersects(delhi, same)).toBe(true);
      expect(intersects(untyped, same)).toBe(true);
    });

    test('have the tag of a slug that no document has yet', async () => {
      const missing = await bySlug('place', 'kochi');
      expect(missing).not.toEqual([]);
      const reported = await tagsReportedBy(() => editor.createOrReplace(place('kochi', 'kochi')));
      expect(intersects(missing, reported)).toBe(true);
    });

    test('have the tags of the old and the new slug', async () => {
      await editor.createOrReplace(place('gurugram', 'gurgaon'));
      const from = await bySlug('place', 'gurgaon');
      const to = await bySlug('place', 'gurugram');
      const elsewhere = await bySlug('place', 'noida');
      const reported = await tagsReportedBy(() =>
        editor.patch('gurugram').set({ 'slug.current': 'gurugram' }).commit(),
      );
      expect(intersects(from, reported)).toBe(true);
      expect(intersects(to, reported)).toBe(true);
      expect(intersects(elsewhere, reported)).toBe(false);
    });

    test('prefer ids to slugs, and slugs to references and types', async () => {
      expect(await query('*[_id == "delhi" && slug.current == "delhi"]')).toEqual(
        await query('*[_id == "delhi"]'),
      );
      expect(await query('*[references("x") && slug.current == "delhi"]')).toEqual(
        await bySlug('place', 'delhi'),
      );
      expect(await query('*[_type == "place" && count(sections[_type == "links"]) > 0]')).toEqual(
        await query('*[_type == "place"]'),
      );
    });
  });

  test('include drafts only for clients that may read them', async () => {
    expect((await lake.request(`${livePath}?includeDrafts=true`)).status).toBe(401);
    const open = await lake.request(livePath);
    const withDrafts = await lake.request(`${livePath}?includeDrafts=true`, { as: 'viewer' });
    const draftHeard = read(withDrafts, /"tags"/);
    const publishedHeard = read(open, /"tags"[\s\S]*\n\n/);
    await editor.createOrReplace({ _id: 'drafts.live-draft', _type: 'liveDraft' });
    const draftTags = buildTags(await draftHeard);
    expect(draftTags).toEqual(expect.arrayContaining(await query('*[_type == "liveDraft"]')));
    await editor.createOrReplace({ _id: 'live-published', _type: 'livePublished' });
    const reported = buildTags(await publishedHeard);
    expect(intersects(await query('*[_type == "livePublished"]'), reported)).toBe(true);
    expect(intersects(await query('*[_type == "liveDraft"]'), reported)).toBe(false);
  });

  const resume = (lastEventId: string) =>
    lake.request(livePath, { headers: { 'last-event-id': lastEventId } });
  const idOf = (text: string) => z.string().parse(/id: (\S+)/.exec(text)?.[1]);

  test('a client that reconnects receives what it missed, or starts over', async () => {
    const id = idOf(await read(await lake.request(livePath), /id: \S+/));
    await editor.createOrReplace({ _id: 'live-missed', _type: 'liveMissed' });
    const missed = await query('*[_type == "liveMissed"]');
    const again = await read(await resume(id), /"tags"[\s\S]*\n\n/);
    expect(again).toContain('event: welcome');
    expect(intersects(missed, buildTags(again))).toBe(true);
    // If the stream breaks right after the welcome, the next stream still has the missed event.
    const welcomed = idOf(await read(await resume(id), /event: welcome\n[\s\S]*\n\n/));
    expect(intersects(missed, buildTags(await read(await resume(welcomed), /"tags"[\s\S]*\n\n/)))).toBe(true);
  });

  test('a client with an unknown or too old position starts over', async () => {
    const starts = async (id: string) => /event: (\w+)/.exec(await read(await resume(id), /event: \w+/))?.[1];
    expect(await starts('other')).toBe('restart');
    const id = idOf(await read(await lake.request(livePath), /id: \S+/));
    for (let n = 0; n < 201; n++) {
      if (n === 200) expect(await starts(id)).toBe('welcome');
      await editor.createOrReplace({ _id: 'live-many', _type: 'liveMany', n });
    }
    expect(await starts(id)).toBe('restart');
  });

  test('a client starts over if the log has lost its position or later events', async () => {
    const many = async (count: number) => {
      for (let n = 0; n < count; n++) await editor.createOrReplace({ _id: 'live-lost', _type: 'note', n });
    };
    const listener = new EventReader(`${lake.url}${listenPath}`, lake.token('viewer'));
    const live = new EventReader(`${lake.url}${livePath}`, lake.token('viewer'));
    const late = new EventReader(`${lake.url}${livePath}`, lake.token('viewer'));
    await Promise.all([listener.connect(), late.connect()]);
    await listener.disconnect();
    await late.disconnect();
    await many(3);
    await live.connect();
    await many(1);
    await expect.poll(() => live.names()).toContain('message');
    await lake.kill();
    const db = new Database(path.join(lake.folder, 'datasets/production.sqlite'));
    const { last } = z
      .object({ last: z.number() })
      .parse(db.prepare('SELECT max(seq) AS last FROM transactions').get());
    // Removes one transaction as if it was pruned, and the newest as if a restored backup did not have it.
    for (const seq of [last - 2, last])
      for (const table of ['changes', 'transactions'])
        db.prepare(`DELETE FROM ${table} WHERE seq = ?`).run(seq);
    db.close();
    await lake.start();
    await many(5);
    await Promise.all([listener, live, late].map((one) => one.connect()));
    expect(listener.names().at(-1)).toBe('reset');
    expect(live.names().at(-1)).toBe('restart');
    expect(late.names().at(-1)).toBe('restart');
    await many(1);
    for (const one of [listener, live, late]) {
      await expect.poll(() => one.names().at(-1)).toMatch(/m\w+/);
      await one.disconnect();
    }
  });

  test('the official client loses no event when the lake is killed and restarted', async () => {
    const client = lake.client('viewer').withConfig({ apiVersion: '2025-02-19' });
    const events: { type: string; tags?: string[] }[] = [];
    subscriptions.push(client.live.events().subscribe((event) => events.push(event)));
    await expect.poll(() => events[0]?.type).toBe('welcome');
    const awaited = await query('*[_type == "liveAway"]');
    await lake.kill();
    await lake.start();
    await editor.createOrReplace({ _id: 'live-away', _type: 'liveAway' });
    await expect
      .poll(() =>
        events.some(
          ({ type, tags = [] }) => type === 'restart' || (type === 'message' && intersects(tags, awaited)),
        ),
      )
      .toBe(true);
    expect(events.some(({ type }) => type === 'restart')).toBe(false);
  });
});
