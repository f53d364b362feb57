import { randomUUID } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { typedError } from '../errors.ts';
import { parseBody } from '../json.ts';
import { garbageCollector } from '../thread.ts';
import { withinCpuTime } from '../time-limit.ts';
import { kilobyte, megabyte, second } from '../units.ts';
import { kindsOf } from './conditions.ts';
import { Evaluation } from './evaluation.ts';
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
import { fieldParametersOf, parseQuery, requireParameters } from './syntax-tree.ts';

const maxBodyValues = 100_000;
/** Maximum characters of a query in the fast worker. Planning a longer query would exceed the time limit. */
const maxFastLength = 128 * kilobyte;
/** Characters of a result. */
const maxResult = 32 * megabyte;
/** Sizes are the lengths of queries in characters. A plan takes about a hundred times as much memory. */
const planCacheLimits = { max: 500, maxSize: 512 * kilobyte, maxEntrySize: 64 * kilobyte };
/** Milliseconds allowed for planning a query even if its client has less time left, as the plan is cached. */
const planningTime = 60;
/** The fast worker collects garbage when it is idle and has more than this many bytes of garbage. */
const fastGarbage = 128 * megabyte;
/** Above this many bytes of results and garbage, the slow worker collects at once. V8 waits for ten times as much. */
const slowGarbage = 48 * megabyte;
/** How long a dataset without queries stays in memory. The first dataset always stays. */
const replicaLifetime = 45 * second;

const { datasetId, file, kind }: WorkerData = workerData;
const isFast = kind === 'fast';
const collectGarbage = isFast ? garbageCollector(fastGarbage) : garbageCollector(0, slowGarbage);
const refPrefix = randomUUID();
const sizeCalculation = (_: unknown, key: string) => key.length;
const plans = new LRUCache<string, Plan>({ ...planCacheLimits, sizeCalculation });
/** For each query, the names of the parameters that name a field. */
const fieldParameters = new LRUCache<string, string[]>({ ...planCacheLimits, sizeCalculation });
const first = new Replica(file);
const others = new LRUCache<string, Replica>({
  max: 8,
  ttl: replicaLifetime,
  ttlAutopurge: true,
  updateAgeOnGet: true,
  dispose(replica) {
    replica.close();
    collectGarbage();
  },
});

const tooLarge = typedError(
  400,
  'queryEvaluationError',
  `The result is larger than ${maxResult / megabyte} MB. Query fewer documents at once, or use an export.`,
);
const queryTimeout = (milliseconds: number) =>
  typedError(
    400,
    'queryTimeoutError',
    `The query was stopped after ${Math.round(milliseconds / second)} s. Filter by _type, _id or another exact value, or query fewer documents at once. Slow queries shorten your time limit for a while.`,
  );

/** Runs code with a time limit that can stop it anywhere. The code may only read, or set whole Map entries. */
type Within = <T>(run: () => T) => T;

/** Matches brackets whose expression may be a string: it begins with a quote, a parameter or a parenthesis. */
const mayNameField = /\[(?:[\s(]|\/\/.*\n)*["'$]/;

/** Returns the parameters that groq-js writes into the tree while parsing: numbers (slices) and field names, as in `[$a]`. */
function shapingParams({ query, params }: ParsedQuery, within: Within): Record<string, unknown> {
  const all = Object.entries(params);
  const numbers = Object.fromEntries(all.filter(([, value]) => typeof value === 'number'));
  if (!within(() => mayNameField.test(query))) return numbers;
  const key = JSON.stringify([query, Object.keys(numbers)]);
  const names = fieldParameters.get(key) ?? within(() => fieldParametersOf(parseQuery(query, numbers)));
  fieldParameters.set(key, names);
  const texts = all.filter(([name, value]) => typeof value === 'string' && names.includes(name));
  return { ...numbers, ...Object.fromEntries(texts) };
}

/** Returns a cached plan or a new one. Queries that differ only in parameter values share a plan. */
function planFor(parsed: ParsedQuery, limit: number, within: Within, timeout: Error): Plan {
  const { query, params } = parsed;
  const shaping = shapingParams(parsed, within);
  const kinds = kindsOf(params);
  const key = JSON.stringify([query, kinds, shaping]);
  const cached = plans.get(key);
  if (cached) return cached;
  const time = key.length > planCacheLimits.maxEntrySize ? limit : Math.max(limit, planningTime);
  const planned = withinCpuTime(
    time,
    () => plan(requireParameters(parseQuery(query, shaping), params), refPrefix, kinds),
    () => timeout,
  );
  plans.set(key, planned);
  return planned;
}

const bodySchema = z.object({ query: z.string(), params: z.record(z.string(), z.unknown()).default({}) });

function parseInput(input: QueryInput): ParsedQuery {
  return 'body' in input ? parseBody(input.body, bodySchema, maxBodyValues) : input;
}

function perspectiveOf(
  { perspective, releasePerspective = perspective }: QueryJob,
  query: string,
): Perspective {
  return query.includes('sanity::partOfRelease') ? releasePerspective : perspective;
}

function replicaOf(id: string, path: string): Replica {
  if (id === datasetId) return first;
  const replica = others.get(id) ?? new Replica(path);
  others.set(id, replica);
  return replica;
}

function resultJson(evaluation: Evaluation): string {
  const value = evaluation.run();
  if (approximateJsonLength(value, maxResult) > maxResult) throw tooLarge;
  return JSON.stringify(value) ?? 'null';
}

function runQuery(job: QueryJob, limit: number): QueryResponse {
  const timeout = queryTimeout(limit);
  const deadline = performance.now() + limit;
  const within: Within = (run) => withinCpuTime(limit, run, () => timeout);
  // The fast worker retains what is loaded and indexed so far for the next try.
  const unfinished = (): QueryResponse => {
    if (isFast) return { kind: 'unfinished' };
    throw timeout;
  };
  let query = '';
  try {
    const parsed = within(() => parseInput(job.input));
    ({ query } = parsed);
    if (isFast && query.length > maxFastLength) return { kind: 'timeout' };
    const replica = replicaOf(job.datasetId, job.file);
    if (!replica.load(deadline)) return unfinished();
    replica.catchUp(job.seq);
    const view = within(() => replica.view(perspectiveOf(job, query), job.sees));
    const start = performance.now();
    const planned = planFor(parsed, limit, within, timeout);
    if (!view.buildIndexes(planned.requests, deadline)) return unfinished();
    const evaluation = new Evaluation(planned, refPrefix, view, { ...job, ...parsed });
    const json = new TextEncoder().encode(within(() => resultJson(evaluation)));
    evaluation.cacheLists();
    const ms = Math.round(performance.now() - start);
    return { kind: 'result', json, query, tags: evaluation.syncTags(), ms };
  } catch (error) {
    if (error === timeout && isFast) return { kind: 'timeout' };
    const { status, message, body } = queryError(error, query);
    return { kind: 'error', status, message, body };
  }
}

/** Runs one step at a time, so that queries can run between the steps. */
function runSteps(steps: Iterator<void>) {
  if (!steps.next().done) setImmediate(() => runSteps(steps));
}

function send(message: FromWorker) {
  parentPort?.postMessage(message, message.kind === 'result' ? [message.json.buffer] : []);
}

first.load();
send({ kind: 'ready' });
if (isFast) runSteps(first.warmUp());

parentPort?.on('message', (message: ToWorker) => {
  if (message.kind === 'query') {
    const response = runQuery(message.job, message.limit);
    // Reads the length first, because sending transfers the bytes and leaves a length of 0.
    const resultBytes = response.kind === 'result' ? response.json.length : 0;
    send(response);
    collectGarbage(resultBytes);
  } else if (message.datasetId === datasetId) first.catchUp(message.seq);
});
