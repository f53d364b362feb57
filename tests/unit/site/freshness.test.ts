import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { hour, second } from '#web/contracts/durations.ts';
import type SiteCache from '#web/freshness/cache-handler.ts';
import { anyChangeTag } from '#web/freshness/content-tag.ts';
import { nextExpiry } from '#web/freshness/expire-on-time.ts';
import { followsLiveEvents, handleLiveEvent } from '#web/freshness/follow-live-events.ts';
import { pages } from '#web/freshness/page-store.ts';
import { oncePerProcess } from '#web/once-per-process.ts';
import { serveContent } from '../../support/content-api.ts';
import { resetModules } from '../../support/reset-modules.ts';

/** The time of a day in March 2026 in India. */
const at = (text: string) => Date.parse(`2026-03-${text}:00+05:30`);

test.each([
  ['10T14:00', null, '11T00:00'],
  // It is still the day before in UTC.
  ['10T02:00', null, '11T00:00'],
  ['10T23:59', null, '11T00:00'],
  ['10T14:00', '10T18:00', '10T18:00'],
  ['10T14:00', '12T18:00', '11T00:00'],
])('at %s, with a page that ends at %s, pages next expire at %s', (now, end, expected) => {
  expect(nextExpiry(end && new Date(at(end)).toISOString(), at(now))).toBe(at(expected));
});

test('events may have been missed after a welcome and a restart; a message names what changed', () => {
  const listener = { onTags: vi.fn(), onGap: vi.fn() };
  const gaps = (['welcome', 'restart', 'reconnect'] as const).map((type) => {
    handleLiveEvent(type === 'reconnect' ? { type } : { type, id: '1' }, listener);
    return [listener.onGap.mock.calls.length, followsLiveEvents()];
  });
  expect(gaps).toEqual([
    [1, true],
    [2, true],
    [2, false],
  ]);
  handleLiveEvent({ type: 'message', id: '2', tags: ['s1:a'] }, listener);
  expect(listener.onTags).toHaveBeenCalledExactlyOnceWith(['s1:a']);
});

let Cache: typeof SiteCache;
beforeEach(async () => {
  // Otherwise the module follows the live events of a content API.
  vi.stubEnv('NEXT_PHASE', 'phase-production-build');
  ({ default: Cache } = await import('#web/freshness/cache-handler.ts'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  delete oncePerProcess.sharedSite;
  delete oncePerProcess.followsLiveEvents;
  pages.expireAll();
});

type Value = NonNullable<Parameters<SiteCache['set']>[1]>;
/** Next's kinds are constant enums, which only its own files can name. */
const valueWith = (tags: string[] = []): Value =>
  JSON.parse(
    JSON.stringify({ kind: 'FETCH', revalidate: 60, tags, data: { headers: {}, body: '1', url: '' } }),
  );
const readerWith = (tags: object): Parameters<SiteCache['get']>[1] =>
  JSON.parse(JSON.stringify({ kind: 'FETCH', tags: [], ...tags }));

test('data that a change expires while it is read is not stored as fresh', async () => {
  const during = new Cache();
  pages.expire(['about']);
  await during.set('one', valueWith(['about']), { fetchCache: true });
  await new Cache().set('two', valueWith(['about']), { fetchCache: true });
  const known = async (key: string) => (await new Cache().get(key, readerWith({}))) !== null;
  expect([await known('one'), await known('two')]).toEqual([false, true]);
});

test.each(['tags', 'softTags'] as const)('data expires with the %s of its reader', async (name) => {
  await new Cache().set('key', valueWith(), { fetchCache: true });
  const read = () => new Cache().get('key', readerWith({ [name]: ['contact'] }));
  expect(await read()).not.toBeNull();
  pages.expire(['contact']);
  expect(await read()).toBeNull();
});

describe('with a content API', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  const connect = async (documents: object[]) => {
    const { url, close } = await serveContent(documents);
    onTestFinished(close);
    const settings = { SANITY_PROJECT_ID: 'test', SANITY_API_READ_TOKEN: 'unused', SANITY_API_HOST: url };
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
    resetModules();
    return import('#web/content/client.ts');
  };

  test('pages expire at the first planned end that is ahead', async () => {
    const ends = ['10T18:00', '10T16:00', '10T12:00'].map((end) => new Date(at(end)).toISOString());
    await connect(ends.map((end, index) => ({ _id: `${index}`, _type: 'page', end: { at: end } })));
    const { expireOnTime } = await import('#web/freshness/expire-on-time.ts');
    vi.useFakeTimers({ now: at('10T14:00'), toFake: ['Date'] });
    const timer = vi.spyOn(globalThis, 'setTimeout');
    await expireOnTime();
    expect(timer.mock.lastCall?.[1]).toBe(2 * hour + second);
  });

  test('a live event expires what any change may affect', async () => {
    const { publishedClient } = await connect([]);
    const subscribe = vi.fn();
    const live = Object.getPrototypeOf(publishedClient().live);
    vi.spyOn(live, 'events').mockReturnValue({ subscribe });
    vi.stubEnv('NEXT_PHASE', 'phase-production-server');
    ({ default: Cache } = await import('#web/freshness/cache-handler.ts'));
    oncePerProcess.followsLiveEvents = true;
    await oncePerProcess.sharedSite?.read(async () => ({ result: null, syncTags: [] }));
    await new Cache().set('sitemap', valueWith([anyChangeTag]), { fetchCache: true });
    subscribe.mock.lastCall?.[0].next({ type: 'message', id: '1', tags: ['s1:a'] });
    expect(await new Cache().get('sitemap', readerWith({}))).toBeNull();
  });
});
