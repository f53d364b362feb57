import pLimit, { type LimitFunction } from 'p-limit';

/** Returns a function that runs tasks: at most `concurrency` at a time for each key. */
export function limitPerKey(concurrency: number) {
  const limits = new Map<string, LimitFunction>();
  return async <T>(key: string, task: () => Promise<T>): Promise<T> => {
    const limit = limits.get(key) ?? pLimit(concurrency);
    limits.set(key, limit);
    try {
      return await limit(task);
    } finally {
      if (limit.activeCount + limit.pendingCount === 0) limits.delete(key);
    }
  };
}
