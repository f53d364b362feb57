import { randomUUID } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { typedError } from '../errors.ts';
import { parseBody } from '../json.ts';
import { garbageCollector } from '../thread.ts';
import { withinCpuTime } from '../time-limit.ts';
import { kindsOf } from './conditions.ts';
import { evaluationOf } from './evaluation.ts';
import { approximateJsonLength } from './json-length.ts';
import { queryError } from './parse-error.ts';
import type { Perspective } from './perspective.ts';
import { type Plan, plan } from './planner.ts';
import type {
  FromWorker,
  ParsedQuery,
  QueryInput,
  QueryJob,
  QueryResponse,
  ToWorker,
  WorkerData,
} from './protocol.ts';
import { Replica } from './replica.ts';
import { fieldParametersOf, parseQuery } from './syntax-tree.ts';

/** Values of a body. */
const maxValues = 100_000;
/** Characters of a query, beyond which to try a plan takes the quick worker's time for nothing. */
const mostQuick = 128 * 1024;
/** Characters of a result. */
const maxResult = 32 * 1024 * 1024;
/** Characters of the texts whose plans are remembered, of which each takes some hundred times that. */
const rememberedPlans = { max: 500, maxSize: 512 * 1024, maxEntrySize: 64 * 1024 };
/** Milliseconds for a plan that is remembered, also where its asker has less left: it is made once. */
const planning = 60;
/** Bytes that are collected once the quick worker rests. */
const quickGarbage = 128 * 1024 * 1024;
/** Bytes of results and garbage after which the thorough one collects at once, as V8 would let ten times that come together. */
const thoroughGarbage = 48 * 1024 * 1024;
/** Milliseconds for which a dataset besides the first is kept in memory. */
const keptFor = 45_000;

const { datasetId, file, kind }: WorkerData = workerData;
const tooLate = (milliseconds: number) =>
  typedError(
    400,
    'queryTimeoutError',
    `The query was ended after ${Math.round(milliseconds / 1000)} s. Name a _type, an _id or another exact value in its filters, or ask for less at once; who asks for much gets less time for a while.`,
  );
const tidy = kind === 'fast' ? garbageCollector(quickGarbage) : garbageCollector(0, thoroughGarbage);
const mark = randomUUID();
const sizeCalculation = (_: unknown, key: string) => key.length;
const plans = new LRUCache<string, Plan>({ ...rememberedPlans, sizeCalculation });
const first = new Replica(file);
const others = new LRUCache<string, Replica>({
  max: 8,
  ttl: keptFor,
  ttlAutopurge: true,
  updateAgeOnGet: true,
  dispose(replica) {
    replica.close();
    tidy();
  },
});

/** Text parameters that name fields, by query. */
const fieldParameters = new LRUCache<string, string[]>({ ...rememberedPlans, sizeCalculation });
/** An expression in brackets that may come to a text: it begins with a text, a parameter or a parenthesis. */
const mayNameField = /\[(?:[\s(]|\/\/.*\n)*["'$]/;

/** Values that groq-js writes into the tree when it parses: numbers (slices) and texts that name fields, as in `[$a]`. */
function shapingParams(
  { query, params }: ParsedQuery,
  within: <T>(run: () => T) => T,
): Record<string, unknown> {
  const all = Object.entries(params);
  const numbers = Object.fromEntries(all.filter(([, value]) => typeof value === 'number'));
  if (!within(() => mayNameField.test(query))) return numbers;
  const key = JSON.stringify([query, Object.keys(numbers)]);
  const names = fieldParameters.get(key) ?? within(() => fieldParametersOf(parseQuery(query, numbers)));
  fieldParameters.set(key, names);
  const texts = all.filter(([name, value]) => typeof value === 'string' && names.includes(name));
  return { ...numbers, ...Object.fromEntries(texts) };
}

const body = z.object({ query: z.string(), params: z.record(z.string(), z.unknown()).default({}) });

function questionOf(asked: QueryInput): ParsedQuery {
  return 'body' in asked ? parseBody(asked.body, body, maxValues) : asked;
}

function perspectiveOf(
  { perspective, releasePerspective = perspective }: QueryJob,
  query: string,
): Perspective {
  return query.includes('sanity::partOfRelease') ? releasePerspective : perspective;
}

function replicaOf(id: string, at: string): Replica {
  if (id === datasetId) return first;
  const replica = others.get(id) ?? new Replica(at);
  others.set(id, replica);
  return replica;
}

function answer(job: QueryJob, limit: number): QueryResponse {
  const late = tooLate(limit);
  const until = performance.now() + limit;
  // Interrupted anywhere, so it must only read, or set whole Map entries.
  const within = <T>(run: () => T) => withinCpuTime(limit, run, () => late);
  // What is made in parts is kept for the next turn.
  const unfinished = () => (kind === 'fast' ? ({ kind: 'unfinished' } as const) : tellLate());
  const tellLate = () => {
    throw late;
  };
  let query = '';
  try {
    const asked = within(() => questionOf(job.input));
    ({ query } = asked);
    if (kind === 'fast' && query.length > mostQuick) return { kind: 'late' };
    const replica = replicaOf(job.datasetId, job.file);
    if (!replica.load(until)) return unfinished();
    replica.catchUp(job.seq);
    const view = within(() => replica.view(perspectiveOf(job, query), job.sees));
    const start = performance.now();
    const shaping = shapingParams(asked, within);
    // Plans are shared across the values of all other parameters.
    const key = JSON.stringify([query, kindsOf(asked.params), shaping]);
    const known = plans.get(key);
    const planned = () => plan(parseQuery(query, shaping), mark, kindsOf(asked.params));
    const most = key.length > rememberedPlans.maxEntrySize ? limit : Math.max(limit, planning);
    const made = known ?? withinCpuTime(most, planned, () => late);
    if (!known) plans.set(key, made);
    if (!view.buildIndexes(made.requests, until)) return unfinished();
    const evaluation = evaluationOf(made, mark, view, { ...job, ...asked });
    const json = within(() => {
      const value = evaluation.run();
      if (approximateJsonLength(value, maxResult) > maxResult) throw tooMuch;
      return JSON.stringify(value) ?? 'null';
    });
    evaluation.keepLists();
    const ms = Math.round(performance.now() - start);
    return { kind: 'result', json: new TextEncoder().encode(json), query, tags: evaluation.tags(), ms };
  } catch (error) {
    if (error === late && kind === 'fast') return { kind: 'late' };
    const { status, message, body } = queryError(error, query);
    return { kind: 'error', status, message, body };
  }
}

const tooMuch = typedError(
  400,
  'queryEvaluationError',
  `The result has more than ${maxResult / 1024 / 1024} MB: ask for less at once, or for an export`,
);

/** A step at a time, so that queries come between. */
function prepare(steps: Iterator<void>) {
  if (!steps.next().done) setImmediate(() => prepare(steps));
}

function tell(message: FromWorker) {
  parentPort?.postMessage(message, message.kind === 'result' ? [message.json.buffer] : []);
}

first.load();
tell({ kind: 'ready' });
if (kind === 'fast') prepare(first.warmUp());

parentPort?.on('message', (message: ToWorker) => {
  if (message.kind === 'query') {
    const answered = answer(message.job, message.limit);
    // Telling takes the bytes away.
    const made = answered.kind === 'result' ? answered.json.length : 0;
    tell(answered);
    tidy(made);
  } else if (message.datasetId === datasetId) first.catchUp(message.seq);
});
