import { randomUUID } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { parse } from 'groq-js';
import { LRUCache } from 'lru-cache';
import { kindsOf } from './conditions.ts';
import { evaluatePlan } from './evaluation.ts';
import { queryError } from './parse-error.ts';
import { type Plan, plan } from './planner.ts';
import type { FromWorker, QueryAnswer, QueryJob, WorkerData } from './protocol.ts';
import { Replica } from './replica.ts';
import { hashTag } from './sync-tags.ts';

const mark = randomUUID();
const plans = new LRUCache<string, Plan>({ max: 500 });
const replicas = new LRUCache<string, Replica>({ max: 8, dispose: (replica) => replica.close() });

function planOf(key: string, job: QueryJob): Plan {
  const known = plans.get(key);
  if (known) return known;
  const made = plan(parse(job.query, { params: shapingParams(job) }), mark, kindsOf(job.params));
  plans.set(key, made);
  return made;
}

/** Plans are shared by requests with other values, so only what shapes a plan may be in it, and all of that is in its key. */
function planKey(job: QueryJob): string {
  return JSON.stringify([job.query, kindsOf(job.params), shapingParams(job)]);
}

/** What groq-js needs when it parses: numbers (slices) and names in brackets. It writes them into the tree. */
function shapingParams({ query, params }: QueryJob): Record<string, unknown> {
  const dense = query.replace(/\s/g, '');
  const shaping = Object.entries(params).filter(
    ([name, value]) => typeof value === 'number' || dense.includes(`[$${name}]`),
  );
  return Object.fromEntries(shaping);
}

function replicaOf(datasetId: string, file: string): Replica {
  const known = replicas.get(datasetId);
  if (known) return known;
  const made = new Replica(file);
  replicas.set(datasetId, made);
  return made;
}

async function answer(job: QueryJob): Promise<QueryAnswer> {
  try {
    const replica = replicaOf(job.datasetId, job.file);
    replica.catchUp(job.seq);
    const view = replica.view(job.perspective, job.sees);
    const { user, system } = process.threadCpuUsage();
    tell({ kind: 'started', computed: (user + system) / 1000 });
    const start = performance.now();
    const key = planKey(job);
    const { result, tags } = await evaluatePlan(planOf(key, job), mark, view, {
      params: job.params,
      identity: job.identity,
      sanity: job.sanity,
    });
    const json = JSON.stringify(result) ?? 'null';
    return { ok: true, json, tags: tags.map(hashTag), ms: Math.round(performance.now() - start) };
  } catch (error) {
    const { status, message, body } = queryError(error, job.query);
    return { ok: false, status, message, body };
  }
}

function tell(message: FromWorker) {
  parentPort?.postMessage(message);
}

const first: WorkerData = workerData;
replicaOf(first.datasetId, first.file).warm();
tell({ kind: 'ready' });

parentPort?.on('message', async (job: QueryJob) => tell({ kind: 'answer', answer: await answer(job) }));
