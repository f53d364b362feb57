/** Lets `limit` tasks run at once; the others wait in the order in which they came. */
type Semaphore = { run: <T>(task: () => Promise<T>) => Promise<T>; readonly waiting: number };

export function semaphore(limit: number): Semaphore {
  const queue: (() => void)[] = [];
  let running = 0;
  return {
    get waiting() {
      return queue.length;
    },
    async run(task) {
      if (running < limit) running += 1;
      else await new Promise<void>((resolve) => queue.push(resolve));
      try {
        return await task();
      } finally {
        const next = queue.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
