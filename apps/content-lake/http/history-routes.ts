import type { Context } from 'hono';
import { mayUse } from '../access/permissions.ts';
import { httpError } from '../errors.ts';
import { documentEvents } from '../history/document-events.ts';
import type { Lake } from '../lake.ts';
import type { History } from '../store/history.ts';
import { mendozaEffects } from '../store/transaction.ts';
import { flag, idsOf, type LakeApp, reader } from './request.ts';

const maxIds = 100;
const maxLimit = 1000;

/** `/data/history/:dataset/…`: what the Studio's history pane, Review changes and restoring need. */
export function historyRoutes(app: LakeApp, lake: Lake) {
  app.get('/:version/data/history/:dataset/events/documents/:id', (c) => {
    reader(c);
    const { history } = lake.datasets.get(c.req.param('dataset'));
    const id = c.req.param('id');
    const limit = limitOf(c, 100);
    const cursor = Number(c.req.query('nextCursor') || Number.MAX_SAFE_INTEGER);
    if (!Number.isInteger(cursor))
      throw httpError(400, 'Parameter "nextCursor" is not one that this API gave');
    const found = history.ofDocuments([id], 0, cursor - 1).reverse();
    const page = found.slice(0, limit);
    const events = documentEvents(
      id,
      page.map((one) => ({ ...one, changes: history.changes(one.seq) })),
    );
    const last = page.at(-1);
    return c.json({
      events: { [id]: events },
      nextCursor: found.length > limit && last ? String(last.seq) : '',
    });
  });

  app.get('/:version/data/history/:dataset/transactions/:ids', (c) => {
    reader(c);
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
    const lines = wanted.map(({ seq, id, author, timestamp }) => {
      const changes = history.changes(seq).filter((one) => !onlyIdentified || ids.includes(one.id));
      return {
        id,
        timestamp,
        author,
        documentIDs: changes.map((change) => change.id),
        ...(hasMutations ? { mutations: changes.flatMap((change) => change.mutations) } : {}),
        ...(hasEffects
          ? { effects: Object.fromEntries(changes.map((one) => [one.id, mendozaEffects(one)])) }
          : {}),
      };
    });
    const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    return c.body(body, 200, { 'Content-Type': 'application/x-ndjson' });
  });

  app.get('/:version/data/history/:dataset/documents/:ids', (c) => {
    const principal = reader(c);
    const { history } = lake.datasets.get(c.req.param('dataset'));
    const ids = idsOf(c.req.param('ids'), maxIds);
    const revision = c.req.query('revision');
    const time = timeOf(c, 'time') ?? new Date().toISOString();
    const seq = revision === undefined ? null : history.seqOf(revision);
    const documents = ids.map((id) => {
      if (flag(c, 'lastRevision')) return history.lastRevision(id);
      if (revision !== undefined) return seq === null ? null : history.documentAfter(id, seq);
      return history.documentAt(id, time);
    });
    return c.json({
      documents: documents.filter((one) => one !== null && mayUse(principal, 'history', one)),
    });
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
