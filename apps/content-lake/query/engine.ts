import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { typedError } from '../errors.ts';
import { kilobyte, megabyte, second } from '../units.ts';
import { findKinds } from './conditions.ts';
import { Evaluation } from './evaluation.ts';
import { approximateJsonLength } from './json-length.ts';
import { queryError } from './parse-error.ts';
import { type Plan, plan } from './planner.ts';
import type { Query, QueryJob, QueryResult } from './protocol.ts';
import { Replica } from './replica.ts';
import { listFieldParameters, parseQuery, requireParameters } from './syntax-tree.ts';

/** Characters of a result. */
const maxResult = 32 * megabyte;
/** Sizes are the lengths of queries in characters. A plan takes about a hundred times as much memory. */
const planCacheLimits = {
  ...{ max: 500, maxSize: 512 * kilobyte, maxEntrySize: 64 * kilobyte },
  sizeCalculation: (_: unknown, key: string) => key.length,
};
/** A dataset without queries stays in memory for this long. */
const replicaLifetime = 45 * second;
/** Milliseconds of building an index, after which other work runs. */
const indexSlice = 10;

const tooLarge = typedError(
  400,
  'queryEvaluationError',
  `The result is larger than ${maxResult / megabyte} MB. Query fewer documents at once, or use an export.`,
);

/** Runs code with a time limit that can stop it anywhere. The code may only read, or set whole Map entries. */
export type Within = <T>(run: () => T) => T;

/** Matches brackets whose expression may be a string: it begins with a quote, a parameter or a parenthesis. */
const mayNameField = /\[(?:[\s(]|\/\/.*\n)*["'$]/;

/** Plans and evaluates queries, on a copy of each dataset in memory. */
export class QueryEngine {
  readonly #refPrefix = randomUUID();
  readonly #plans = new LRUCache<string, Plan>(planCacheLimits);
  /** For each query, the names of the parameters that name a field. */
  readonly #fieldParameters = new LRUCache<string, string[]>(planCacheLimits);
  #preloaded: { datasetId: string; replica: Replica } | undefined;
  readonly #others = new LRUCache<string, Replica>({
    ...{ max: 8, ttl: replicaLifetime, ttlAutopurge: true, updateAgeOnGet: true },
    dispose: (replica) => replica.close(),
  });
  /** One query at a time builds indexes, as two could evict each other's. */
  readonly #building = pLimit(1);

  /** Loads a dataset that stays in memory, and builds what most queries use. */
  async preload(datasetId: string, file: string) {
    const replica = new Replica(file);
    this.#preloaded = { datasetId, replica };
    await replica.load();
    for (const _ of replica.warmUp()) await setImmediate();
  }

  /** Updates the preloaded dataset, so that the next query does not have to. */
  catchUp(seq: number) {
    this.#preloaded?.replica.catchUp(seq);
  }

  /** Runs a query. Rejects with a LakeError, or with the error of `within`. */
  async run(job: QueryJob, within: Within): Promise<QueryResult> {
    try {
      const replica = this.#openReplica(job);
      await replica.load();
      replica.catchUp(job.seq);
      const start = performance.now();
      const planned = this.#planFor(job, within);
      const { query, perspective, releasePerspective = perspective } = job;
      const isOfRelease = query.includes('sanity::partOfRelease');
      const view = within(() => replica.view(isOfRelease ? releasePerspective : perspective, job.sees));
      const hasIndexes = () => view.buildIndexes(planned.requests, performance.now() + indexSlice);
      const evaluate = (): QueryResult => {
        const evaluation = new Evaluation(planned, this.#refPrefix, view, job);
        const json = new TextEncoder().encode(within(() => resultJson(evaluation)));
        evaluation.cacheLists();
        return { json, tags: evaluation.syncTags(), ms: Math.round(performance.now() - start) };
      };
      if (hasIndexes()) return evaluate();
      return await this.#building(async () => {
        while (!hasIndexes()) await setImmediate();
        return evaluate();
      });
    } catch (error) {
      throw queryError(error, job.query);
    }
  }

  close() {
    this.#preloaded?.replica.close();
    this.#others.clear();
  }

  #openReplica({ datasetId, file }: QueryJob): Replica {
    if (datasetId === this.#preloaded?.datasetId) return this.#preloaded.replica;
    const replica = this.#others.get(datasetId) ?? new Replica(file);
    this.#others.set(datasetId, replica);
    return replica;
  }

  /** Returns a cached plan or a new one. Queries that differ only in parameter values share a plan. */
  #planFor(query: Query, within: Within): Plan {
    const { query: text, params } = query;
    const shaping = this.#shapingParams(query, within);
    const kinds = findKinds(params);
    const key = JSON.stringify([text, kinds, shaping]);
    const planned =
      this.#plans.get(key) ??
      within(() => plan(requireParameters(parseQuery(text, shaping), params), this.#refPrefix, kinds));
    this.#plans.set(key, planned);
    return planned;
  }

  /** Returns the parameters that groq-js writes into the tree while parsing: numbers (slices) and field names, as in `[$a]`. */
  #shapingParams({ query, params }: Query, within: Within): Record<string, unknown> {
    const all = Object.entries(params);
    const numbers = Object.fromEntries(all.filter(([, value]) => typeof value === 'number'));
    if (!mayNameField.test(query)) return numbers;
    const key = JSON.stringify([query, Object.keys(numbers)]);
    const names =
      this.#fieldParameters.get(key) ?? within(() => listFieldParameters(parseQuery(query, numbers)));
    this.#fieldParameters.set(key, names);
    const texts = all.filter(([name, value]) => typeof value === 'string' && names.includes(name));
    return { ...numbers, ...Object.fromEntries(texts) };
  }
}

function resultJson(evaluation: Evaluation): string {
  const value = evaluation.run();
  if (approximateJsonLength(value, maxResult) > maxResult) throw tooLarge;
  return JSON.stringify(value) ?? 'null';
}
