import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { EventReader } from './event-reader.ts';
import { creations, lakeOfThisFile } from './lake.ts';

const lake = await lakeOfThisFile();
const client = lake.client('editor').withConfig({ timeout: 30_000 });
const file = path.join(lake.stack.dataDir, 'content-lake/datasets/production.sqlite');

const ending: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0)) await end();
});

function readerOf(kind: 'listen' | 'live/events', options: Record<string, string>): EventReader {
  const address = `${lake.stack.lakeUrl}/v1/data/${kind}/production?${new URLSearchParams(options)}`;
  const reader = new EventReader(address, lake.stack.token('viewer'));
  ending.push(() => reader.disconnect());
  return reader;
}
const listener = (query: string) =>
  readerOf('listen', { query, enableResume: 'true', includeResult: 'true', includeMutations: 'false' });

async function restart() {
  await lake.stack.kill('lake');
  await lake.stack.start('lake');
}

/** Kills for each number of listeners; one is enough to notice a mistake, CRASH_ROUNDS=10 is the full measurement. */
const rounds = Number(process.env.CRASH_ROUNDS ?? 1);
const writers = 8;
/** Every transaction writes this many documents, so that a half one would show. */
const together = 3;

test.each([1, 2, 20])(
  `killed while ${writers} write, it has all that it acknowledged, and %i listeners miss nothing`,
  {
    timeout: 30_000 + rounds * 15_000,
  },
  async (count) => {
    const type = `storm${count}`;
    const listeners = Array.from({ length: count }, () => listener(`*[_type == "${type}"]`));
    await Promise.all(listeners.map((one) => one.connect()));
    for (const one of listeners) ending.push(one.keepConnected());

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
          // The lake is away; it is asked again as soon as it may be there.
          .catch(() => pause(5));
      }
    };
    const writing = Array.from({ length: writers }, (_, writer) => write(writer));
    for (let round = 0; round < rounds; round++) {
      const before = acknowledged.length;
      // At another place in each round.
      await expect.poll(() => acknowledged.length - before, { interval: 5 }).toBeGreaterThan(30 + 17 * round);
      await restart();
    }
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length - before, { interval: 5 }).toBeGreaterThan(30);
    isOver = true;
    await Promise.all(writing);

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
      await expect.poll(() => one.mutations().at(-1)?.documentId, { timeout: 20_000 }).toBe(log.at(-1));
      const parts: string[][] = [[]];
      for (const { name, data } of one.events)
        if (name === 'reset') parts.push([]);
        else if (name === 'mutation')
          parts.at(-1)?.push(z.object({ documentId: z.string() }).parse(data).documentId);
      // One that was told to start over has to ask what there is; without that, it has everything.
      for (const part of parts) {
        const from = log.indexOf(part[0] ?? '');
        expect(part).toEqual(log.slice(from, from + part.length));
      }
      if (parts.length === 1) expect(parts[0]).toEqual(log);
      if (process.env.CRASH_ROUNDS)
        console.warn(
          `${one.mutations().length} of ${log.length}`,
          one
            .names()
            .filter((name) => name !== 'mutation')
            .join(' '),
        );
    }
  },
);

/** What a transaction did to one document: its number before and after, undefined where it is not there. */
type Change = { id: string; before: number | undefined; after: number | undefined };
type Transaction = { id: string; changes: Change[] };
type Model = { notes: Map<string, number>; log: Transaction[] };
/** Readers, and how many transactions there were when each first connected. */
type Real = { reader: EventReader; kind: keyof typeof kinds; from: number; isConnected: boolean }[];

const isOdd = (n: number | undefined) => n !== undefined && n % 2 === 1;
const isPublished = ({ id }: Change) => !id.startsWith('drafts.');
const tagged = ({ events }: EventReader) =>
  events.flatMap(({ name, id }) => (name === 'message' ? [id] : []));

/** How each kind of reader is opened, what it has heard, and what it was to hear of a transaction. */
const kinds = {
  listener: {
    open: () => listener('*[_type == "modelled" && n % 2 == 1]'),
    heard: (reader: EventReader) =>
      reader.mutations().map((one) => `${one.transactionId} ${one.documentId} ${one.transition}`),
    expected: ({ id, changes }: Transaction) =>
      changes.flatMap((one) => {
        const [was, is] = [isOdd(one.before), isOdd(one.after)];
        return was || is ? [`${id} ${one.id} ${!was ? 'appear' : is ? 'update' : 'disappear'}`] : [];
      }),
  },
  live: {
    open: () => readerOf('live/events', {}),
    heard: tagged,
    expected: ({ id, changes }: Transaction) => (changes.some(isPublished) ? [id] : []),
  },
  drafts: {
    open: () => readerOf('live/events', { includeDrafts: 'true' }),
    heard: tagged,
    expected: ({ id }: Transaction) => [id],
  },
};

class Step implements fc.AsyncCommand<Model, Real> {
  readonly check: (model: Readonly<Model>) => boolean;
  readonly run: (model: Model, real: Real) => Promise<void>;
  readonly #name: string;

  constructor(name: string, check: Step['check'], run: Step['run']) {
    this.#name = name;
    this.check = check;
    this.run = run;
  }

  toString() {
    return this.#name;
  }
}

const wrote = (model: Model, transactionId: string, after: [id: string, n: number | undefined][]) => {
  const changes = after.map(([id, n]) => ({ id, before: model.notes.get(id), after: n }));
  model.log.push({ id: transactionId, changes });
  for (const [id, n] of after) n === undefined ? model.notes.delete(id) : model.notes.set(id, n);
};

const note = (_id: string, n: number) => ({ _id, _type: 'modelled', n });

const edit = (id: string, odd: boolean) =>
  new Step(
    `edit(${id}, ${odd ? 'odd' : 'even'})`,
    () => true,
    async (model) => {
      const n = 2 * model.log.length + Number(odd);
      const transaction = client.transaction();
      if (model.notes.has(id)) transaction.patch(id, { set: { n } });
      else transaction.create(note(id, n));
      wrote(model, (await transaction.commit()).transactionId, [[id, n]]);
    },
  );

const remove = (id: string) =>
  new Step(
    `delete(${id})`,
    ({ notes }) => notes.has(id),
    async (model) =>
      wrote(model, (await client.transaction().delete(id).commit()).transactionId, [[id, undefined]]),
  );

const publish = (publishedId: string) => {
  const draftId = `drafts.${publishedId}`;
  return new Step(
    `publish(${publishedId})`,
    ({ notes }) => notes.has(draftId),
    async (model) => {
      const actionType = 'sanity.action.document.publish';
      const { transactionId } = await client.action({ actionType, draftId, publishedId });
      wrote(model, transactionId, [
        [publishedId, model.notes.get(draftId)],
        [draftId, undefined],
      ]);
    },
  );
};

/** The oldest state that is not the present one comes back from history, as the Studio does it. */
const revert = (id: string) => {
  const earlier = ({ log, notes }: Readonly<Model>) =>
    log.find(({ changes }) =>
      changes.some((one) => one.id === id && one.after !== undefined && one.after !== notes.get(id)),
    );
  return new Step(
    `revert(${id})`,
    (model) => earlier(model) !== undefined,
    async (model) => {
      const path = `/v1/data/history/production/documents/${id}?revision=${earlier(model)?.id}`;
      const answer: unknown = await (await lake.request(path, { as: 'editor' })).json();
      const { n } =
        z.object({ documents: z.array(z.object({ n: z.number() })) }).parse(answer).documents[0] ?? {};
      const { transactionId } = await client
        .transaction()
        .createOrReplace(note(id, n ?? -1))
        .commit();
      wrote(model, transactionId, [[id, n]]);
    },
  );
};

const connect = (kind: keyof typeof kinds) =>
  new Step(
    `connect(${kind})`,
    () => true,
    async ({ log }, real) => {
      const reader = kinds[kind].open();
      await reader.connect();
      real.push({ reader, kind, from: log.length, isConnected: true });
    },
  );

const toggle = (which: number) =>
  new Step(
    `leave or come back(${which})`,
    () => true,
    async (_, real) => {
      const one = real[which];
      if (!one) return;
      await (one.isConnected ? one.reader.disconnect() : one.reader.connect());
      one.isConnected = !one.isConnected;
    },
  );

/** What was connected comes back; what was not stays away. */
const crash = new Step(
  'crash',
  () => true,
  async (_, real) => {
    await restart();
    for (const { reader, isConnected } of real) if (isConnected) await reader.connect();
  },
);

const ids = ['a', 'drafts.a', 'drafts.b'];
const steps = [
  ...ids.flatMap((id) => [edit(id, true), edit(id, false), remove(id), revert(id)]),
  ...[publish('a'), publish('b'), publish('a')],
  ...[connect('listener'), connect('live'), connect('drafts')],
  ...[0, 1, 2, 3].map(toggle),
  crash,
].map(fc.constant);

test('whatever is written, whoever leaves and comes back, and when the lake dies: each hears what the log holds', {
  timeout: 60_000 * rounds,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(steps, { maxCommands: 40, size: 'max' }), async (commands) => {
      await client.delete({ query: '*[_type == "modelled"]' });
      const model: Model = { notes: new Map(), log: [] };
      const real: Real = [];
      await fc.asyncModelRun(() => ({ model, real }), [connect('listener'), connect('live'), ...commands]);
      for (const { reader, kind, from, isConnected } of real) {
        if (!isConnected) await reader.connect();
        const expected = model.log.slice(from).flatMap(kinds[kind].expected);
        await expect.poll(() => kinds[kind].heard(reader), { interval: 5 }).toEqual(expected);
        expect(reader.names()).not.toContain(kind === 'listener' ? 'reset' : 'restart');
        if (kind === 'listener') expect(reader.names().lastIndexOf('welcome')).toBe(0);
        await reader.disconnect();
      }
    }),
    // A smaller example would take as many crashes more; this one can be repeated by its seed.
    { numRuns: 4 * rounds, endOnFailure: true },
  );
});
