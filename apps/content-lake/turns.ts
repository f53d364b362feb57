import pLimit, { type LimitFunction } from 'p-limit';

/** Runs tasks, at most so many of one key at once; the others of it wait for their turn. */
export function turns(atOnce: number) {
  const limits = new Map<string, LimitFunction>();
  return async <T>(key: string, task: () => Promise<T>): Promise<T> => {
    const limit = limits.get(key) ?? pLimit(atOnce);
    limits.set(key, limit);
    try {
      return await limit(task);
    } finally {
      if (limit.activeCount + limit.pendingCount === 0) limits.delete(key);
    }
  };
}
