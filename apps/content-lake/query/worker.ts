import { randomUUID } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { typedError } from '../errors.ts';
import { withinOwnTime, withinTime } from '../time-limit.ts';
import { kindsOf } from './conditions.ts';
import { evaluationOf } from './evaluation.ts';
import { queryError } from './parse-error.ts';
import { type Plan, plan } from './planner.ts';
import type { FromWorker, QueryAnswer, QueryJob, ToWorker, WorkerData } from './protocol.ts';
import { Replica } from './replica.ts';
import { parseQuery } from './syntax-tree.ts';

/** Milliseconds for building missing indexes. */
const growLimits = { quick: 100, thorough: 20_000 };

const { datasetId, file, kind }: WorkerData = workerData;
const tooLate = (milliseconds: number) =>
  typedError(
    400,
    'queryTimeoutError',
    `The query was ended after ${Math.round(milliseconds / 1000)} s. Name a _type, an _id or another exact value in its filters, or ask for less at once; who asks for much gets less time for a while.`,
  );
const mark = randomUUID();
const plans = new LRUCache<string, Plan>({ max: 500 });
const replicas = new LRUCache<string, Replica>({ max: 8, dispose: (replica) => replica.close() });

/** Plans are shared across parameter values, so the key holds everything that shapes a plan. */
function planKey(job: QueryJob): string {
  return JSON.stringify([job.query, kindsOf(job.params), shapingParams(job)]);
}

/** Values that groq-js writes into the tree when it parses: numbers (slices) and names in brackets. */
function shapingParams({ query, params }: QueryJob): Record<string, unknown> {
  const dense = query.replace(/\s/g, '');
  const shaping = Object.entries(params).filter(
    ([name, value]) => typeof value === 'number' || dense.includes(`[$${name}]`),
  );
  return Object.fromEntries(shaping);
}

function replicaOf(id: string, at: string): Replica {
  const known = replicas.get(id);
  if (known) return known;
  const made = new Replica(at);
  replicas.set(id, made);
  return made;
}

function answer(job: QueryJob, limit: number): QueryAnswer {
  const late = tooLate(limit);
  let isSlow = false;
  // Interrupted anywhere, so it must only read, or set whole Map entries.
  const within = <T>(run: () => T) => {
    const before = process.threadCpuUsage();
    return (kind === 'quick' ? withinTime : withinOwnTime)(limit, run, () => {
      const { user, system } = process.threadCpuUsage(before);
      isSlow = (user + system) / 1000 > limit / 2;
      return late;
    });
  };
  try {
    const replica = replicaOf(job.datasetId, job.file);
    replica.catchUp(job.seq);
    const view = replica.view(job.perspective, job.sees);
    const start = performance.now();
    const key = planKey(job);
    const known = plans.get(key);
    const planned = () => plan(parseQuery(job.query, shapingParams(job)), mark, kindsOf(job.params));
    const made = known ?? within(planned);
    if (!known) plans.set(key, made);
    // Only one worker searches, as an index of words is as large as the texts.
    const searches = made.requests.flat().some(({ by }) => by.kind === 'words');
    if (kind === 'quick' && searches) return { kind: 'late', isSlow: true };
    const until = performance.now() + growLimits[kind];
    // Partial indexes are kept for the next try.
    if (!view.indexes(made.requests).every((index) => index.grow(until))) throw late;
    const evaluation = evaluationOf(made, mark, view, job);
    const json = within(() => JSON.stringify(evaluation.run()) ?? 'null');
    evaluation.keepLists();
    return { kind: 'result', json, tags: evaluation.tags(), ms: Math.round(performance.now() - start) };
  } catch (error) {
    if (error === late && kind === 'quick') return { kind: 'late', isSlow };
    const { status, message, body } = queryError(error, job.query);
    return { kind: 'error', status, message, body };
  }
}

/** A step at a time, so that queries come between. */
function prepare(steps: Iterator<void>) {
  if (!steps.next().done) setImmediate(() => prepare(steps));
}

function tell(message: FromWorker) {
  parentPort?.postMessage(message);
}

const first = replicaOf(datasetId, file);
first.catchUp(0);
tell({ kind: 'ready' });
prepare(first.preparations());

parentPort?.on('message', (message: ToWorker) => {
  if (message.kind === 'query') tell(answer(message.job, message.limit));
  else replicas.get(message.datasetId)?.catchUp(message.seq);
});
