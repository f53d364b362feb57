import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import path from 'node:path';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { second } from './units.ts';

/** V8's default assumes one thread per process. */
const youngHeapMegabytes = 16;
/** Pause before restarting a thread that failed before its first message, because it may fail again at once. */
const restartDelay = second;
/** A thread collects garbage after it has had no work for this long. */
const idleTime = second;

setFlagsFromString('--expose-gc');
export const collectGarbage: () => void = runInNewContext('gc');
/** Returns the bytes of this thread's heap, garbage included. */
export const usedHeapBytes = () => getHeapStatistics().used_heap_size;

/**
 * Returns a function to call after each piece of work, with the bytes of the result that was sent. It collects garbage
 * once the thread is idle and has at least `minGarbage` bytes of it, because collecting blocks other requests. Above
 * `maxGarbage` bytes, it collects at once. V8 by itself would collect only when memory runs short.
 */
export function garbageCollector(
  minGarbage = 0,
  maxGarbage = Number.POSITIVE_INFINITY,
): (resultBytes?: number) => void {
  let timer: NodeJS.Timeout | undefined;
  let heapAfterCollection = 0;
  let sentBytes = 0;
  function collectNow() {
    clearTimeout(timer);
    collectGarbage();
    heapAfterCollection = usedHeapBytes();
    sentBytes = 0;
  }
  return (resultBytes = 0) => {
    sentBytes += resultBytes;
    if (sentBytes + usedHeapBytes() - heapAfterCollection > maxGarbage) return collectNow();
    if (usedHeapBytes() < heapAfterCollection + minGarbage) return;
    clearTimeout(timer);
    timer = setTimeout(collectNow, idleTime).unref();
  };
}

/** On Linux, lowers the priority of this thread below the others. */
export function lowerThreadPriority() {
  try {
    setPriority(Number(path.basename(readlinkSync('/proc/thread-self'))), 10);
  } catch {
    // Other systems have no priority per thread.
  }
}

/**
 * Starts a worker, and restarts it when it ends, for example because it used more than `heap` megabytes. `onExit` runs
 * before the restart. Messages sent while no worker is running are delivered after the restart.
 */
export function supervisedThread<To, From>(
  { name, script, heap, data }: { name: string; script: URL; heap: number; data?: unknown },
  receive: (message: From) => void,
  onExit: (reason: Error, isOutOfMemory: boolean) => void,
) {
  let isClosed = false;
  const pending: To[] = [];
  let worker: Worker | null = start();

  function start(): Worker {
    let reason = new Error('The thread has ended');
    let hasResponded = false;
    const started = new Worker(script, {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: heap, maxYoungGenerationSizeMb: youngHeapMegabytes },
    });
    started.on('message', (message: From) => {
      hasResponded = true;
      receive(message);
    });
    started.on('error', (error) => {
      reason = error;
    });
    started.on('exit', () => {
      if (isClosed) return;
      worker = null;
      const isOutOfMemory = 'code' in reason && reason.code === 'ERR_WORKER_OUT_OF_MEMORY';
      if (!isOutOfMemory) console.error(`The ${name} failed:`, reason);
      onExit(reason, isOutOfMemory);
      setTimeout(restart, hasResponded ? 0 : restartDelay).unref();
    });
    return started;
  }

  function restart() {
    if (isClosed) return;
    worker = start();
    for (const message of pending.splice(0)) worker.postMessage(message);
  }

  return {
    send(message: To) {
      if (worker) worker.postMessage(message);
      else pending.push(message);
    },
    restart: () => worker?.terminate(),
    async close() {
      isClosed = true;
      await worker?.terminate();
    },
  };
}
export type Thread<To, From> = ReturnType<typeof supervisedThread<To, From>>;
