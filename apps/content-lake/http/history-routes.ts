import { z } from 'zod';
import { mayUse } from '../access/permissions.ts';
import { httpError } from '../errors.ts';
import { documentEvents } from '../history/document-events.ts';
import { flag } from '../json.ts';
import type { Lake } from '../lake.ts';
import { publishedId } from '../store/document.ts';
import type { ChangeTexts, History } from '../store/history.ts';
import { idsOf, inParts, type LakeApp, parametersOf, part, reader, separated } from './request.ts';

const maxIds = 100;
const maxLimit = 1000;

const text = z.string().optional();
const limit = (fallback: number) =>
  z.coerce
    .number()
    .int()
    .positive()
    .default(fallback)
    .transform((given) => Math.min(given, maxLimit));
/** In the log's format, so that times compare as text. */
const time = z.coerce
  .date({ error: 'must be a date and time such as 2026-01-31T12:00:00Z' })
  .transform((given) => given.toISOString());

const eventParameters = z.strictObject({
  limit: limit(100),
  nextCursor: z.coerce.number().int().default(Number.MAX_SAFE_INTEGER),
  tag: text,
});
const transactionParameters = z.strictObject({
  effectFormat: text,
  excludeContent: flag(),
  excludeMutations: flag(),
  fromTime: time.default(''),
  fromTransaction: text,
  includeIdentifiedDocumentsOnly: flag(),
  limit: limit(50),
  reverse: flag(),
  tag: text,
  toTime: time.default('9'),
  toTransaction: text,
});
const documentParameters = z.strictObject({
  lastRevision: flag(),
  revision: text,
  tag: text,
  time: time.optional(),
});

/** `/data/history/:dataset/…`, for the Studio's history pane, Review changes and restoring. */
export function historyRoutes(app: LakeApp, lake: Lake) {
  app.get('/:version/data/history/:dataset/events/documents/:id', async (c) => {
    reader(c);
    const { limit, nextCursor } = parametersOf(c, eventParameters);
    const { history } = lake.datasets.get(c.req.param('dataset'));
    const id = c.req.param('id');
    const found = history.ofDocuments([id], 0, nextCursor - 1).reverse();
    const page = found.slice(0, limit);
    const events: unknown[] = [];
    for (const one of page) {
      const changes = await part(() =>
        history.changes(one.seq, (other) => publishedId(other) === publishedId(id)),
      );
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
    const asked = parametersOf(c, transactionParameters);
    const { history } = lake.datasets.get(c.req.param('dataset'));
    const ids = idsOf(c.req.param('ids'), maxIds);
    const found = history
      .ofDocuments(ids, seqOf(asked.fromTransaction, history), seqOf(asked.toTransaction, history))
      .filter(({ timestamp }) => timestamp >= asked.fromTime && timestamp <= asked.toTime);
    const wanted = (asked.reverse ? found.reverse() : found).slice(0, asked.limit);
    const hasMutations = !asked.excludeMutations && !asked.excludeContent;
    const hasEffects = asked.effectFormat === 'mendoza';
    function* lines() {
      for (const { seq, ...transaction } of wanted) {
        const isWanted = (id: string) => !asked.includeIdentifiedDocumentsOnly || ids.includes(id);
        const changed = history.changedIds(seq).map(({ id }) => id);
        yield JSON.stringify({ ...transaction, documentIDs: changed.filter(isWanted) }).slice(0, -1);
        // Joined as text, so that large documents are not parsed and serialised again.
        const changes = () => history.texts(seq, isWanted);
        if (hasMutations) yield ',"mutations":[';
        if (hasMutations) yield* separated(changes(), ({ mutations }) => mutations.slice(1, -1));
        if (hasMutations) yield ']';
        if (hasEffects) yield ',"effects":{';
        if (hasEffects) yield* separated(changes(), effectOf);
        yield hasEffects ? '}}\n' : '}\n';
      }
    }
    return inParts(lines(), 'application/x-ndjson');
  });

  app.get('/:version/data/history/:dataset/documents/:ids', (c) => {
    const principal = reader(c);
    const { lastRevision, revision, time } = parametersOf(c, documentParameters);
    const { history } = lake.datasets.get(c.req.param('dataset'));
    const ids = idsOf(c.req.param('ids'), maxIds);
    const seq = revision === undefined ? null : history.seqOf(revision);
    const documentOf = (id: string) => {
      if (lastRevision) return history.lastRevision(id);
      if (revision !== undefined) return seq === null ? null : history.documentAfter(id, seq);
      return history.documentAt(id, time ?? new Date().toISOString());
    };
    function* answer() {
      yield '{"documents":[';
      yield* separated(ids, (id) => {
        const document = documentOf(id);
        return document && mayUse(principal, 'history', document) ? JSON.stringify(document) : '';
      });
      yield ']}';
    }
    return inParts(answer(), 'application/json; charset=utf-8');
  });
}

function effectOf({ id, before, after }: ChangeTexts): string {
  return `"${id}":{"apply":[0,${after}],"revert":[0,${before}]}`;
}

function seqOf(id: string | undefined, history: History): number | undefined {
  if (id === undefined) return undefined;
  const seq = history.seqOf(id);
  if (seq === null) throw httpError(404, `Transaction "${id.slice(0, 128)}" not found`);
  return seq;
}
