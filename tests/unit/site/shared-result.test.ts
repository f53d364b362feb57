import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { siteTag } from '#web/freshness/content-tag.ts';
import { PageStore } from '#web/freshness/page-store.ts';
import { SharedResult } from '#web/freshness/shared-result.ts';

/** A shared result that depends on `page` and shows `title`, and a page that shows it. */
function open() {
  const pages = new PageStore();
  const content = { title: 'About', isConnected: true };
  const runs: (() => void)[] = [];
  const shared = new SharedResult<string>(pages, () => content.isConnected);
  const run = async () => {
    const { title } = content;
    await new Promise<void>((resolve) => runs.push(resolve));
    if (title === '') throw new Error('unavailable');
    return { result: title, syncTags: ['page'] };
  };
  /** Lets the queries that wait finish, and what follows from them. */
  const finish = async () => {
    do {
      await setImmediate();
      for (const end of runs.splice(0)) end();
      await setImmediate();
    } while (runs.length > 0);
  };
  const read = async () => {
    const reading = shared.read(run);
    await finish();
    return reading;
  };
  const publish = async (tags: string[]) => {
    const checking = shared.check(tags);
    await finish();
    await checking;
  };
  const isExpiredBy = async (change: () => Promise<void>) => {
    const page = { tags: [siteTag], began: pages.sequence, until: Infinity };
    await change();
    return pages.stateOf(page) === 'expired';
  };
  return { pages, content, shared, run, finish, read, publish, isExpiredBy };
}

test('pages expire only if the result differs', async () => {
  const { content, read, publish, isExpiredBy } = open();
  expect(await read()).toBe('About');
  expect(await isExpiredBy(() => publish(['page']))).toBe(false);
  content.title = 'About us';
  expect(await isExpiredBy(() => publish(['another page']))).toBe(false);
  expect(await read()).toBe('About');
  expect(await isExpiredBy(() => publish(['page']))).toBe(true);
  expect(await read()).toBe('About us');
});

test('a change while the result is checked counts too', async () => {
  const { content, shared, finish, read, isExpiredBy } = open();
  await read();
  const isExpired = await isExpiredBy(async () => {
    const checking = shared.check(['page']);
    content.title = 'About us';
    await shared.check(['page']);
    await finish();
    await checking;
  });
  expect([isExpired, await read()]).toEqual([true, 'About us']);
});

test('a result that was read during a change is not kept', async () => {
  const { content, shared, run, finish, read, publish, isExpiredBy } = open();
  let reading: Promise<string> | undefined;
  const isExpired = await isExpiredBy(async () => {
    reading = shared.read(run);
    content.title = 'About us';
    await publish(['page']);
    await finish();
  });
  expect([isExpired, await reading, await read()]).toEqual([true, 'About', 'About us']);
});

test('a page may show the older of two results that were read at once', async () => {
  const { content, shared, run, finish, publish, isExpiredBy } = open();
  const older = shared.read(run);
  content.title = 'About us';
  await shared.read(async () => ({ result: content.title, syncTags: ['page'] }));
  expect(await isExpiredBy(() => publish(['page']))).toBe(true);
  await finish();
  expect(await older).toBe('About');
});

test('pages expire if the content API is unavailable', async () => {
  const { content, read, publish, isExpiredBy } = open();
  await read();
  content.title = '';
  expect(await isExpiredBy(() => publish(['page']))).toBe(true);
});

test('nothing is kept after a gap or without live events', async () => {
  const { pages, content, read } = open();
  await read();
  content.title = 'About us';
  pages.expireAll();
  expect(await read()).toBe('About us');
  content.isConnected = false;
  content.title = 'Who we are';
  pages.expireAll();
  expect(await read()).toBe('Who we are');
  content.title = 'Our people';
  expect(await read()).toBe('Our people');
});
