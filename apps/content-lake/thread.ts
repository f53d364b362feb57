import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import path from 'node:path';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';

/** Megabytes; V8's default is for one thread a process. */
const youngHeapMegabytes = 16;
/** Milliseconds before a thread that never answered is restarted, as it would fail again at once. */
const restartDelay = 1000;
/** Milliseconds without work after which a thread gives memory back. */
const idleTime = 1000;

setFlagsFromString('--expose-gc');
/** Collects all garbage of this thread. */
export const collectGarbage: () => void = runInNewContext('gc');
/** Bytes of this thread's heap, garbage included. */
export const usedHeapBytes = () => getHeapStatistics().used_heap_size;

/**
 * Call with each piece of work: when none has come for a while, memory goes back that V8 would keep until it is short
 * of it. Where others wait for a thread, as long as collecting takes, `least` bytes have to have come together. `made`
 * are the bytes of a result that has been sent. Beyond `most` bytes of results and heap, memory goes back at once.
 */
export function garbageCollector(
  minGarbage = 0,
  maxGarbage = Number.POSITIVE_INFINITY,
): (made?: number) => void {
  let timer: NodeJS.Timeout | undefined;
  let heapAfterCollection = 0;
  let garbage = 0;
  function collectNow() {
    clearTimeout(timer);
    collectGarbage();
    heapAfterCollection = usedHeapBytes();
    garbage = 0;
  }
  return (made = 0) => {
    garbage += made;
    if (garbage + usedHeapBytes() - heapAfterCollection > maxGarbage) return collectNow();
    if (usedHeapBytes() < heapAfterCollection + minGarbage) return;
    clearTimeout(timer);
    timer = setTimeout(collectNow, idleTime).unref();
  };
}

/** Lets this thread work while the others have nothing to do, where the system can tell threads apart. */
export function lowerThreadPriority() {
  try {
    setPriority(Number(path.basename(readlinkSync('/proc/thread-self'))), 10);
  } catch {
    // On other systems they share the processor equally.
  }
}

/** A worker that is restarted when it ends, as above `heap` megabytes. `ended` runs first; messages meanwhile wait. */
export function supervisedThread<To, From>(
  { name, script, heap, data }: { name: string; script: URL; heap: number; data?: unknown },
  receive: (message: From) => void,
  onExit: (reason: Error, isOutOfMemory: boolean) => void,
) {
  let isClosed = false;
  const pending: To[] = [];
  let worker: Worker | null = start();

  function start(): Worker {
    let reason = new Error('it has ended');
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
      const isMemory = 'code' in reason && reason.code === 'ERR_WORKER_OUT_OF_MEMORY';
      if (!isMemory) console.error(`The ${name} failed:`, reason);
      onExit(reason, isMemory);
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
