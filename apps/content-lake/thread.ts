import { Worker } from 'node:worker_threads';

/** Megabytes for what is new in a thread: less than V8's own choice, which is made for one thread a process. */
const youngHeap = 16;
/** Milliseconds before one that never answered is tried again: it would fail again at once, and for ever. */
const restartDelay = 1000;

/**
 * A thread, followed by another whenever it ends: what needs more than `heap` megabytes ends it, not the server. `ended` hears why,
 * before the next one is there; what it is told until then waits.
 */
export function supervisedThread<To, From>(
  { name, script, heap, data }: { name: string; script: URL; heap: number; data?: unknown },
  receive: (message: From) => void,
  ended: (reason: Error, isMemory: boolean) => void,
) {
  let isClosed = false;
  const untold: To[] = [];
  let worker: Worker | null = start();

  function start(): Worker {
    let reason = new Error('it has ended');
    let hasAnswered = false;
    const started = new Worker(script, {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: heap, maxYoungGenerationSizeMb: youngHeap },
    });
    started.on('message', (message: From) => {
      hasAnswered = true;
      receive(message);
    });
    started.on('error', (error) => {
      reason = error;
    });
    started.on('exit', () => {
      if (isClosed) return;
      worker = null;
      const isMemory = 'code' in reason && reason.code === 'ERR_WORKER_OUT_OF_MEMORY';
      if (!isMemory) console.error(`The ${name} failed:`, reason);
      ended(reason, isMemory);
      setTimeout(startAgain, hasAnswered ? 0 : restartDelay).unref();
    });
    return started;
  }

  function startAgain() {
    if (isClosed) return;
    worker = start();
    for (const message of untold.splice(0)) worker.postMessage(message);
  }

  return {
    tell(message: To) {
      if (worker) worker.postMessage(message);
      else untold.push(message);
    },
    /** Ends it, as it hangs. */
    restart: () => worker?.terminate(),
    async close() {
      isClosed = true;
      await worker?.terminate();
    },
  };
}
export type Thread<To, From> = ReturnType<typeof supervisedThread<To, From>>;
