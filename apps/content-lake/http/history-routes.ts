import { setImmediate } from 'node:timers/promises';
import type { Context } from 'hono';
import { mayUse } from '../access/permissions.ts';
import { httpError } from '../errors.ts';
import { documentEvents } from '../history/document-events.ts';
import type { Lake } from '../lake.ts';
import { publishedId } from '../store/document.ts';
import type { History } from '../store/history.ts';
import { allowOnly, flag, idsOf, inParts, type LakeApp, reader } from './request.ts';

const maxIds = 100;
const maxLimit = 1000;

const transactionParameters = [
  'effectFormat',
  'excludeContent',
  'excludeMutations',
  'fromTime',
  'fromTransaction',
  'includeIdentifiedDocumentsOnly',
  'limit',
  'reverse',
  'tag',
  'toTime',
  'toTransaction',
];

/** `/data/history/:dataset/…`: what the Studio's history pane, Review changes and restoring need. */
export function historyRoutes(app: LakeApp, lake: Lake) {
  app.get('/:version/data/history/:dataset/events/documents/:id', async (c) => {
    reader(c);
    allowOnly(c, ['limit', 'nextCursor', 'tag']);
    const { history } = lake.datasets.get(c.req.param('dataset'));
    const id = c.req.param('id');
    const limit = limitOf(c, 100);
    const cursor = Number(c.req.query('nextCursor') || Number.MAX_SAFE_INTEGER);
    if (!Number.isInteger(cursor))
      throw httpError(400, 'Parameter "nextCursor" is not one that this API gave');
    const found = history.ofDocuments([id], 0, cursor - 1).reverse();
    const page = found.slice(0, limit);
    const events: unknown[] = [];
    for (const one of page) {
      await setImmediate();
      const changes = history.changes(one.seq, (other) => publishedId(other) === publishedId(id));
      events.push(...documentEvents(id, { ...one, changes }));
    }
    const last = page.at(-1);
    return c.json({
      events: { [id]: events },
      nextCursor: found.length > limit && last ? String(last.seq) : '',
    });
  });

  app.get('/:version/data/history/:dataset/transactions/:ids', (c) => {
    reader(c);
    allowOnly(c, transactionParameters);
    const { history } = lake.datasets.get(c.req.param('dataset'));
    const ids = idsOf(c.req.param('ids'), maxIds);
    const fromTime = timeOf(c, 'fromTime') ?? '';
    const toTime = timeOf(c, 'toTime') ?? '9';
    const found = history
      .ofDocuments(ids, seqOf(c, 'fromTransaction', history), seqOf(c, 'toTransaction', history))
      .filter(({ timestamp }) => timestamp >= fromTime && timestamp <= toTime);
    const wanted = (flag(c, 'reverse') ? found.reverse() : found).slice(0, limitOf(c, 50));
    const hasMutations = !flag(c, 'excludeMutations') && !flag(c, 'excludeContent');
    const hasEffects = c.req.query('effectFormat') === 'mendoza';
    const onlyIdentified = flag(c, 'includeIdentifiedDocumentsOnly');
    function* lines() {
      for (const { seq, ...transaction } of wanted) {
        const changes = history.texts(seq).filter(({ id }) => !onlyIdentified || ids.includes(id));
        const start = JSON.stringify({ ...transaction, documentIDs: changes.map(({ id }) => id) }).slice(
          0,
          -1,
        );
        // Put together as text: the largest documents are neither read nor written once more.
        const mutations = changes.map((one) => one.mutations.slice(1, -1)).filter(Boolean);
        // Mendoza patches that replace the whole document: valid, and readers compute the same differences from them.
        const effects = changes.map(
          ({ id, before, after }) => `"${id}":{"apply":[0,${after}],"revert":[0,${before}]}`,
        );
        yield `${start}${hasMutations ? `,"mutations":[${mutations}]` : ''}${hasEffects ? `,"effects":{${effects}}` : ''}}\n`;
      }
    }
    return inParts(lines(), 'application/x-ndjson');
  });

  app.get('/:version/data/history/:dataset/documents/:ids', (c) => {
    const principal = reader(c);
    allowOnly(c, ['lastRevision', 'revision', 'tag', 'time']);
    const { history } = lake.datasets.get(c.req.param('dataset'));
    const ids = idsOf(c.req.param('ids'), maxIds);
    const revision = c.req.query('revision');
    const time = timeOf(c, 'time') ?? new Date().toISOString();
    const seq = revision === undefined ? null : history.seqOf(revision);
    const lastRevision = flag(c, 'lastRevision');
    const documentOf = (id: string) => {
      if (lastRevision) return history.lastRevision(id);
      if (revision !== undefined) return seq === null ? null : history.documentAfter(id, seq);
      return history.documentAt(id, time);
    };
    function* parts() {
      let separator = '{"documents":[';
      for (const id of ids) {
        const document = documentOf(id);
        if (!document || !mayUse(principal, 'history', document)) continue;
        yield separator + JSON.stringify(document);
        separator = ',';
      }
      yield separator === ',' ? ']}' : `${separator}]}`;
    }
    return inParts(parts(), 'application/json; charset=utf-8');
  });
}

function limitOf(c: Context, fallback: number): number {
  const limit = Number(c.req.query('limit') || fallback);
  if (!Number.isInteger(limit) || limit < 1)
    throw httpError(400, 'Parameter "limit" must be a positive whole number');
  return Math.min(limit, maxLimit);
}

/** The number of a transaction that a parameter names. */
function seqOf(c: Context, name: string, history: History): number | undefined {
  const id = c.req.query(name);
  if (!id) return undefined;
  const seq = history.seqOf(id);
  if (seq === null) throw httpError(404, `Transaction "${id.slice(0, 128)}" not found`);
  return seq;
}

/** A time as the log stores times, so that they compare as text. */
function timeOf(c: Context, name: string): string | undefined {
  const value = c.req.query(name);
  if (!value) return undefined;
  const time = Date.parse(value);
  if (Number.isNaN(time))
    throw httpError(400, `Parameter "${name}" must be a date and time such as 2026-01-31T12:00:00Z`);
  return new Date(time).toISOString();
}
