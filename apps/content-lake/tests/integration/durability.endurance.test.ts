/** @module-tag protect */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { freePort } from '../../transfer/with-lake.ts';
import { EventReader } from './event-reader.ts';
import { creations, lakeOfThisFile, startTestLake } from './lake.ts';
import { cutPower, recordedIn } from './power-cut.ts';

const lake = await lakeOfThisFile();

/** How often the lake is killed for each number of listeners. CRASH_ROUNDS=10 is the full measurement. */
const rounds = Number(process.env.CRASH_ROUNDS ?? 1);
const writers = 8;
/** Documents per transaction, to detect a partly written transaction. */
const together = 3;

test.each([1, 2, 20])(
  `killed while ${writers} write, it has all that it acknowledged, and %i listeners miss nothing`,
  async (count) => {
    const type = `storm${count}`;
    const client = lake.client('editor');
    const address = `${lake.url}/v1/data/listen/production?enableResume=true&query=*[_type == "${type}"]`;
    const listeners = Array.from({ length: count }, () => new EventReader(address, lake.token('viewer')));
    await Promise.all(listeners.map((one) => one.connect()));
    const ending = listeners.map((one) => one.keepConnected());

    const acknowledged: string[] = [];
    let isOver = false;
    const write = async (writer: number) => {
      for (let n = 0; !isOver; n++) {
        const transactionId = `${type}-${writer}-${n}`;
        const documents = Array.from({ length: together }, (_, part) => ({
          _id: `${transactionId}-${part}`,
          _type: type,
        }));
        await client
          .mutate(creations(...documents), { transactionId, returnDocuments: false })
          .then(() => acknowledged.push(transactionId))
          // Retries while the lake is unavailable.
          .catch(() => pause(5));
      }
    };
    const writing = Array.from({ length: writers }, (_, writer) => write(writer));
    for (let round = 0; round < rounds; round++) {
      const before = acknowledged.length;
      // Kills the lake at a different time in each round.
      await expect.poll(() => acknowledged.length - before, { interval: 5 }).toBeGreaterThan(30 + 17 * round);
      await lake.kill();
      await lake.start();
    }
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length - before, { interval: 5 }).toBeGreaterThan(30);
    isOver = true;
    await Promise.all(writing);

    const file = path.join(lake.folder, 'datasets/production.sqlite');
    const db = new Database(file, { readonly: true });
    const log = db
      .prepare<[string], string>(
        `SELECT c.document_id FROM transactions t JOIN changes c ON c.seq = t.seq
       WHERE t.id LIKE ? ORDER BY t.seq, c.position`,
      )
      .pluck()
      .all(`${type}-%`);
    db.close();
    const written = new Map<string, number>();
    for (const id of log.map((one) => one.slice(0, one.lastIndexOf('-'))))
      written.set(id, (written.get(id) ?? 0) + 1);
    expect(acknowledged.filter((id) => !written.has(id))).toEqual([]);
    expect([...written].filter(([, parts]) => parts !== together)).toEqual([]);
    expect(await client.fetch('count(*[_type == $type])', { type })).toBe(log.length);

    for (const one of listeners) {
      await expect.poll(() => one.mutations().at(-1)?.documentId).toBe(log.at(-1));
      const parts: string[][] = [[]];
      for (const { name, data } of one.events)
        if (name === 'reset') parts.push([]);
        else if (name === 'mutation')
          parts.at(-1)?.push(z.object({ documentId: z.string() }).parse(data).documentId);
      // A listener that starts over may miss events, as it queries the content instead. All other listeners miss none.
      for (const part of parts) {
        const from = log.indexOf(part[0] ?? '');
        expect(part).toEqual(log.slice(from, from + part.length));
      }
      if (parts.length === 1) expect(parts[0]).toEqual(log);
    }
    await Promise.all(ending.map((end) => end()));
  },
);

test('a large database is checked for damage only after a crash', async () => {
  const large = await startTestLake();
  try {
    const file = path.join(large.folder, 'datasets/production.sqlite');
    await large.kill();
    const db = new Database(file);
    db.exec('CREATE TABLE filler (content); CREATE TABLE spoiled (content)');
    db.prepare('INSERT INTO filler VALUES (zeroblob(?))').run(70 * 1024 * 1024);
    db.exec("INSERT INTO spoiled VALUES ('nothing that the lake reads')");
    const { rootpage } = z
      .object({ rootpage: z.number() })
      .parse(db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'spoiled'").get());
    const pageSize = Number(db.pragma('page_size', { simple: true }));
    db.close();
    const handle = openSync(file, 'r+');
    writeSync(handle, Buffer.alloc(pageSize, 0xa5), 0, pageSize, (rootpage - 1) * pageSize);
    closeSync(handle);

    await large.start();
    await large.client('editor').create({ _id: 'written', _type: 'note' });
    await large.kill();
    await expect(large.start()).rejects.toThrow(/production\.sqlite is damaged.*Move it away/s);
  } finally {
    await large.stop();
  }
});

describe('a failed start says what is wrong and what to do', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'lake-start-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function start(env: Record<string, string>) {
    const port = String(await freePort());
    const { status, stderr } = spawnSync(process.execPath, ['server.ts'], {
      cwd: path.resolve(import.meta.dirname, '../..'),
      env: { ...process.env, CONTENT_LAKE_PORT: port, ...env },
      encoding: 'utf8',
    });
    return { status, stderr };
  }

  test('another lake uses the folder', async () => {
    const { status, stderr } = await start({
      CONTENT_LAKE_DATA_DIR: lake.folder,
    });
    expect({ status, stderr }).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/Another content lake is running.*Stop it, or set CONTENT_LAKE_DATA_DIR/),
    });
  });

  test('the port is in use', async () => {
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    const { status, stderr } = await start({
      CONTENT_LAKE_DATA_DIR: folder,
      CONTENT_LAKE_PORT: String(port),
    });
    other.close();
    expect({ status, stderr }).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(new RegExp(`Port ${port} is in use.*CONTENT_LAKE_PORT`)),
    });
  });

  test('the database is damaged', async () => {
    const damaged = path.join(folder, 'damaged');
    mkdirSync(damaged);
    writeFileSync(path.join(damaged, 'lake.sqlite'), 'This is no database.'.repeat(500));
    const { status, stderr } = await start({ CONTENT_LAKE_DATA_DIR: damaged });
    expect({ status, stderr }).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/lake\.sqlite is damaged.*Move it away/),
    });
  });

  test('the folder cannot be created or written', async () => {
    const file = path.join(folder, 'a-file');
    writeFileSync(file, '');
    chmodSync(file, 0o600);
    const { status, stderr } = await start({ CONTENT_LAKE_DATA_DIR: path.join(file, 'data') });
    expect({ status, stderr }).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/cannot be created.*Set CONTENT_LAKE_DATA_DIR/),
    });
  });

  test('the settings are wrong', async () => {
    const { status, stderr } = await start({
      CONTENT_LAKE_DATA_DIR: folder,
      CONTENT_LAKE_ORIGINS: 'not an address',
      CONTENT_LAKE_DATASET: 'Not Good',
      CONTENT_LAKE_ROLES: '[',
    });
    expect(status).toBe(1);
    for (const wrong of [
      /CONTENT_LAKE_ORIGINS.*address/,
      /CONTENT_LAKE_DATASET/,
      /CONTENT_LAKE_ROLES.*JSON list/,
    ])
      expect(stderr).toMatch(wrong);
  });
});

/** Limits the size of files that the process may write, or removes the limit. */
const fillDisk = (pid: number | undefined, isFull: boolean) =>
  spawnSync('prlimit', ['--pid', String(pid), `--fsize=${isFull ? 0 : 'unlimited'}:`]);

test('a power cut loses no document and no file of an asset', async () => {
  const recording = mkdtempSync(path.join(tmpdir(), 'power-'));
  const env = recordedIn(recording);
  const cut = await startTestLake({ env });
  const loseWhatIsNotFlushed = async () => {
    await cut.kill();
    cutPower(z.string().parse(env.POWER_LOG), cut.folder);
    await cut.start();
  };
  try {
    const client = cut.client('editor');
    await client.create({ _id: 'first', _type: 'note' });
    await loseWhatIsNotFlushed();
    expect(await client.getDocument('first')).toMatchObject({ _type: 'note' });
    const uploads = Array.from({ length: 40 }, async (_, n) => {
      const kind = n % 4 === 0 ? ('image' as const) : ('file' as const);
      const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${n + 1}" height="1"/>`;
      const bytes = kind === 'image' ? drawing : randomBytes(300_000);
      return (await client.assets.upload(kind, Buffer.from(bytes), { filename: `${n}.svg` }))._id;
    });
    let completed = 0;
    for (const one of uploads)
      one.then(
        () => completed++,
        () => undefined,
      );
    await expect.poll(() => completed, { interval: 5 }).toBeGreaterThan(20);
    await loseWhatIsNotFlushed();
    await Promise.allSettled(uploads);
    const found = await client.fetch('*[_type in ["sanity.imageAsset", "sanity.fileAsset"]].url');
    const urls = z.array(z.string()).parse(found);
    expect(urls.length).toBeGreaterThan(20);
    const statuses = await Promise.all(urls.map(async (url) => (await fetch(url)).status));
    expect(statuses).toEqual(urls.map(() => 200));
  } finally {
    await cut.stop();
    rmSync(recording, { recursive: true });
  }
});

test('on a full disk writes fail with the reason, and the lake keeps running', async () => {
  const full = await startTestLake();
  try {
    const client = full.client('editor');
    await client.create({ _id: 'kept', _type: 'note', n: 0 });
    fillDisk(full.pid(), true);
    const refused = { statusCode: 507, message: expect.stringContaining('the disk of the server is full') };
    const commits = [1, 2, 3].map((n) =>
      expect(client.patch('kept').set({ n }).commit()).rejects.toMatchObject(refused),
    );
    await Promise.all(commits);
    await expect(client.assets.upload('file', Buffer.alloc(100_000, 'x'))).rejects.toMatchObject(refused);
    const admin = full.client('administrator');
    await expect(admin.datasets.create('more')).rejects.toMatchObject(refused);
    expect((await admin.datasets.list()).map(({ name }) => name)).toEqual(['production']);
    expect(await client.fetch('*[_id == "kept"][0].n')).toBe(0);
    fillDisk(full.pid(), false);
    await admin.datasets.create('more');
    await client.patch('kept').set({ n: 4 }).commit();
    await full.kill();
    await full.start();
    expect(await client.fetch('*[_id == "kept"][0].n')).toBe(4);
  } finally {
    await full.stop();
  }
});
